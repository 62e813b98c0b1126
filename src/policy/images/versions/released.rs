//! A version as seen by the rules that choose one.

use super::lifecycle::{Classification, Lifecycle, current};
use crate::base::Edition;
use crate::base::masterminds::Version;
use crate::policy::images::divergences::{DEFAULTS_ARE_ACTIVE, SUFFIXES_STAY_APART};
use crate::policy::images::documents::ImageVersion;
use crate::question::{Asked, Undecided};

/// A version with its current classification.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Released<'a> {
    /// The version as it is written.
    pub text: &'a str,
    /// The parsed version. `None`: the text is not a version.
    pub version: Option<Version<'a>>,
    /// The classification at the time of the question.
    pub classification: Classification,
}

impl<'a> Released<'a> {
    /// Reads a version.
    pub(crate) fn new(version: &ImageVersion<'a>, asked: &Asked<'_>) -> Result<Self, Undecided> {
        let text = version.version();
        Ok(Self { text, version: Version::parse(text), classification: current(version, asked)? })
    }

    /// Creates a version of a profile whose text and stages have already been read.
    pub(crate) fn known(
        text: &'a str,
        version: Option<Version<'a>>,
        lifecycle: &Lifecycle,
        asked: &Asked<'_>,
    ) -> Result<Self, Undecided> {
        Ok(Self { text, version, classification: lifecycle.now(asked)? })
    }

    /// Whether the version may be chosen for somebody who did not name it. An unknown classification may mean a preview
    /// or an expired version. Upstream any version may be chosen.
    pub(crate) fn may_be_chosen(&self, edition: Edition) -> bool {
        let is_known = self.classification != Classification::Unknown;
        self.classification.is_active() && is_known || !edition.applies(&DEFAULTS_ARE_ACTIVE)
    }
}

/// Returns the suffix of a version, which sets it apart from others; empty if there is none, and always empty upstream.
/// Build metadata is not a suffix.
pub(crate) fn suffix<'a>(version: Option<&Version<'a>>, edition: Edition) -> &'a str {
    let suffix = version.map(|version| version.pre_release).filter(|_| edition.applies(&SUFFIXES_STAY_APART));
    suffix.unwrap_or_default()
}

/// Why a version is withheld from users who do not name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Withheld {
    /// The version is a preview, not active, or its classification is unknown.
    Classification(Classification),
    /// The version has a suffix.
    Suffix,
}

impl Withheld {
    /// Returns why a version is withheld. For users who have `named` it, the suffix does not matter.
    pub(crate) fn of(
        classification: Classification,
        version: Option<&Version<'_>>,
        named: bool,
        edition: Edition,
    ) -> Option<Self> {
        // An unknown classification withholds too, since nobody knows what it was meant to keep away.
        let kept = matches!(classification, Classification::Preview | Classification::Unknown);
        let withheld = kept || !classification.is_active();
        let suffix = || (!named && !suffix(version, edition).is_empty()).then_some(Self::Suffix);
        if withheld { Some(Self::Classification(classification)) } else { suffix() }
    }

    /// The word for the reason.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Classification(classification) => classification.word(),
            Self::Suffix => "suffix",
        }
    }
}

/// The text of a version that cannot be read, so that none can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable<'a>(pub &'a str);
