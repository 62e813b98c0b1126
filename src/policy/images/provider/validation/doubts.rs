//! Doubts about a mapping that is valid: artifacts that serve two different things, and artifacts that match no flavor
//! of the profile but are booted by machines nevertheless (section 17.4).

use crate::base::{Known, sort};
use crate::policy::images::catalog::SharedArtifact;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ImageVersion};
use crate::policy::images::provider::artifacts::{
    Artifact, Content, Copies, InOldForm, artifacts, as_named, mapped_twice, never_started, of_equals,
    of_no_architecture, of_two_flavors, told_shared,
};
use crate::policy::images::provider::mapping::Mapping;
use crate::policy::images::provider::written::Provider;
use crate::policy::images::reasons::{ARCHITECTURE_WITHOUT_ARTIFACT, ARTIFACT_OF_NO_FLAVOR, and_more};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The maximum number of versions for which unmatched artifacts are reported.
const NAMED: usize = 20;

/// Warns of each doubt about the versions of a profile whose images are at the path `images`. `shared` are the
/// artifacts that two versions share, of which the profile may have only one.
pub(super) fn doubts(mapping: &Mapping<'_, '_>, shared: &[SharedArtifact], images: &Pointer) -> Vec<Problem> {
    let Mapping { provider, defined, entries, .. } = mapping;
    let (mut copies, mut strangers, mut alike) = (Copies::new(*provider, NAMED), Vec::new(), Vec::new());
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
            if alike.len() < NAMED {
                alike.extend(of_two_flavors(*provider, (image.name(), version.version()), &found, at));
            }
            let name = || format!("{}:{}", image.name(), version.version());
            if defined.is_empty() {
                if alike.len() < NAMED {
                    let architectures = version.architectures.iter().copied();
                    let of = (image.name(), version.version());
                    alike.extend(of_no_architecture(*provider, of, architectures, &found, at));
                }
                strangers.extend(without_artifact(*provider, version, &found).map(|missing| {
                    let problem = Problem::warning(&ARCHITECTURE_WITHOUT_ARTIFACT, at());
                    let missing: Json = missing.into_iter().collect();
                    problem.fact(Fact::named("version", name())).fact(Fact::named("architectures", missing))
                }));
            } else {
                if alike.len() < NAMED {
                    let equals = of_equals(*provider, defined, &found);
                    alike.extend(equals.map(|names| mapped_twice((image.name(), version.version()), names, at())));
                    alike.extend(never_started((*provider, defined), (image.name(), version.version()), &found, at));
                }
                let in_old_form = InOldForm::of(*provider, defined, (image.name(), version), &found);
                if let Some(mapped) = in_old_form.filter(|_| alike.len() < NAMED) {
                    alike.extend(mapped.for_two_flavors(at));
                    alike.extend(mapped.for_a_part(at));
                }
                strangers.extend(of_no_flavor(mapping, version, &found).map(|stranger| stranger.told(&name(), at())));
            }
        }
    }
    let mut problems = copies.told(images);
    problems.append(&mut alike);
    let known = |(image, version): (&str, &str)| seen.get(&(image, version)).is_some();
    let of_gone = shared.iter().filter(|shared| shared.versions.iter().filter(|of| known((&of.0, &of.1))).count() == 1);
    problems.extend(of_gone.take(NAMED).map(|shared| told_shared(shared, images)));
    let more = strangers.len().saturating_sub(NAMED);
    problems.extend(strangers.into_iter().take(NAMED));
    problems.extend(and_more(more, images));
    problems
}

/// Returns the architectures of a version for which a machine finds no artifact although the version is mapped.
/// Openstack's extension uses an artifact that has only a name for all regions just for the usual architecture.
fn without_artifact<'a>(
    provider: Provider,
    version: &ImageVersion<'a>,
    all: &[Artifact<'_, 'a>],
) -> Option<Vec<&'a str>> {
    let has = |architecture: &&str| {
        let own = |artifact: &Artifact<'_, 'a>| {
            artifact.capabilities.get(ARCHITECTURE).is_some_and(|own| own.contains(architecture))
        };
        all.iter().any(own)
    };
    let missing: Vec<&str> = version.architectures.iter().filter(|own| !has(own)).copied().collect();
    (provider == Provider::Openstack && !all.is_empty() && !missing.is_empty()).then_some(missing)
}

/// The artifacts of a version that match no flavor: the capabilities of the first, and the number of them.
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
