//! Finds the latest of a list of versions.

use super::latest::{ReleaseAnswer, newest_first};
use crate::base::sort::sort_by;
use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::divergences::LATEST_AMONG_CONFIGMAPS;
use crate::policy::providers::reasons::{HIGHEST_VERSION, NEWEST_RELEASE, NO_VERSION_THERE, VERSION_UNREADABLE};
use crate::question::{Answers, Asked, Outcome};
use crate::reason::Reason;
use crate::wire::{Pointer, given};

/// Returns the latest version: in the design edition the newest release, or else the newest pre-release; in the
/// upstream edition the highest version, pre-releases included.
pub fn newest<'a>(versions: &[&'a str], edition: Edition) -> Option<(KubernetesVersion<'a>, Reason)> {
    let (mut sorted, _) = newest_first(versions);
    let code = match edition.applies(&LATEST_AMONG_CONFIGMAPS) {
        true => &NEWEST_RELEASE,
        false => {
            sort_by(&mut sorted, |left, right| right.precedence(left));
            &HIGHEST_VERSION
        }
    };
    let found = sorted.into_iter().next()?;
    Some((found, Reason::new(code, found.tag())))
}

/// `providers/latest-from-configmaps`
#[derive(Debug)]
pub struct LatestFromConfigMaps;

given! {
    /// The versions held by ConfigMaps.
    pub struct NewestGiven<'a> {
        /// The versions held by ConfigMaps.
        versions: Vec<&'a str>,
    }
}

impl Answers for LatestFromConfigMaps {
    const NAME: &'static str = "providers/latest-from-configmaps";
    const ASKS: &'static str = "which of the versions in ConfigMaps is the latest";
    const PART: bool = true;
    type Given<'a> = NewestGiven<'a>;
    type Answer<'a> = ReleaseAnswer;

    fn decide<'a>(given: NewestGiven<'a>, asked: &Asked<'a>) -> Outcome<ReleaseAnswer> {
        Ok(ReleaseAnswer::decided(latest(&given.versions, asked.edition)))
    }
}

fn latest(versions: &[&str], edition: Edition) -> Result<(String, Reason), Reason> {
    let unreadable = |text: &&str| KubernetesVersion::parse(text).is_none();
    if let Some((index, text)) = versions.iter().enumerate().find(|(_, text)| unreadable(text)) {
        return Err(Reason::new(&VERSION_UNREADABLE, *text).saw(Pointer::to("versions").index(index), *text));
    }
    let (version, reason) = newest(versions, edition).ok_or_else(|| Reason::new(&NO_VERSION_THERE, "versions"))?;
    Ok((version.tag(), reason))
}
