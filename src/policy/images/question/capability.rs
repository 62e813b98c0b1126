//! Questions about capabilities by themselves.

use crate::policy::images::model::{Capabilities, Definition};
use crate::wire::{Ordered, answer, given, words};

given! {
    /// Two maps of capabilities, and what is defined.
    pub struct PairGiven<'a> {
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The one.
        a: Capabilities<'a>,
        /// The other.
        b: Capabilities<'a>,
    }
}

given! {
    /// Two maps of capabilities.
    pub struct TwoGiven<'a> {
        /// The one.
        a: Capabilities<'a>,
        /// The other.
        b: Capabilities<'a>,
    }
}

given! {
    /// What a machine can, and the flavors of an image version.
    pub struct FlavorsGiven<'a> {
        /// The definitions, the preferred capabilities and values first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// What the machine can.
        capabilities: Capabilities<'a>,
        /// The flavors; none at all stand for one that can everything.
        capability_flavors ["capabilityFlavors"]: Vec<Option<Capabilities<'a>>>,
    }
}

answer! {
    /// Whether two maps have a value of each defined capability in common.
    pub struct Compatible {
        /// Whether they do.
        compatible: bool,
    }
}

answer! {
    /// Capabilities.
    pub struct CapabilitiesAnswer<'a> {
        /// Values by name.
        capabilities: Ordered<&'a str, Vec<&'a str>>,
    }
}

answer! {
    /// Whether two maps say the same.
    pub struct Equal {
        /// Whether they do, whatever the order of their values.
        equal: bool,
    }
}

answer! {
    /// Whether a machine can run an image version.
    pub struct Supported {
        /// Whether any flavor fits.
        supported: bool,
    }
}

answer! {
    /// The flavors that fit.
    pub struct FlavorIndexes {
        /// Their places in the list.
        flavor_indexes ["flavorIndexes"]: Vec<usize>,
    }
}

answer! {
    /// The flavor that is taken.
    #[derive(Default)]
    pub struct BestFlavorAnswer {
        /// Its place in the list.
        flavor_index ["flavorIndex"]: Option<usize>,
        /// Whether none can be taken.
        error: Option<bool>,
        /// Why.
        reason: Option<NoFlavor>,
    }
}

words! {
    /// Why no flavor can be taken.
    pub enum NoFlavor {
        /// None fits.
        NoCompatible = "no-compatible-flavor",
        /// Several are equally preferred.
        Ambiguous = "ambiguous-flavors",
    }
}

given! {
    /// Capabilities to complete.
    pub struct CompleteGiven<'a> {
        /// The definitions.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// What is there.
        capabilities: Capabilities<'a>,
    }
}

given! {
    /// Flavors to complete.
    pub struct CompleteFlavorsGiven<'a> {
        /// The definitions.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// What is there.
        capability_flavors ["capabilityFlavors"]: Vec<Capabilities<'a>>,
    }
}

answer! {
    /// Complete flavors.
    pub struct FlavorsAnswer<'a> {
        /// Each with a value list for every defined capability.
        capability_flavors ["capabilityFlavors"]: Vec<Ordered<&'a str, Vec<&'a str>>>,
    }
}
