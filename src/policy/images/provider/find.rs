//! Which artifact a machine boots (section 12.4).

use super::config::{ProviderConfig, ProviderImage, ProviderVersion, RegionImage};
use crate::base::{Edition, Index};
use crate::policy::images::capabilities::{Ambiguous, CapabilitySpace, Set, best};
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition, KNOWN, USUAL};
use crate::wire::{Ordered, words};

words! {
    /// Why there is no artifact.
    pub enum NoArtifact {
        /// The provider knows no such image, or no such version of it.
        Unknown = "image-not-mapped",
        /// The provider knows no artifact of it in the region.
        Region = "region-not-mapped",
        /// No artifact fits the machine.
        NoCompatible = "no-compatible-flavor",
        /// Several are equally preferred.
        Ambiguous = "ambiguous-flavors",
    }
}

/// A machine that needs an artifact of an image version.
#[derive(Debug)]
pub(super) struct Wish<'w, 'a> {
    /// The definitions.
    pub definitions: &'w [Definition<'a>],
    /// The capabilities of the machine.
    pub capabilities: &'w Capabilities<'a>,
    /// The architecture of the workers.
    pub worker_architecture: Option<&'a str>,
    /// The image.
    pub name: &'a str,
    /// Its version.
    pub version: &'a str,
    /// The region.
    pub region: &'a str,
}

/// An artifact with its capabilities.
type Artifact<'a> = (Capabilities<'a>, &'a str);

/// The artifact in a region. An image that is listed again is tried where the version or the region is missing before.
pub(super) fn find_aws<'a>(
    wish: &Wish<'_, 'a>,
    config: &ProviderConfig<'a>,
    edition: Edition,
) -> Result<&'a str, NoArtifact> {
    let mut missing = NoArtifact::Unknown;
    for image in images(config, wish) {
        let versions = image.versions.iter().filter(|version| version.version() == wish.version);
        let mut known = false;
        let mut artifacts = Vec::new();
        for version in versions {
            known = true;
            artifacts.extend(regional(version, wish.region));
        }
        if !artifacts.is_empty() {
            return wish.choose(&artifacts, edition);
        }
        if known {
            missing = NoArtifact::Region;
        }
    }
    Err(missing)
}

/// The artifact of a provider without regions. Only the first entry of a version counts.
pub(super) fn find_local<'a>(
    wish: &Wish<'_, 'a>,
    config: &ProviderConfig<'a>,
    edition: Edition,
) -> Result<&'a str, NoArtifact> {
    let mut versions = images(config, wish).flat_map(|image| &image.versions);
    let version = versions.find(|version| version.version() == wish.version).ok_or(NoArtifact::Unknown)?;
    if wish.definitions.is_empty() {
        return Ok(version.image.unwrap_or_default());
    }
    let flavors = version.capability_flavors.iter();
    let artifacts: Vec<Artifact<'a>> =
        flavors.map(|flavor| (flavor.capabilities.clone(), flavor.image.unwrap_or_default())).collect();
    best_of(wish.definitions, wish.capabilities, &artifacts, edition)
}

fn images<'c, 'a>(config: &'c ProviderConfig<'a>, wish: &Wish<'_, 'a>) -> impl Iterator<Item = &'c ProviderImage<'a>> {
    let name = wish.name;
    config.machine_images.iter().filter(move |image| image.name() == name)
}

/// The artifacts that a version has in a region; one in the older form can what its architecture says.
fn regional<'a>(version: &ProviderVersion<'a>, region: &str) -> Vec<Artifact<'a>> {
    // Of two entries of a region the last one counts.
    let there = |known: &&RegionImage<'a>| known.name == Some(region);
    if !version.capability_flavors.is_empty() {
        let flavors = version.capability_flavors.iter().filter_map(|flavor| {
            let found = flavor.regions.iter().rfind(there)?;
            Some((flavor.capabilities.clone(), found.ami.unwrap_or_default()))
        });
        return flavors.collect();
    }
    let found: Vec<&RegionImage<'a>> = version.regions.iter().filter(there).collect();
    let last: Index<'a> = found.iter().map(|known| known.architecture()).collect();
    let architectures: Index<'a> = version.regions.iter().map(RegionImage::architecture).collect();
    let artifact = |architecture| {
        let known = found.get(last.last(architecture)?)?;
        Some((only(ARCHITECTURE, architecture), known.ami.unwrap_or_default()))
    };
    architectures.distinct().into_iter().filter_map(artifact).collect()
}

fn only<'a>(name: &'a str, value: &'a str) -> Capabilities<'a> {
    let mut capabilities = Ordered::default();
    capabilities.push(name, vec![value]);
    capabilities
}

impl<'a> Wish<'_, 'a> {
    /// Chooses among artifacts, with an architecture for the machine and for definitions that have none.
    fn choose(&self, artifacts: &[Artifact<'a>], edition: Edition) -> Result<&'a str, NoArtifact> {
        let usual = [Definition { name: Some(ARCHITECTURE), values: KNOWN.to_vec() }];
        let definitions = if self.definitions.is_empty() { &usual } else { self.definitions };
        let mut capabilities = self.capabilities.clone();
        if capabilities.get(ARCHITECTURE).is_none() {
            let architecture = match architectures::defined(definitions) {
                [only] => only,
                _ => self.worker_architecture.unwrap_or(USUAL),
            };
            capabilities.push(ARCHITECTURE, vec![architecture]);
        }
        best_of(definitions, &capabilities, artifacts, edition)
    }
}

fn best_of<'a>(
    definitions: &[Definition<'a>],
    capabilities: &Capabilities<'a>,
    artifacts: &[Artifact<'a>],
    edition: Edition,
) -> Result<&'a str, NoArtifact> {
    let flavors = || artifacts.iter().map(|(capabilities, _)| capabilities);
    let space = CapabilitySpace::new(definitions, flavors().chain([capabilities]));
    let machine = space.set(capabilities);
    let sets: Vec<(usize, Set)> = flavors().map(|flavor| space.set(flavor)).enumerate().collect();
    let fitting = sets.iter().filter(|(_, set)| space.fits(&machine, set)).map(|(place, set)| (*place, set));
    match best(&space, &machine, fitting, edition) {
        Ok(Some(place)) => artifacts.get(place).map(|(_, artifact)| *artifact).ok_or(NoArtifact::NoCompatible),
        Ok(None) => Err(NoArtifact::NoCompatible),
        Err(Ambiguous { .. }) => Err(NoArtifact::Ambiguous),
    }
}
