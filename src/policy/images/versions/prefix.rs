//! Versions that are not written in full and therefore stand for several.

/// The beginning of a version. A missing part matches anything.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Prefix {
    major: Option<u64>,
    minor: Option<u64>,
}

impl Prefix {
    /// Returns the prefix that a text stands for. `None`: the text has three parts, and is a full version that stays as
    /// it is. `Err`: the part that is not a number. If there are four parts or more, only the first counts.
    pub(crate) fn of(text: &str) -> Result<Option<Self>, &str> {
        let parts: Vec<&str> = text.split('.').collect();
        match parts.as_slice() {
            [_, _, _] => Ok(None),
            [major, minor] => Ok(Some(Self { major: number(major)?, minor: number(minor)? })),
            [major, ..] => Ok(Some(Self { major: number(major)?, minor: None })),
            [] => Ok(Some(Self::default())),
        }
    }

    /// Whether a text is nothing but the beginning of a version, with or without a `v`: it names a major version, and no
    /// more than a minor one after it. Of a text with four parts or more only the first is looked at, and of `.4` only the
    /// second.
    pub(crate) fn is_all_of(text: &str) -> bool {
        let text = text.strip_prefix('v').unwrap_or(text);
        let parts = text.split('.').count();
        parts <= 2 && Self::of(text).is_ok_and(|prefix| prefix.is_some_and(|prefix| prefix.major.is_some()))
    }

    /// Returns all prefixes of a version.
    pub(crate) fn all(major: u64, minor: u64) -> [Self; 4] {
        let (major, minor) = (Some(major), Some(minor));
        [
            Self { major, minor },
            Self { major, minor: None },
            Self { major: None, minor },
            Self { major: None, minor: None },
        ]
    }

    /// Whether a version begins with the prefix.
    pub(crate) fn begins(self, major: u64, minor: u64) -> bool {
        self.major.is_none_or(|wanted| wanted == major) && self.minor.is_none_or(|wanted| wanted == minor)
    }
}

/// Parses a part of a version. `None`: the part is empty. `Err`: the part, if it is not a number.
fn number(part: &str) -> Result<Option<u64>, &str> {
    if part.is_empty() {
        return Ok(None);
    }
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| part.parse().ok()).flatten().map(Some).ok_or(part)
}
