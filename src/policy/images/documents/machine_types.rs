//! Machine types (section 1.4).

use super::capabilities::Capabilities;
use super::scalars::Quantity;
use crate::wire::given;

given! {
    /// A machine type.
    #[derive(Default)]
    foreign pub struct MachineType<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its processors.
        cpu: Option<Quantity<'a>>,
        /// Its graphics processors.
        gpu: Option<Quantity<'a>>,
        /// Its memory.
        memory: Option<Quantity<'a>>,
        /// Its root disk.
        storage: Option<Storage<'a>>,
        /// Whether it may be used.
        usable: Option<bool>,
        /// Its architecture; the capability of that name replaces the field.
        architecture: Option<&'a str>,
        /// What it supports.
        capabilities: Capabilities<'a>,
    }
}

given! {
    /// The root disk of a machine type.
    foreign pub struct Storage<'a> {
        /// The type of volumes that it is of.
        storage_type ["type"]: Option<&'a str>,
        /// Its size, where it is fixed.
        size: Option<Quantity<'a>>,
        /// Its least size, where it is not.
        min_size ["minSize"]: Option<Quantity<'a>>,
    }
}

impl<'a> MachineType<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
    /// Whether it is marked as not to be used.
    pub fn is_out_of_use(&self) -> bool {
        self.usable == Some(false)
    }
}
