//! Whether a provider knows an artifact for all that a profile offers (sections 12.2 and 12.3).

use super::config::{ProviderConfig, ProviderImage, ProviderVersion, RegionImage};
use crate::base::sort::set;
use crate::base::{Index, Names};
use crate::policy::images::capabilities::ByName;
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, Definition, ImageVersion, KNOWN, MachineImage};
use crate::policy::images::errors::{FieldError, Listing};
use crate::wire::{Json, words};

words! {
    /// A provider.
    pub enum Provider {
        /// Artifacts for each region.
        Aws = "aws",
        /// One artifact for all.
        Local = "local",
    }
}

/// The profile's images compared with the provider's.
#[derive(Debug)]
pub(super) struct Mapping<'m, 'a> {
    /// The provider.
    pub provider: Provider,
    /// The definitions.
    pub definitions: &'m [Definition<'a>],
    /// The profile's images.
    pub images: &'m [MachineImage<'a>],
    /// The provider's.
    pub config: &'m ProviderConfig<'a>,
    defined: ByName<'a>,
    listing: Listing,
}

const CONFIG: &str = "spec.providerConfig.machineImages";

/// What a flavor can, so that it equals another whatever the order.
type Content<'a> = Vec<(&'a str, Names<'a>)>;

impl<'m, 'a> Mapping<'m, 'a> {
    /// Holds images against a provider's.
    pub(super) fn new(
        provider: Provider,
        definitions: &'m [Definition<'a>],
        images: &'m [MachineImage<'a>],
        config: &'m ProviderConfig<'a>,
    ) -> Self {
        Self { provider, definitions, images, config, defined: ByName::new(definitions), listing: Listing::default() }
    }

    /// Whatever is wrong. A provider without regions looks for artifacts only if all else is right.
    pub(super) fn validate(&self) -> Vec<FieldError> {
        let mut errors = self.own_errors();
        match self.provider {
            Provider::Aws => self.completeness("spec.machineImages", &mut errors),
            Provider::Local if errors.is_empty() => self.completeness(CONFIG, &mut errors),
            Provider::Local => {}
        }
        errors
    }

    fn has_capabilities(&self) -> bool {
        !self.definitions.is_empty()
    }

    /// What is wrong with the provider's images by themselves.
    fn own_errors(&self) -> Vec<FieldError> {
        let mut errors = Vec::new();
        if self.config.machine_images.is_empty() {
            errors.push(FieldError::required(CONFIG, "must provide at least one machine image"));
        }
        for (index, image) in self.config.machine_images.iter().enumerate() {
            let path = format!("{CONFIG}[{index}]");
            if image.name().is_empty() {
                errors.push(FieldError::required(format!("{path}.name"), "must provide a name"));
            }
            if image.versions.is_empty() {
                let why = format!("must provide at least one version of the image `{}`", image.name());
                errors.push(FieldError::required(format!("{path}.versions"), &why));
            }
            for (index, version) in image.versions.iter().enumerate() {
                let path = format!("{path}.versions[{index}]");
                if version.version().is_empty() {
                    errors.push(FieldError::required(format!("{path}.version"), "must provide a version"));
                }
                match self.provider {
                    Provider::Aws => self.aws_version(version, &path, &mut errors),
                    Provider::Local => self.local_version(version, &path, &mut errors),
                }
            }
        }
        errors
    }

    fn aws_version(&self, version: &ProviderVersion<'a>, path: &str, errors: &mut Vec<FieldError>) {
        let has_flavors = !version.capability_flavors.is_empty();
        match (self.has_capabilities(), has_flavors) {
            (true, true) if !version.regions.is_empty() => {
                let why = "must not be set together with capabilityFlavors";
                errors.push(FieldError::forbidden(format!("{path}.regions"), why));
            }
            (true, true) => {
                for (index, flavor) in version.capability_flavors.iter().enumerate() {
                    let path = format!("{path}.capabilityFlavors[{index}]");
                    self.flavor(&flavor.capabilities, &format!("{path}.capabilities"), errors);
                    regions(&flavor.regions, false, &path, errors);
                }
            }
            (with_capabilities, _) => {
                regions(&version.regions, true, path, errors);
                if has_flavors && !with_capabilities {
                    let why = "must not be set, because the profile defines no capabilities";
                    errors.push(FieldError::forbidden(format!("{path}.capabilityFlavors"), why));
                }
            }
        }
    }

    fn local_version(&self, version: &ProviderVersion<'a>, path: &str, errors: &mut Vec<FieldError>) {
        let image = version.image.unwrap_or_default();
        if !self.has_capabilities() {
            if image.is_empty() {
                errors.push(FieldError::required(format!("{path}.image"), "must provide an image"));
            }
            if !version.capability_flavors.is_empty() {
                let why = "must not be set, because the profile defines no capabilities";
                errors.push(FieldError::forbidden(format!("{path}.capabilityFlavors"), why));
            }
            return;
        }
        if !image.is_empty() {
            let why = "must not be set, because the profile defines capabilities";
            errors.push(FieldError::forbidden(format!("{path}.image"), why));
        }
        for (index, flavor) in version.capability_flavors.iter().enumerate() {
            let path = format!("{path}.capabilityFlavors[{index}]");
            if flavor.image.unwrap_or_default().is_empty() {
                errors.push(FieldError::required(format!("{path}.image"), "must provide an image"));
            }
            self.flavor(&flavor.capabilities, &format!("{path}.capabilities"), errors);
        }
    }

    /// What is wrong with the capabilities of a flavor (section 12.2).
    fn flavor(&self, capabilities: &Capabilities<'a>, path: &str, errors: &mut Vec<FieldError>) {
        for (name, values) in capabilities {
            let Some(defined) = self.defined.get(name) else {
                let names = self.listing.of(|| self.defined.iter().map(|(name, _)| name).collect());
                errors.push(FieldError::not_supported(path, *name, &names));
                continue;
            };
            for (index, value) in values.iter().enumerate().filter(|(_, value)| !defined.contains(value)) {
                let definition = self.defined.place(name).and_then(|place| self.definitions.get(place));
                let values = definition.map(|definition| definition.values.as_slice()).unwrap_or_default();
                let listed = self.listing.of(|| values.to_vec());
                errors.push(FieldError::not_supported(format!("{path}.{name}[{index}]"), *value, &listed));
            }
        }
        let named = capabilities.get(ARCHITECTURE).map(Vec::as_slice).unwrap_or_default();
        if architectures::are_several(architectures::defined(self.definitions)) && named.len() != 1 {
            let value: Json = named.iter().copied().collect();
            let why = "must have exactly one architecture, because several are defined";
            errors.push(FieldError::invalid(format!("{path}.{ARCHITECTURE}"), value, why));
        }
    }

    /// What the profile offers and the provider does not know (section 12.3).
    fn completeness(&self, path: &str, errors: &mut Vec<FieldError>) {
        // Of two entries of an image or a version the last one counts.
        let entries = &self.config.machine_images;
        let known: Index<'_> = entries.iter().map(ProviderImage::name).collect();
        let known_versions: Vec<Index<'_>> =
            entries.iter().map(|image| image.versions.iter().map(ProviderVersion::version).collect()).collect();
        for (index, image) in self.images.iter().enumerate().filter(|(_, image)| !image.versions.is_empty()) {
            let path = format!("{path}[{index}]");
            let place = known.last(image.name());
            let Some((entry, versions)) = place.and_then(|place| entries.get(place).zip(known_versions.get(place)))
            else {
                let why = format!("must provide a mapping of the image `{}` in providerConfig", image.name());
                errors.push(FieldError::required(path, &why));
                continue;
            };
            for (index, version) in image.versions.iter().enumerate() {
                let path = format!("{path}.versions[{index}]");
                let found = versions.last(version.version()).and_then(|place| entry.versions.get(place));
                match (self.has_capabilities(), self.provider) {
                    (true, _) => self.flavors(image, version, found, &path, errors),
                    (false, Provider::Aws) => architectures_known(image, version, found, &path, errors),
                    (false, Provider::Local) => {}
                }
            }
        }
    }

    /// What a flavor can, with all values where it does not name a capability.
    fn content(&self, capabilities: &Capabilities<'a>) -> Content<'a> {
        let own = |name: &str| capabilities.get(name).map(|values| values.iter().copied().collect());
        self.defined.iter().map(|(name, all)| (name, own(name).unwrap_or_else(|| all.clone()))).collect()
    }

    /// Each flavor has to equal one of the provider's, both with all that they do not name.
    fn flavors(
        &self,
        image: &MachineImage<'a>,
        version: &ImageVersion<'a>,
        found: Option<&ProviderVersion<'a>>,
        path: &str,
        errors: &mut Vec<FieldError>,
    ) {
        let Some(found) = found else {
            errors.push(version_unknown(image, version, path));
            return;
        };
        let everything = Capabilities::default();
        let mut flavors: Vec<(usize, &Capabilities<'a>)> = version.flavors().collect();
        if version.capability_flavors.is_empty() {
            flavors.push((0, &everything));
        }
        let known: Vec<Content<'a>> =
            set(found.capability_flavors.iter().map(|flavor| self.content(&flavor.capabilities)));
        let older: Names<'_> = found.regions.iter().map(RegionImage::architecture).collect();
        for (index, flavor) in flavors {
            let content = self.content(flavor);
            let path = format!("{path}.capabilityFlavors[{index}]");
            let missing = |what: String| {
                let why =
                    format!("missing mapping of `{}@{}` in providerConfig for {what}", image.name(), version.version());
                FieldError::required(path.clone(), &why)
            };
            if known.is_empty() && !older.is_empty() && self.provider == Provider::Aws {
                let wanted = content.iter().find(|(name, _)| *name == ARCHITECTURE);
                let lost = wanted.into_iter().flat_map(|(_, wanted)| wanted.without(&older));
                errors.extend(lost.map(|architecture| missing(format!("the architecture `{architecture}`"))));
            } else if known.binary_search(&content).is_err() {
                errors.push(missing(format!("the capabilities {}", shown(&content).to_text())));
            }
        }
    }
}

fn shown(content: &Content<'_>) -> Json {
    content.iter().fold(Json::object(), |mut shown, (name, values)| {
        shown.set(name, values.iter().collect());
        shown
    })
}

fn version_unknown(image: &MachineImage<'_>, version: &ImageVersion<'_>, path: &str) -> FieldError {
    let why = format!("the version `{}@{}` is not in providerConfig", image.name(), version.version());
    FieldError::required(path, &why)
}

/// Regions with their artifacts; in the older form each may name an architecture.
fn regions(regions: &[RegionImage<'_>], older_form: bool, path: &str, errors: &mut Vec<FieldError>) {
    if regions.is_empty() {
        errors.push(FieldError::required(format!("{path}.regions"), "must provide at least one region"));
    }
    for (index, region) in regions.iter().enumerate() {
        let path = format!("{path}.regions[{index}]");
        if region.name.unwrap_or_default().is_empty() {
            errors.push(FieldError::required(format!("{path}.name"), "must provide a name"));
        }
        if region.ami.unwrap_or_default().is_empty() {
            errors.push(FieldError::required(format!("{path}.ami"), "must provide an ami"));
        }
        let field = format!("{path}.{ARCHITECTURE}");
        if older_form && !KNOWN.contains(&region.architecture()) {
            errors.push(FieldError::not_supported(field, region.architecture(), &KNOWN));
        } else if !older_form && region.architecture.is_some() {
            errors.push(FieldError::forbidden(field, "must be defined in capabilities.architecture"));
        }
    }
}

/// Without capabilities each architecture of a version needs an artifact in some region.
fn architectures_known(
    image: &MachineImage<'_>,
    version: &ImageVersion<'_>,
    found: Option<&ProviderVersion<'_>>,
    path: &str,
    errors: &mut Vec<FieldError>,
) {
    for architecture in &version.architectures {
        let Some(found) = found else {
            errors.push(version_unknown(image, version, path));
            continue;
        };
        if !KNOWN.contains(architecture) {
            errors.push(FieldError::not_supported(format!("{path}.architectures"), *architecture, &KNOWN));
        }
        if !found.regions.iter().any(|region| region.architecture() == *architecture) {
            let why = format!(
                "missing mapping of `{}@{}` in providerConfig for the architecture `{architecture}`",
                image.name(),
                version.version()
            );
            errors.push(FieldError::required(path, &why));
        }
    }
}
