//! Container runtimes, as images and workers declare them (section 1.3).

use crate::wire::{Value, given};

given! {
    /// A container runtime interface.
    #[derive(Clone, PartialEq)]
    foreign pub struct Cri<'a> {
        /// The name of the interface, such as `containerd`.
        name: Option<&'a str>,
        /// Additional container runtimes.
        container_runtimes ["containerRuntimes"]: Vec<ContainerRuntime<'a>>,
    }
}

given! {
    /// A container runtime.
    #[derive(Clone, PartialEq)]
    foreign pub struct ContainerRuntime<'a> {
        /// The type of the container runtime.
        runtime_type ["type"]: Option<&'a str>,
        /// Configuration that only the runtime's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}
