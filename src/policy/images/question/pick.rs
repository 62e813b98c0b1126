//! The question which version to take.

use super::fit::Summary;
use crate::policy::images::shoot::model::Worker;
use crate::policy::images::versions::Classification;
use crate::question::Reference;
use crate::wire::{answer, given, words};

given! {
    /// A machine type that needs an image.
    pub struct PickGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The machine type.
        machine_type ["machineType"]: &'a str,
        /// Of which image; without it the first one of the profile that has a candidate.
        image: Option<&'a str>,
        /// The region in which the machine type has to be available.
        region: Option<&'a str>,
        /// The zones in which it has to be available; any zone of the region, unless given.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<Worker<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The version to take.
    pub struct PickAnswer<'a> {
        /// The machine type.
        machine_type ["machineType"]: &'a str,
        /// Whether there is one.
        found: bool,
        /// The one to take.
        picked: Option<Picked<'a>>,
        /// The one that would be taken without it.
        runner_up ["runnerUp"]: Option<Picked<'a>>,
        /// What decided between the two.
        decided_by ["decidedBy"]: Option<DecidedBy>,
        /// How many versions there were to choose from, and what kept the others out.
        summary: Summary<'a>,
    }
}

answer! {
    /// A version of an image.
    pub struct Picked<'a> {
        /// The image.
        image: &'a str,
        /// The version.
        version: &'a str,
        /// What it is now.
        classification: Classification,
        /// The place of the flavor that is taken; upstream has none where several are equally preferred.
        flavor: Option<usize>,
    }
}

words! {
    /// What decided between two versions.
    pub enum DecidedBy {
        /// Only one of them is supported.
        Classification = "classification",
        /// The preferred values of the capabilities.
        Preference = "preference",
        /// The higher version.
        Version = "version",
        /// The versions are equal, so the order of the document.
        Order = "order",
    }
}
