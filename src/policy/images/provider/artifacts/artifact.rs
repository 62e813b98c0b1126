//! The artifacts behind an entry, each with its capabilities (section 17.4, step 2, and the text's form of 17.7).

use crate::base::{Edition, Index};
use crate::policy::images::divergences::OPENSTACK_NEEDS_A_REFERENCE;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, USUAL};
use crate::policy::images::provider::written::flat;
use crate::policy::images::provider::written::{BASIC, Entry, NETWORKING, Provider, References, RegionItem};
use crate::wire::Ordered;

/// An artifact, or one a region that differ in nothing else.
#[derive(Clone, Debug)]
pub struct Artifact<'c, 'a> {
    /// Its capabilities.
    pub capabilities: Capabilities<'a>,
    /// Whether they were read off the fields of the old form, which know architectures alone.
    pub old: bool,
    /// What names it in every region, if anything does.
    references: Option<&'c References<'a>>,
    /// What names it in each region.
    regions: Vec<&'c RegionItem<'a>>,
}

/// The name by which a machine finds its artifact.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The key in the provider's configuration.
    pub key: &'static str,
    /// The name, which may be empty.
    pub text: &'a str,
    /// Whether nobody has to agree to a marketplace's terms.
    pub skip_agreement: bool,
}

/// The artifacts of an entry in the order of the document. With flavors these alone count, whatever is beside them.
pub fn artifacts<'c, 'a>(provider: Provider, entry: &'c Entry<'a>) -> Vec<Artifact<'c, 'a>> {
    if !entry.capability_flavors.is_empty() {
        let flavors = entry.capability_flavors.iter().map(|flavor| Artifact {
            capabilities: flavor.capabilities.clone(),
            old: false,
            references: Some(&flavor.reference),
            regions: flavor.regions.iter().collect(),
        });
        return flavors.collect();
    }
    beside_flavors(provider, entry)
}

/// Whether an old entry maps anything. What openstack refers to by name alone is not mapped upstream, though a machine
/// would boot it.
pub fn is_mapped(provider: Provider, entry: &Entry<'_>, edition: Edition) -> bool {
    provider != Provider::Openstack || !entry.regions.is_empty() || edition.applies(&OPENSTACK_NEEDS_A_REFERENCE)
}

/// The artifacts of an entry in the text's form or the old one, whatever flavors it has.
pub fn beside_flavors<'c, 'a>(provider: Provider, entry: &'c Entry<'a>) -> Vec<Artifact<'c, 'a>> {
    // A region's artifact with capabilities of its own is a flavor there and nowhere else.
    let own = entry.regions.iter().filter_map(|item| {
        let capabilities = flat::of_item(item, item.capabilities.as_ref()?);
        Some(Artifact { capabilities, old: false, references: None, regions: vec![item] })
    });
    let plain = || entry.regions.iter().filter(|item| item.capabilities.is_none());
    let mut found = match &entry.capabilities {
        Some(capabilities) => vec![Artifact {
            capabilities: flat::of_entry(entry, capabilities),
            old: false,
            references: Some(&entry.reference),
            regions: plain().collect(),
        }],
        None => old_artifacts(provider, entry, plain().collect()),
    };
    found.extend(own);
    found
}

/// The artifacts of an entry in the old form, one an architecture.
fn old_artifacts<'c, 'a>(
    provider: Provider,
    entry: &'c Entry<'a>,
    items: Vec<&'c RegionItem<'a>>,
) -> Vec<Artifact<'c, 'a>> {
    let references = Some(&entry.reference);
    let one = |capabilities, regions| Artifact { capabilities, old: true, references, regions };
    let of = |architecture, regions| one(only(ARCHITECTURE, vec![architecture]), regions);
    match provider {
        Provider::Aws | Provider::Openstack => {
            let named: Index<'a> = items.iter().map(|item| item.architecture()).collect();
            let of_items = named.distinct().into_iter().map(|architecture| {
                let places = named.places(architecture);
                of(architecture, places.filter_map(|place| items.get(place).copied()).collect())
            });
            let found: Vec<_> = of_items.collect();
            let by_name = provider == Provider::Openstack && entry.regions.is_empty();
            if by_name && !entry.reference.image().is_empty() { vec![of(USUAL, Vec::new())] } else { found }
        }
        Provider::Alicloud if items.is_empty() => Vec::new(),
        Provider::Alicloud => vec![of(USUAL, items)],
        Provider::Gcp if entry.reference.image().is_empty() => Vec::new(),
        Provider::Gcp => vec![of(entry.architecture(), Vec::new())],
        Provider::Azure => {
            let networking = entry.accelerated_networking.map_or_else(|| vec![BASIC], flat::networking);
            let mut capabilities = only(ARCHITECTURE, vec![entry.architecture()]);
            capabilities.push(NETWORKING, networking);
            vec![one(capabilities, Vec::new())]
        }
        Provider::Local => Vec::new(),
    }
}

/// The architectures that an entry in the old form has in the mapping. On azure and gcp it need not refer to anything.
pub fn old_architectures<'a>(provider: Provider, entry: &Entry<'a>) -> Vec<&'a str> {
    if provider.entries_name_architectures() {
        return if entry.is_old() { vec![entry.architecture()] } else { Vec::new() };
    }
    let found = artifacts(provider, entry).into_iter().filter(|artifact| artifact.old);
    found.flat_map(|artifact| artifact.capabilities.get(ARCHITECTURE).cloned().unwrap_or_default()).collect()
}

fn only<'a>(name: &'a str, values: Vec<&'a str>) -> Capabilities<'a> {
    let mut capabilities = Ordered::default();
    capabilities.push(name, values);
    capabilities
}

impl<'c, 'a> Artifact<'c, 'a> {
    /// What names it in a region, section 17.4 steps 3 and 5: of two items of a region the last one. `Err` where it is
    /// not there at all, `Ok(None)` where nothing names it.
    pub fn in_region(&self, provider: Provider, region: &str) -> Result<Option<Reference<'a>>, NotThere> {
        let item = || self.regions.iter().rfind(|item| item.name() == region).copied();
        let named = |key, text| Some(Reference { key, text, skip_agreement: false });
        match provider {
            Provider::Aws => Ok(named("ami", item().ok_or(NotThere)?.reference())),
            Provider::Alicloud => {
                let id = item().ok_or(NotThere)?.reference();
                Ok(named("id", id).filter(|found| !found.text.is_empty()))
            }
            Provider::Openstack => {
                let (id, image) = (item().map(RegionItem::reference), self.image());
                match id {
                    Some(id) if !id.is_empty() => Ok(named("id", id)),
                    None if image.is_empty() => Err(NotThere),
                    _ => Ok(named("image", image)),
                }
            }
            Provider::Azure => Ok(self.of_azure()),
            Provider::Gcp | Provider::Local => Ok(named("image", self.image())),
        }
    }

    /// Whether it is for a value of a capability; what it does not name, it is for whatever.
    pub fn is_for(&self, capability: &str, value: &str) -> bool {
        self.capabilities.get(capability).is_none_or(|own| own.contains(&value))
    }

    /// The artifact's name in every region, empty where it has none.
    pub fn image(&self) -> &'a str {
        self.references.map(References::image).unwrap_or_default()
    }

    /// What names it: each region with the name there, and no region with what holds in all.
    pub fn names(&self, provider: Provider) -> impl Iterator<Item = (&'a str, &'a str)> {
        let everywhere = match provider {
            Provider::Aws | Provider::Alicloud => None,
            Provider::Azure => self.of_azure().map(|reference| reference.text),
            Provider::Gcp | Provider::Local | Provider::Openstack => Some(self.image()),
        };
        let in_regions = self.regions.iter().map(|item| (item.name(), item.reference()));
        in_regions.chain(everywhere.map(|name| ("", name)))
    }

    /// The regions where something names it, those without a name of their own included.
    pub fn named_regions(&self) -> impl Iterator<Item = &'a str> {
        // Of two items of a region the last one holds.
        let names: Index<'a> = self.regions.iter().map(|item| item.name()).collect();
        let last = |(name, _): (&'a str, usize)| {
            let item = self.regions.get(names.places(name).last()?)?;
            (!item.reference().is_empty()).then_some(name)
        };
        let found: Vec<&'a str> = names.sorted().filter_map(last).collect();
        found.into_iter()
    }

    fn of_azure(&self) -> Option<Reference<'a>> {
        let references = self.references?;
        let (key, text) = references.of_azure().into_iter().find_map(|(key, text)| Some((key, text?)))?;
        let skip_agreement = key == "urn" && references.skip_agreement == Some(true);
        Some(Reference { key, text, skip_agreement })
    }
}

/// An artifact is not in a region.
#[derive(Clone, Copy, Debug)]
pub struct NotThere;
