//! What `traits/lint` is given.

use crate::policy::traits::documents::{Flavor, Node};
use crate::policy::traits::names::KnownTrait;
use crate::question::Reference;
use crate::wire::{Ordered, given};

given! {
    /// Flavors and nodes to check.
    pub(crate) struct LintGiven<'a> {
        /// The flavors.
        flavors: Vec<Flavor<'a>>,
        /// The nodes; none unless given.
        nodes: Option<Vec<Node<'a>>>,
        /// A `Fleet`, or the name of a loaded one, in place of `nodes`.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement; if standard names are among them, those are all the standard
        /// traits it knows.
        known_traits ["knownTraits"]: Option<Vec<KnownTrait<'a>>>,
        /// The trait names that the libraries of other services know, by service.
        libraries: Ordered<&'a str, Vec<KnownTrait<'a>>>,
        /// Traits that mark pools of nodes, in place of the custom ones that private flavors require.
        pools: Vec<&'a str>,
        /// The maximum number of findings to list; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}
