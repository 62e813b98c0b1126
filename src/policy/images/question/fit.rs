//! Questions about what fits what.

use crate::policy::images::shoot::model::Worker;
use crate::policy::images::versions::Classification;
use crate::question::Reference;
use crate::wire::{answer, given, words};

given! {
    /// A machine type, and the images to be held against it.
    pub struct FitGiven<'a> {
        /// The profile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// A profile of a namespace that builds on it, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The machine type.
        machine_type ["machineType"]: Option<&'a str>,
        /// Several machine types, each answered by itself.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// Only this image.
        image: Option<&'a str>,
        /// Only this version of it.
        version: Option<&'a str>,
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
    /// What fits a machine type, or several.
    #[derive(Default)]
    pub struct FitAnswer<'a> {
        /// The machine type, where one was asked about.
        machine_type ["machineType"]: Option<&'a str>,
        /// Whether it fits, where one version was asked about.
        fits: Option<bool>,
        /// The images, where one machine type was asked about.
        images: Option<Vec<ImageFit<'a>>>,
        /// How many versions fit, and what keeps the others apart.
        summary: Option<Summary<'a>>,
        /// One entry a machine type, where several were asked about.
        machine_types ["machineTypes"]: Option<Vec<MachineFit<'a>>>,
    }
}

answer! {
    /// What fits one of several machine types.
    pub struct MachineFit<'a> {
        /// The machine type.
        machine_type ["machineType"]: &'a str,
        /// The images.
        images: Vec<ImageFit<'a>>,
        /// How many versions fit, and what keeps the others apart.
        summary: Summary<'a>,
    }
}

answer! {
    /// An image.
    pub struct ImageFit<'a> {
        /// Its name.
        name: &'a str,
        /// Its versions.
        versions: Vec<VersionFit<'a>>,
    }
}

answer! {
    /// A version of an image.
    pub struct VersionFit<'a> {
        /// The version.
        version: &'a str,
        /// Whether it fits.
        fits: bool,
        /// Its flavors; one without any has one that supports everything.
        flavors: Vec<FlavorFit<'a>>,
        /// The place of the flavor that is taken.
        best_flavor ["bestFlavor"]: Option<usize>,
        /// What it is, where the time is known or does not matter.
        classification: Option<Classification>,
        /// What keeps it out beside its flavors.
        refused_by ["refusedBy"]: Option<Vec<Filter>>,
        /// The smallest change that would make it fit.
        cure: Option<Cure<'a>>,
    }
}

answer! {
    /// A flavor.
    pub struct FlavorFit<'a> {
        /// Whether it fits.
        fits: bool,
        /// The capabilities that keep it apart.
        mismatches: Option<Vec<Mismatch<'a>>>,
    }
}

answer! {
    /// A capability without a value in common.
    pub struct Mismatch<'a> {
        /// Its name.
        capability: &'a str,
        /// The values of the machine.
        machine: Vec<&'a str>,
        /// The values of the image.
        image: Vec<&'a str>,
    }
}

words! {
    /// What can keep a version out beside its flavors.
    pub enum Filter {
        /// The machine type is not available where it is wanted.
        Region = "region",
        /// The machine type has too few or too many processors.
        Cpu = "cpu",
        /// The machine type has too little or too much memory.
        Memory = "memory",
        /// The machine type has too few or too many graphics processors.
        Gpu = "gpu",
        /// The machine type is marked as not usable.
        Usable = "usable",
        /// The machine type has another architecture.
        Architecture = "architecture",
        /// The image has no versions.
        Image = "image",
        /// The image is not built for the architecture of the worker.
        WorkerArchitecture = "workerArchitecture",
        /// The image does not bring the container runtimes of the worker.
        Cri = "cri",
        /// The image does not run the Kubernetes version.
        KubernetesVersion = "kubernetesVersion",
        /// The machines of the worker cannot be updated to the image in place.
        InPlaceUpdates = "inPlaceUpdates",
    }
}

answer! {
    /// A change of a flavor or of the machine type.
    #[derive(Clone)]
    pub struct Cure<'a> {
        /// The place of the flavor that would then fit.
        flavor: usize,
        /// The values to add; all of them are needed.
        edits: Vec<Edit<'a>>,
    }
}

answer! {
    /// One value added to one list.
    #[derive(Clone)]
    pub struct Edit<'a> {
        /// The capability.
        capability: &'a str,
        /// The value.
        add: &'a str,
        /// Whose list.
        to: Owner,
    }
}

words! {
    /// Whose list of values changes.
    pub enum Owner {
        /// The flavor's.
        Flavor = "flavor",
        /// The machine type's.
        MachineType = "machineType",
    }
}

answer! {
    /// How many versions fit, and what keeps the others apart.
    #[derive(Clone)]
    pub struct Summary<'a> {
        /// How many versions there are.
        versions: usize,
        /// How many of them fit.
        fitting: usize,
        /// What keeps the others apart, the cause of most first.
        refused: Vec<Refused<'a>>,
    }
}

answer! {
    /// A cause with the versions it keeps apart.
    #[derive(Clone)]
    pub struct Refused<'a> {
        /// A capability, or what else was asked for.
        by: &'a str,
        /// How many versions.
        count: usize,
    }
}
