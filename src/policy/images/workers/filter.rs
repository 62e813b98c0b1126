//! The causes besides capabilities that keep an image version from a machine type or its workers.

use crate::wire::words;

words! {
    /// A cause that keeps a version or a machine type out, besides capabilities.
    pub enum Filter {
        /// The machine type is not available in the wanted region or zones.
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
        /// The image does not have the container runtimes of the worker.
        Cri = "cri",
        /// The image does not run the Kubernetes version.
        KubernetesVersion = "kubernetesVersion",
        /// The machines of the worker cannot be updated to the image in place.
        InPlaceUpdates = "inPlaceUpdates",
    }
}
