//! What was found in files.

use crate::reason::codes;

codes! {
    /// All of them.
    pub GATHER_CODES;

    /// Nodes, flavors and images were found.
    pub GATHERED = "gathered" {
        says: "{nodes} nodes, {flavors} flavors and {images} images were found",
        means: "each was recognized by its keys, whoever printed it, and is told in the words of the rules",
        why: "each client has names of its own for the same things",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "nothing to do",
    }

    /// Nothing was found.
    pub GATHERED_NOTHING = "gathered-nothing" {
        says: "there is neither a node nor a flavor nor an image",
        means: "the documents hold empty lists, or there are none",
        why: "an empty list is the answer of a service too",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "give what `openstack baremetal node list --long -f json` and `openstack flavor list --all --long -f json` print",
    }
}
