//! The codes for mistakes that go unnoticed.

use crate::reason::codes;

codes! {
    /// The codes for mistakes that go unnoticed.
    pub LINT_CODES;

    /// The scheduler ignores a trait because of its value.
    pub LINT_VALUE_IGNORED = "lint-value-ignored" {
        says: "{flavor}: {0} is neither `required` nor `forbidden`, so the scheduler drops {subject} and the flavor finds more nodes than it says",
        means: "the value of a trait is compared letter by letter; anything else is logged and dropped",
        why: "a flavor that silently gets wider gives away nodes that were kept for others",
        source: "drivers-and-traits 2.2 F2",
        cure: "write `required` or `forbidden` in small letters",
    }

    /// The scheduler does not read a key that looks like a trait or a resource.
    pub LINT_KEY_IGNORED = "lint-key-ignored" {
        says: "{flavor}: the scheduler does not read the key {subject}",
        means: "the key begins like a trait or a resource, but has no valid suffix, so it is dropped",
        why: "a flavor that silently gets wider gives away nodes that were kept for others",
        source: "drivers-and-traits 2.2 F1",
        cure: "write `trait:` or `resources:` and the name, with a suffix of letters, digits, dashes and underscores if need be",
    }

    /// The scheduler does not read a key, but the boot does.
    pub LINT_KEY_READ_AT_BOOT = "lint-key-read-at-boot" {
        says: "{flavor}: the scheduler does not read the key {subject}, and at boot Ironic refuses nodes without {name}",
        means: "the key begins like a trait, but has no valid suffix: it chooses no node, and is sent to the one that was chosen",
        why: "the scheduler and what writes the traits onto a node read the keys of a flavor in different ways",
        source: "drivers-and-traits 2.2 F1, 2.6 B7, B9",
        cure: "write `trait:` and the name, with a suffix of letters, digits, dashes and underscores if need be",
    }

    /// A flavor requires a trait that the compute service adds to every provider, but that no node has.
    pub LINT_TRAIT_OF_SERVICE = "lint-trait-of-service" {
        says: "{flavor}: {subject} requires {name}, which the compute service adds in Placement and no node has, so Ironic refuses every boot",
        means: "the scheduler finds nodes, and Ironic, which is sent the trait, finds it on none of them",
        why: "what exists in Placement alone is not among the traits of a node",
        source: "drivers-and-traits 2.6 B8, B9",
        cure: "take the trait out of the flavor",
    }

    /// A flavor does not give sizes that every flavor in Nova has.
    pub LINT_AMOUNTS_NOT_GIVEN = "lint-amounts-not-given" {
        says: "{subject} is taken as asking for nothing by {members}, which are not given",
        means: "what is left out counts as 0, and Nova asks for each of them unless an extra spec says 0",
        why: "no bare metal node has any of these to give, so a flavor that asks for one finds none",
        source: "drivers-and-traits 2.2 F6",
        cure: "give the flavor as Nova shows it, or set `resources:VCPU`, `resources:MEMORY_MB` and `resources:DISK_GB` to 0",
    }

    /// The key is similar to one that the scheduler reads.
    pub LINT_KEY_MISSPELT = "lint-key-misspelt" {
        says: "{flavor}: {subject} is read by nobody; perhaps {like} was meant",
        means: "the key is almost one that the scheduler reads",
        why: "a flavor that silently gets wider gives away nodes that were kept for others",
        source: "drivers-and-traits 2.2 F1",
        cure: "correct the key",
    }

    /// The scheduler ignores an amount because of its class or its value.
    pub LINT_AMOUNT_IGNORED = "lint-amount-ignored" {
        says: "{flavor}: the amount {0} of {subject} is dropped: {why:plain}",
        means: "the key of a resource is dropped where its class or its amount is not understood",
        why: "the flavor then asks for something other than it says",
        source: "drivers-and-traits 2.2 F4",
        cure: "write a whole number and a class that exists",
    }

    /// The scheduler ignores the group policy because of its value.
    pub LINT_POLICY_IGNORED = "lint-policy-ignored" {
        says: "{flavor}: {0} is no policy, so {subject} is dropped",
        means: "the policy is `none` or `isolate`, letter by letter",
        why: "several groups without a policy are refused",
        source: "drivers-and-traits 2.2 F7",
        cure: "write `none` or `isolate`",
    }

    /// A key makes Nova ask for more than is judged here.
    pub NOVA_ASKS_FURTHER = "nova-asks-further" {
        says: "{whose}: {subject} is not judged here: where it is {0}, Nova asks {of:plain} for {asks:plain} too, or refuses the value",
        means: "the key names neither a trait nor a class, and because of it Nova asks Placement for more, or applies a filter of its own afterwards",
        why: "nodes that are found here may not have what is asked for besides",
        source: "drivers-and-traits 2.2, 2.4 Q1",
        cure: "see that the nodes have what it asks for, or ask for the trait by its name",
    }

    /// A flavor names a trait that Placement does not know.
    pub LINT_TRAIT_UNKNOWN = "lint-trait-unknown" {
        says: "{flavor}: nobody knows the trait {name} that {subject} names",
        means: "Placement refuses every boot of the flavor as long as the trait was never created, forbidden or not",
        why: "most unknown names are misspelt",
        source: "drivers-and-traits 2.4 P3",
        cure: "correct the name, create the trait first, or give all traits of Placement",
    }

    /// A flavor names a trait that cannot exist.
    pub LINT_TRAIT_CANNOT_EXIST = "lint-trait-cannot-exist" {
        says: "{owner}: there can be no trait {name} as {subject} names it",
        means: "the name is neither a standard one nor of the form that can be created",
        why: "Placement refuses every boot of the flavor or the image",
        source: "drivers-and-traits 2.1 N1, 2.4 P3",
        cure: "correct the name",
    }

    /// A trait is in a group without resources.
    pub LINT_WRONG_GROUP = "lint-wrong-group" {
        says: "{flavor}: {subject} stands in a group without resources, so Placement refuses every boot of the flavor",
        means: "on bare metal the class and its traits have to be in the same group",
        why: "traits without resources belong to no provider in particular",
        source: "drivers-and-traits 2.2 F8, 2.3 O4",
        cure: "use the suffix of the class, or none",
    }

    /// A key without a colon makes every boot fail.
    pub LINT_BREAKS_EVERY_BOOT = "lint-breaks-every-boot" {
        says: "{flavor}: {subject} begins like a trait and has no colon, so every boot of the flavor fails",
        means: "the boot splits the key at its colon and stumbles",
        why: "the API lets the key in, and the scheduler ignores it",
        source: "drivers-and-traits 2.6 B7",
        cure: "write `trait:` and the name, or take the key out",
    }

    /// A flavor for bare metal asks for its sizes, because they are not set to 0.
    pub LINT_NOT_ZEROED = "lint-not-zeroed" {
        says: "{subject} asks for {asked} beside the class of its nodes, and no bare metal node has that",
        means: "the sizes of a flavor are asked for unless they are set to 0",
        why: "so the flavor finds nothing at all",
        source: "drivers-and-traits 2.2 F6",
        cure: "set `resources:VCPU`, `resources:MEMORY_MB` and `resources:DISK_GB` to 0",
    }

    /// A node has more traits than Ironic allows.
    pub LINT_TOO_MANY_TRAITS = "lint-too-many-traits" {
        says: "{subject} has {count:trait}, more than the {limit} that Ironic allows",
        means: "Ironic counts different names and refuses more",
        why: "such a list cannot be stored as it is",
        source: "drivers-and-traits 2.7 T3",
        cure: "take some off",
    }

    /// A service does not know a trait of a node, so none of the node's traits are written.
    pub LINT_TRAIT_REFUSED = "lint-trait-refused" {
        says: "the library of {service:plain} does not have the trait {name} of {subject}",
        means: "one name that Placement refuses keeps all traits of the node from being written, and then no flavor finds it",
        why: "services can have libraries of different ages",
        source: "drivers-and-traits 2.5 S12",
        cure: "update the library of the service, or take the name off the node",
    }

    /// A service does not know a trait of a node, which is probably misspelt.
    pub LINT_TRAIT_MISSPELT = "lint-trait-misspelt" {
        says: "the library of {service:plain} does not have the trait {name} of {subject}, which looks like {like}",
        means: "one name that Placement refuses keeps all traits of the node from being written, and then no flavor finds it",
        why: "names are compared letter by letter, and those of traits are in capitals",
        source: "drivers-and-traits 2.1 N1, 2.5 S12",
        cure: "correct the name on the node",
    }

    /// A flavor requires no pool, so it can take dedicated nodes.
    pub LINT_POOL_LEAKS = "lint-pool-leaks" {
        says: "{subject} asks for no pool of {class}, so it takes dedicated nodes too: {names}{more:plain}",
        means: "some flavors of the class ask for a pool and this one does not, so it reaches every pool",
        why: "separation holds only if every flavor of a class asks for a pool",
        source: "drivers-and-traits 2.8 U-B",
        cure: "require the trait of a pool, or forbid those of the dedicated ones",
    }

    /// A node is in none of the pools of its class.
    pub LINT_NODE_IN_NO_POOL = "lint-node-in-no-pool" {
        says: "{subject} is in none of the pools of {class}",
        means: "only a flavor that asks for no pool can take the node",
        why: "a new node that nobody tagged stays unused",
        source: "drivers-and-traits 2.8 U-B",
        cure: "tag the node with the trait of its pool",
    }

    /// A node is in several pools.
    pub LINT_NODE_IN_TWO_POOLS = "lint-node-in-two-pools" {
        says: "{subject} is in several pools of {class}: {pools}",
        means: "flavors of each of these pools can take the node, so what was kept for one is given to the other",
        why: "a node serves every pool whose trait it has",
        source: "drivers-and-traits 2.8 U-B",
        cure: "take all but one of the traits off the node",
    }

    /// A flavor that may be public requires the trait of a dedicated pool.
    pub LINT_PUBLIC_TAKES_POOL = "lint-public-takes-pool" {
        says: "{subject} is public and requires {pool}, which marks a dedicated pool",
        means: "whoever sees a flavor gets its pool, and everybody sees this one",
        why: "access is controlled by the flavor's visibility and not by the trait",
        source: "drivers-and-traits 2.8 U-B",
        cure: "make the flavor private, or require the trait of the general pool",
    }

    /// No private flavor requires a declared pool trait.
    pub LINT_POOL_UNUSED = "lint-pool-unused" {
        says: "no private flavor requires {subject}, which was declared to mark a pool",
        means: "nobody in particular gets the nodes of the pool",
        why: "a pool is given to a project by a private flavor that requires its trait",
        source: "drivers-and-traits 2.8 U-B",
        cure: "make a private flavor that requires the trait, or do not declare the pool",
    }

    /// A flavor asks for no resources.
    pub LINT_ASKS_FOR_NOTHING = "lint-asks-for-nothing" {
        says: "{subject} asks for nothing at all, so no node is found for it",
        means: "all amounts of the flavor are 0",
        why: "Placement refuses a question that asks for no resource",
        source: "drivers-and-traits 2.2 F5, F6",
        cure: "set `resources:` of the class of its nodes to 1",
    }

    /// A flavor asks for more than one unit of one class.
    pub LINT_MORE_THAN_A_NODE = "lint-more-than-a-node" {
        says: "{subject} asks for {asked}, and a bare metal node has one unit of one class",
        means: "no single node has an amount above 1, or two classes",
        why: "so the flavor finds nothing at all",
        source: "drivers-and-traits 2.3 O1, O3",
        cure: "ask for one unit of the class of the nodes, and for nothing else",
    }

    /// A node has no resource class, so it is not reported.
    pub LINT_NODE_WITHOUT_CLASS = "lint-node-without-class" {
        says: "{subject} has no resource class",
        means: "the node is not reported, and no flavor finds it",
        why: "only this node is skipped, and the log of the compute service says so",
        source: "drivers-and-traits 2.3 O1",
        cure: "set the resource class of the node",
    }

    /// Placement refuses the resource class of a node.
    pub LINT_NODE_CLASS_REFUSED = "lint-node-class-refused" {
        says: "Placement refuses the resource class {class} of {subject}",
        means: "the class becomes a name that Placement does not take: too long, or nothing after `CUSTOM_`",
        why: "the node is not reported, and no flavor finds it",
        source: "drivers-and-traits 2.1 N4, 2.3 O1",
        cure: "set another resource class",
    }

    /// A node has no `traits` member, so it is not reported.
    pub LINT_NODE_WITHOUT_TRAITS = "lint-node-without-traits" {
        says: "the answer about {subject} has no traits",
        means: "the node is not reported, not even its class",
        why: "traits are reported from version 1.37 of Ironic's API on",
        source: "drivers-and-traits 2.5 S13",
        cure: "ask with a newer version of the API",
    }

    /// A node has the mark for managed PCI devices, which blocks its sync.
    pub LINT_NODE_TRACKS_PCI = "lint-node-tracks-pci" {
        says: "{subject} has the trait of managed PCI devices, which blocks its sync",
        means: "the node is not reported, and no flavor finds it",
        why: "Nova keeps the mark for itself",
        source: "drivers-and-traits 2.5 S14",
        cure: "take the trait off the node",
    }

    /// The list of known traits lacks traits that Nova adds to every node.
    pub LINT_LIST_LACKS_MARKS = "lint-list-lacks-marks" {
        says: "the list of known traits lacks {names}, which Nova puts on every node, so by this list no node is reported",
        means: "the list has standard traits and so counts as all of them, and those that Nova adds are not among them",
        why: "one name that Placement does not know keeps all traits of a node from being written",
        source: "drivers-and-traits 2.5 S3, S12",
        cure: "give the whole list, as `openstack trait list -f json` prints it, or none",
    }

    /// Neither flavors nor nodes were given.
    pub NOTHING_TO_LOOK_AT = "nothing-to-look-at" {
        says: "there is neither a flavor nor a node to look at",
        means: "nothing was looked at, so nothing was found",
        why: "that nothing is wrong with nothing is no good news",
        source: "drivers-and-traits 2.2, 2.5",
        cure: "give what `openstack baremetal node list --long -f json` and `openstack flavor list --all --long -f json` print",
    }

    /// Flavors were given, but no nodes.
    pub NO_NODES_TO_LOOK_AT = "no-nodes-to-look-at" {
        says: "there is no node to compare {flavors:flavor} with",
        means: "whether any node could take a flavor, and whether pools are kept apart, shows only beside the nodes",
        why: "what was not given is not known to be right",
        source: "drivers-and-traits 2.4, 2.8",
        cure: "give the nodes, as `openstack baremetal node list --long -f json` prints them",
    }

    /// Nodes were given, but no flavors.
    pub NO_FLAVORS_TO_LOOK_AT = "no-flavors-to-look-at" {
        says: "there is no flavor to compare {nodes:node} with",
        means: "whether anybody can get a node, and whether pools are kept apart, shows only beside the flavors",
        why: "what was not given is not known to be right",
        source: "drivers-and-traits 2.4, 2.8",
        cure: "give the flavors, as `openstack flavor list --all --long -f json` prints them",
    }

    /// No node and no flavor has a declared pool trait.
    pub LINT_POOL_UNKNOWN = "lint-pool-unknown" {
        says: "no node and no flavor has {name}, which was declared to mark a pool{like:plain}",
        means: "where pools are declared, only those are kept apart, and this one holds nothing",
        why: "a misspelt name leaves the pool that was meant to everybody, in silence",
        source: "drivers-and-traits 2.8 U-B",
        cure: "correct the name, or do not declare the pool",
    }

    /// A flavor occurs twice with different contents.
    pub FLAVOR_SHOWN_TWICE = "flavor-shown-twice" {
        says: "the flavor {flavor} is shown twice and not alike, at {first} and at {second}",
        means: "two flavors have one id, or one name where they have no id, and say different things",
        why: "of two that differ nobody could say which one counts",
        source: "drivers-and-traits 2.2, 2.8 U-B",
        cure: "give each flavor once, or print both at the same time",
    }

    /// Different flavors have the same name.
    pub FLAVORS_SHARE_NAMES = "flavors-share-names" {
        says: "two flavors are called {flavor}, at {first} and at {second}",
        means: "the flavors have one name and are not the same, as their ids say or what they ask for",
        why: "one Nova never has two flavors of the same name, so these come from two deployments or from different times",
        source: "drivers-and-traits 2.2, 2.8 U-B",
        cure: "give the flavors of one deployment, as they are now",
    }

    /// A flavor asks for a class that no node has.
    pub LINT_CLASS_OF_NOBODY = "lint-class-of-nobody" {
        says: "{subject} asks for {class}, and no node is of that class{like:plain}",
        means: "Placement refuses the flavor's boots, or finds nothing for them",
        why: "most unknown names are misspelt",
        source: "drivers-and-traits 2.3 O1, 2.4 P3",
        cure: "correct the class in the flavor or on the nodes",
    }

    /// No flavor asks for the class of a node.
    pub LINT_CLASS_UNASKED = "lint-class-unasked" {
        says: "no flavor that is given asks for {subject}, the class of {names}{more:plain}{like:plain}",
        means: "the class of a node, which is {0} there, is that of no flavor",
        why: "a node is found by its class only",
        source: "drivers-and-traits 2.1 N4, 2.3 O1",
        cure: "correct the class of the nodes, or make a flavor that asks for it",
    }

    /// No node could take the flavor, free or not.
    pub LINT_FITS_NOBODY = "lint-fits-nobody" {
        says: "no node of {class} could take {subject}, even if all of them were free: {traits}{but:plain}",
        means: "no node of the class has what the flavor requires without what it forbids",
        why: "the flavor can be chosen, and each boot of it fails",
        source: "drivers-and-traits 2.4 P1",
        cure: "correct the traits of the flavor or of the nodes; `traits/match-nodes` says which come nearest",
    }

    /// The class of a node already has the prefix that Placement's class gets.
    pub LINT_CLASS_DOUBLED = "lint-class-doubled" {
        says: "the class {subject} of {names} becomes {class} in Placement",
        means: "the class of a node is free text, and its name in Placement gets `CUSTOM_` in front of it, once more",
        why: "a flavor that asks for the class as it is written on the node finds nothing",
        source: "drivers-and-traits 2.1 N4, 2.3 O1",
        cure: "take `CUSTOM_` off the class of the nodes, or ask for the longer name",
    }

    /// A node has a trait that is similar to one that many nodes have.
    pub LINT_TRAIT_LIKE_NEIGHBOURS = "lint-trait-like-neighbours" {
        says: "{subject} has the trait {name}, and {count} nodes have {like}",
        means: "one or two nodes have a trait that differs in a letter from one that many have",
        why: "a misspelt trait is created like any other, and no flavor finds the node by it",
        source: "drivers-and-traits 2.1 N1, N2",
        cure: "correct the trait on the node",
    }

    /// There are more findings about a flavor than are shown with another answer.
    pub LINT_MORE = "lint-more-findings" {
        says: "{more:further finding} about {subject}",
        means: "more is wrong with the flavor than is told beside the answer",
        why: "a warning is read beside an answer, and nobody reads twenty",
        source: "drivers-and-traits 2.2",
        cure: "ask `traits/lint`, which lists as many as `listAtMost` says",
    }

    /// It is unknown whether a flavor is public.
    pub FLAVOR_VISIBILITY_NOT_GIVEN = "flavor-visibility-not-given" {
        says: "nobody says whether these flavors are public: {names}",
        means: "the flavors have neither `is_public` nor a list of projects",
        why: "access is controlled by the flavor's visibility",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give `is_public`, as `openstack flavor list --all --long -f json` prints it",
    }

    /// The flavors and nodes were checked.
    pub LINTED = "linted" {
        says: "findings: {findings}, in flavors: {flavors} and nodes: {nodes}",
        means: "what is known to go wrong with flavors and traits was looked for",
        why: "mistakes here are silent",
        source: "drivers-and-traits 2.2, 2.5, 2.8",
        cure: "look at the findings",
    }
}
