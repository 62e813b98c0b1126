//! The codes about documents found in files.

use crate::reason::codes;

codes! {
    /// The codes about documents found in files.
    pub GATHER_CODES;

    /// Nodes, flavors or images were found.
    pub GATHERED = "gathered" {
        says: "{nodes} nodes, {flavors} flavors and {images} images were found",
        means: "each was recognized by its keys, whoever printed it, and is told in the words of the rules",
        why: "each client has names of its own for the same things",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "nothing to do",
    }

    /// No nodes, flavors or images were found.
    pub GATHERED_NOTHING = "gathered-nothing" {
        says: "there is neither a node nor a flavor nor an image",
        means: "the documents hold empty lists, or there are none",
        why: "an empty list is the answer of a service too",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "give what `openstack baremetal node list --long -f json` and `openstack flavor list --all --long -f json` print",
    }

    /// A list refers to a next page, but its end is missing.
    pub PAGE_MISSING = "page-missing" {
        says: "found a page of {list} that says where the next one is, {next}, and no page that ends the list",
        means: "a service cuts a long list into pages, and the last one of this list is not among those given",
        why: "a page looks like the whole list, and what is not in it would count as if it did not exist",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "give the pages that follow as well, or all as one list, as the `list` commands of `openstack` fetch them",
    }

    /// Several pages were combined into one list.
    pub PAGES_PUT_TOGETHER = "pages-put-together" {
        says: "{list} came in pages, and none of them says which one it follows, so one between them would not be missed",
        means: "the pages that were given are read as one list, which ends with a page after which no other comes",
        why: "a page says where the next one is, and no page says where it is itself",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "see that all pages are there, or fetch the list at once, as the `list` commands of `openstack` do",
    }
}
