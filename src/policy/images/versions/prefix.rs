//! Versions that are not written in full, and so stand for several.

/// What a version begins with. A part that is not there is open.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Prefix {
    major: Option<u64>,
    minor: Option<u64>,
}

impl Prefix {
    /// What a text asks for; nothing of a full version, which stays as it is, and the part that is no number of what
    /// is none. Of four parts and more only the first counts.
    pub fn of(text: &str) -> Result<Option<Self>, &str> {
        let parts: Vec<&str> = text.split('.').collect();
        match parts.as_slice() {
            [_, _, _] => Ok(None),
            [major, minor] => Ok(Some(Self { major: number(major)?, minor: number(minor)? })),
            [major, ..] => Ok(Some(Self { major: number(major)?, minor: None })),
            [] => Ok(Some(Self::default())),
        }
    }

    /// All that a version begins with.
    pub fn all(major: u64, minor: u64) -> [Self; 4] {
        let (major, minor) = (Some(major), Some(minor));
        [
            Self { major, minor },
            Self { major, minor: None },
            Self { major: None, minor },
            Self { major: None, minor: None },
        ]
    }

    /// Whether a version begins so.
    pub fn begins(self, major: u64, minor: u64) -> bool {
        self.major.is_none_or(|wanted| wanted == major) && self.minor.is_none_or(|wanted| wanted == minor)
    }
}

/// A part of a version: nothing if it is empty, itself if it is no number.
fn number(part: &str) -> Result<Option<u64>, &str> {
    if part.is_empty() {
        return Ok(None);
    }
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| part.parse().ok()).flatten().map(Some).ok_or(part)
}
