//! Artifacts that two versions share, so that a machine which moves from one to the other boots what it has: who asks about
//! one of the two sees nothing of the other.

use super::artifacts::artifacts;
use super::config::ProviderConfig;
use super::copies::{Copies, stands_for_two};
use super::providers::Provider;
use crate::policy::images::catalog::SharedArtifact;
use crate::reason::Problem;
use crate::wire::Pointer;

/// The artifacts of a configuration that stand for two versions.
pub(super) fn shared(provider: Provider, config: &ProviderConfig<'_>) -> Vec<SharedArtifact> {
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
pub(super) fn told_shared(shared: &SharedArtifact, at: &Pointer) -> Problem {
    let [first, other] = shared.uses.each_ref().map(String::as_str);
    stands_for_two(&shared.artifact, [first, other], at.clone())
}
