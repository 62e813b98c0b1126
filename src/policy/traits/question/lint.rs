//! The question of what is wrong with flavors and nodes that nobody complains about.

use crate::policy::traits::model::{Flavor, Node};
use crate::question::Reference;
use crate::wire::{Ordered, answer, given, words};

given! {
    /// Flavors and nodes to look at.
    pub struct LintGiven<'a> {
        /// The flavors.
        flavors: Vec<Flavor<'a>>,
        /// The nodes.
        nodes: Option<Vec<Node<'a>>>,
        /// A fleet in their place, or the name of a loaded one.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement; with standard names among them, those are all the standard ones
        /// it knows.
        known_traits ["knownTraits"]: Option<Vec<&'a str>>,
        /// What the libraries of other services know, by the name of the service.
        libraries: Ordered<&'a str, Vec<&'a str>>,
        /// Traits that mark pools of nodes, beside the custom ones that a flavor requires that is not public.
        pools: Vec<&'a str>,
        /// How many findings are listed; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}

answer! {
    /// What is wrong.
    pub struct Linted {
        /// Whether there is nothing but warnings.
        ok: bool,
        /// How many findings there are.
        count: usize,
        /// The findings, flavors first.
        findings: Vec<Finding>,
    }
}

answer! {
    /// Something that is wrong.
    pub struct Finding {
        /// How bad it is.
        level: Severity,
        /// Its code, which `fitment/explain` explains.
        code: &'static str,
        /// Where it stands in what was given, or in a loaded fleet.
        path: String,
        /// The flavor or the node.
        subject: String,
        /// What to do about it.
        cure: &'static str,
        /// The very edit, where there is one.
        edit: Option<LintEdit>,
    }
}

answer! {
    /// A key to set or to take out.
    pub struct LintEdit {
        /// The key.
        key: String,
        /// The value it is to have; it is to be taken out where there is none.
        value: Option<String>,
    }
}

words! {
    /// How bad a finding is.
    pub enum Severity {
        /// Something does not work, or gives away what it should not.
        Error = "error",
        /// Something is probably not what was meant.
        Warning = "warning",
    }
}
