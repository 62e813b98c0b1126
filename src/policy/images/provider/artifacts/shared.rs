//! Artifacts that one version shares with another, so that a machine which moves between them boots what it has, and those
//! that stand for two things within it.

use super::artifact::{Artifact, artifacts};
use super::copies::{Copies, NAMED, stands_for_two};
use super::of_no_architecture::of_no_architecture;
use super::two_flavors::of_two_flavors;
use crate::policy::images::catalog::SharedArtifact;
use crate::policy::images::provider::written::{Provider, ProviderConfig};
use crate::reason::Problem;
use crate::wire::Pointer;

/// The artifacts of a configuration that stand for two versions.
pub(crate) fn shared(provider: Provider, config: &ProviderConfig<'_>) -> Vec<SharedArtifact> {
    /// How many are kept.
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

/// A warning of such an artifact, of a configuration that is at `at`.
pub(crate) fn told_shared(shared: &SharedArtifact, at: &Pointer) -> Problem {
    let [first, other] = shared.uses.each_ref().map(String::as_str);
    stands_for_two(&shared.artifact, [first, other], at.clone())
}

/// A warning for each artifact of one version that stands for two things, of a configuration that is at `at`. A profile
/// without definitions says for which architectures the version is.
pub(crate) fn copied_in<'p>(
    (provider, config): (Provider, &ProviderConfig<'_>),
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
    copies.told(at).into_iter().chain(of_two).chain(of_none).collect()
}
