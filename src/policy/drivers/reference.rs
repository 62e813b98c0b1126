//! References from one option of the service's configuration to another, whose value is not known here.

/// Returns the first reference in the value of an option: `$name` or `${name}`, unless `$` or `\` escapes the dollar.
pub(crate) fn reference(text: &str) -> Option<&str> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let name = |text: &str| {
        let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        begins.then(|| text.bytes().take_while(is_part).count())
    };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        let from = rest.get(before.len()..)?;
        rest = after;
        if before.ends_with('\\') {
            continue;
        }
        if let Some(escaped) = after.strip_prefix('$') {
            rest = escaped;
        } else if let Some(inside) = after.strip_prefix('{') {
            let length = name(inside).filter(|length| inside.get(*length..).is_some_and(|rest| rest.starts_with('}')));
            if let Some(length) = length {
                return from.get(..length + "${}".len());
            }
        } else if let Some(length) = name(after) {
            return from.get(..=length);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn references_are_told_from_dollars() {
        for (text, found) in [
            ("$host", Some("$host")),
            ("a${b.c}d", Some("${b.c}")),
            ("$$$x-y", Some("$x")),
            ("$1$_", Some("$_")),
            ("$$x", None),
            ("\\$x", None),
            ("${x", None),
            ("${.x}", None),
            ("a$", None),
            ("", None),
        ] {
            assert_eq!(reference(text), found, "{text}");
        }
    }
}
