//! The question which machine types run an image.

use super::fit::{Filter, Refused, VersionFit};
use crate::policy::images::Quantity;
use crate::policy::images::shoot::model::Worker;
use crate::question::Reference;
use crate::wire::{answer, given};

given! {
    /// An image, and what else a machine type has to have.
    pub struct MachineTypesGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The image; any, unless given.
        image: Option<&'a str>,
        /// Its version; any, unless given.
        version: Option<&'a str>,
        /// How many processors.
        cpu: Option<Range<'a>>,
        /// How much memory.
        memory: Option<Range<'a>>,
        /// How many graphics processors.
        gpu: Option<Range<'a>>,
        /// Which architecture.
        architecture: Option<&'a str>,
        /// The region in which the machine type has to be available.
        region: Option<&'a str>,
        /// The zones in which it has to be available; any zone of the region, unless given.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<Worker<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
        /// Whether machine types that are marked as not usable are wanted too.
        unusable: bool,
    }
}

given! {
    /// An amount.
    #[derive(Clone)]
    pub struct Range<'a> {
        /// At least so much.
        min: Option<Quantity<'a>>,
        /// At most so much.
        max: Option<Quantity<'a>>,
    }
}

answer! {
    /// The machine types of the profile in its order.
    pub struct MachineTypesAnswer<'a> {
        /// Each machine type.
        machine_types ["machineTypes"]: Vec<MachineTypeFit<'a>>,
        /// How many there are.
        total: usize,
        /// How many of them fit.
        fitting: usize,
        /// What keeps the others apart, the cause of most first.
        refused: Vec<Refused<'a>>,
    }
}

answer! {
    /// A machine type.
    pub struct MachineTypeFit<'a> {
        /// Its name.
        name: &'a str,
        /// Whether it runs one of the versions asked about and has all else that is asked for.
        fits: bool,
        /// How many of the versions asked about it runs.
        versions: usize,
        /// Its processors.
        cpu: Option<&'a str>,
        /// Its memory.
        memory: Option<&'a str>,
        /// Its graphics processors.
        gpu: Option<&'a str>,
        /// Its architecture.
        architecture: Option<&'a str>,
        /// What it lacks beside the image.
        refused_by ["refusedBy"]: Option<Vec<Filter>>,
        /// How it runs the version, where one is asked about.
        version: Option<VersionFit<'a>>,
    }
}
