//! Machine images and their versions (section 4.5).

use super::Validation;
use crate::base::masterminds::{Constraint, Version};
use crate::base::{Interner, Known, Names};
use crate::policy::images::catalog::{architectures, field_ignored};
use crate::policy::images::documents::{
    ARCHITECTURE, Capabilities, Cri, ImageVersion, KNOWN, MachineImage, UPDATE_STRATEGIES,
};
use crate::policy::images::profiles::names;
use crate::question::Undecided;
use crate::wire::PathStep;

const RUNTIME_INTERFACES: [&str; 1] = ["containerd"];

const NO_VERSION: &str = "must be a version such as `1592.2.0`";

impl Validation<'_, '_> {
    /// Checks the images that a profile offers.
    pub(super) fn offered_images(
        &mut self,
        images: &[MachineImage<'_>],
        place: &PathStep<'_>,
    ) -> Result<(), Undecided> {
        if images.is_empty() {
            self.required(*place, "a profile needs at least one machine image");
        }
        self.image_list(images, place);
        for (index, image) in images.iter().enumerate() {
            let entry = place.index(index);
            self.image(image, &entry, true);
            if image.update_strategy.is_none() {
                self.required(entry.key("updateStrategy"), "an image says how far an automatic update goes");
            }
            let list = entry.key("versions");
            for (index, version) in image.versions.iter().enumerate() {
                self.version(version, &list.index(index));
                self.offered_version(version, &list.index(index));
            }
            self.one_supported(&image.versions, &list)?;
        }
        Ok(())
    }

    /// Checks an image that a NamespacedCloudProfile adds to its parent's.
    pub(super) fn added_image(&mut self, image: &MachineImage<'_>, place: &PathStep<'_>) -> Result<(), Undecided> {
        let list = place.key("versions");
        self.image(image, place, true);
        let mut seen = Interner::default();
        for (index, version) in image.versions.iter().enumerate() {
            if !seen.is_new(version.version()) {
                self.duplicate(list.index(index), version.version());
            }
            self.version(version, &list.index(index));
            self.offered_version(version, &list.index(index));
        }
        self.one_supported(&image.versions, &list)
    }

    /// Checks a version that a NamespacedCloudProfile adds to an image of its parent. Its runtimes and lifecycle are
    /// checked when the two profiles are merged.
    pub(super) fn added_version(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        self.version(version, place);
        if self.defined.is_empty() {
            self.known_architectures(version, place);
        } else {
            self.built_for(version, place);
        }
    }

    /// Checks a list of images as a whole: all versions can be ordered, and nothing is listed twice.
    pub(super) fn image_list(&mut self, images: &[MachineImage<'_>], place: &PathStep<'_>) {
        let mut versions = images.iter().flat_map(|image| &image.versions);
        if let Some(unordered) = versions.find(|version| Version::parse(version.version()).is_none()) {
            self.invalid(*place, unordered.version(), "the latest version of an image cannot be told");
        }
        let (mut names, mut keys) = (Interner::default(), Known::default());
        for (index, image) in images.iter().enumerate() {
            let entry = place.index(index);
            if !names.is_new(image.name()) {
                self.duplicate(entry, image.name());
            }
            let mut own = Interner::default();
            for (number, version) in image.versions.iter().enumerate() {
                // Image and version are compared as a single text. A name that is refused for its length is left out,
                // so that all these texts together stay as small as the document.
                let (key, is_new) = if image.name().len() <= LONGEST_KEYED {
                    let key = format!("{}-{}", image.name(), version.version());
                    (key.clone(), keys.insert(key, ()))
                } else {
                    (version.version().to_owned(), own.is_new(version.version()))
                };
                if !is_new {
                    self.duplicate(entry.key("versions").index(number), &key);
                }
            }
        }
    }

    /// Checks what holds for every image by itself.
    pub(super) fn image(&mut self, image: &MachineImage<'_>, place: &PathStep<'_>, needs_versions: bool) {
        self.plain_name(image.name(), place.key("name"));
        if needs_versions && image.versions.is_empty() {
            self.required(place.key("versions"), "an image needs at least one version");
        }
        if let Some(strategy) = image.unknown_strategy() {
            self.not_supported(place.key("updateStrategy"), strategy, &UPDATE_STRATEGIES);
        }
    }

    /// Checks what holds for every version by itself.
    pub(super) fn version(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        let is_version = |text: &str| Version::parse(text).is_some();
        if version.version().is_empty() {
            self.required(place.key("version"), "a version is needed");
        }
        if !is_version(version.version()) {
            self.invalid(place.key("version"), version.version(), NO_VERSION);
        }
        let from = version.in_place_updates.as_ref().and_then(|updates| updates.min_version_for_update);
        if let Some(from) = from.filter(|from| !is_version(from)) {
            self.invalid(place.key("minVersionForInPlaceUpdate"), from, NO_VERSION);
        }
        let kubelets = version.kubelet_version_constraint;
        if let Some(kubelets) = kubelets.filter(|kubelets| Constraint::parse(kubelets).is_none()) {
            self.invalid(place.key("kubeletVersionConstraint"), kubelets, "must be a constraint such as `>= 1.30`");
        }
    }

    /// Checks what a version also needs in order to be offered.
    fn offered_version(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        self.runtime_interfaces(&version.cri, &place.key("cri"));
        self.stages(version, place);
        self.built_for(version, place);
    }

    /// Checks what a version runs on.
    fn built_for(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        if self.defined.is_empty() {
            self.plain_architectures(version, place);
        } else {
            self.flavored_architectures(version, place);
            self.flavors(version, &place.key("capabilityFlavors"));
        }
    }

    fn runtime_interfaces(&mut self, interfaces: &[Cri<'_>], place: &PathStep<'_>) {
        if interfaces.is_empty() {
            self.required(*place, "a version brings at least one container runtime interface");
        }
        let mut seen = Interner::default();
        for (index, cri) in interfaces.iter().enumerate() {
            let (entry, name) = (place.index(index), cri.name.unwrap_or_default());
            if !seen.is_new(name) {
                self.duplicate(entry, name);
            }
            if !RUNTIME_INTERFACES.contains(&name) {
                self.not_supported(entry.key("name"), name, &RUNTIME_INTERFACES);
            }
            let mut runtimes = Interner::default();
            for (index, runtime) in cri.container_runtimes.iter().enumerate() {
                let (list, kind) = (entry.key("containerRuntimes"), runtime.runtime_type.unwrap_or_default());
                if !names::plain_name(kind).is_empty() {
                    self.invalid(list.index(index).key("type"), kind, "must be a plain name");
                }
                if !runtimes.is_new(kind) {
                    self.duplicate(list.index(index).key("type"), kind);
                }
            }
        }
    }

    /// Without definitions, architectures have their own field.
    fn plain_architectures(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        if version.architectures.is_empty() {
            self.required(place.key("architectures"), "a version is built for at least one architecture");
        }
        self.known_architectures(version, place);
        if !version.capability_flavors.is_empty() {
            self.forbidden(place.key("capabilityFlavors"), "flavors need `spec.machineCapabilities`");
        }
    }

    pub(super) fn known_architectures(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        for (index, architecture) in version.architectures.iter().enumerate() {
            if !KNOWN.contains(architecture) {
                self.not_supported(place.key("architectures").index(index), architecture, &KNOWN);
            }
        }
    }

    /// With definitions, the flavors name the architectures, and the older field may not contradict them.
    fn flavored_architectures(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        let several = self.defined.several_architectures();
        let list = place.key("capabilityFlavors");
        if several && version.capability_flavors.is_empty() {
            return self
                .required(list, "with several architectures defined a version needs flavors that name one each");
        }
        for (index, flavor) in version.capability_flavors.iter().enumerate() {
            let (entry, values) = (list.index(index), architectures_of(Some(flavor)));
            match values {
                [] if several => self.required(entry.key(ARCHITECTURE), "with several defined a flavor names one"),
                [_, _, ..] => {
                    self.invalid(entry.key(ARCHITECTURE), &values.join(", "), "a flavor has one architecture");
                }
                _ => {}
            }
        }
        if architectures::capability_precedes(self.asked.edition) {
            return self.precedes_field(version, place);
        }
        let defined = self.defined.architectures();
        let flavors = version.capability_flavors.iter();
        let mut named: Vec<&str> = flavors.flat_map(|flavor| architectures_of(Some(flavor))).copied().collect();
        if named.is_empty() && defined.len() == 1 {
            named.extend(defined);
        }
        let named: Names<'_> = named.into_iter().collect();
        if version.architectures.iter().any(|architecture| !named.contains(architecture)) {
            let of_flavors = named.iter().collect::<Vec<_>>().join(", ");
            let of_flavors = if of_flavors.is_empty() { "none" } else { &of_flavors };
            let why = format!("must be among the architectures of the flavors: {of_flavors}");
            self.invalid(place.key("architectures"), &version.architectures.join(", "), &why);
        }
        let known: Names<'_> = defined.iter().copied().collect();
        for (index, architecture) in version.architectures.iter().enumerate() {
            if !known.contains(architecture) {
                self.not_supported(place.key("architectures").index(index), architecture, defined);
            }
        }
    }

    /// In the design edition, the architectures of the flavors hold, whatever the older field says.
    fn precedes_field(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        self.known_architectures(version, place);
        if let Some(held) = self.defined.overruling.instead_of_version(version) {
            let says = version.architectures.iter().copied().collect();
            self.warnings.push(field_ignored(self.at(place.key("architectures")), says, held.iter()));
        }
    }

    /// Checks what a list of images says about capabilities.
    pub(super) fn capable_images(&mut self, images: &[MachineImage<'_>], place: &PathStep<'_>) {
        for (index, image) in images.iter().enumerate() {
            let entry = place.index(index);
            let list = entry.key("versions");
            for (index, version) in image.versions.iter().enumerate() {
                self.built_for(version, &list.index(index));
            }
        }
    }

    fn flavors(&mut self, version: &ImageVersion<'_>, place: &PathStep<'_>) {
        for (index, flavor) in version.flavors() {
            self.known_capabilities(flavor, &place.index(index));
        }
    }
}

/// The longest image name that is combined with each of its versions.
const LONGEST_KEYED: usize = 253;

fn architectures_of<'f, 'a>(flavor: Option<&'f Capabilities<'a>>) -> &'f [&'a str] {
    flavor.and_then(|flavor| flavor.get(ARCHITECTURE)).map(Vec::as_slice).unwrap_or_default()
}
