//! Machine images with their versions, and versions with what they are when (sections 1.2 and 1.3).

use super::capabilities::Capabilities;
use super::runtimes::Cri;
use super::scalars::RawTime;
use crate::wire::given;

/// How far an automatic update of an image may go.
pub const UPDATE_STRATEGIES: [&str; 3] = ["major", "minor", "patch"];

given! {
    /// A version with its lifecycle.
    #[derive(Default)]
    foreign pub struct ExpirableVersion<'a> {
        /// The version.
        version: Option<&'a str>,
        /// Its declared classification.
        classification: Option<&'a str>,
        /// When it expires.
        expiration_date ["expirationDate"]: Option<RawTime<'a>>,
        /// Its stages, which replace the two fields above.
        lifecycle: Vec<Stage<'a>>,
    }
}

given! {
    /// A stage in the life of a version.
    foreign pub struct Stage<'a> {
        /// What the version is from then on.
        classification: Option<&'a str>,
        /// When that begins; always, unless given.
        start_time ["startTime"]: Option<RawTime<'a>>,
    }
}

given! {
    /// A machine image.
    #[derive(Default)]
    foreign pub struct MachineImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its versions.
        versions: Vec<ImageVersion<'a>>,
        /// How far an automatic update goes.
        update_strategy ["updateStrategy"]: Option<&'a str>,
    }
}

impl<'a> MachineImage<'a> {
    /// A word for how far an update goes that is none.
    pub fn unknown_strategy(&self) -> Option<&'a str> {
        self.update_strategy.filter(|word| !UPDATE_STRATEGIES.contains(word))
    }
}

given! {
    /// A version of a machine image.
    #[derive(Default)]
    foreign pub struct ImageVersion<'a> {
        /// The version.
        version: Option<&'a str>,
        /// Its declared classification.
        classification: Option<&'a str>,
        /// When it expires.
        expiration_date ["expirationDate"]: Option<RawTime<'a>>,
        /// Its stages, which replace the two fields above.
        lifecycle: Vec<Stage<'a>>,
        /// Container runtimes it brings.
        cri: Vec<Cri<'a>>,
        /// Architectures it is built for; the capability of that name replaces the field.
        architectures: Vec<&'a str>,
        /// Which kubelets it runs.
        kubelet_version_constraint ["kubeletVersionConstraint"]: Option<&'a str>,
        /// Whether machines can be updated to it in place.
        in_place_updates ["inPlaceUpdates"]: Option<InPlaceUpdates<'a>>,
        /// Its artifacts, each with its capabilities; `null` names none, like `{}`.
        capability_flavors ["capabilityFlavors"]: Vec<Capabilities<'a>>,
    }
}

given! {
    /// Whether machines can be updated to a version in place.
    foreign pub struct InPlaceUpdates<'a> {
        /// Whether they can.
        supported: bool,
        /// From which version on.
        min_version_for_update ["minVersionForUpdate"]: Option<&'a str>,
    }
}

impl<'a> MachineImage<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// The first of its versions written exactly so.
    pub fn version(&self, text: &str) -> Option<&ImageVersion<'a>> {
        self.versions.iter().find(|version| version.version() == text)
    }
}

impl<'a> ImageVersion<'a> {
    /// The version, empty where there is none.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// Its flavors with their places.
    pub fn flavors(&self) -> impl Iterator<Item = (usize, &Capabilities<'a>)> {
        self.capability_flavors.iter().enumerate()
    }
}
