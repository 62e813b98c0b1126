//! Questions about profiles as documents.

use crate::policy::images::field_error::FieldError;
use crate::policy::images::profiles::FeatureGates;
use crate::question::Reference;
use crate::wire::{Json, answer, given, words};

words! {
    /// What is done to a profile.
    pub enum Operation {
        /// It is new.
        Create = "create",
        /// It replaces an old one.
        Update = "update",
        /// It goes.
        Delete = "delete",
    }
}

given! {
    /// A profile, of the cluster or of a namespace.
    pub struct DefaultGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

given! {
    /// A profile with the one that it replaces, if it replaces one.
    pub struct PrepareGiven<'a> {
        /// Gardener's feature gates; what is prepared does not depend on them.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// The CloudProfile.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The CloudProfile before an update.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile before an update.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

given! {
    /// A CloudProfile to synchronize.
    pub struct SyncGiven<'a> {
        /// The profile.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The one before an update; without it the profile is made canonical.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
    }
}

given! {
    /// A NamespacedCloudProfile, and what its parent defines.
    pub struct TransformGiven<'a> {
        /// The parent's definitions.
        machine_capabilities ["machineCapabilities"]: Option<Json>,
        /// The parent, whose definitions count where none are given by themselves.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The profile.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

given! {
    /// A NamespacedCloudProfile and its parent.
    pub struct MergeGiven<'a> {
        /// The parent; the loaded one that the profile names, unless given.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The profile.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

given! {
    /// A profile to validate.
    pub struct ValidateGiven<'a> {
        /// What is done to it: an update where there is an old one, unless given.
        operation: Option<Operation>,
        /// Gardener's feature gates.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// Whether the profile is prepared first, as the API server does.
        pipeline: bool,
        /// How many bytes of a document the store takes; 1572864, as etcd does, unless given.
        max_bytes ["maxBytes"]: Option<u64>,
        /// The CloudProfile.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The CloudProfile before an update.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile before an update.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

given! {
    /// A NamespacedCloudProfile to admit.
    pub struct AdmitGiven<'a> {
        /// What is done to it: an update where there is an old one, unless given.
        operation: Option<Operation>,
        /// Gardener's feature gates.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// The parent; the loaded one that the profile names, unless given.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The profile.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The profile before an update.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

answer! {
    /// A profile after a stage.
    pub struct SpecAnswer {
        /// Its `spec`.
        spec: Json,
    }
}

answer! {
    /// A profile merged with its parent.
    pub struct MergeAnswer {
        /// What goes into `status.cloudProfileSpec`.
        status: Json,
    }
}

answer! {
    /// Whether a profile can be stored.
    pub struct Validity {
        /// Whether it can.
        valid: bool,
        /// Everything that is wrong with it.
        errors: Vec<FieldError>,
    }
}

answer! {
    /// Whether a NamespacedCloudProfile goes with its parent.
    #[derive(Default)]
    pub struct Admitted {
        /// Whether it does.
        allowed: bool,
        /// The fields that are refused, if it comes to fields.
        errors: Vec<FieldError>,
        /// Why it is refused as a whole.
        reason: Option<NotAdmitted>,
        /// The same in words.
        message: Option<String>,
        /// What is wrong with the profile that the two come to.
        merged_errors ["mergedErrors"]: Option<Vec<FieldError>>,
    }
}

words! {
    /// Why a NamespacedCloudProfile is refused as a whole.
    pub enum NotAdmitted {
        /// It overrides a Kubernetes version in a way it may not.
        KubernetesOverride = "kubernetes-override-invalid",
        /// What it comes to together with its parent is not valid.
        MergedStatus = "merged-status-invalid",
    }
}
