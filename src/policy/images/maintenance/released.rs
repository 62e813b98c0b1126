//! A version as the rules that choose one look at it.

use crate::base::Edition;
use crate::base::masterminds::Version;
use crate::policy::images::divergences::DEFAULTS_ARE_ACTIVE;
use crate::policy::images::model::ImageVersion;
use crate::policy::images::versions::{Classification, Life, current};
use crate::question::{Asked, Undecided};

/// A version with what it is now.
#[derive(Clone, Copy, Debug)]
pub struct Released<'a> {
    /// As it is written.
    pub text: &'a str,
    /// What it says, if it is a version.
    pub version: Option<Version<'a>>,
    /// What it is now.
    pub classification: Classification,
}

impl<'a> Released<'a> {
    /// Reads a version.
    pub fn new(version: &ImageVersion<'a>, asked: &Asked<'_>) -> Result<Self, Undecided> {
        let text = version.version();
        Ok(Self { text, version: Version::parse(text), classification: current(version, asked)? })
    }

    /// A version of a profile, whose text and stages are read already.
    pub fn known(
        text: &'a str,
        version: Option<Version<'a>>,
        life: &Life,
        asked: &Asked<'_>,
    ) -> Result<Self, Undecided> {
        Ok(Self { text, version, classification: life.now(asked)? })
    }

    /// Whether it may be chosen for somebody who did not ask for it by name.
    pub fn may_be_chosen(&self, edition: Edition) -> bool {
        self.classification.is_active() || !edition.applies(&DEFAULTS_ARE_ACTIVE)
    }
}

/// A version that cannot be read, so that none can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable<'a>(pub &'a str);

/// The highest version that is not deprecated, else the highest that is; of equal ones the first.
pub fn latest<'a>(versions: &[Released<'a>], previews: bool) -> Result<Option<Released<'a>>, Unreadable<'a>> {
    let mut best: [Option<(Released<'a>, Version<'a>)>; 2] = [None, None];
    for released in versions {
        let version = released.version.ok_or(Unreadable(released.text))?;
        if !previews && released.classification == Classification::Preview {
            continue;
        }
        let [rest, deprecated] = &mut best;
        let slot = if released.classification == Classification::Deprecated { deprecated } else { rest };
        if slot.is_none_or(|(_, highest)| version > highest) {
            *slot = Some((*released, version));
        }
    }
    let [rest, deprecated] = best;
    Ok(rest.or(deprecated).map(|(released, _)| released))
}
