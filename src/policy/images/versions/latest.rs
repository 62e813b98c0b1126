//! The latest of several versions (section 7.3).

use super::lifecycle::Classification;
use super::not_stored::not_stored_of;
use super::released::{Released, Unreadable};
use crate::base::masterminds::Version;
use crate::policy::images::documents::ImageVersion;
use crate::policy::images::reasons::{LATEST_IS_DEPRECATED, LATEST_VERSION, NO_LATEST_VERSION, NOT_A_VERSION};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// Returns the highest version that is not deprecated, or else the highest deprecated one. Of equal versions, the first
/// is taken.
fn latest<'a>(versions: &[Released<'a>], previews: bool) -> Result<Option<Released<'a>>, Unreadable<'a>> {
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

given! {
    /// Versions of which to find the latest.
    pub struct LatestGiven<'a> {
        /// The versions to choose from.
        versions: Vec<ImageVersion<'a>>,
        /// Whether previews are left out.
        filter_preview ["filterPreview"]: bool,
    }
}

answer! {
    /// The latest version.
    #[derive(Default)]
    pub struct Latest<'a> {
        /// The latest version; absent if there is none.
        version: Option<&'a str>,
        /// Whether there is no latest version, or one of the versions cannot be read; absent otherwise.
        error: Option<bool>,
    }
}

/// `images/latest-version`
#[derive(Debug)]
pub struct LatestVersion;

impl Answers for LatestVersion {
    const NAME: &'static str = "images/latest-version";
    const ASKS: &'static str = "which of several versions is the latest: deprecated ones only if there is no other";
    type Given<'a> = LatestGiven<'a>;
    type Answer<'a> = Latest<'a>;

    fn decide<'a>(given: LatestGiven<'a>, asked: &Asked<'a>) -> Outcome<Latest<'a>> {
        let released: Result<Vec<_>, _> = given.versions.iter().map(|version| Released::new(version, asked)).collect();
        let failed = Latest { version: None, error: Some(true) };
        let place = |text: &str| {
            let index = given.versions.iter().position(|version| version.version() == text).unwrap_or_default();
            Pointer::to("versions").index(index).key("version")
        };
        let decision = match latest(&released?, !given.filter_preview) {
            Ok(Some(found)) => {
                let deprecated = found.classification == Classification::Deprecated;
                let code = if deprecated { &LATEST_IS_DEPRECATED } else { &LATEST_VERSION };
                let reason = Reason::new(code, found.text)
                    .saw(place(found.text), found.text)
                    .fact(Fact::named("classification", found.classification.word()));
                Decision::new(Latest { version: Some(found.text), error: None }, reason)
            }
            Ok(None) => {
                let reason = Reason::new(&NO_LATEST_VERSION, "versions")
                    .fact(Fact::named("count", given.versions.len()))
                    .saw(Pointer::to("filterPreview"), given.filter_preview);
                Decision::new(failed, reason)
            }
            Err(Unreadable(text)) => Decision::new(failed, Reason::new(&NOT_A_VERSION, text).saw(place(text), text)),
        };
        Ok(decision.with_problems(not_stored_of(&given.versions)))
    }
}
