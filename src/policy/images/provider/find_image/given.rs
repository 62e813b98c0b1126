//! What `images/find-image` is given: a machine and where its artifacts are listed.

use crate::policy::images::documents::{Capabilities, Definition};
use crate::question::Reference;
use crate::wire::{Value, given};

given! {
    /// A machine that needs an artifact of an image version, described by lists or by a profile. What is given beside a
    /// profile takes precedence.
    pub struct FindImageGiven<'a> {
        /// The provider, one of aws, azure, gcp, openstack, alicloud and local; by default that of the configuration or
        /// of the profile.
        provider: Option<&'a str>,
        /// The capability definitions, the preferred capabilities and values first; by default those of the profile.
        machine_capabilities ["machineCapabilities"]: Option<Vec<Definition<'a>>>,
        /// The machine's capabilities; by default those of the machine type in the profile.
        capabilities: Option<Capabilities<'a>>,
        /// The architecture of the workers, for a machine that names none; by default that of the machine type in the
        /// profile.
        worker_architecture ["workerArchitecture"]: Option<&'a str>,
        /// The name of the image.
        image_name ["imageName"]: &'a str,
        /// The version of the image.
        image_version ["imageVersion"]: &'a str,
        /// The region in which the machine runs.
        region: Option<&'a str>,
        /// The provider's configuration, which only its extension reads; by default that of the profile.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one; it is merged with its parent.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The name of the machine type in the profile; without a profile, azure looks for it in the configuration.
        machine_type ["machineType"]: Option<&'a str>,
    }
}
