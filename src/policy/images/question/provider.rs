//! Questions about the artifacts that a provider's extension knows.

use crate::policy::images::field_error::FieldError;
use crate::policy::images::model::{Capabilities, Definition, MachineImage};
use crate::wire::{Value, answer, given, words};

words! {
    /// A provider.
    pub enum Provider {
        /// Artifacts for each region.
        Aws = "aws",
        /// One artifact for all.
        Local = "local",
    }
}

given! {
    /// A machine that needs an artifact.
    pub struct FindImageGiven<'a> {
        /// The provider.
        provider: Provider,
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// What the machine can.
        capabilities: Capabilities<'a>,
        /// The architecture of the workers, where the machine names none.
        worker_architecture ["workerArchitecture"]: Option<&'a str>,
        /// The image.
        image_name ["imageName"]: &'a str,
        /// Its version.
        image_version ["imageVersion"]: &'a str,
        /// The region.
        region: Option<&'a str>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

answer! {
    /// The artifact that a machine boots.
    #[derive(Default)]
    pub struct FindImageAnswer<'a> {
        /// The artifact.
        image: Option<&'a str>,
        /// Whether there is none.
        error: Option<bool>,
        /// Why there is none.
        reason: Option<NoArtifact>,
    }
}

words! {
    /// Why there is no artifact.
    pub enum NoArtifact {
        /// The provider knows no such image, or no such version of it.
        Unknown = "image-not-mapped",
        /// The provider knows no artifact of it in the region.
        Region = "region-not-mapped",
        /// No artifact fits the machine.
        NoCompatible = "no-compatible-flavor",
        /// Several are equally preferred.
        Ambiguous = "ambiguous-flavors",
    }
}

given! {
    /// The images of a profile, and what the provider knows of them.
    pub struct ValidateMappingGiven<'a> {
        /// The provider.
        provider: Provider,
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The images.
        machine_images ["machineImages"]: Vec<MachineImage<'a>>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}

answer! {
    /// Whether the provider knows an artifact for all that the profile offers.
    pub struct ValidateMappingAnswer {
        /// Whether it does.
        valid: bool,
        /// The fields that are refused.
        errors: Vec<FieldError>,
    }
}
