//! Kubernetes' rules for names. Each function returns the rules that a text breaks.

use crate::base::spelling::{is_domain, is_domain_part, is_plain_name};

/// What a name has to be that may have no prefix, all in one sentence.
pub(super) const PLAIN_NAME: &str =
    "must be at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends, and without a prefix";

const TOO_LONG: &str = "must be at most 63 characters";

const NOT_PLAIN: &str = "must be letters, digits, `-`, `_` and `.`, with a letter or digit at both ends";

const NOT_SMALL: &str = "must be small letters, digits and `-`, with a letter or digit at both ends";

const NOT_A_DOMAIN: &str =
    "must be small letters, digits and `-`, in parts between dots, with a letter or digit at both ends of each";

/// The broken rules of a name without a prefix.
pub(super) fn plain_name(text: &str) -> Vec<&'static str> {
    broken([(text.is_empty(), "must not be empty"), (text.len() > 63, TOO_LONG), (!is_plain_name(text), NOT_PLAIN)])
}

/// The broken rules of a label's key, which is a plain name, optionally preceded by a domain and a slash.
pub(super) fn label_key(text: &str) -> Vec<&'static str> {
    let (domain, name) = match text.split_once('/') {
        None => return plain_name(text),
        Some((_, name)) if name.contains('/') => return vec!["must have at most one `/`"],
        Some(parts) => parts,
    };
    let mut flaws = broken([
        (domain.is_empty(), "must have a domain before the `/`"),
        (domain.len() > 253, "must have a domain of at most 253 characters before the `/`"),
        (
            !domain.is_empty() && !is_domain(domain),
            "must have a domain before the `/`: small letters, digits and `-`, in parts between dots",
        ),
    ]);
    flaws.extend(plain_name(name));
    flaws
}

/// The broken rules of a label's value, which may be empty.
pub(super) fn label_value(text: &str) -> Vec<&'static str> {
    broken([(text.len() > 63, TOO_LONG), (!text.is_empty() && !is_plain_name(text), NOT_PLAIN)])
}

/// The broken rules of a name that consists of parts between dots.
pub(super) fn subdomain(text: &str) -> Vec<&'static str> {
    broken([(text.len() > 253, "must be at most 253 characters"), (!is_domain(text), NOT_A_DOMAIN)])
}

/// The broken rules of a prefix to which the server adds letters to make such a name. Kubernetes ignores the character
/// before a final `-`.
pub(super) fn prefix(text: &str) -> Vec<&'static str> {
    let before = text.strip_suffix('-').and_then(|rest| rest.strip_suffix(|letter: char| letter.is_ascii()));
    match before {
        Some(rest) => subdomain(&format!("{rest}a")),
        None => subdomain(text),
    }
}

/// The broken rules of one part of a domain name.
pub(super) fn domain_part(text: &str) -> Vec<&'static str> {
    broken([(text.len() > 63, TOO_LONG), (!is_domain_part(text), NOT_SMALL)])
}

fn broken<const RULES: usize>(rules: [(bool, &'static str); RULES]) -> Vec<&'static str> {
    rules.into_iter().filter(|(is_broken, _)| *is_broken).map(|(_, rule)| rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_may_end_with_a_dash() {
        for (text, flaws) in [("a-", 0), ("a", 0), ("a_b-", 1), ("a_-", 0), ("ab.-", 0), ("-", 1), ("ä-", 1), ("A", 1)]
        {
            assert_eq!(prefix(text).len(), flaws, "{text}");
        }
    }

    #[test]
    fn names_are_spelt_as_kubernetes_wants_them() {
        for (text, plain, key, value, domain) in [
            ("m5.large", 0, 0, 0, 0),
            ("A_b-C", 0, 0, 0, 1),
            ("", 2, 2, 0, 1),
            ("-a", 1, 1, 1, 1),
            ("a-", 1, 1, 1, 1),
            ("a/b", 1, 0, 1, 1),
            ("a/b/c", 1, 1, 1, 1),
            ("example.com/net", 1, 0, 1, 1),
            ("A.com/net", 1, 1, 1, 1),
            ("/b", 1, 1, 1, 1),
            ("A/", 1, 3, 1, 1),
            ("/", 1, 3, 1, 1),
            ("a..b", 0, 0, 0, 1),
            ("ä", 1, 1, 1, 1),
        ] {
            let flaws = [plain_name(text), label_key(text), label_value(text), subdomain(text)];
            assert_eq!(flaws.map(|flaws| flaws.len()), [plain, key, value, domain], "{text}");
        }
        let long = format!("{}_", "a".repeat(254));
        let flaws = [plain_name, label_key, label_value, subdomain, domain_part].map(|flaws| flaws(&long).len());
        assert_eq!(flaws, [2; 5]);
        assert_eq!(label_key(&format!("{long}/{long}")).len(), 4);
    }
}
