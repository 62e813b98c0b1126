//! The question what a maintenance run does.

use crate::question::Reference;
use crate::wire::{Ordered, answer, given};

given! {
    /// A Shoot whose maintenance window begins.
    pub struct MaintainGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// Gates that are set; none of them changes what maintenance does to images.
        feature_gates ["featureGates"]: Ordered<&'a str, bool>,
    }
}

answer! {
    /// What a run does to the image versions.
    pub struct MaintainAnswer<'a> {
        /// Each pool, up to the one that stopped the run.
        workers: Vec<MaintainedWorker<'a>>,
        /// Whether the run stopped.
        error: Option<bool>,
    }
}

answer! {
    /// What a run does to a pool.
    pub struct MaintainedWorker<'a> {
        /// Its name.
        name: &'a str,
        /// The version it has afterwards.
        version: &'a str,
        /// Whether that is another one than before.
        updated: bool,
        /// Whether it has to move and cannot.
        failed: bool,
    }
}
