use std::cmp::Ordering;
use std::fmt;

use crate::base::pre_release::{compare_pre_releases, is_dotted};

/// The longest text read as a version, in bytes.
const LONGEST: usize = 256;

/// A version, parsed leniently: an optional lowercase `v`, one to three numbers that may have leading zeros, an
/// optional pre-release and optional build metadata.
#[derive(Clone, Copy, Debug)]
pub struct Version<'a> {
    /// The first number.
    pub major: u64,
    /// The second number, 0 if left out.
    pub minor: u64,
    /// The third number, 0 if left out.
    pub patch: u64,
    /// The identifiers between the first dash and the plus; empty for a release.
    pub pre_release: &'a str,
    /// The build metadata after the plus; empty if there is none.
    pub metadata: &'a str,
}

impl<'a> Version<'a> {
    /// Parses a version.
    pub fn parse(text: &'a str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let text = text.strip_prefix('v').unwrap_or(text);
        let (text, metadata) = text.split_once('+').map_or((text, None), |(text, metadata)| (text, Some(metadata)));
        let (numbers, pre_release) = text.split_once('-').map_or((text, None), |(text, pre)| (text, Some(pre)));
        let mut numbers = numbers.split('.').map(number);
        let version = Self {
            major: numbers.next()??,
            minor: numbers.next().unwrap_or(Some(0))?,
            patch: numbers.next().unwrap_or(Some(0))?,
            pre_release: pre_release.unwrap_or_default(),
            metadata: metadata.unwrap_or_default(),
        };
        let suffixes = pre_release.is_none_or(is_pre_release) && metadata.is_none_or(is_dotted);
        (numbers.next().is_none() && suffixes).then_some(version)
    }

    /// Whether the version is more than one minor version ahead of `earlier`.
    pub fn skips_minor_after(&self, earlier: &Version<'_>) -> bool {
        (self.major, self.minor) > (earlier.major, earlier.minor.saturating_add(1))
    }

    /// Compares by precedence: first by numbers, then a pre-release before its release. Metadata is ignored.
    pub fn precedence(&self, other: &Version<'_>) -> Ordering {
        let numbers = |version: &Version<'_>| (version.major, version.minor, version.patch);
        numbers(self)
            .cmp(&numbers(other))
            .then_with(|| compare_pre_releases(self.pre_release, other.pre_release, compare_identifiers))
    }
}

impl PartialEq for Version<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.precedence(other) == Ordering::Equal
    }
}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.precedence(other))
    }
}

impl fmt::Display for Version<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if !self.pre_release.is_empty() {
            write!(f, "-{}", self.pre_release)?;
        }
        if !self.metadata.is_empty() {
            write!(f, "+{}", self.metadata)?;
        }
        Ok(())
    }
}

/// Parses a number that fits into 64 bits; leading zeros are allowed.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Whether a text is a pre-release: identifiers separated by dots, in which numbers have no leading zeros.
fn is_pre_release(text: &str) -> bool {
    let padded = |part: &str| part.len() > 1 && part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit());
    is_dotted(text) && !text.split('.').any(padded)
}

/// Compares two identifiers: numbers by value and before words, words bytewise.
pub(super) fn compare_identifiers(left: &str, right: &str) -> Ordering {
    match (number(left), number(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => left.cmp(right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_ordered() {
        assert_eq!(Version::parse("v20.04").map(|version| version.to_string()), Some("20.4.0".to_owned()));
        assert!(Version::parse("1.2.0-rc.1") < Version::parse("1.2"));
        assert_eq!(Version::parse("1.2.3.4"), None);
    }

    #[test]
    fn reads_what_the_library_reads() {
        for (text, normalized) in [
            ("1", Some("1.0.0")),
            ("01.2", Some("1.2.0")),
            ("v1.2.3-rc.1+b.5", Some("1.2.3-rc.1+b.5")),
            ("1.2-beta", Some("1.2.0-beta")),
            ("1.2.3+a-b", Some("1.2.3+a-b")),
            ("1.2.3-a--b", Some("1.2.3-a--b")),
            ("1.2.3+01", Some("1.2.3+01")),
            ("", None),
            ("v", None),
            ("V1.2.3", None),
            ("vv1", None),
            ("1.", None),
            ("1.x", None),
            ("1.2.3.4", None),
            (" 1.2.3", None),
            ("1.2.3-", None),
            ("1.2.3+", None),
            ("1.2.3-01", None),
            ("1.2.3-a..b", None),
            ("1.2.3-foo_bar", None),
            ("18446744073709551615.0.0", Some("18446744073709551615.0.0")),
            ("18446744073709551616.0.0", None),
        ] {
            assert_eq!(Version::parse(text).map(|version| version.to_string()).as_deref(), normalized, "{text}");
        }
    }

    #[test]
    fn orders_by_precedence() {
        let ascending = [
            "1.2.3-1",
            "1.2.3-2",
            "1.2.3-10",
            "1.2.3-a",
            "1.2.3-a.1",
            "1.2.3-alpha",
            "1.2.3-alpha.1",
            "1.2.3",
            "1.2.4",
            "1.10",
        ];
        for pair in ascending.windows(2) {
            assert!(Version::parse(pair[0]) < Version::parse(pair[1]), "{pair:?}");
        }
        assert_eq!(Version::parse("1.2.3+a"), Version::parse("1.2.3+b"));
    }
}
