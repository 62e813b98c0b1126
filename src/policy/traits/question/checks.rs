//! The questions about names, single extra specs and how many traits a node may have.

use crate::wire::{answer, given};

given! {
    /// A name.
    pub struct NameGiven<'a> {
        /// The name.
        value: Option<&'a str>,
        /// Traits that the service knows; with standard names among them, those are all the standard ones.
        known_traits ["knownTraits"]: Vec<&'a str>,
    }
}

answer! {
    /// Whether a name will do.
    pub struct NameAnswer {
        /// Whether it will.
        valid: bool,
    }
}

answer! {
    /// Whether a name is a custom one.
    pub struct CustomAnswer {
        /// Whether it is.
        custom: bool,
    }
}

answer! {
    /// A name made of free text.
    pub struct NormalizedAnswer {
        /// The name; none of no text.
        result: Option<String>,
    }
}

given! {
    /// A change of a node's traits.
    pub struct LimitGiven<'a> {
        /// How many a node may have; 50 unless given.
        limit: Option<u64>,
        /// Its traits before.
        before: Vec<&'a str>,
        /// A trait to add.
        add: Option<&'a str>,
        /// The traits to have in place of those before.
        set: Option<Vec<&'a str>>,
        /// A trait to remove.
        remove: Option<&'a str>,
    }
}

answer! {
    /// Whether Ironic makes the change.
    pub struct LimitAnswer {
        /// Whether it does.
        accepted: bool,
        /// How many different traits the node has afterwards.
        count: usize,
        /// The status of the response.
        status: u16,
    }
}

given! {
    /// An extra spec.
    pub struct ExtraSpecGiven<'a> {
        /// Its key.
        key: &'a str,
        /// Its value.
        value: &'a str,
        /// The version of the compute API; 2.86 unless given.
        compute_api ["computeApi"]: Option<&'a str>,
        /// Traits that Nova's library knows, in place of the standard ones.
        known_traits ["knownTraits"]: Vec<&'a str>,
    }
}
