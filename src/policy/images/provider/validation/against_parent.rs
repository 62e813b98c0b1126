//! A NamespacedCloudProfile's configuration checked against the parent, as the extensions do it (section 17.6).

use crate::base::{Edition, Index, Known, Names, sort};
use crate::policy::images::documents::{Capabilities, ImageVersion, MachineImage, MachineType};
use crate::policy::images::provider::artifacts::{Content, Defined, as_named, each_once, is_mapped, old_architectures};
use crate::policy::images::provider::mapping::{CONFIG, Findings, OwnList};
use crate::policy::images::provider::written::{Entries, Entry, Flavor, Provider, ProviderConfig, ProviderImage};
use crate::wire::{Kind, Value};

/// A child and its parent.
#[derive(Debug)]
pub struct Child<'n, 'a> {
    /// The provider whose rules apply.
    pub provider: Provider,
    /// The parent's definitions.
    pub defined: &'n Defined<'n, 'a>,
    /// The parent's images.
    pub parent_images: &'n [MachineImage<'a>],
    /// The parent's machine types.
    pub parent_types: &'n [MachineType<'a>],
    /// The child's images, on the local provider in the form of its parent.
    pub images: &'n [MachineImage<'a>],
    /// The child's machine types.
    pub types: &'n [MachineType<'a>],
    /// The child's configuration.
    pub config: &'n ProviderConfig<'a>,
    /// The child's configuration as it is written.
    pub raw: Value<'n>,
    /// The edition whose rules apply.
    pub edition: Edition,
}

/// The versions of images, found by name.
struct Versions<'i> {
    images: Index<'i>,
    pairs: Vec<(&'i str, &'i str)>,
}

impl<'i> Versions<'i> {
    fn new(images: &'i [MachineImage<'_>]) -> Self {
        let of_image = |image: &'i MachineImage<'_>| {
            let name: &'i str = image.name();
            image.versions.iter().map(move |version| (name, version.version()))
        };
        let mut pairs: Vec<(&'i str, &'i str)> = images.iter().flat_map(of_image).collect();
        sort::sort(&mut pairs);
        Self { images: images.iter().map(|image| -> &'i str { image.name() }).collect(), pairs }
    }

    fn has_image(&self, name: &str) -> bool {
        self.images.contains(name)
    }

    fn has(&self, name: &str, version: &str) -> bool {
        self.pairs.binary_search(&(name, version)).is_ok()
    }
}

impl<'a> Child<'_, 'a> {
    /// Reports everything that the extension refuses.
    pub fn check(&self, found: &mut Findings<'_>) {
        self.beside_images(found);
        if self.provider != Provider::Local {
            let own =
                OwnList { provider: self.provider, defined: self.defined, config: self.config, edition: self.edition };
            own.check_images(found);
        }
        let (parent, child) = (Versions::new(self.parent_images), Versions::new(self.images));
        self.config_entries(&parent, &child, found);
        self.core_entries(&parent, found);
    }

    /// Reports what a child must not set besides its images.
    pub fn beside_images(&self, found: &mut Findings<'_>) {
        const FORBIDDEN: &str = "must not be set in a NamespacedCloudProfile";
        match self.provider {
            Provider::Openstack => {
                let beside = |(key, value): &(&str, Value<'_>)| {
                    !["apiVersion", "kind", "machineImages"].contains(key) && says_something(*value)
                };
                if self.raw.members().any(|member| beside(&member)) {
                    let why = "must set nothing but machineImages in a NamespacedCloudProfile";
                    found.forbidden("spec.providerConfig", why);
                }
            }
            Provider::Azure => {
                let is_there = |key: &str| self.raw.get(key).is_some_and(|value| !value.is_null());
                let has_elements = |list: Option<Value<'_>>| list.is_some_and(|list| list.elements().next().is_some());
                let forbidden = [
                    ("cloudConfiguration", is_there("cloudConfiguration")),
                    ("countUpdateDomains", has_elements(self.config.update_domains)),
                    ("countFaultDomains", has_elements(self.config.fault_domains)),
                ];
                for (key, _) in forbidden.iter().filter(|(_, is_set)| *is_set) {
                    found.forbidden(format!("spec.providerConfig.{key}"), FORBIDDEN);
                }
                self.machine_types(found);
            }
            Provider::Aws | Provider::Gcp | Provider::Alicloud | Provider::Local => {}
        }
    }

    /// Checks that the machine types in azure's configuration are the child's own.
    fn machine_types(&self, found: &mut Findings<'_>) {
        let names = |types: &[MachineType<'a>]| types.iter().map(|machine| machine.name()).collect::<Index<'a>>();
        let (parent, own) = (names(self.parent_types), names(self.types));
        for (index, machine) in self.config.machine_types.iter().enumerate() {
            let (field, name) =
                (format!("spec.providerConfig.machineTypes[{index}]"), machine.name.unwrap_or_default());
            if parent.contains(name) {
                found.forbidden(field.as_str(), &format!("the machine type `{name}` is the parent's"));
            }
            if !own.contains(name) {
                found.required(field, &format!("the machine type `{name}` is not in spec.machineTypes"));
            }
        }
    }

    /// Checks that each entry of the configuration is for a version that the child adds.
    fn config_entries(&self, parent: &Versions<'_>, child: &Versions<'_>, found: &mut Findings<'_>) {
        let of_gcp = self.provider == Provider::Gcp && self.defined.is_empty();
        let own = if of_gcp { self.architectures() } else { Vec::new() };
        for (index, image) in self.config.machine_images.iter().enumerate() {
            let (path, name) = (format!("{CONFIG}[{index}]"), image.name());
            for (index, entry) in
                image.versions.iter().enumerate().filter(|(_, entry)| parent.has(name, entry.version()))
            {
                let why = format!("the version `{name}@{}` is the parent's", entry.version());
                found.forbidden(format!("{path}.versions[{index}]"), &why);
            }
            if !child.has_image(name) {
                found.required(path, &format!("the image `{name}` is not in spec.machineImages"));
                continue;
            }
            for (index, entry) in
                image.versions.iter().enumerate().filter(|(_, entry)| !child.has(name, entry.version()))
            {
                let why = format!("the image `{name}` has no such version in spec.machineImages");
                found.invalid(format!("{path}.versions[{index}]"), entry.version(), &why);
            }
            if of_gcp {
                excess_of_entries(&own, image, found);
            }
        }
    }

    /// The architectures of each version of the child, by image and version.
    fn architectures(&self) -> Vec<((&'a str, &'a str), Names<'a>)> {
        let versions = self.images.iter().flat_map(|image| {
            let all = image.versions.iter();
            all.map(|version| ((image.name(), version.version()), version.architectures.iter().copied().collect()))
        });
        let mut versions: Vec<_> = versions.collect();
        sort::sort_by(&mut versions, |(left, _), (right, _)| left.cmp(right));
        versions
    }

    /// Checks that each version that the child adds has an entry.
    fn core_entries(&self, parent: &Versions<'_>, found: &mut Findings<'_>) {
        let entries = Entries::new(self.provider, self.config, self.edition);
        for image in self.images {
            let name = image.name();
            let parent_has_image = parent.has_image(name);
            if !parent_has_image && !entries.knows(name) {
                found.required(CONFIG, &format!("must provide a mapping of the image `{name}`"));
                continue;
            }
            for version in &image.versions {
                let last = entries.all(name, version.version()).last().copied();
                let subject = Added { child: self, image, version, last };
                let parent_has = parent.has(name, version.version());
                if parent_has && self.provider == Provider::Gcp {
                    continue;
                }
                let known = match self.defined.is_empty() {
                    true => entries.without_definitions(name, version.version()),
                    false => entries.with_definitions(name, version.version()),
                };
                if self.defined.is_empty() && self.provider.entries_name_architectures() {
                    let is_parents = if self.provider == Provider::Azure { parent_has_image } else { parent_has };
                    subject.entries_of_architectures(&known, is_parents, found);
                    continue;
                }
                match (known.is_empty(), parent_has) {
                    (true, true) => {}
                    (true, false) => found.required(CONFIG, &format!("missing mapping of `{}`", subject.name())),
                    (false, _) if self.defined.is_empty() => subject.architectures(&known, found),
                    (false, _) => subject.flavors(&known, found),
                }
            }
        }
    }
}

/// Checks, for gcp, that each entry has an architecture that the child's version lists, even for versions that the child
/// does not have. If the child lists a version twice, the first one counts.
fn excess_of_entries(own: &[((&str, &str), Names<'_>)], image: &ProviderImage<'_>, found: &mut Findings<'_>) {
    for entry in &image.versions {
        let wanted = (image.name(), entry.version());
        let listed = own.get(own.partition_point(|(version, _)| *version < wanted));
        let architecture = entry.architecture();
        if listed.is_none_or(|(version, listed)| *version != wanted || !listed.contains(architecture)) {
            let version = format!("{}@{}", image.name(), entry.version());
            excess(&version, &format!("the architecture `{architecture}`"), found);
        }
    }
}

/// Reports that a version is mapped for something that it does not have.
fn excess(name: &str, what: &str, found: &mut Findings<'_>) {
    found.forbidden(CONFIG, &format!("the mapping of `{name}` has {what}, which the version does not have"));
}

/// Whether a value differs from the zero value of its type.
fn says_something(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => false,
        Kind::Bool => value.as_bool() == Some(true),
        Kind::Number => value.as_number() != Some("0"),
        Kind::String => value.as_str() != Some(""),
        Kind::Array => value.elements().next().is_some(),
        Kind::Object => value.members().any(|(_, value)| says_something(value)),
    }
}

/// A flavor of the configuration, with its content.
type Mapped<'c, 'a> = (Content<'a>, &'c Flavor<'a>);

/// The maximum number of errors that name a flavor and a region, since their number is a product.
const MOST_ERRORS: usize = 10_000;

/// A version in the child's list.
struct Added<'s, 'n, 'a> {
    child: &'s Child<'n, 'a>,
    image: &'s MachineImage<'a>,
    version: &'s ImageVersion<'a>,
    /// The last entry for the version in the configuration.
    last: Option<&'s Entry<'a>>,
}

impl<'a> Added<'_, '_, 'a> {
    fn name(&self) -> String {
        format!("{}@{}", self.image.name(), self.version.version())
    }

    fn missing(&self, what: &str, found: &mut Findings<'_>) {
        found.required(CONFIG, &format!("missing mapping of `{}` for {what}", self.name()));
    }

    fn excess(&self, what: &str, found: &mut Findings<'_>) {
        excess(&self.name(), what, found);
    }

    fn unmapped_flavor(&self, flavor: &Capabilities<'a>, found: &mut Findings<'_>) {
        self.missing(&format!("the capabilities {}", self.child.defined.defaulted(flavor)), found);
    }

    /// Checks entries by architecture, as azure and gcp do without definitions. Both need an entry for each
    /// architecture, unless the parent has the version (on azure: the image). Azure also refuses entries that are too
    /// many.
    fn entries_of_architectures(&self, known: &[&Entry<'a>], is_parents: bool, found: &mut Findings<'_>) {
        let listed = &self.version.architectures;
        let named = each_once(&known.iter().map(|entry| entry.architecture()).collect::<Vec<_>>());
        let listed = each_once(listed);
        for architecture in listed.iter().filter(|listed| !is_parents && named.binary_search(listed).is_err()) {
            self.missing(&format!("the architecture `{architecture}`"), found);
        }
        // Gcp has already checked for excess architectures entry by entry.
        if self.child.provider == Provider::Gcp {
            return;
        }
        for architecture in named.iter().filter(|named| listed.binary_search(named).is_err()) {
            self.excess(&format!("the architecture `{architecture}`"), found);
        }
    }

    /// Checks that the flavors on both sides are equal and mapped in the same regions, with definitions.
    fn flavors(&self, known: &[&Entry<'a>], found: &mut Findings<'_>) {
        if self.child.provider == Provider::Local {
            return;
        }
        let everything = Capabilities::default();
        let own = &self.version.capability_flavors;
        let core: Vec<&Capabilities<'a>> = match own.is_empty() {
            true => vec![&everything],
            false => own.iter().collect(),
        };
        let (provider, edition) = (self.child.provider, self.child.edition);
        let old = known.iter().filter(|entry| is_mapped(provider, entry, edition));
        let old: Vec<&str> = old.flat_map(|entry| old_architectures(provider, entry)).collect();
        if known.iter().any(|entry| !entry.capability_flavors.is_empty()) {
            self.equal_flavors(&core, known, found);
        } else if !old.is_empty() {
            self.same_architectures(&core, &each_once(&old), found);
        } else {
            for flavor in core {
                self.unmapped_flavor(flavor, found);
            }
        }
    }

    fn equal_flavors(&self, core: &[&Capabilities<'a>], known: &[&Entry<'a>], found: &mut Findings<'_>) {
        let content = |flavor: &Capabilities<'a>| self.child.defined.content(flavor);
        let flavors = known.iter().flat_map(|entry| &entry.capability_flavors);
        let mut mapped: Vec<Mapped<'_, 'a>> = flavors.map(|flavor| (content(&flavor.capabilities), flavor)).collect();
        sort::sort_by(&mut mapped, |(left, _), (right, _)| left.cmp(right));
        let named: Vec<&str> = mapped.iter().flat_map(|(_, flavor)| &flavor.regions).map(|item| item.name()).collect();
        let regions = each_once(&named);
        let mut wanted: Vec<Content<'a>> = Vec::with_capacity(core.len());
        // A flavor that is listed again would only repeat what is reported, up to the limit.
        let mut told: Known<String, ()> = Known::default();
        for flavor in core {
            let own = content(flavor);
            if !told.insert(as_named(flavor), ()) {
                continue;
            }
            let from = mapped.partition_point(|(known, _)| *known < own);
            let to = mapped.partition_point(|(known, _)| *known <= own);
            match mapped.get(from..to).unwrap_or_default() {
                [] => self.unmapped_flavor(flavor, found),
                equal => self.same_regions(flavor, equal, &regions, found),
            }
            wanted.push(own);
        }
        sort::sort(&mut wanted);
        // Azure looks for excess flavors in the very last entry.
        let last = if self.child.provider == Provider::Azure { self.last } else { known.last().copied() };
        let excess = last.into_iter().flat_map(|entry| &entry.capability_flavors);
        for flavor in excess.filter(|flavor| wanted.binary_search(&content(&flavor.capabilities)).is_err()) {
            self.excess(&format!("the capabilities {}", as_named(&flavor.capabilities)), found);
        }
    }

    /// Reports the regions that other flavors of the version name and the flavors equal to this one do not.
    fn same_regions(
        &self,
        flavor: &Capabilities<'a>,
        equal: &[Mapped<'_, 'a>],
        regions: &[&str],
        found: &mut Findings<'_>,
    ) {
        if found.errors.len() >= MOST_ERRORS {
            return;
        }
        let there: Vec<&str> = equal.iter().flat_map(|(_, flavor)| &flavor.regions).map(|item| item.name()).collect();
        let there = each_once(&there);
        for region in regions.iter().filter(|region| there.binary_search(region).is_err()) {
            let what = format!("the region `{region}` with the capabilities {}", self.child.defined.defaulted(flavor));
            self.missing(&what, found);
        }
    }

    /// Checks that old entries have the same architectures as the flavors.
    fn same_architectures(&self, core: &[&Capabilities<'a>], old: &[&str], found: &mut Findings<'_>) {
        let most = self.child.provider.architectures_asked_for();
        let mut named: Vec<&str> = Vec::new();
        for flavor in core {
            let own = self.child.defined.architectures(flavor).iter().take(most);
            if own.clone().any(|architecture| old.binary_search(architecture).is_err()) {
                self.unmapped_flavor(flavor, found);
            }
            named.extend(own);
        }
        let named = each_once(&named);
        for architecture in old.iter().filter(|old| named.binary_search(old).is_err()) {
            self.excess(&format!("the architecture `{architecture}`"), found);
        }
    }

    /// Checks that aws and openstack have the same architectures on both sides and in the same regions, without
    /// definitions.
    fn architectures(&self, known: &[&Entry<'a>], found: &mut Findings<'_>) {
        if self.child.provider.items_name_architectures() {
            self.regional_architectures(known, found);
        }
    }

    fn regional_architectures(&self, known: &[&Entry<'a>], found: &mut Findings<'_>) {
        let listed = &self.version.architectures;
        let items = || known.iter().flat_map(|entry| &entry.regions);
        for item in items().filter(|item| !listed.contains(&item.architecture())) {
            let what = format!("the architecture `{}` in the region `{}`", item.architecture(), item.name());
            self.excess(&what, found);
        }
        let regions = each_once(&items().map(|item| item.name()).collect::<Vec<_>>());
        for architecture in listed {
            if regions.is_empty() {
                self.missing(&format!("the architecture `{architecture}`"), found);
            }
            let with_it = items().filter(|item| item.architecture() == *architecture).map(|item| item.name());
            let there = each_once(&with_it.collect::<Vec<_>>());
            for region in regions.iter().filter(|region| there.binary_search(region).is_err()) {
                self.missing(&format!("the architecture `{architecture}` in the region `{region}`"), found);
            }
        }
    }
}
