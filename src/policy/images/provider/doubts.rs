//! What a mapping that holds leaves to doubt: artifacts that stand for two things, and those that no flavor of the profile
//! stands for, which machines boot all the same (section 17.4).

use super::artifacts::{Artifact, artifacts};
use super::copies::{Copies, and_more};
use super::definitions::{Content, as_named};
use super::mapping::Mapping;
use crate::base::{Known, sort};
use crate::policy::images::documents::{Capabilities, ImageVersion};
use crate::policy::images::reasons::ARTIFACT_OF_NO_FLAVOR;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Of how many versions strangers are told.
const NAMED: usize = 20;

/// A warning for each among the versions of a profile, whose images are at that path.
pub(super) fn doubts(mapping: &Mapping<'_, '_>, images: &Pointer) -> Vec<Problem> {
    let Mapping { provider, defined, entries, .. } = mapping;
    let (mut copies, mut strangers) = (Copies::new(*provider), Vec::new());
    let mut seen: Known<(&str, &str), ()> = Known::default();
    for (index, image) in mapping.images.iter().enumerate() {
        for (place, version) in image.versions.iter().enumerate() {
            if !seen.insert((image.name(), version.version()), ()) {
                continue;
            }
            let known = entries.all(image.name(), version.version());
            let found = known.into_iter().flat_map(|entry| artifacts(*provider, entry));
            let found: Vec<Artifact<'_, '_>> = found.collect();
            let at = || images.clone().index(index).key("versions").index(place);
            found.iter().for_each(|artifact| copies.look_at((image.name(), version.version()), artifact, at));
            if !defined.is_empty() {
                let name = || format!("{}:{}", image.name(), version.version());
                strangers.extend(of_no_flavor(mapping, version, &found).map(|stranger| stranger.told(&name(), at())));
            }
        }
    }
    let mut problems = copies.told(images);
    let more = strangers.len().saturating_sub(NAMED);
    problems.extend(strangers.into_iter().take(NAMED));
    problems.extend(and_more(more, images));
    problems
}

/// Artifacts of a version that no flavor stands for: what the first one can, and how many.
struct Strangers {
    first: String,
    count: usize,
}

impl Strangers {
    fn told(self, version: &str, at: Pointer) -> Problem {
        let problem = Problem::warning(&ARTIFACT_OF_NO_FLAVOR, at).fact(Fact::named("version", version));
        problem.fact(Fact::named("count", self.count)).fact(Fact::named("capabilities", self.first))
    }
}

fn of_no_flavor(mapping: &Mapping<'_, '_>, version: &ImageVersion<'_>, all: &[Artifact<'_, '_>]) -> Option<Strangers> {
    let (defined, everything) = (mapping.defined, Capabilities::default());
    let own = version.capability_flavors.as_slice();
    let own = if own.is_empty() { std::slice::from_ref(&everything) } else { own };
    let known: Vec<Content<'_>> = sort::set(own.iter().map(|own| defined.content(own)));
    let is_known = |artifact: &&Artifact<'_, '_>| known.binary_search(&defined.content(&artifact.capabilities)).is_ok();
    let mut strangers = all.iter().filter(|artifact| !artifact.old).filter(|artifact| !is_known(artifact));
    let first = as_named(&strangers.next()?.capabilities);
    Some(Strangers { first, count: strangers.count() + 1 })
}
