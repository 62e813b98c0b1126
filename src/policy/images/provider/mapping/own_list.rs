//! The errors in a provider's list of images by itself (section 17.2; section 17.7 for the design text's form).

use super::azure;
use super::findings::Findings;
use crate::base::Edition;
use crate::policy::images::divergences::{AZURE_DOMAIN_COUNTS, OPENSTACK_NEEDS_A_REFERENCE};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, KNOWN};
use crate::policy::images::errors::{ErrorType, FieldError};
use crate::policy::images::provider::artifacts::Defined;
use crate::policy::images::provider::written::flat;
use crate::policy::images::provider::written::{Entry, Flavor, NETWORKING, Provider, ProviderConfig, RegionItem};

/// The path of the list in a profile.
pub const CONFIG: &str = "spec.providerConfig.machineImages";

const WITH_FLAVORS: &str = "must not be set together with capabilityFlavors";
const WITHOUT_DEFINITIONS: &str = "must not be set, because the profile defines no capabilities";

/// A provider's list, to be checked with the definitions of the profile.
#[derive(Debug)]
pub struct OwnList<'l, 'a> {
    /// The provider whose rules apply.
    pub provider: Provider,
    /// The capability definitions of the profile.
    pub defined: &'l Defined<'l, 'a>,
    /// The provider's configuration.
    pub config: &'l ProviderConfig<'a>,
    /// The edition whose rules apply.
    pub edition: Edition,
}

impl<'a> OwnList<'_, 'a> {
    /// Checks the list of a CloudProfile, which must not be empty.
    pub fn check(&self, found: &mut Findings<'_>) {
        if self.config.machine_images.is_empty() {
            found.required(CONFIG, "must provide at least one machine image");
        }
        self.check_images(found);
        if self.provider == Provider::Azure && !self.edition.applies(&AZURE_DOMAIN_COUNTS) {
            azure::domain_counts(self.config.fault_domains, "spec.providerConfig.countFaultDomains", found);
            azure::domain_counts(self.config.update_domains, "spec.providerConfig.countUpdateDomains", found);
        }
    }

    /// Checks each image of the list.
    pub fn check_images(&self, found: &mut Findings<'_>) {
        for (index, image) in self.config.machine_images.iter().enumerate() {
            let path = format!("{CONFIG}[{index}]");
            found.in_config(index, None);
            if image.name().is_empty() {
                found.required(format!("{path}.name"), "must provide a name");
            }
            if image.versions.is_empty() {
                let why = format!("must provide at least one version of the image `{}`", image.name());
                found.required(format!("{path}.versions"), &why);
            }
            for (version, entry) in image.versions.iter().enumerate() {
                found.in_config(index, Some(version));
                self.entry(entry, &format!("{path}.versions[{version}]"), found);
            }
        }
    }

    /// Returns the first error in the entries of one version. If `is_told`, NotSupported errors are skipped, because
    /// undefined names and values are reported elsewhere.
    pub fn first_of(&self, (name, version): (&str, &str), is_told: bool) -> Option<FieldError> {
        let mut found = Findings::new(None);
        for (index, image) in self.config.machine_images.iter().enumerate().filter(|(_, it)| it.name() == name) {
            for (place, entry) in image.versions.iter().enumerate().filter(|(_, entry)| entry.version() == version) {
                self.entry(entry, &format!("{CONFIG}[{index}].versions[{place}]"), &mut found);
            }
        }
        let is_of_its_own = |error: &FieldError| is_told && error.error_type == ErrorType::NotSupported;
        found.errors.into_iter().find(|error| !is_of_its_own(error))
    }

    fn entry(&self, entry: &Entry<'a>, path: &str, found: &mut Findings<'_>) {
        if entry.version().is_empty() {
            found.required(format!("{path}.version"), "must provide a version");
        }
        let has_flavors = !entry.capability_flavors.is_empty();
        if entry.capabilities.is_some() && (has_flavors || self.defined.is_empty()) {
            let why = if has_flavors { WITH_FLAVORS } else { WITHOUT_DEFINITIONS };
            found.forbidden(format!("{path}.capabilities"), why);
        }
        if has_flavors && self.defined.is_empty() {
            found.forbidden(format!("{path}.capabilityFlavors"), WITHOUT_DEFINITIONS);
        }
        match self.provider {
            Provider::Aws | Provider::Alicloud | Provider::Openstack => self.regional(entry, path, found),
            Provider::Azure => self.azure(entry, path, found),
            Provider::Gcp => self.gcp(entry, path, found),
            Provider::Local => self.local(entry, path, found),
        }
    }

    /// Returns the form of an entry, which depends on its keys and on whether the profile defines capabilities.
    fn form<'e>(&self, entry: &'e Entry<'a>) -> Form<'e, 'a> {
        match (&entry.capabilities, entry.capability_flavors.as_slice()) {
            _ if self.defined.is_empty() => Form::Undefined,
            (None, []) => Form::Old,
            (Some(own), []) => {
                let filled = flat::of_entry(entry, own);
                // Azure's older field is no mistake if the profile does not define its capability.
                let keeps = self.defined.defines(NETWORKING) || own.get(NETWORKING).is_some();
                Form::Flat(if keeps { filled } else { flat::without(&filled, NETWORKING) })
            }
            (_, flavors) => Form::Flavors(flavors),
        }
    }

    fn regional(&self, entry: &Entry<'a>, path: &str, found: &mut Findings<'_>) {
        match self.form(entry) {
            Form::Flavors(_) if !entry.regions.is_empty() => {
                let whole = self.provider == Provider::Openstack;
                let field = if whole { path.to_owned() } else { format!("{path}.regions") };
                found.forbidden(field, WITH_FLAVORS);
            }
            Form::Flavors(flavors) => {
                for (index, flavor) in flavors.iter().enumerate() {
                    let path = format!("{path}.capabilityFlavors[{index}]");
                    found.extend(self.defined.errors(&flavor.capabilities, &format!("{path}.capabilities")));
                    self.items(&flavor.regions, flavor.reference.image(), Items::OfFlavor, &path, found);
                }
            }
            Form::Flat(capabilities) => {
                self.check_flat(&capabilities, path, found);
                self.items(&entry.regions, entry.reference.image(), Items::OfFlavor, path, found);
            }
            Form::Old | Form::Undefined => {
                self.items(&entry.regions, entry.reference.image(), Items::Old, path, found);
            }
        }
    }

    /// Checks the artifacts of regions.
    fn items(&self, items: &[RegionItem<'a>], image: &str, of: Items, path: &str, found: &mut Findings<'_>) {
        let strict_openstack = self.provider == Provider::Openstack
            && image.is_empty()
            && self.edition.applies(&OPENSTACK_NEEDS_A_REFERENCE);
        if items.is_empty() && (self.provider.needs_regions() || strict_openstack) {
            found.required(format!("{path}.regions"), "must provide at least one region");
        }
        let key = self.provider.regional_key().unwrap_or_default();
        for (index, item) in items.iter().enumerate() {
            let path = format!("{path}.regions[{index}]");
            if item.name().is_empty() {
                found.required(format!("{path}.name"), "must provide a name");
            }
            if item.reference().is_empty() {
                found.required(format!("{path}.{key}"), &format!("must provide an {key}"));
            }
            match &item.capabilities {
                Some(_) if self.defined.is_empty() => {
                    found.forbidden(format!("{path}.capabilities"), WITHOUT_DEFINITIONS);
                    self.architecture_of_item(item, of, &path, found);
                }
                Some(own) => self.check_flat(&flat::of_item(item, own), &path, found),
                None => self.architecture_of_item(item, of, &path, found),
            }
        }
    }

    fn architecture_of_item(&self, item: &RegionItem<'a>, of: Items, path: &str, found: &mut Findings<'_>) {
        if !self.provider.items_name_architectures() {
            return;
        }
        match of {
            Items::Old => known_architecture(item.architecture(), path, found),
            Items::OfFlavor if item.architecture.is_some() => {
                found.forbidden(format!("{path}.{ARCHITECTURE}"), "must be defined in capabilities.architecture");
            }
            Items::OfFlavor => {}
        }
    }

    fn azure(&self, entry: &Entry<'a>, path: &str, found: &mut Findings<'_>) {
        match self.form(entry) {
            Form::Undefined => {
                azure::references(&entry.reference, path, found);
                known_architecture(entry.architecture(), path, found);
            }
            Form::Flavors(flavors) => {
                let beside = [
                    ("image", entry.reference.has_azure()),
                    (ARCHITECTURE, entry.architecture.is_some()),
                    ("acceleratedNetworking", entry.accelerated_networking.is_some()),
                ];
                if beside.iter().any(|(_, set)| *set) {
                    for (key, _) in beside.iter().filter(|(_, set)| *set) {
                        found.forbidden(format!("{path}.{key}"), WITH_FLAVORS);
                    }
                    return;
                }
                for (index, flavor) in flavors.iter().enumerate() {
                    let path = format!("{path}.capabilityFlavors[{index}]");
                    found.extend(self.defined.errors(&flavor.capabilities, &format!("{path}.capabilities")));
                    azure::references(&flavor.reference, &path, found);
                }
            }
            Form::Flat(capabilities) => {
                self.check_flat(&capabilities, path, found);
                azure::references(&entry.reference, path, found);
            }
            Form::Old if entry.reference.has_azure() => {
                known_architecture(entry.architecture(), path, found);
                azure::references(&entry.reference, path, found);
            }
            Form::Old => found.required(format!("{path}.image"), "must provide an image or capabilityFlavors"),
        }
    }

    fn gcp(&self, entry: &Entry<'a>, path: &str, found: &mut Findings<'_>) {
        let has_image = !entry.reference.image().is_empty();
        match self.form(entry) {
            Form::Undefined => {
                has_an_image(has_image, path, found);
                known_architecture(entry.architecture(), path, found);
            }
            Form::Flavors(_) if has_image => found.forbidden(format!("{path}.image"), WITH_FLAVORS),
            Form::Flavors(flavors) => {
                self.flavors_with_image(flavors, path, found);
                if entry.architecture.is_some_and(|architecture| !architecture.is_empty()) {
                    let why = "must be defined in capabilities.architecture";
                    found.forbidden(format!("{path}.{ARCHITECTURE}"), why);
                }
            }
            Form::Flat(capabilities) => {
                self.check_flat(&capabilities, path, found);
                has_an_image(has_image, path, found);
            }
            Form::Old if has_image => known_architecture(entry.architecture(), path, found),
            Form::Old => has_an_image(false, path, found),
        }
    }

    fn local(&self, entry: &Entry<'a>, path: &str, found: &mut Findings<'_>) {
        let has_image = !entry.reference.image().is_empty();
        match self.form(entry) {
            Form::Undefined => has_an_image(has_image, path, found),
            Form::Flat(capabilities) => {
                self.check_flat(&capabilities, path, found);
                has_an_image(has_image, path, found);
            }
            Form::Flavors(_) | Form::Old => {
                if has_image {
                    let why = "must not be set, because the profile defines capabilities";
                    found.forbidden(format!("{path}.image"), why);
                }
                self.flavors_with_image(&entry.capability_flavors, path, found);
            }
        }
    }

    fn flavors_with_image(&self, flavors: &[Flavor<'a>], path: &str, found: &mut Findings<'_>) {
        for (index, flavor) in flavors.iter().enumerate() {
            let path = format!("{path}.capabilityFlavors[{index}]");
            has_an_image(!flavor.reference.image().is_empty(), &path, found);
            found.extend(self.defined.errors(&flavor.capabilities, &format!("{path}.capabilities")));
        }
    }

    fn check_flat(&self, capabilities: &Capabilities<'a>, path: &str, found: &mut Findings<'_>) {
        found.extend(self.defined.errors(capabilities, &format!("{path}.capabilities")));
    }
}

/// The form in which an entry is checked.
enum Form<'e, 'a> {
    /// The profile defines no capabilities.
    Undefined,
    /// The entry has flavors.
    Flavors(&'e [Flavor<'a>]),
    /// The entry is one flavor, in the design text's form.
    Flat(Capabilities<'a>),
    /// The entry has neither flavors nor capabilities.
    Old,
}

/// What the items of `regions` belong to.
#[derive(Clone, Copy)]
enum Items {
    /// An entry in the old form.
    Old,
    /// A flavor.
    OfFlavor,
}

fn has_an_image(has_image: bool, path: &str, found: &mut Findings<'_>) {
    if !has_image {
        found.required(format!("{path}.image"), "must provide an image");
    }
}

fn known_architecture(architecture: &str, path: &str, found: &mut Findings<'_>) {
    if !KNOWN.contains(&architecture) {
        found.not_supported(format!("{path}.{ARCHITECTURE}"), architecture, &KNOWN);
    }
}
