//! What machines boot with a CloudProfile and a NamespacedCloudProfile based on it, without merging the two: the
//! entries that the NamespacedCloudProfile has of a version replace all entries of its parent (section 17.7, merge).

use super::find::Wish;
use crate::base::sort;
use crate::policy::images::catalog::{Offer, architectures, effective_capabilities};
use crate::policy::images::divergences::CHILD_REPLACES_ENTRIES;
use crate::policy::images::documents::{MachineType, ProfileSpec};
use crate::policy::images::provider::reading::{Beside, RawConfig, Subject, Whose, understand_in_passing, whose};
use crate::policy::images::provider::written::{Entry, Provider, ProviderConfig, ProviderImage};
use crate::policy::images::store::ProfileGiven;
use crate::question::{Asked, Doc};
use crate::wire::{Pointer, Value};

/// The provider's configuration in one document.
#[derive(Debug)]
pub(crate) struct HeldConfig<'a> {
    pub(super) provider: Provider,
    /// The entries of each image and version, sorted by these because there are many pools and many versions to look
    /// up.
    pub(super) versions: Vec<(Of<'a>, ProviderConfig<'a>)>,
}

/// An image and its version.
pub(super) type Of<'a> = (&'a str, &'a str);

impl<'a> HeldConfig<'a> {
    /// Reads a configuration. `None`: there is none, the provider's rules are unknown, it cannot be read, or the
    /// edition is upstream, which merges differently.
    pub(crate) fn read(value: Option<Value<'a>>, provider: Option<&'a str>, asked: &Asked<'a>) -> Option<Self> {
        let Whose::Known(provider) = whose(None, value, provider) else { return None };
        let raw = RawConfig { value: value.filter(|value| !value.is_null())?, path: Pointer::default() };
        if !asked.edition.applies(&CHILD_REPLACES_ENTRIES) {
            return None;
        }
        let (config, _) = understand_in_passing(provider, &raw, asked).ok()?;
        let images = config.machine_images.into_iter();
        let entries = images.flat_map(|ProviderImage { name, versions }| {
            versions.into_iter().map(move |entry| ((name.unwrap_or_default(), entry.version()), entry))
        });
        let mut entries: Vec<(Of<'a>, Entry<'a>)> = entries.collect();
        sort::sort_by(&mut entries, |(left, _), (right, _)| left.cmp(right));
        let mut versions: Vec<(Of<'a>, ProviderConfig<'a>)> = Vec::new();
        for (of, entry) in entries {
            if versions.last().is_none_or(|(last, _)| *last != of) {
                versions.push((of, ProviderConfig::default()));
            }
            let image = ProviderImage { name: Some(of.0), versions: vec![entry] };
            versions.last_mut()?.1.machine_images.push(image);
        }
        Some(Self { provider, versions })
    }

    /// Returns the configuration in effect for a profile, with what the profile offers.
    pub(crate) fn of_profile(profile: ProfileGiven<'a>, asked: &Asked<'a>) -> Option<(Doc<'a, Offer<'a>>, Self)> {
        let beside = Beside { provider: None, config: None };
        let subject = Subject::of(beside, profile.cloud_profile, profile.namespaced_cloud_profile, asked).ok()?;
        let (offer, value) = (subject.offer?, subject.config?.value);
        let held = Self::read(Some(value), offer.spec().provider_type, asked)?;
        Some((offer, held))
    }

    /// Returns the approximate number of steps to find the artifact that a machine boots of a version.
    pub(crate) fn steps(&self, version: Of<'_>) -> usize {
        let of_entry = |entry: &Entry<'_>| {
            let flavors = entry.capability_flavors.iter().map(|flavor| 1 + flavor.regions.len()).sum::<usize>();
            1 + entry.regions.len() + flavors
        };
        let entries = |config: &ProviderConfig<'_>| {
            config.machine_images.iter().flat_map(|image| &image.versions).map(of_entry).sum::<usize>()
        };
        self.of(version).map_or(0, |(_, config)| entries(config))
    }

    /// Returns the entries of a version, with the provider.
    pub(super) fn of(&self, version: Of<'_>) -> Option<(Provider, &ProviderConfig<'a>)> {
        let place = self.versions.binary_search_by(|(known, _)| (*known).cmp(&version)).ok()?;
        Some((self.provider, &self.versions.get(place)?.1))
    }
}

/// A machine that is to boot an image version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineToBoot<'m, 'a> {
    pub machine: &'m MachineType<'a>,
    /// The architecture that the machine's pool names.
    pub architecture: Option<&'a str>,
    pub image: (&'a str, &'a str),
    pub region: &'a str,
}

impl<'a> MachineToBoot<'_, 'a> {
    /// Returns the artifact that the machine boots with a profile and the two configurations: that of the
    /// NamespacedCloudProfile, which takes precedence, and that of its parent.
    pub(crate) fn artifact(
        &self,
        spec: &ProfileSpec<'a>,
        configs: [Option<&HeldConfig<'a>>; 2],
        asked: &Asked<'_>,
    ) -> Option<&'a str> {
        let [own, parents] = configs;
        let [own, parents] = [own, parents].map(|held| held.and_then(|held| held.of(self.image)));
        let (provider, config) = own.or(parents)?;
        let definitions = &spec.machine_capabilities;
        let several = architectures::defined(definitions).len() > 1;
        let worker = self.architecture.unwrap_or_else(|| architectures::of_machine_type(self.machine, definitions));
        let wish = Wish {
            provider,
            definitions,
            capabilities: &effective_capabilities(self.machine, several, asked.edition),
            worker_architecture: Some(worker),
            machine_type: Some(self.machine.name()),
            name: self.image.0,
            version: self.image.1,
            region: self.region,
        };
        let boots = wish.find(config, asked.edition).ok()?;
        Some(boots.reference.text).filter(|name| !name.is_empty())
    }
}
