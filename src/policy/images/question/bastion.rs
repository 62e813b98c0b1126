//! The question which machine a bastion gets.

use crate::question::Reference;
use crate::wire::{answer, given};

given! {
    /// A profile.
    pub struct BastionGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

answer! {
    /// The machine of a bastion.
    #[derive(Default)]
    pub struct BastionAnswer<'a> {
        /// Whether there is none.
        error: Option<bool>,
        /// Its type.
        machine_type ["machineType"]: Option<&'a str>,
        /// Its architecture.
        architecture: Option<&'a str>,
        /// Its image.
        image: Option<BastionImageAnswer<'a>>,
    }
}

answer! {
    /// The image of a bastion.
    pub struct BastionImageAnswer<'a> {
        /// Its name.
        name: &'a str,
        /// Its version, with three numbers where the profile does not name it.
        version: String,
    }
}
