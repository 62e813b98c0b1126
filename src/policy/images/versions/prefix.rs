//! Versions that are not written in full, and so stand for several.

/// What a version begins with. A part that is not there is open.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Prefix {
    major: Option<u64>,
    minor: Option<u64>,
}

impl Prefix {
    /// What a text asks for. `None`: a full version, which stays as it is. Otherwise the part that is no number of what
    /// is none. Of four parts and more only the first counts.
    pub(crate) fn of(text: &str) -> Result<Option<Self>, &str> {
        let parts: Vec<&str> = text.split('.').collect();
        match parts.as_slice() {
            [_, _, _] => Ok(None),
            [major, minor] => Ok(Some(Self { major: number(major)?, minor: number(minor)? })),
            [major, ..] => Ok(Some(Self { major: number(major)?, minor: None })),
            [] => Ok(Some(Self::default())),
        }
    }

    /// All that a version begins with.
    pub(crate) fn all(major: u64, minor: u64) -> [Self; 4] {
        let (major, minor) = (Some(major), Some(minor));
        [
            Self { major, minor },
            Self { major, minor: None },
            Self { major: None, minor },
            Self { major: None, minor: None },
        ]
    }

    /// Whether a version begins so.
    pub(crate) fn begins(self, major: u64, minor: u64) -> bool {
        self.major.is_none_or(|wanted| wanted == major) && self.minor.is_none_or(|wanted| wanted == minor)
    }
}

/// A part of a version. `None`: it is empty. The error is the part itself, if it is no number.
fn number(part: &str) -> Result<Option<u64>, &str> {
    if part.is_empty() {
        return Ok(None);
    }
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| part.parse().ok()).flatten().map(Some).ok_or(part)
}
