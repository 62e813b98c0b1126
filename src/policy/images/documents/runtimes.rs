//! Container runtimes, as images and workers name them (section 1.3).

use crate::wire::{Value, given};

given! {
    /// A container runtime interface.
    #[derive(Clone, PartialEq)]
    foreign pub struct Cri<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Further runtimes.
        container_runtimes ["containerRuntimes"]: Vec<ContainerRuntime<'a>>,
    }
}

given! {
    /// A container runtime.
    #[derive(Clone, PartialEq)]
    foreign pub struct ContainerRuntime<'a> {
        /// Its type.
        runtime_type ["type"]: Option<&'a str>,
        /// What only the runtime's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
    }
}
