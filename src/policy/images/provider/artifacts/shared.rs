//! Artifacts that two versions share, so that a machine moving from one version to the other boots what it already has,
//! and artifacts that serve two different things within one version.

use super::artifact::{Artifact, artifacts};
use super::copies::{Copies, NAMED, stands_for_two};
use super::definitions::Defined;
use super::of_no_architecture::{never_started, of_no_architecture};
use super::two_flavors::of_two_flavors;
use crate::policy::images::catalog::SharedArtifact;
use crate::policy::images::provider::written::{Provider, ProviderConfig};
use crate::reason::Problem;
use crate::wire::Pointer;

/// Returns the artifacts of a configuration that two versions share.
pub(crate) fn shared(provider: Provider, config: &ProviderConfig<'_>) -> Vec<SharedArtifact> {
    /// The maximum number of shared artifacts to keep.
    const KEPT: usize = 1000;
    let mut copies = Copies::new(provider, KEPT);
    for image in &config.machine_images {
        for entry in &image.versions {
            let of = (image.name(), entry.version());
            artifacts(provider, entry).iter().for_each(|artifact| copies.look_at(of, artifact, Pointer::default));
        }
    }
    copies.into_shared()
}

/// Warns of an artifact that two versions of the configuration at `at` share.
pub(crate) fn told_shared(shared: &SharedArtifact, at: &Pointer) -> Problem {
    let [first, other] = shared.uses.each_ref().map(String::as_str);
    stands_for_two(&shared.artifact, [first, other], at.clone())
}

/// Warns of each artifact of one version that serves two different things, and of those that are never started; `at` is
/// the path of the configuration. In a profile without definitions, `architectures` are the architectures of the version.
pub(crate) fn copied_in<'p>(
    (provider, config): (Provider, &ProviderConfig<'_>),
    defined: &Defined<'_, '_>,
    of: (&str, &str),
    architectures: impl Iterator<Item = &'p str>,
    at: &Pointer,
) -> Vec<Problem> {
    let mut copies = Copies::new(provider, NAMED);
    let images = config.machine_images.iter().filter(|image| image.name() == of.0);
    let entries = images.flat_map(|image| &image.versions).filter(|entry| entry.version() == of.1);
    let all: Vec<Artifact<'_, '_>> = entries.flat_map(|entry| artifacts(provider, entry)).collect();
    all.iter().for_each(|artifact| copies.look_at(of, artifact, || at.clone()));
    let of_two = of_two_flavors(provider, of, &all, || at.clone());
    let of_none = of_no_architecture(provider, of, architectures, &all, || at.clone());
    let never = never_started((provider, defined), of, &all, || at.clone());
    copies.told(at).into_iter().chain(of_two).chain(of_none).chain(never).collect()
}
