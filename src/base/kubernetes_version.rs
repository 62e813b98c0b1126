use std::cmp::Ordering;
use std::fmt;

use super::pre_release::{compare_pre_releases, is_dotted};

/// A semantic version, parsed as the version library of Kubernetes does: an optional `v`, exactly three numbers without
/// leading zeros, an optional pre-release and optional build metadata. Blanks around the version are ignored, but a
/// newline after it is an error.
#[derive(Clone, Copy, Debug)]
pub struct KubernetesVersion<'a> {
    /// The first number.
    pub major: u64,
    /// The second number.
    pub minor: u64,
    /// The third number.
    pub patch: u64,
    /// The identifiers after the dash; empty for a release.
    pub pre_release: &'a str,
    /// The build metadata after the plus, ignored in comparisons; empty if there is none.
    pub metadata: &'a str,
}

impl<'a> KubernetesVersion<'a> {
    /// Parses a version.
    pub fn parse(text: &'a str) -> Option<Self> {
        if text.ends_with('\n') {
            return None;
        }
        let text = text.trim_start_matches(is_blank);
        let text = text.strip_prefix('v').unwrap_or(text);
        let end = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (numbers, suffix) = text.split_at_checked(end)?;
        let mut numbers = numbers.split('.').map(number);
        let (major, minor, patch) = (numbers.next()??, numbers.next()??, numbers.next()??);
        if numbers.next().is_some() || suffix.contains('\n') {
            return None;
        }
        let (pre_release, metadata) = suffixes(suffix.trim_end_matches(is_blank))?;
        Some(Self { major, minor, patch, pre_release, metadata })
    }

    /// Whether the version is a release rather than a pre-release.
    pub fn is_release(&self) -> bool {
        self.pre_release.is_empty()
    }

    /// The major and minor version.
    pub fn series(&self) -> (u64, u64) {
        (self.major, self.minor)
    }

    /// Compares by precedence: first by numbers, then a pre-release before its release. Metadata is ignored.
    pub fn precedence(&self, other: &KubernetesVersion<'_>) -> Ordering {
        let numbers = |version: &KubernetesVersion<'_>| (version.major, version.minor, version.patch);
        numbers(self)
            .cmp(&numbers(other))
            .then_with(|| compare_pre_releases(self.pre_release, other.pre_release, compare_identifiers))
    }

    /// The version as a tag, with a leading `v`.
    pub fn tag(&self) -> String {
        format!("v{self}")
    }
}

impl PartialEq for KubernetesVersion<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.precedence(other) == Ordering::Equal
    }
}

impl PartialOrd for KubernetesVersion<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.precedence(other))
    }
}

impl fmt::Display for KubernetesVersion<'_> {
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

/// Whether a character matches `\s` in Go's regular expressions.
fn is_blank(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{c}' | '\r' | ' ')
}

/// Parses a number without leading zeros that fits into 64 bits.
fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let padded = text.len() > 1 && text.starts_with('0');
    (digits && !padded).then(|| text.parse().ok()).flatten()
}

/// Splits what follows the numbers into pre-release and metadata.
fn suffixes(text: &str) -> Option<(&str, &str)> {
    let (pre_release, metadata) = match text.strip_prefix('-') {
        None if text.is_empty() => return Some(("", "")),
        None => (None, Some(text.strip_prefix('+')?)),
        Some(rest) => rest.split_once('+').map_or((Some(rest), None), |(before, after)| (Some(before), Some(after))),
    };
    let padded = |part: &str| part.len() > 1 && part.starts_with('0') && part.parse::<u64>().is_ok();
    let is_pre_release = |text: &str| is_dotted(text) && !text.split('.').any(padded);
    let good = pre_release.is_none_or(is_pre_release) && metadata.is_none_or(is_dotted);
    good.then_some((pre_release.unwrap_or_default(), metadata.unwrap_or_default()))
}

/// Compares two identifiers: by value if both are numbers, bytewise otherwise.
fn compare_identifiers(left: &str, right: &str) -> Ordering {
    match (left.parse::<u64>(), right.parse::<u64>()) {
        (Ok(left), Ok(right)) => left.cmp(&right),
        _ => left.cmp(right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_library_reads() {
        for (text, read) in [
            ("v1.2.3", Some("1.2.3")),
            ("1.2.3", Some("1.2.3")),
            (" \tv1.2.3 ", Some("1.2.3")),
            ("v1.2.3\n", None),
            ("\nv1.2.3", Some("1.2.3")),
            ("v1.2.3 -rc.1", None),
            ("v1.2.3-rc.1 ", Some("1.2.3-rc.1")),
            ("v1.2.3-rc.1+b.05", Some("1.2.3-rc.1+b.05")),
            ("v1.2.3+b", Some("1.2.3+b")),
            ("v1.2.3-a-b", Some("1.2.3-a-b")),
            ("v1.2", None),
            ("v1.2.3.4", None),
            ("v01.2.3", None),
            ("v1.2.3-01", None),
            ("v1.2.3-", None),
            ("v1.2.3+", None),
            ("v1.2.3-a..b", None),
            ("v1.2.3rc", None),
            ("V1.2.3", None),
            ("vv1.2.3", None),
            ("v1..3", None),
            ("", None),
            ("v18446744073709551616.0.0", None),
        ] {
            let found = KubernetesVersion::parse(text).map(|version| version.to_string());
            assert_eq!(found.as_deref(), read, "{text:?}");
        }
    }

    #[test]
    fn orders_by_precedence() {
        let ascending =
            ["v1.2.3-1", "v1.2.3-9", "v1.2.3-10", "v1.2.3-a", "v1.2.3-a.1", "v1.2.3-rc", "v1.2.3", "v1.2.4", "v1.10.0"];
        for pair in ascending.windows(2) {
            assert!(KubernetesVersion::parse(pair[0]) < KubernetesVersion::parse(pair[1]), "{pair:?}");
        }
        assert_eq!(KubernetesVersion::parse("v1.2.3+a"), KubernetesVersion::parse("1.2.3+b"));
    }

    #[test]
    fn kubernetes_version_as_shown() {
        assert_eq!(
            KubernetesVersion::parse("v1.2.3-rc.1").map(|version| version.to_string()),
            Some("1.2.3-rc.1".to_owned())
        );
        assert!(KubernetesVersion::parse("v1.2.0-rc.1") < KubernetesVersion::parse("1.2.0"));
        assert_eq!(KubernetesVersion::parse("v1.2"), None);
    }
}
