//! A version as the rules that choose one look at it.

use super::lifecycle::{Classification, Lifecycle, current};
use crate::base::Edition;
use crate::base::masterminds::Version;
use crate::policy::images::divergences::DEFAULTS_ARE_ACTIVE;
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

    /// Whether it may be chosen for somebody who did not ask for it by name.
    pub(crate) fn may_be_chosen(&self, edition: Edition) -> bool {
        self.classification.is_active() || !edition.applies(&DEFAULTS_ARE_ACTIVE)
    }
}

/// A version that cannot be read, so that none can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable<'a>(pub &'a str);
