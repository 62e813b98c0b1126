/// Appends `text` as a JSON string, with as few escapes as JSON allows.
pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Appends the content of a JSON string, without quotes.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    let mut plain = text;
    while let Some(at) = first_escaped(plain.as_bytes()) {
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

/// The index of the first byte that JSON requires to be escaped. Eight bytes are checked at once, because answers are
/// mostly text.
fn first_escaped(bytes: &[u8]) -> Option<usize> {
    let (words, _) = bytes.as_chunks::<8>();
    let plain = words.iter().take_while(|word| !has_escaped(u64::from_le_bytes(**word))).count() * 8;
    let rest = bytes.get(plain..).unwrap_or_default();
    rest.iter().position(|byte| is_escaped(*byte)).map(|at| plain + at)
}

fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// Whether one of the eight bytes has to be escaped. The subtraction sets the top bit of each byte that is less than
/// what is subtracted. A borrow may carry into higher bytes, but then some byte was less, so the result is right all
/// the same.
fn has_escaped(word: u64) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let each = |byte: u8| EACH * u64::from(byte);
    let less = |word: u64, than: u8| word.wrapping_sub(each(than)) & !word;
    let found = less(word, b' ') | less(word ^ each(b'"'), 1) | less(word ^ each(b'\\'), 1);
    found & each(0x80) != 0
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

#[cfg(test)]
mod tests {
    use super::{first_escaped, is_escaped};

    #[test]
    fn every_byte_is_found_at_every_place() {
        for found in 0..=u8::MAX {
            for length in 1..20 {
                for at in 0..length {
                    for around in [b'a', b' ', b'!', b'#', b'[', b']', 0x7f, 0x80, 0xff] {
                        let mut bytes = vec![around; length];
                        bytes[at] = found;
                        let expected = bytes.iter().position(|byte| is_escaped(*byte));
                        assert_eq!(first_escaped(&bytes), expected, "{bytes:?}");
                    }
                }
            }
        }
    }
}
