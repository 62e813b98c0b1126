//! A version as the rules that choose one look at it.

use super::lifecycle::{Classification, Lifecycle, current};
use crate::base::Edition;
use crate::base::masterminds::Version;
use crate::policy::images::divergences::{DEFAULTS_ARE_ACTIVE, SUFFIXES_STAY_APART};
use crate::policy::images::documents::ImageVersion;
use crate::question::{Asked, Undecided};

/// A version with what it is now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Released<'a> {
    /// As it is written.
    pub text: &'a str,
    /// What it says, if it is a version.
    pub version: Option<Version<'a>>,
    /// What it is now.
    pub classification: Classification,
}

impl<'a> Released<'a> {
    /// Reads a version.
    pub(crate) fn new(version: &ImageVersion<'a>, asked: &Asked<'_>) -> Result<Self, Undecided> {
        let text = version.version();
        Ok(Self { text, version: Version::parse(text), classification: current(version, asked)? })
    }

    /// A version of a profile, whose text and stages are read already.
    pub(crate) fn known(
        text: &'a str,
        version: Option<Version<'a>>,
        lifecycle: &Lifecycle,
        asked: &Asked<'_>,
    ) -> Result<Self, Undecided> {
        Ok(Self { text, version, classification: lifecycle.now(asked)? })
    }

    /// Whether it may be chosen for somebody who did not ask for it by name. What nobody knows may be a preview, or over.
    pub(crate) fn may_be_chosen(&self, edition: Edition) -> bool {
        let is_known = self.classification != Classification::Unknown;
        self.classification.is_active() && is_known || !edition.applies(&DEFAULTS_ARE_ACTIVE)
    }
}

/// The suffix of a version, with which it keeps to itself; empty where it has none. Build metadata are none.
pub(crate) fn suffix<'a>(version: Option<&Version<'a>>, edition: Edition) -> &'a str {
    let suffix = version.map(|version| version.pre_release).filter(|_| edition.applies(&SUFFIXES_STAY_APART));
    suffix.unwrap_or_default()
}

/// What keeps a version from everybody who does not name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Withheld {
    /// It is a preview, not active, or nobody knows what.
    Classification(Classification),
    /// It has a suffix.
    Suffix,
}

impl Withheld {
    /// What keeps a version from those who do not name it; where they do, only what keeps it from all.
    pub(crate) fn of(
        classification: Classification,
        version: Option<&Version<'_>>,
        named: bool,
        edition: Edition,
    ) -> Option<Self> {
        // Nobody knows what a word that is none of them was to keep away.
        let kept = matches!(classification, Classification::Preview | Classification::Unknown);
        let withheld = kept || !classification.is_active();
        let suffix = || (!named && !suffix(version, edition).is_empty()).then_some(Self::Suffix);
        if withheld { Some(Self::Classification(classification)) } else { suffix() }
    }

    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Classification(classification) => classification.word(),
            Self::Suffix => "suffix",
        }
    }
}

/// A version that cannot be read, so that none can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable<'a>(pub &'a str);
