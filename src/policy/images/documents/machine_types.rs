//! Machine types (section 1.4).

use super::capabilities::Capabilities;
use super::scalars::Quantity;
use crate::wire::given;

given! {
    /// A machine type.
    #[derive(Default)]
    foreign pub struct MachineType<'a> {
        /// The name of the machine type.
        name: Option<&'a str>,
        /// The number of CPUs.
        cpu: Option<Quantity<'a>>,
        /// The number of GPUs.
        gpu: Option<Quantity<'a>>,
        /// The size of the memory.
        memory: Option<Quantity<'a>>,
        /// The root disk.
        storage: Option<Storage<'a>>,
        /// Whether the machine type may be used.
        usable: Option<bool>,
        /// The architecture, a legacy field that the `architecture` capability replaces.
        architecture: Option<&'a str>,
        /// The capabilities that the machine type supports.
        capabilities: Capabilities<'a>,
    }
}

given! {
    /// The root disk of a machine type.
    foreign pub struct Storage<'a> {
        /// The volume type of the disk.
        storage_type ["type"]: Option<&'a str>,
        /// The size of the disk if it is fixed.
        size: Option<Quantity<'a>>,
        /// The smallest size of the disk if it is not fixed.
        min_size ["minSize"]: Option<Quantity<'a>>,
    }
}

impl<'a> MachineType<'a> {
    /// The name of the machine type, empty if absent.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
    /// Whether the machine type is marked `usable: false`.
    pub fn is_out_of_use(&self) -> bool {
        self.usable == Some(false)
    }
}
