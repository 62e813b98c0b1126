//! The question about all machine types and all image versions at once.

use super::fit::Refused;
use crate::policy::images::shoot::model::Worker;
use crate::question::Reference;
use crate::wire::{answer, given};

given! {
    /// Machine types and image versions, each to be held against each.
    pub struct MatrixGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// Only these machine types.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// Only this image.
        image: Option<&'a str>,
        /// Only this version of it.
        version: Option<&'a str>,
        /// The region in which the machine types have to be available.
        region: Option<&'a str>,
        /// The zones in which they have to be available; any zone of the region, unless given.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<Worker<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

answer! {
    /// Columns of image versions, and a row of those that fit for each machine type.
    pub struct MatrixAnswer<'a> {
        /// The columns.
        versions: Vec<Column<'a>>,
        /// The rows.
        machine_types ["machineTypes"]: Vec<Row<'a>>,
        /// How many pairs fit.
        fitting: usize,
        /// How many pairs there are.
        pairs: usize,
    }
}

answer! {
    /// An image version.
    pub struct Column<'a> {
        /// The image.
        image: &'a str,
        /// Its version.
        version: &'a str,
    }
}

answer! {
    /// A machine type.
    pub struct Row<'a> {
        /// Its name.
        name: &'a str,
        /// The columns that fit, by their places.
        fitting: Vec<usize>,
        /// What keeps the others apart, the cause of most first.
        refused: Vec<Refused<'a>>,
    }
}
