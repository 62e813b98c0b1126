//! Questions about what a pool of workers needs.

use crate::policy::images::model::{Definition, ImageVersion, MachineImage, MachineType};
use crate::policy::images::shoot::model::Worker;
use crate::wire::{answer, given};

given! {
    /// An image and a machine type.
    pub struct MatchingGiven<'a> {
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The image.
        machine_image ["machineImage"]: MachineImage<'a>,
        /// The machine type.
        machine_type ["machineType"]: MachineType<'a>,
    }
}

given! {
    /// An image, a machine type and the workers on it.
    pub struct WorkerVersionsGiven<'a> {
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The image.
        machine_image ["machineImage"]: MachineImage<'a>,
        /// The machine type.
        machine_type ["machineType"]: MachineType<'a>,
        /// The workers.
        worker: Worker<'a>,
        /// The Kubernetes version of the control plane.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The versions of an image that suit.
    pub struct MatchingAnswer<'a> {
        /// The versions, in the order of the image.
        matching_versions ["matchingVersions"]: Vec<&'a str>,
    }
}

given! {
    /// An image version.
    pub struct VersionArchitecturesGiven<'a> {
        /// The definitions.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The version.
        machine_image_version ["machineImageVersion"]: ImageVersion<'a>,
    }
}

answer! {
    /// What an image version is built for.
    pub struct ArchitecturesAnswer<'a> {
        /// Its architectures.
        architectures: Vec<&'a str>,
    }
}

given! {
    /// A machine type.
    pub struct MachineTypeArchitectureGiven<'a> {
        /// The definitions.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The machine type.
        machine_type ["machineType"]: MachineType<'a>,
    }
}

answer! {
    /// What a machine type is.
    pub struct ArchitectureAnswer<'a> {
        /// Its architecture, empty where it has none or several.
        architecture: &'a str,
    }
}
