//! What machines boot of a profile and of a profile of a namespace that builds on it, without merging the two: the entries
//! of a version that the latter has take the place of all the former's (section 17.7, merge).

use super::config::ProviderConfig;
use super::find::Wish;
use super::providers::Provider;
use super::reading::{RawConfig, Whose, understand_in_passing, whose};
use crate::policy::images::catalog::{architectures, effective_capabilities};
use crate::policy::images::divergences::CHILD_REPLACES_ENTRIES;
use crate::policy::images::documents::{MachineType, ProfileSpec};
use crate::question::Asked;
use crate::wire::{Pointer, Value};

/// The configuration that a document has for its provider.
#[derive(Debug)]
pub(crate) struct HeldConfig<'a> {
    provider: Provider,
    config: ProviderConfig<'a>,
}

impl<'a> HeldConfig<'a> {
    /// Reads it. `None`: there is none, nobody knows the provider's rules, or it cannot be read. Upstream merges in another
    /// way.
    pub(crate) fn read(value: Option<Value<'a>>, provider: Option<&'a str>, asked: &Asked<'a>) -> Option<Self> {
        let Whose::Known(provider) = whose(None, value, provider) else { return None };
        let raw = RawConfig { value: value.filter(|value| !value.is_null())?, path: Pointer::default() };
        if !asked.edition.applies(&CHILD_REPLACES_ENTRIES) {
            return None;
        }
        let (config, _) = understand_in_passing(provider, &raw, asked).ok()?;
        Some(Self { provider, config })
    }

    fn has(&self, (name, version): (&str, &str)) -> bool {
        let images = self.config.machine_images.iter().filter(|image| image.name() == name);
        images.flat_map(|image| &image.versions).any(|entry| entry.version() == version)
    }
}

/// A machine that is to boot an image version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineToBoot<'m, 'a> {
    pub machine: &'m MachineType<'a>,
    /// The architecture that its pool says.
    pub architecture: Option<&'a str>,
    pub image: (&'a str, &'a str),
    pub region: &'a str,
}

impl<'a> MachineToBoot<'_, 'a> {
    /// The artifact that it boots, by a profile and the configurations that hold: those of a profile of a namespace first.
    pub(crate) fn artifact(
        &self,
        spec: &ProfileSpec<'a>,
        configs: [Option<&HeldConfig<'a>>; 2],
        asked: &Asked<'_>,
    ) -> Option<&'a str> {
        let [own, parents] = configs;
        let held = own.filter(|own| own.has(self.image)).or(parents)?;
        let definitions = &spec.machine_capabilities;
        let several = architectures::defined(definitions).len() > 1;
        let worker = self.architecture.unwrap_or_else(|| architectures::of_machine_type(self.machine, definitions));
        let wish = Wish {
            provider: held.provider,
            definitions,
            capabilities: &effective_capabilities(self.machine, several, asked.edition),
            worker_architecture: Some(worker),
            machine_type: Some(self.machine.name()),
            name: self.image.0,
            version: self.image.1,
            region: self.region,
        };
        let boots = wish.find(&held.config, asked.edition).ok()?;
        Some(boots.reference.text).filter(|name| !name.is_empty())
    }
}
