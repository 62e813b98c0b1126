//! Machine images, their versions, and the lifecycle of a version (sections 1.2 and 1.3).

use super::capabilities::{Capabilities, Flavors};
use super::runtimes::Cri;
use super::scalars::RawTime;
use crate::base::sort::set;
use crate::wire::given;

/// The update strategies: how far an automatic update of an image may go.
pub const UPDATE_STRATEGIES: [&str; 3] = ["major", "minor", "patch"];

given! {
    /// A version and its lifecycle.
    #[derive(Default)]
    foreign pub struct ExpirableVersion<'a> {
        /// The version as text.
        version: Option<&'a str>,
        /// The declared classification, a legacy field.
        classification: Option<&'a str>,
        /// When the version expires, a legacy field.
        expiration_date ["expirationDate"]: Option<RawTime<'a>>,
        /// The stages of the version's lifecycle, which replace the two legacy fields.
        lifecycle: Vec<Stage<'a>>,
    }
}

given! {
    /// A stage in the lifecycle of a version.
    foreign pub struct Stage<'a> {
        /// The classification of the version from the start of the stage.
        classification: Option<&'a str>,
        /// When the stage starts; it has always applied if absent.
        start_time ["startTime"]: Option<RawTime<'a>>,
    }
}

given! {
    /// A machine image.
    #[derive(Default)]
    foreign pub struct MachineImage<'a> {
        /// The name of the image.
        name: Option<&'a str>,
        /// The versions of the image.
        versions: Vec<ImageVersion<'a>>,
        /// How far an automatic update may go: `patch`, `minor` or `major`.
        update_strategy ["updateStrategy"]: Option<&'a str>,
    }
}

impl<'a> MachineImage<'a> {
    /// Returns the update strategy if it is not one of the known ones.
    pub fn unknown_strategy(&self) -> Option<&'a str> {
        self.update_strategy.filter(|word| !UPDATE_STRATEGIES.contains(word))
    }
}

given! {
    /// A version of a machine image.
    #[derive(Default)]
    foreign pub struct ImageVersion<'a> {
        /// The version as text.
        version: Option<&'a str>,
        /// The declared classification, a legacy field.
        classification: Option<&'a str>,
        /// When the version expires, a legacy field.
        expiration_date ["expirationDate"]: Option<RawTime<'a>>,
        /// The stages of the version's lifecycle, which replace the two legacy fields.
        lifecycle: Vec<Stage<'a>>,
        /// The container runtimes that the version includes.
        cri: Vec<Cri<'a>>,
        /// The architectures that the version is built for, a legacy field that the `architecture` capability replaces.
        architectures: Vec<&'a str>,
        /// The constraint on the kubelet versions that the image version can run.
        kubelet_version_constraint ["kubeletVersionConstraint"]: Option<&'a str>,
        /// Whether machines can be updated in place to this version.
        in_place_updates ["inPlaceUpdates"]: Option<InPlaceUpdates<'a>>,
        /// The artifacts of the version, each by its capabilities; `null` means no capabilities, like `{}`.
        capability_flavors ["capabilityFlavors"]: Flavors<'a>,
    }
}

given! {
    /// Whether machines can be updated in place to a version.
    foreign pub struct InPlaceUpdates<'a> {
        /// Whether in-place updates are supported.
        supported: bool,
        /// The lowest version from which a machine can be updated in place.
        min_version_for_update ["minVersionForUpdate"]: Option<&'a str>,
    }
}

impl<'a> MachineImage<'a> {
    /// The name of the image, empty if absent.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// Returns the first version whose text is exactly `text`.
    pub fn version(&self, text: &str) -> Option<&ImageVersion<'a>> {
        self.versions.iter().find(|version| version.version() == text)
    }
}

impl<'a> ImageVersion<'a> {
    /// The version as text, empty if absent.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// The flavors with their indexes.
    pub fn flavors(&self) -> impl Iterator<Item = (usize, &Capabilities<'a>)> {
        self.capability_flavors.iter().enumerate()
    }
}

/// Images with their versions, sorted and without duplicates.
pub fn image_versions<'v>(images: &'v [MachineImage<'_>]) -> Vec<(&'v str, &'v str)> {
    set(images.iter().flat_map(|image| image.versions.iter().map(|version| (image.name(), version.version()))))
}
