//! How Kubernetes spells names.

/// A name of letters and digits, with `-`, `_` and `.` inside, of at most 63 characters and without a prefix.
pub fn is_plain_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    bytes.len() <= 63
        && ends.iter().all(|end| end.is_some_and(u8::is_ascii_alphanumeric))
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// A plain name, with a domain and a slash before it or not: the key of a label.
pub fn is_label_key(text: &str) -> bool {
    match text.split_once('/') {
        Some((domain, name)) => is_subdomain(domain) && is_plain_name(name),
        None => is_plain_name(text),
    }
}

/// The value of a label, which may be empty.
pub fn is_label_value(text: &str) -> bool {
    text.is_empty() || is_plain_name(text)
}

/// A name of small letters, digits and `-`, in parts between dots, of at most 253 characters.
pub fn is_subdomain(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_domain_part)
}

/// One part of a domain name, of at most 63 characters.
pub fn is_domain_label(text: &str) -> bool {
    text.len() <= 63 && is_domain_part(text)
}

fn is_domain_part(text: &str) -> bool {
    let small = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    let ends = [bytes.first(), bytes.last()];
    ends.iter().all(|end| end.is_some_and(small)) && bytes.iter().all(|byte| small(byte) || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelt_as_kubernetes_wants_them() {
        for (text, plain, key, subdomain) in [
            ("m5.large", true, true, true),
            ("A_b-C", true, true, false),
            ("", false, false, false),
            ("-a", false, false, false),
            ("a-", false, false, false),
            ("a/b", false, true, false),
            ("a/b/c", false, false, false),
            ("example.com/net", false, true, false),
            ("a..b", true, true, false),
            ("ä", false, false, false),
        ] {
            assert_eq!(
                (is_plain_name(text), is_label_key(text), is_subdomain(text)),
                (plain, key, subdomain),
                "{text}"
            );
        }
        assert!(!is_plain_name(&"a".repeat(64)) && is_subdomain(&"a".repeat(64)) && !is_domain_label(&"a".repeat(64)));
    }
}
