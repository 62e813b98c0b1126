//! Whether a provider knows an artifact for all that a profile offers (section 17.3), and in every region (17.7).

use super::artifacts::{Artifact, artifacts, old_architectures};
use super::config::Entry;
use super::coverage::Coverage;
use super::definitions::{Content, Defined};
use super::entries::Entries;
use super::findings::Findings;
use super::gaps::{Gaps, Missing};
use super::own_list::CONFIG;
use super::providers::Provider;
use crate::base::{Edition, sort};
use crate::policy::images::architectures::KNOWN;
use crate::policy::images::catalog::ARCHITECTURE;
use crate::policy::images::divergences::OPENSTACK_NEEDS_A_REFERENCE;
use crate::policy::images::model::{Capabilities, ImageVersion, MachineImage};

/// The profile's images held against the provider's.
#[derive(Debug)]
pub struct Mapping<'m, 'a> {
    /// The provider.
    pub provider: Provider,
    /// The definitions.
    pub defined: &'m Defined<'m, 'a>,
    /// The profile's images.
    pub images: &'m [MachineImage<'a>],
    /// The provider's entries.
    pub entries: Entries<'m, 'a>,
    /// The edition.
    pub edition: Edition,
}

/// A version of the profile, and where it is.
struct Subject<'s, 'a> {
    image: &'s MachineImage<'a>,
    version: &'s ImageVersion<'a>,
    path: String,
}

impl Subject<'_, '_> {
    fn name(&self) -> String {
        format!("{}@{}", self.image.name(), self.version.version())
    }

    fn unknown(&self, found: &mut Findings<'_>) {
        found.required(self.path.as_str(), &format!("the version `{}` is not in providerConfig", self.name()));
    }

    fn unmapped(&self, path: &str, what: &str, found: &mut Findings<'_>) {
        found.required(path, &format!("missing mapping of `{}` in providerConfig for {what}", self.name()));
    }
}

impl<'a> Mapping<'_, 'a> {
    /// Looks at every image.
    pub fn check(&self, found: &mut Findings<'_>, gaps: &mut Gaps<'_>) {
        let list = if self.provider == Provider::Local { CONFIG } else { "spec.machineImages" };
        for (index, image) in self.images.iter().enumerate() {
            // Only azure asks for images that offer nothing.
            if image.versions.is_empty() && self.provider != Provider::Azure {
                continue;
            }
            let path = format!("{list}[{index}]");
            found.in_profile(index, None);
            if !self.entries.knows(image.name()) {
                let why = format!("must provide a mapping of the image `{}` in providerConfig", image.name());
                found.required(path, &why);
                continue;
            }
            for (place, version) in image.versions.iter().enumerate() {
                found.in_profile(index, Some(place));
                gaps.at(index, place);
                let subject = Subject { image, version, path: format!("{path}.versions[{place}]") };
                if self.defined.is_empty() {
                    self.architectures(&subject, found, gaps);
                } else {
                    self.flavors(&subject, found, gaps);
                }
            }
        }
    }

    /// With definitions each flavor of the version has to equal one of the provider's. Where that has old entries alone,
    /// only architectures count.
    fn flavors(&self, subject: &Subject<'_, 'a>, found: &mut Findings<'_>, gaps: &mut Gaps<'_>) {
        let known = self.entries.with_definitions(subject.image.name(), subject.version.version());
        if known.is_empty() {
            return subject.unknown(found);
        }
        let side = ProviderSide::new(self, &known);
        let everything = Capabilities::default();
        let own = &subject.version.capability_flavors;
        let of_version: Vec<&Capabilities<'a>> = if own.is_empty() {
            vec![&everything]
        } else {
            own.iter().map(|own| own.as_ref().unwrap_or(&everything)).collect()
        };
        for (index, flavor) in of_version.into_iter().enumerate() {
            let path = format!("{}.capabilityFlavors[{index}]", subject.path);
            let named = self.defined.architectures(flavor).iter().take(self.provider.architectures_asked_for());
            let wanted: Vec<&str> = named.copied().collect();
            let lost: Vec<&str> = wanted.iter().filter(|wanted| !side.has_old(wanted)).copied().collect();
            let content = self.defined.content(flavor);
            let by_flavor = side.equal(&content);
            let by_old = side.is_old() && lost.is_empty();
            if !by_flavor.is_empty() || by_old {
                gaps.look(subject.image, subject.version, Missing::Flavor(index), || {
                    let of_flavors = Coverage::of(by_flavor.iter().map(|(_, artifact)| artifact));
                    if by_old { of_flavors.or(side.old_coverage(&wanted)) } else { of_flavors }
                });
            } else if side.is_old() && side.flavors.is_empty() {
                for architecture in lost {
                    subject.unmapped(&path, &format!("the architecture `{architecture}`"), found);
                }
            } else {
                subject.unmapped(&path, &format!("the capabilities {}", self.defined.defaulted(flavor)), found);
            }
        }
    }

    /// Without definitions each architecture of the version needs an entry.
    fn architectures(&self, subject: &Subject<'_, 'a>, found: &mut Findings<'_>, gaps: &mut Gaps<'_>) {
        let (image, version) = (subject.image, subject.version);
        let known = self.entries.without_definitions(image.name(), version.version());
        match self.provider {
            Provider::Local => return,
            Provider::Alicloud if known.is_empty() => return subject.unknown(found),
            Provider::Alicloud => {
                let items =
                    || known.iter().flat_map(|entry| &entry.regions).filter(|item| !item.reference().is_empty());
                let coverage = || Coverage::of_regions(items().map(|item| item.name()));
                return gaps.look(image, version, Missing::Version, coverage);
            }
            Provider::Aws | Provider::Openstack | Provider::Azure | Provider::Gcp => {}
        }
        for architecture in &version.architectures {
            // Aws asks nothing of what it does not know.
            let is_known = !known.is_empty();
            if !KNOWN.contains(architecture) && (is_known || self.provider != Provider::Aws) {
                let field = format!("{}.architectures", subject.path);
                found.not_supported(field, architecture, &KNOWN);
            }
            let with_it: Vec<&Entry<'a>> =
                known.iter().copied().filter(|entry| self.has(entry, architecture)).collect();
            if !with_it.is_empty() {
                gaps.look(image, version, Missing::Architecture(architecture), || {
                    self.coverage_without_definitions(&with_it, architecture)
                });
            } else if is_known {
                subject.unmapped(&subject.path, &format!("the architecture `{architecture}`"), found);
            } else {
                subject.unknown(found);
            }
        }
    }

    /// Whether an entry has an architecture, without definitions. On openstack one without regions has every one.
    fn has(&self, entry: &Entry<'a>, architecture: &str) -> bool {
        let names = |own: &Capabilities<'_>| own.get(ARCHITECTURE).is_none_or(|values| values.contains(&architecture));
        if entry.capabilities.is_some() {
            return artifacts(self.provider, entry).iter().any(|artifact| names(&artifact.capabilities));
        }
        let of_item = |item: &super::config::RegionItem<'a>| match &item.capabilities {
            Some(own) => names(&super::flat::of_item(item, own)),
            None => item.architecture() == architecture,
        };
        match self.provider {
            Provider::Openstack if entry.regions.is_empty() => true,
            Provider::Aws | Provider::Openstack => entry.regions.iter().any(of_item),
            Provider::Azure | Provider::Gcp => entry.architecture() == architecture,
            Provider::Alicloud | Provider::Local => false,
        }
    }

    fn coverage_without_definitions(&self, entries: &[&Entry<'a>], architecture: &str) -> Coverage<'a> {
        // A name on openstack stands for every architecture where there are no regions.
        if entries.iter().any(|entry| entry.is_old() && entry.regions.is_empty() && !entry.reference.image().is_empty())
        {
            return Coverage::everywhere();
        }
        let all: Vec<Artifact<'_, 'a>> = entries.iter().flat_map(|entry| artifacts(self.provider, entry)).collect();
        let names = |artifact: &&Artifact<'_, 'a>| {
            artifact.capabilities.get(ARCHITECTURE).is_none_or(|values| values.contains(&architecture))
        };
        Coverage::of(all.iter().filter(names))
    }
}

/// What the provider has of a version, ready to be compared.
struct ProviderSide<'c, 'a> {
    /// The flavors, sorted by content.
    flavors: Vec<(Content<'a>, Artifact<'c, 'a>)>,
    /// The architectures of old entries, sorted, each with its artifact where it has one.
    old: Vec<(&'a str, Option<Artifact<'c, 'a>>)>,
}

impl<'c, 'a> ProviderSide<'c, 'a> {
    fn new(mapping: &Mapping<'_, 'a>, entries: &[&'c Entry<'a>]) -> Self {
        let provider = mapping.provider;
        // What openstack refers to by name alone is not mapped upstream, though a machine would boot it.
        let counts = |entry: &Entry<'a>| {
            provider != Provider::Openstack
                || !entry.regions.is_empty()
                || mapping.edition.departs(&OPENSTACK_NEEDS_A_REFERENCE)
        };
        let (mut flavors, mut old) = (Vec::new(), Vec::new());
        for entry in entries {
            let has_old_form = entry.is_old() && counts(entry);
            if has_old_form && provider.entries_name_architectures() {
                old.extend(old_architectures(provider, entry).into_iter().map(|architecture| (architecture, None)));
                continue;
            }
            for artifact in artifacts(provider, entry) {
                if !artifact.old {
                    flavors.push((mapping.defined.content(&artifact.capabilities), artifact));
                } else if has_old_form {
                    let architecture = artifact.capabilities.get(ARCHITECTURE).and_then(|values| values.first());
                    old.push((architecture.copied().unwrap_or_default(), Some(artifact)));
                }
            }
        }
        sort::sort_by(&mut flavors, |(left, _), (right, _)| left.cmp(right));
        sort::sort_by(&mut old, |(left, _), (right, _)| left.cmp(right));
        Self { flavors, old }
    }

    /// The flavors equal to one of the profile.
    fn equal(&self, content: &Content<'a>) -> &[(Content<'a>, Artifact<'c, 'a>)] {
        let from = self.flavors.partition_point(|(known, _)| known < content);
        let to = self.flavors.partition_point(|(known, _)| known <= content);
        self.flavors.get(from..to).unwrap_or_default()
    }

    fn is_old(&self) -> bool {
        !self.old.is_empty()
    }

    fn of_architecture(&self, architecture: &str) -> &[(&'a str, Option<Artifact<'c, 'a>>)] {
        let from = self.old.partition_point(|(known, _)| *known < architecture);
        let to = self.old.partition_point(|(known, _)| *known <= architecture);
        self.old.get(from..to).unwrap_or_default()
    }

    fn has_old(&self, architecture: &str) -> bool {
        !self.of_architecture(architecture).is_empty()
    }

    /// Where old entries refer to artifacts of all these architectures.
    fn old_coverage(&self, architectures: &[&str]) -> Coverage<'a> {
        architectures.iter().fold(Coverage::everywhere(), |so_far, architecture| {
            let known = self.of_architecture(architecture);
            so_far.and(&Coverage::of(known.iter().filter_map(|(_, artifact)| artifact.as_ref())))
        })
    }
}
