//! Which artifact a machine boots (section 17.4; in the design edition with 17.7 and 15).

use crate::base::Edition;
use crate::policy::images::capabilities::{Ambiguous, CapabilitySpace, Set, best};
use crate::policy::images::catalog::architectures;
use crate::policy::images::divergences::ENTRIES_ARE_ONE_LIST;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition, KNOWN, USUAL};
use crate::policy::images::provider::artifacts::{Artifact, NotThere, Reference, artifacts};
use crate::policy::images::provider::written::{ACCELERATED, BASIC, Entry, NETWORKING, Provider, ProviderConfig};
use crate::wire::words;

/// A machine that needs an artifact of an image version.
#[derive(Debug)]
pub struct Wish<'w, 'a> {
    /// The provider whose rules apply.
    pub provider: Provider,
    /// The capability definitions of the profile.
    pub definitions: &'w [Definition<'a>],
    /// The machine's capabilities.
    pub capabilities: &'w Capabilities<'a>,
    /// The architecture of the workers, for a machine that names none.
    pub worker_architecture: Option<&'a str>,
    /// The name of the machine type.
    pub machine_type: Option<&'a str>,
    /// The name of the image.
    pub name: &'a str,
    /// The version of the image.
    pub version: &'a str,
    /// The region in which the machine runs; empty if none is named.
    pub region: &'a str,
}

/// The artifact that a machine boots.
#[derive(Debug)]
pub struct Boots<'a> {
    /// The reference by which the machine finds the artifact.
    pub reference: Reference<'a>,
    /// Whether machine and artifact share azure's accelerated networking. `None`: another provider, or no machine type
    /// is named.
    pub accelerated_networking: Option<bool>,
}

words! {
    /// The reason why no artifact was found.
    pub enum NoArtifact {
        /// The provider's configuration has no such image, or no such version of it.
        Unknown = "image-not-mapped",
        /// The provider's configuration has no artifact of the version in the region.
        Region = "region-not-mapped",
        /// No artifact fits the machine.
        NoCompatible = "no-compatible-flavor",
        /// Several artifacts are equally preferred.
        Ambiguous = "ambiguous-flavors",
        /// The provider's configuration cannot be read.
        Unreadable = "config-unreadable",
        /// The preferred artifact has no reference.
        Reference = "no-reference",
    }
}

impl<'w, 'a> Wish<'w, 'a> {
    /// Returns the same wish for another region.
    pub fn in_region(&self, region: &'a str) -> Wish<'w, 'a> {
        Wish { region, ..*self }
    }

    /// Finds the artifact that the machine boots.
    pub fn find(&self, config: &ProviderConfig<'a>, edition: Edition) -> Result<Boots<'a>, NoArtifact> {
        if self.definitions.is_empty() {
            match self.provider {
                Provider::Alicloud => return self.first_in_region(config),
                Provider::Local => return self.first_image(config),
                Provider::Aws | Provider::Azure | Provider::Gcp | Provider::Openstack => {}
            }
        }
        let mut missing = NoArtifact::Unknown;
        for list in self.lists(config, edition) {
            let all: Vec<Artifact<'_, 'a>> = list.iter().flat_map(|entry| artifacts(self.provider, entry)).collect();
            let there: Vec<(&Artifact<'_, 'a>, Option<Reference<'a>>)> = all
                .iter()
                .filter_map(|artifact| match artifact.in_region(self.provider, self.region) {
                    Ok(reference) => Some((artifact, reference)),
                    Err(NotThere) => None,
                })
                .collect();
            if !there.is_empty() {
                return self.choose(&there, config, edition);
            }
            if !list.is_empty() {
                missing = match self.provider {
                    Provider::Aws | Provider::Openstack | Provider::Alicloud => NoArtifact::Region,
                    Provider::Azure | Provider::Gcp => NoArtifact::Unknown,
                    Provider::Local => NoArtifact::NoCompatible,
                };
            }
        }
        Err(missing)
    }

    /// Returns the entries of the version in the lists in which they are tried: the first list with an artifact in the
    /// region decides. The design edition puts all entries into one list, for every provider.
    fn lists<'c>(&self, config: &'c ProviderConfig<'a>, edition: Edition) -> Vec<Vec<&'c Entry<'a>>> {
        let images = config.machine_images.iter().filter(|image| image.name() == self.name);
        let of_image = images.map(|image| image.versions.iter().filter(|entry| entry.version() == self.version));
        let mut all = of_image.clone().flatten();
        if edition.applies(&ENTRIES_ARE_ONE_LIST) {
            return vec![all.collect()];
        }
        let speaks = |entry: &&Entry<'a>| !entry.capability_flavors.is_empty() || !entry.regions.is_empty();
        match self.provider {
            Provider::Alicloud => vec![all.find(speaks).into_iter().collect()],
            Provider::Local => vec![all.next().into_iter().collect()],
            Provider::Aws | Provider::Azure | Provider::Gcp | Provider::Openstack => {
                of_image.map(Iterator::collect).collect()
            }
        }
    }

    /// Finds the first item of the region. Without definitions alicloud looks at nothing else, not even whether the
    /// `id` is empty.
    fn first_in_region(&self, config: &ProviderConfig<'a>) -> Result<Boots<'a>, NoArtifact> {
        let mut entries = self.entries(config).peekable();
        if entries.peek().is_none() {
            return Err(NoArtifact::Unknown);
        }
        let item = entries.flat_map(|entry| &entry.regions).find(|item| item.name() == self.region);
        Ok(Boots::by("id", item.ok_or(NoArtifact::Region)?.reference()))
    }

    /// Takes the image of the first entry, even if it is empty, as the local provider does without definitions.
    fn first_image(&self, config: &ProviderConfig<'a>) -> Result<Boots<'a>, NoArtifact> {
        let entry = self.entries(config).next().ok_or(NoArtifact::Unknown)?;
        Ok(Boots::by("image", entry.reference.image()))
    }

    /// Returns all entries of the version.
    pub(crate) fn entries<'c>(&self, config: &'c ProviderConfig<'a>) -> impl Iterator<Item = &'c Entry<'a>> {
        let (name, version) = (self.name, self.version);
        let images = config.machine_images.iter().filter(move |image| image.name() == name);
        images.flat_map(|image| &image.versions).filter(move |entry| entry.version() == version)
    }

    /// Chooses among the artifacts of a region (section 6; section 15 for the design edition).
    fn choose(
        &self,
        there: &[(&Artifact<'_, 'a>, Option<Reference<'a>>)],
        config: &ProviderConfig<'a>,
        edition: Edition,
    ) -> Result<Boots<'a>, NoArtifact> {
        let definitions = completed_definitions(self.provider, self.definitions);
        let capabilities = completed_machine(self.provider, self.capabilities, &definitions, self.worker_architecture);
        let flavors = || there.iter().map(|(artifact, _)| &artifact.capabilities);
        let space = CapabilitySpace::new(&definitions, flavors().chain([&capabilities]));
        let machine = space.set(&capabilities);
        let sets: Vec<(usize, Set)> = flavors().map(|flavor| space.set(flavor)).enumerate().collect();
        let fitting = sets.iter().filter(|(_, set)| space.fits(&machine, set)).map(|(place, set)| (*place, set));
        let place = match best(&space, &machine, fitting, edition) {
            Ok(place) => place.ok_or(NoArtifact::NoCompatible)?,
            Err(Ambiguous { .. }) => return Err(NoArtifact::Ambiguous),
        };
        let (artifact, reference) = there.get(place).ok_or(NoArtifact::NoCompatible)?;
        let accelerated_networking = self.machine_type.filter(|_| self.provider == Provider::Azure).map(|name| {
            self.has_network_card(name, config) && shares_network_card(&definitions, &capabilities, artifact)
        });
        Ok(Boots { reference: reference.ok_or(NoArtifact::Reference)?, accelerated_networking })
    }

    /// Whether azure's accelerated networking is open to a machine type, as far as the configuration has a say. The
    /// configuration is read only without definitions, and only after the choice, so it never influences which image is
    /// taken.
    fn has_network_card(&self, machine_type: &str, config: &ProviderConfig<'a>) -> bool {
        let marked = config.machine_types.iter().filter(|known| known.name == Some(machine_type));
        !self.definitions.is_empty() || marked.clone().any(|known| known.accelerated_networking == Some(true))
    }
}

impl<'a> Boots<'a> {
    fn by(key: &'static str, text: &'a str) -> Self {
        Self { reference: Reference { key, text, skip_agreement: false }, accelerated_networking: None }
    }
}

/// Returns the definitions by which a machine chooses. Where a profile has none, most providers assume those that hold
/// for every profile, and the others do not look at capabilities.
pub(super) fn completed_definitions<'a>(provider: Provider, definitions: &[Definition<'a>]) -> Vec<Definition<'a>> {
    if provider.completes_machines() {
        return known_definitions(provider, definitions);
    }
    definitions.iter().map(copy).collect()
}

/// Returns the definitions, or else those that hold for every profile of the provider.
pub fn known_definitions<'a>(provider: Provider, definitions: &[Definition<'a>]) -> Vec<Definition<'a>> {
    let mut definitions: Vec<Definition<'a>> = definitions.iter().map(copy).collect();
    if definitions.is_empty() {
        definitions.push(Definition { name: Some(ARCHITECTURE), values: KNOWN.to_vec() });
        if provider == Provider::Azure {
            definitions.push(Definition { name: Some(NETWORKING), values: vec![ACCELERATED, BASIC] });
        }
    }
    definitions
}

/// Returns a machine's capabilities. Most providers add an architecture if the machine names none.
pub(super) fn completed_machine<'a>(
    provider: Provider,
    capabilities: &Capabilities<'a>,
    definitions: &[Definition<'a>],
    worker_architecture: Option<&'a str>,
) -> Capabilities<'a> {
    let mut capabilities = capabilities.clone();
    if provider.completes_machines() && capabilities.get(ARCHITECTURE).is_none() {
        let architecture = match architectures::defined(definitions) {
            [only] => only,
            _ => worker_architecture.filter(|own| !own.is_empty()).unwrap_or(USUAL),
        };
        capabilities.push(ARCHITECTURE, vec![architecture]);
    }
    capabilities
}

/// Whether a machine and an artifact on azure, both defaulted, share accelerated networking.
fn shares_network_card(
    definitions: &[Definition<'_>],
    machine: &Capabilities<'_>,
    artifact: &Artifact<'_, '_>,
) -> bool {
    let Some(defined) = definitions.iter().rfind(|definition| definition.name == Some(NETWORKING)) else {
        return false;
    };
    [machine, &artifact.capabilities]
        .into_iter()
        .all(|own| own.get(NETWORKING).unwrap_or(&defined.values).contains(&ACCELERATED))
}

fn copy<'a>(definition: &Definition<'a>) -> Definition<'a> {
    Definition { name: definition.name, values: definition.values.clone() }
}
