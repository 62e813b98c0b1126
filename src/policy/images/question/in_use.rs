//! The question what a change of a profile would break.

use super::profile::Operation;
use crate::policy::images::profiles::in_use::Violation;
use crate::question::Reference;
use crate::wire::{answer, given};

given! {
    /// A change of a profile, and who may use it.
    pub struct InUseGiven<'a> {
        /// What is done to it.
        operation: Option<Operation>,
        /// The CloudProfile after the change; with a NamespacedCloudProfile its parent.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The CloudProfile before the change.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile after the change.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile before the change.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfiles that may use it; the loaded ones, unless given.
        namespaced_cloud_profiles ["namespacedCloudProfiles"]: Option<Vec<Reference<'a>>>,
        /// The Shoots that may use it; the loaded ones, unless given.
        shoots: Option<Vec<Reference<'a>>>,
    }
}

answer! {
    /// Whether nothing that is used goes.
    pub struct InUseAnswer {
        /// Whether the change may be made.
        allowed: bool,
        /// The uses that stand against it.
        violations: Vec<Violation>,
    }
}
