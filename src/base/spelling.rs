//! The characters allowed in Kubernetes names. Callers check the length.

/// Whether a text has the characters of a label's name and value: letters, digits, dashes, dots and underscores, with a
/// letter or digit at both ends.
pub fn is_plain_name(text: &str) -> bool {
    is_spelled(text, u8::is_ascii_alphanumeric, |byte| b"-_.".contains(byte))
}

/// Whether a text has the characters of a domain name: valid parts separated by dots.
pub fn is_domain(text: &str) -> bool {
    text.split('.').all(is_domain_part)
}

/// Whether a text has the characters of one part of a domain name: lowercase letters, digits and dashes, with a letter
/// or digit at both ends.
pub fn is_domain_part(text: &str) -> bool {
    is_spelled(text, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit(), |byte| *byte == b'-')
}

/// Whether a text begins and ends with bytes that `outside` accepts, and has only those and bytes that `inside` accepts
/// in between.
fn is_spelled(text: &str, outside: impl Fn(&u8) -> bool, inside: impl Fn(&u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    [bytes.first(), bytes.last()].iter().all(|end| end.is_some_and(&outside))
        && bytes.iter().all(|byte| outside(byte) || inside(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_kubernetes_wants_them() {
        for (text, plain, domain, part) in [
            ("a", true, true, true),
            ("a-1", true, true, true),
            ("A_b.C", true, false, false),
            ("m5.large", true, true, false),
            ("a..b", true, false, false),
            ("a.-b", true, false, false),
            ("", false, false, false),
            ("-a", false, false, false),
            ("a-", false, false, false),
            ("a.", false, false, false),
            (".a", false, false, false),
            ("_", false, false, false),
            ("a/b", false, false, false),
            ("ä", false, false, false),
        ] {
            assert_eq!([is_plain_name(text), is_domain(text), is_domain_part(text)], [plain, domain, part], "{text}");
        }
    }
}
