//! What the version libraries that are followed here have in common: the identifiers of pre-releases and metadata.

use std::cmp::Ordering;

/// Whether a text consists of non-empty identifiers separated by dots.
pub fn is_dotted(text: &str) -> bool {
    let identifier =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    text.split('.').all(identifier)
}

/// Compares two pre-releases by their identifiers, as the library compares them. An empty pre-release, which is a
/// release, comes last.
pub fn compare_pre_releases(left: &str, right: &str, identifiers: fn(&str, &str) -> Ordering) -> Ordering {
    match (left.is_empty(), right.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    let (mut left, mut right) = (left.split('.'), right.split('.'));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(left), Some(right)) => identifiers(left, right),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}
