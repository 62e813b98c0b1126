/// Appends `text` as a JSON string, with the fewest escapes JSON allows.
pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Appends the inside of a JSON string.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    let mut plain = text;
    while let Some(at) = plain.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (before, rest) = plain.split_at_checked(at).unwrap_or((plain, ""));
        out.push_str(before);
        let mut characters = rest.chars();
        if let Some(character) = characters.next() {
            push_escape(out, character);
        }
        plain = characters.as_str();
    }
    out.push_str(plain);
}

fn push_escape(out: &mut String, character: char) {
    let short = match character {
        '"' => '"',
        '\\' => '\\',
        '\u{8}' => 'b',
        '\u{c}' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        other => {
            let hex = |shift: u32| char::from_digit(u32::from(other) >> shift & 0xf, 16).unwrap_or('0');
            out.push_str("\\u00");
            out.push(hex(4));
            out.push(hex(0));
            return;
        }
    };
    out.push('\\');
    out.push(short);
}
