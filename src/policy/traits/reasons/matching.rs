//! The codes for what keeps nodes out, and what would let them in.

use crate::reason::codes;

codes! {
    /// The codes about matches.
    pub MATCHING_CODES;

    /// Nodes fit the flavor and the image.
    pub NODES_FIT = "nodes-fit" {
        says: "{fitting} of {nodes} nodes can take {subject}: {names}{more:plain}",
        means: "Placement finds these nodes for what the flavor and the image ask",
        why: "a node fits that has the class, is free, and whose traits match",
        source: "drivers-and-traits 2.3, 2.4",
        cure: "nothing to do",
    }

    /// Placement understands the query, but no node fits.
    pub NO_NODE_FITS = "no-node-fits" {
        says: "0 of {nodes} nodes can take {subject}{while:plain}",
        means: "Placement understands the question and finds nobody",
        why: "an empty answer is no error: each node is kept out by something of its own",
        source: "drivers-and-traits 2.4 P3",
        cure: "look at what keeps the nodes out, and at the change that would let one in",
    }

    /// Placement refuses the query itself.
    pub PLACEMENT_REFUSES = "placement-refuses" {
        says: "Placement refuses the question for {subject} before it looks at {nodes:node}",
        means: "the query itself is an error, so no node is looked at; the boot ends as if there were no node",
        why: "a refused question and an empty answer look alike to the user and have different cures",
        source: "drivers-and-traits 2.4 P3, P4",
        cure: "correct what the query asks for",
    }

    /// No node has a required trait.
    pub NO_NODE_HAS_TRAIT = "no-node-has-trait" {
        says: "no node has {subject}{place:plain}",
        means: "the trait is required, Placement knows it, and no node carries it, or none of those that do is reported with it",
        why: "a required trait that nobody has finds nothing",
        source: "drivers-and-traits 2.4 P3",
        cure: "tag the nodes that have it, or do not ask for it",
    }

    /// No node has the class that the flavor asks for.
    pub NO_NODE_OF_CLASS = "no-node-of-class" {
        says: "no node is of the class {subject}",
        means: "no node is reported with the class that the flavor asks for",
        why: "a node offers one unit of its own class and nothing else",
        source: "drivers-and-traits 2.3 O1",
        cure: "name the class of the nodes: their resource class in capitals, with the prefix CUSTOM_",
    }

    /// The flavor asks for more than a single bare metal node has.
    pub ASKS_FOR_MORE_THAN_A_NODE = "asks-for-more-than-a-node" {
        says: "the flavor asks for {asked}, and a node offers one unit of its class and nothing else",
        means: "beside the class of the nodes something is asked for that no bare metal node has",
        why: "a flavor asks for its processors, memory and disk unless they are set to 0",
        source: "drivers-and-traits 2.2 F6, 2.3 O3",
        cure: "set `resources:VCPU`, `resources:MEMORY_MB` and `resources:DISK_GB` to 0, and ask for one unit of one class in one group",
    }

    /// Nodes lack required traits.
    pub NODES_LACK_TRAITS = "nodes-lack-traits" {
        says: "{count} {counted:plain} of the class without {missing}, {freely:plain}: {names}{more:plain}",
        means: "the flavor or the image requires traits that these nodes do not have",
        why: "all required traits have to be there",
        source: "drivers-and-traits 2.4 P1",
        cure: "tag the nodes, or do not require the traits",
    }

    /// Nodes have forbidden traits.
    pub NODES_HAVE_FORBIDDEN_TRAITS = "nodes-have-forbidden-traits" {
        says: "{count} {counted:plain} of the class with the forbidden {forbidden}, {freely:plain}: {names}{more:plain}",
        means: "the flavor forbids traits that these nodes have",
        why: "none of the forbidden traits may be there",
        source: "drivers-and-traits 2.4 P1",
        cure: "take the traits off the nodes, or do not forbid them",
    }

    /// Nodes lack required traits and have forbidden ones.
    pub NODES_LACK_AND_HAVE_TRAITS = "nodes-lack-and-have-traits" {
        says: "{count} {counted:plain} of the class without {missing} and with the forbidden {forbidden}, {freely:plain}: {names}{more:plain}",
        means: "these nodes fail on traits that are required and on traits that are forbidden",
        why: "both have to hold",
        source: "drivers-and-traits 2.4 P1",
        cure: "another node is nearer; see the change proposed",
    }

    /// Further nodes fail on traits, in groups too small to be listed.
    pub NODES_FAIL_ON_FURTHER_TRAITS = "nodes-fail-on-further-traits" {
        says: "{count} {counted:plain} of the class without further traits that are required or with further ones that are forbidden, {freely:plain}: {names}{more:plain}",
        means: "these nodes fail on traits too, but in smaller groups than those whose traits are named",
        why: "nobody reads a list without end",
        source: "drivers-and-traits 2.4 P1",
        cure: "look at the nodes one by one: each answer says what the node lacks and what it has",
    }

    /// Nodes are not free, because their unit is reserved.
    pub NODES_NOT_FREE = "nodes-not-free" {
        says: "{count} {counted:plain} would do but cannot be given out now: {names}{more:plain}",
        means: "the unit of these nodes is reserved: they are in use, in maintenance, or not available",
        why: "only available nodes without an instance are offered",
        source: "drivers-and-traits 2.3 O2",
        cure: "wait for the nodes, or bring them back to available",
    }

    /// Nodes are hidden, because the compute service is disabled.
    pub NODES_HIDDEN = "nodes-hidden" {
        says: "{count} {counted:plain} would do but for the disabled compute service: {names}{more:plain}",
        means: "what Nova asks of a provider beside the flavor is not met",
        why: "a disabled compute service takes no new instances",
        source: "drivers-and-traits 2.4 Q1",
        cure: "enable the compute service",
    }

    /// Nodes have another class than the one that is asked for.
    pub NODES_OF_OTHER_CLASS = "nodes-of-other-class" {
        says: "{count} {counted:plain} of another class than {class}: {names}{more:plain}",
        means: "these nodes are reported with a class that is not asked for",
        why: "a node offers one unit of its own class and nothing else",
        source: "drivers-and-traits 2.3 O1, O3",
        cure: "nothing to do, unless the class of the node or of the flavor is misspelt",
    }

    /// Nodes have no resource class, so they are not reported.
    pub NODES_WITHOUT_CLASS = "nodes-without-class" {
        says: "{count} {counted:plain} without a resource class: {names}{more:plain}",
        means: "a node without a resource class is not reported to Placement at all",
        why: "without a class there is nothing to offer",
        source: "drivers-and-traits 2.3 O1",
        cure: "set the resource class of the nodes in Ironic",
    }

    /// Nodes have no `traits` member, so they are not reported.
    pub NODES_WITHOUT_TRAITS_FIELD = "nodes-without-traits-field" {
        says: "{count} {counted:plain} whose traits Ironic does not tell: {names}{more:plain}",
        means: "Ironic's answer has no field for traits, so the node is not reported",
        why: "Nova asks for a version of Ironic's API that has the field",
        source: "drivers-and-traits 2.5 S13",
        cure: "look at the version of Ironic's API",
    }

    /// Nodes have the mark for managed PCI devices, which blocks their sync.
    pub NODES_TRACK_PCI = "nodes-track-pci" {
        says: "{count} {counted:plain} with the mark of managed PCI devices: {names}{more:plain}",
        means: "the mark stops the report of the node before anything is written",
        why: "Nova takes the mark for its own and refuses to switch tracking off",
        source: "drivers-and-traits 2.5 S14",
        cure: "take `COMPUTE_MANAGED_PCI_DEVICE` off the nodes",
    }

    /// Placement refuses a trait or the class of nodes.
    pub NODES_REFUSED_BY_PLACEMENT = "nodes-refused-by-placement" {
        says: "{count} {counted:plain} with a trait or a class that Placement refuses: {names}{more:plain}",
        means: "one name that Placement does not accept keeps all traits of the node from being written, or its class",
        why: "traits are written all at once, and a class has to be a name",
        source: "drivers-and-traits 2.3 O1, 2.5 S12",
        cure: "take the name off the node, or update the library of Placement",
    }

    /// A smallest change was found that lets in one more node.
    pub CURE = "cure" {
        says: "the smallest change that would let in {subject}{more:plain}",
        means: "each edit below is needed, and no fewer would do",
        why: "an operator wants to know how far away a node is",
        source: "drivers-and-traits 2.4 P1, 2.9",
        cure: "make the edits, or tag the node instead",
    }

    /// The cure removes this key.
    pub CURE_DROPS = "cure-drops" {
        says: "take {subject} out of the {of:plain}",
        means: "without this key the node would no longer fail",
        why: "a wish that is not there keeps nobody out",
        source: "drivers-and-traits 2.2 F2, 2.2 I1",
        cure: "take the key out",
    }

    /// The cure sets this key.
    pub CURE_SETS = "cure-sets" {
        says: "set {subject} to {value} in the {of:plain}",
        means: "with this value nothing is asked for that a bare metal node does not have",
        why: "a class that is set to 0 is not asked for, not even by the sizes of the flavor",
        source: "drivers-and-traits 2.2 F5, F6",
        cure: "set the key",
    }

    /// No change of the flavor or the image was found that lets in a node.
    pub NO_CURE = "no-cure" {
        says: "no key that could be dropped helps: no class asked for has a node that is reported, free and in service",
        means: "nodes of the class are not there, or none of them is free and reported",
        why: "requirements on traits can be dropped; a class cannot be",
        source: "drivers-and-traits 2.3 O2",
        cure: "free a node, add one, or ask for another class",
    }

    /// An unknown name is similar to a known one.
    pub LOOKS_LIKE = "looks-like" {
        says: "{subject} looks like {known}",
        means: "a name that is known is spelt almost alike",
        why: "most unknown names are misspelt",
        source: "drivers-and-traits 2.4 P3",
        cure: "correct the name",
    }

    /// Neither nodes nor a fleet were given.
    pub FLEET_NOT_GIVEN = "fleet-not-given" {
        says: "neither `nodes` nor `fleet` is given",
        means: "there are no nodes to compare the flavor with",
        why: "without nodes there is nothing to find",
        source: "design, The protocol",
        cure: "give the nodes, a fleet, or the name of a loaded one",
    }

    /// Both nodes and a fleet were given.
    pub FLEET_AND_NODES = "fleet-and-nodes-given" {
        says: "`nodes` are given beside `fleet`, which has its own",
        means: "a question takes the nodes from one place",
        why: "of two lists nobody could say which one counts",
        source: "design, the protocol",
        cure: "leave out `fleet` or `nodes`",
    }

    /// A node occurs twice with different contents.
    pub NODES_SHARE_UUIDS = "nodes-share-uuids" {
        says: "the node with the uuid {uuid} is shown twice and not alike, at {first} and at {second}",
        means: "a node is known by its uuid, so these are one, shown twice, and say different things",
        why: "of two that differ nobody could say which one counts",
        source: "drivers-and-traits 2.3",
        cure: "give each node once, as it is now",
    }

    /// Nodes have neither a name nor a uuid.
    pub NODES_WITHOUT_NAME = "nodes-without-name" {
        says: "{count:node} without a name and without a uuid",
        means: "nothing says which nodes these are",
        why: "answers refer to nodes by their names",
        source: "drivers-and-traits 2.3",
        cure: "give each node a name, or its uuid",
    }

    /// Nodes would be free if they had a power state.
    pub NODES_WITHOUT_POWER_STATE = "nodes-without-power-state" {
        says: "{count:node} without `power_state` cannot be given out, for what is not written counts as not known: {names}",
        means: "nothing else keeps the nodes from being free, and a node whose power state is not known is reserved",
        why: "Ironic says for each node how it is powered, and whoever writes nodes by hand leaves that out",
        source: "drivers-and-traits 2.3 O2",
        cure: "write `power_state: power off`, or null where Ironic itself does not know it",
    }

    /// Nodes are taken for free although members that might say otherwise are absent.
    pub NODES_PRESUMED_FREE = "nodes-presumed-free" {
        says: "{count:node} taken as free although nothing is said about {members}: {names}",
        means: "a member that is missing counts as that of a free node, and no member that is given keeps these from being free",
        why: "a node in maintenance, in another state, or with an instance is given to nobody",
        source: "drivers-and-traits 2.3 O2",
        cure: "write down what Ironic says of them, with null where it says nothing",
    }

    /// Nodes would be free if Ironic knew their power state.
    pub NODES_ODDLY_POWERED = "nodes-oddly-powered" {
        says: "{0} is no power state of Ironic's, so {count:node} with a word like that cannot be given out: {names}",
        means: "nothing else keeps the nodes from being free, and a word that Ironic does not have says as little as null",
        why: "a node whose power state is not known is reserved, and a table or a script has words of its own for that",
        source: "drivers-and-traits 2.3 O2",
        cure: "write the state as Ironic has it, such as `power on` or `power off`, or null where Ironic does not know it",
    }

    /// An image property was probably meant to require a trait, but does not.
    pub IMAGE_TRAIT_NOT_HEARD = "image-trait-not-heard" {
        says: "{key} of the image, which is {0}, is not heard: an image requires a trait by {like} with the value `required`",
        means: "the property is almost one that requires a trait, and has no effect",
        why: "an image that asks for less than it says boots on nodes that it was not made for",
        source: "drivers-and-traits 2.2 I1",
        cure: "correct the property",
    }

    /// An image requires a trait whose name has blanks around it.
    pub IMAGE_TRAIT_WITH_BLANKS = "image-trait-with-blanks" {
        says: "{key} of the image, which is {0}, has blanks around the name, with which Ironic knows no trait: it would be {like}",
        means: "Placement strips the name and finds nodes; the name that is written onto the node has its blanks, and Ironic compares letter by letter",
        why: "an instance that finds a node and is refused there has no way to say why",
        source: "drivers-and-traits 2.4 P6, 2.6 B2, B9",
        cure: "take the blanks out of the property",
    }

    /// Different nodes have the same name.
    pub NODES_SHARE_NAMES = "nodes-share-names" {
        says: "several nodes are called {names}",
        means: "nodes of the fleet have one name, or one uuid where they have no name",
        why: "answers refer to nodes by their names, and of two with the same name nobody knows which is meant",
        source: "drivers-and-traits 2.3",
        cure: "give each node a name of its own",
    }
}
