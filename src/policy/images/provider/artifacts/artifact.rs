//! The artifacts that an entry maps to, each with its capabilities (section 17.4, step 2, and the design text's form in
//! section 17.7).

use crate::base::sort::sort_by_key;
use crate::base::{Edition, Index};
use crate::policy::images::divergences::OPENSTACK_NEEDS_A_REFERENCE;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, USUAL};
use crate::policy::images::provider::written::flat;
use crate::policy::images::provider::written::{BASIC, Entry, NETWORKING, Provider, References, RegionItem};
use crate::wire::Ordered;

/// An artifact, or one artifact per region where they differ only in the region.
#[derive(Clone, Debug)]
pub struct Artifact<'c, 'a> {
    /// The capabilities that the artifact supports.
    pub capabilities: Capabilities<'a>,
    /// Whether the capabilities were read from the fields of the old form, which knows only architectures.
    pub old: bool,
    /// The references that hold in every region, if there are any.
    references: Option<&'c References<'a>>,
    /// The references that hold in a single region.
    regions: Vec<&'c RegionItem<'a>>,
}

/// The reference by which a machine finds its artifact.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The key of the reference in the provider's configuration.
    pub key: &'static str,
    /// The text of the reference, which may be empty.
    pub text: &'a str,
    /// Whether the artifact can be used without agreeing to a marketplace's terms.
    pub skip_agreement: bool,
}

/// Returns the artifacts of an entry in document order. If the entry has flavors, only these count, whatever else it
/// says.
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

/// Whether an old entry maps anything. Upstream does not count an openstack entry that has only an image name as
/// mapped, although a machine would boot it.
pub fn is_mapped(provider: Provider, entry: &Entry<'_>, edition: Edition) -> bool {
    provider != Provider::Openstack || !entry.regions.is_empty() || edition.applies(&OPENSTACK_NEEDS_A_REFERENCE)
}

/// Returns the artifacts of an entry in the design text's form or the old form, ignoring its flavors.
pub fn beside_flavors<'c, 'a>(provider: Provider, entry: &'c Entry<'a>) -> Vec<Artifact<'c, 'a>> {
    // A region item with capabilities of its own is a flavor that exists in that region only.
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
    // All items are in one list, so the order of their addresses is that of the document. On openstack, an image name
    // holds where no item does.
    sort_by_key(&mut found, |artifact| {
        let first = artifact.regions.first().map(|item| std::ptr::from_ref(*item));
        (provider == Provider::Openstack && first.is_none(), first)
    });
    found
}

/// Returns the artifacts of an entry in the old form, one per architecture.
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
            let by_name = provider == Provider::Openstack && items.is_empty();
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

/// Returns the architectures that an entry in the old form has in the mapping. On azure and gcp the entry counts even
/// if it refers to nothing.
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
    /// Returns the reference of the artifact in a region (section 17.4, steps 3 and 5); if the region is listed twice,
    /// the last item counts. `Err`: the artifact is not in the region. `Ok(None)`: it is there, but nothing refers to
    /// it.
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

    /// Whether the artifact supports a value of a capability. A capability that the artifact does not name is supported
    /// with every value.
    pub fn is_for(&self, capability: &str, value: &str) -> bool {
        self.capabilities.get(capability).is_none_or(|own| own.contains(&value))
    }

    /// The image name that holds in every region, or an empty text if there is none.
    pub fn image(&self) -> &'a str {
        self.references.map(References::image).unwrap_or_default()
    }

    /// Returns each region with the reference there. The region is empty for a reference that holds everywhere.
    pub fn names(&self, provider: Provider) -> impl Iterator<Item = (&'a str, &'a str)> {
        let everywhere = match provider {
            Provider::Aws | Provider::Alicloud => None,
            Provider::Azure => self.of_azure().map(|reference| reference.text),
            Provider::Gcp | Provider::Local | Provider::Openstack => Some(self.image()),
        };
        let in_regions = self.regions.iter().map(|item| (item.name(), item.reference()));
        in_regions.chain(everywhere.map(|name| ("", name)))
    }

    /// Returns the regions in which something refers to the artifact, including a region whose name is empty.
    pub fn named_regions(&self) -> impl Iterator<Item = &'a str> {
        // If a region is listed twice, the last item counts.
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

/// The error for an artifact that does not exist in a region.
#[derive(Clone, Copy, Debug)]
pub struct NotThere;
