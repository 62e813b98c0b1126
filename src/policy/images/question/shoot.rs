//! Questions about Shoots on their way into the API server.

use crate::policy::images::field_error::FieldError;
use crate::question::Reference;
use crate::wire::{Json, Ordered, answer, given, words};

given! {
    /// A Shoot and its profile.
    pub struct WorkerArchitectureGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
    }
}

answer! {
    /// What the workers of a Shoot are.
    pub struct WorkerArchitectureAnswer<'a> {
        /// Each pool in its order.
        workers: Vec<WorkerArchitectureOf<'a>>,
    }
}

answer! {
    /// What a pool is.
    pub struct WorkerArchitectureOf<'a> {
        /// Its name.
        name: &'a str,
        /// Its architecture.
        architecture: &'a str,
    }
}

given! {
    /// A Shoot whose workers are to be completed.
    pub struct DefaultImageGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// The Shoot before, where it exists already.
        old_shoot ["oldShoot"]: Option<Reference<'a>>,
    }
}

answer! {
    /// The workers of a Shoot, completed.
    pub struct DefaultImageAnswer<'a> {
        /// What could not be completed.
        errors: Vec<FieldError>,
        /// Each pool in its order.
        workers: Vec<CompletedWorker<'a>>,
    }
}

answer! {
    /// A pool, completed.
    pub struct CompletedWorker<'a> {
        /// Its name.
        name: &'a str,
        /// Its architecture.
        architecture: Option<&'a str>,
        /// Its image.
        image: Option<Json>,
        /// Its own Kubernetes version.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

words! {
    /// What is done to a document.
    pub enum Operation {
        /// It is new.
        Create = "create",
        /// It exists already.
        Update = "update",
    }
}

given! {
    /// A Shoot that is about to be stored.
    pub struct AdmitShootGiven<'a> {
        /// What is done to it.
        operation: Operation,
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The profile that the Shoot had before, where it gets another one.
        old_cloud_profile ["oldCloudProfile"]: Option<Reference<'a>>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// The Shoot before.
        old_shoot ["oldShoot"]: Option<Reference<'a>>,
        /// Gates that are set; none of them changes what becomes of a Shoot.
        feature_gates ["featureGates"]: Ordered<&'a str, bool>,
        /// Whether the rules that need no profile are applied too.
        static_rules ["staticRules"]: bool,
    }
}

answer! {
    /// Whether a Shoot may be stored.
    #[derive(Default)]
    pub struct AdmitShootAnswer<'a> {
        /// Whether it may.
        allowed: bool,
        /// Whether the software fails instead of answering.
        error: Option<bool>,
        /// In which way.
        reason: Option<Failure>,
        /// The fields that are refused.
        errors: Option<Vec<FieldError>>,
        /// The pools as they would be stored.
        workers: Vec<CompletedWorker<'a>>,
        /// What may be stored and will hurt.
        warnings: Vec<Warning>,
    }
}

words! {
    /// In which way the software fails.
    pub enum Failure {
        /// It follows a pointer to nothing.
        Crash = "upstream-crash",
    }
}

answer! {
    /// A field that may be stored and will hurt.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Warning {
        /// Where.
        field: String,
        /// Why, as a user reads it.
        detail: String,
    }
}
