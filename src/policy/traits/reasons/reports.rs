//! The codes for what flavors ask for, what is reported to Placement and written to nodes, and what Ironic checks.

use crate::question::Undecided;
use crate::reason::{Fact, codes};
use crate::wire::Pointer;

codes! {
    /// The codes for requests, reports, boots and deployments.
    pub REPORTS_CODES;

    /// The flavor and the image ask Placement for this.
    pub FLAVOR_ASKS = "flavor-asks" {
        says: "{subject} asks Placement for {query}",
        means: "what the flavor and the image ask Placement for",
        why: "keys that are not understood are dropped without a word",
        source: "drivers-and-traits 2.2",
        cure: "nothing to do",
    }

    /// The scheduler reads the key.
    pub SPEC_COUNTS = "spec-counts" {
        says: "{subject} counts",
        means: "the scheduler reads this key",
        why: "it has the form the scheduler looks for",
        source: "drivers-and-traits 2.2 F1, F2, F4",
        cure: "nothing to do",
    }

    /// The scheduler ignores the key.
    pub SPEC_IGNORED = "spec-ignored" {
        says: "{subject} is ignored: {why:plain}",
        means: "the scheduler drops this key, so the flavor finds more nodes than it was meant to",
        why: "a key that is not understood is logged and is no error",
        source: "drivers-and-traits 2.2 F1, F2, F4",
        cure: "correct the key or its value",
    }

    /// The report of the node writes to Placement.
    pub SYNC_WRITES = "sync-writes" {
        says: "reporting {subject} takes {writes:request}",
        means: "what Placement has of the node's provider is not what it should be",
        why: "Ironic is the single source of truth for the traits of its nodes",
        source: "drivers-and-traits 2.5 S1, S7",
        cure: "nothing to do",
    }

    /// The provider is already as it should be, so nothing is written.
    pub SYNC_WRITES_NOTHING = "sync-writes-nothing" {
        says: "there is nothing to write for {subject}",
        means: "what Nova knows of the provider is already what it should be",
        why: "a report that changes nothing sends nothing",
        source: "drivers-and-traits 2.5 S10",
        cure: "nothing to do; a change made in Placement itself shows once Nova's view is read anew",
    }

    /// The provider does not exist yet, so it is created.
    pub SYNC_CREATES = "sync-creates" {
        says: "nothing says that Placement knows {subject}, so its provider is created, with the generation 0",
        means: "neither traits, nor an inventory, nor a generation of a provider were given, so there is none yet",
        why: "Nova sees that a node has a provider before it asks what the node is like",
        source: "drivers-and-traits 2.5 S7",
        cure: "nothing to do; give `placementTraits`, even empty ones, where the provider is there",
    }

    /// The provider gets new traits.
    pub SYNC_TRAITS_COME = "sync-traits-come" {
        says: "the provider gets the traits {names}",
        means: "the provider did not have these traits before",
        why: "Ironic's list, with what Nova adds and takes away, replaces the provider's",
        source: "drivers-and-traits 2.5 S1",
        cure: "nothing to do",
    }

    /// The provider loses traits.
    pub SYNC_TRAITS_GO = "sync-traits-go" {
        says: "the provider loses the traits {names}",
        means: "the provider had these traits before, and flavors that require them no longer find the node",
        why: "Ironic's list, with what Nova adds and takes away, replaces the provider's, whoever put a trait there",
        source: "drivers-and-traits 2.5 S1",
        cure: "tag the node in Ironic with those that are to stay",
    }

    /// The provider gets a new inventory.
    pub SYNC_INVENTORY_COMES = "sync-inventory-comes" {
        says: "the provider gets an inventory of {subject}: {total}, of which {reserved} reserved",
        means: "the provider did not offer this class before",
        why: "a node offers one unit of its class, which is reserved while nobody may have it",
        source: "drivers-and-traits 2.3 O1, O2",
        cure: "nothing to do",
    }

    /// An inventory of the provider changes.
    pub SYNC_INVENTORY_CHANGES = "sync-inventory-changes" {
        says: "the inventory of {subject} becomes {total}, of which {reserved} reserved; it was {hadTotal}, of which {hadReserved} reserved",
        means: "the node became free, or is no longer to be given out",
        why: "a node offers one unit of its class, which is reserved while nobody may have it",
        source: "drivers-and-traits 2.3 O1, O2",
        cure: "nothing to do",
    }

    /// The provider loses an inventory.
    pub SYNC_INVENTORY_GOES = "sync-inventory-goes" {
        says: "the provider loses the inventory of {names}",
        means: "the provider offered these classes before, and flavors that ask for them no longer find the node",
        why: "inventories are written all at once, and a node has but one class",
        source: "drivers-and-traits 2.3 O1, 2.5 S7",
        cure: "nothing to do, unless the class of the node is misspelt",
    }

    /// The provider has traits that the node does not have.
    pub SYNC_ADDS = "sync-adds" {
        says: "on the provider beside the node's own: {names}",
        means: "Nova's marks, the capabilities of its driver, the file for providers, or a change that was not seen",
        why: "Nova reports what its driver can",
        source: "drivers-and-traits 2.5 S3, S9",
        cure: "nothing to do",
    }

    /// The node has traits that the provider does not have.
    pub SYNC_STRIPS = "sync-strips" {
        says: "on the node and not on the provider: {names}",
        means: "the driver says that it cannot do these, or a change was not seen",
        why: "what the driver cannot do nobody should ask for",
        source: "drivers-and-traits 2.5 S4, S9",
        cure: "do not tag nodes with them",
    }

    /// Placement refuses the class or a trait of the node.
    pub SYNC_REFUSED = "sync-refused" {
        says: "Placement refuses the {what:plain} {refused} of {subject}",
        means: "where a trait is refused, the class of the node is written and none of its traits; where the class is refused, nothing is",
        why: "traits are written all at once, and every name has to be known or creatable",
        source: "drivers-and-traits 2.3 O1, 2.5 S12",
        cure: "take the name off the node, or update the library of Placement",
    }

    /// The node has no resource class, so it is skipped.
    pub SYNC_WITHOUT_CLASS = "sync-without-class" {
        says: "{subject} has no resource class, so it is not reported",
        means: "the node is skipped, and what was there stays",
        why: "without a class there is nothing to offer",
        source: "drivers-and-traits 2.3 O1",
        cure: "set the resource class in Ironic",
    }

    /// The node has no `traits` member, so it is not reported.
    pub SYNC_WITHOUT_TRAITS_FIELD = "sync-without-traits-field" {
        says: "Ironic does not report the traits of {subject}, so the node is not reported",
        means: "Ironic's answer about the node has no field for traits",
        why: "Nova asks for a version of Ironic's API that has the field",
        source: "drivers-and-traits 2.5 S13",
        cure: "look at the version of Ironic's API",
    }

    /// The node has the mark for managed PCI devices, which stops the report.
    pub SYNC_TRACKS_PCI = "sync-tracks-pci" {
        says: "{subject} carries the mark of managed PCI devices, so it is not reported",
        means: "the mark stops the report before anything is written",
        why: "Nova takes the mark for its own and refuses to switch tracking off",
        source: "drivers-and-traits 2.5 S14",
        cure: "take `COMPUTE_MANAGED_PCI_DEVICE` off the node",
    }

    /// The provider configuration adds a standard trait that is already there.
    pub SYNC_CONFIG_CONFLICT = "sync-config-conflict" {
        says: "the file for providers adds a standard trait that {subject} has already, so it is not reported",
        means: "the file is for additions; what the driver reports it may not name",
        why: "two owners of one trait would undo one another",
        source: "drivers-and-traits 2.5 S6",
        cure: "take the trait out of the file",
    }

    /// The boot writes traits and capabilities to the node.
    pub BOOT_SENDS = "boot-sends" {
        says: "booting {subject} sends the traits {traits} and the capabilities {capabilities}",
        means: "these are written onto the node before it is deployed",
        why: "Ironic checks that the node has the traits, and may act on them",
        source: "drivers-and-traits 2.6 B1, B2, B3",
        cure: "nothing to do",
    }

    /// The boot sends a trait that the scheduler does not read in the same way.
    pub SENT_UNSCHEDULED = "sent-unscheduled" {
        says: "{subject} is sent to the node, but the scheduler reads it differently or not at all",
        means: "the boot reads keys more loosely than the scheduler",
        why: "two readers of one key differ",
        source: "drivers-and-traits 2.6 B7",
        cure: "write `trait:` and the name",
    }

    /// A key without a colon makes every boot fail.
    pub BREAKS_EVERY_BOOT = "breaks-every-boot" {
        says: "{subject} begins like a trait and has no colon, so every boot of the flavor fails",
        means: "the boot splits the key at its colon and stumbles",
        why: "the API lets the key in, and the scheduler ignores it",
        source: "drivers-and-traits 2.6 B7",
        cure: "write `trait:` and the name, or take the key out",
    }

    /// The event replaces the list of traits on the node.
    pub INFO_REPLACED = "info-replaced" {
        says: "{subject} writes the list: {stands}",
        means: "the list of traits on the node is replaced",
        why: "adding a member that is there replaces it",
        source: "drivers-and-traits 2.6 B4, B6",
        cure: "nothing to do",
    }

    /// The event sends no traits, so the old list stays.
    pub INFO_STAYS = "info-stays" {
        says: "{subject} sends no traits, so what stood there stays: {stands}",
        means: "without traits nothing is sent, not even an empty list",
        why: "an old list then stays for the next check",
        source: "drivers-and-traits 2.6 B4, B6",
        cure: "take the stale list off the node by hand",
    }

    /// The event empties the `instance_info` of the node.
    pub INFO_EMPTIED = "info-emptied" {
        says: "{subject} empties the instance_info",
        means: "nothing of the instance stays on the node",
        why: "the next instance should not find it",
        source: "drivers-and-traits 2.6 B5",
        cure: "nothing to do",
    }

    /// The event fails before anything is sent, because a key has no colon.
    pub INFO_BOOT_BREAKS = "info-boot-breaks" {
        says: "{subject} fails before anything is sent, so what stood there stays: {stands}",
        means: "a key of the flavor begins like a trait and has no colon",
        why: "the boot stumbles over the key",
        source: "drivers-and-traits 2.6 B7",
        cure: "take the key out of the flavor",
    }

    /// The instance requests no traits.
    pub DEPLOY_ASKS_NOTHING = "deploy-asks-nothing" {
        says: "nothing is asked of the node",
        means: "the instance asks for no traits",
        why: "without a wish there is nothing to check",
        source: "drivers-and-traits 2.6 B9",
        cure: "nothing to do",
    }

    /// The traits in `instance_info` are not a list of strings.
    pub DEPLOY_ASKS_NO_LIST = "deploy-asks-no-list" {
        says: "what is asked of the node is no list of strings",
        means: "the traits in `instance_info` are of another kind",
        why: "early code wrote JSON text there",
        source: "drivers-and-traits 2.6 B1, B9",
        cure: "write a list of strings",
    }

    /// The node has all requested traits.
    pub NODE_HAS_ALL = "node-has-all" {
        says: "the node has every trait that is asked of it",
        means: "all traits in `instance_info` are among the node's",
        why: "the node is deployed",
        source: "drivers-and-traits 2.6 B9",
        cure: "nothing to do",
    }

    /// The node lacks requested traits.
    pub NODE_LACKS_SOME = "node-lacks-some" {
        says: "the node lacks {missing}",
        means: "Ironic refuses to deploy; traits that only Placement has do not count",
        why: "the list on the node has to be true when it is deployed",
        source: "drivers-and-traits 2.6 B8, B9",
        cure: "tag the node, or do not ask for what only Placement knows",
    }

    /// Deploy templates named like the instance's traits contribute steps.
    pub TEMPLATES_MATCH = "templates-match" {
        says: "of the templates {templates} those named like a trait of the instance contribute steps: {matched}",
        means: "a deploy template of exactly the name of a trait contributes its steps",
        why: "this way a trait can say what the node is to become",
        source: "drivers-and-traits 2.6 B10",
        cure: "give the template the name of the trait",
    }

    /// The image requires no traits, so the rebuild is not checked.
    pub REBUILD_NOT_CHECKED = "rebuild-not-checked" {
        says: "the image requires no traits, so nothing is checked",
        means: "the traits of the flavor are never checked again",
        why: "the node was chosen by the flavor before",
        source: "drivers-and-traits 2.2 I4",
        cure: "nothing to do",
    }

    /// The provider has all traits that the image requires, and the flavor forbids none of them.
    pub REBUILD_ALLOWED = "rebuild-allowed" {
        says: "the provider has what the image requires: {required}",
        means: "the flavor forbids none of it, and the provider has all of it",
        why: "an image must not need what the node lacks",
        source: "drivers-and-traits 2.2 I4",
        cure: "nothing to do",
    }

    /// The image requires traits that the flavor forbids.
    pub IMAGE_REQUIRES_FORBIDDEN = "image-requires-forbidden" {
        says: "the image requires what the flavor forbids: {traits}",
        means: "the suffix of the flavor's key does not matter",
        why: "the flavor keeps such nodes for others",
        source: "drivers-and-traits 2.2 I4",
        cure: "choose another image",
    }

    /// The provider lacks traits that the image requires.
    pub IMAGE_TRAIT_MISSING = "image-trait-missing" {
        says: "the provider lacks what the image requires: {traits}",
        means: "the instance stays on its node, which does not have the trait",
        why: "an image must not need what the node lacks",
        source: "drivers-and-traits 2.2 I4",
        cure: "choose another image, or move the instance",
    }

    /// A key without a colon makes the check of the rebuild fail.
    pub REBUILD_BREAKS = "rebuild-breaks" {
        says: "{traits} begins like a trait and has no colon, so every rebuild with an image that requires traits fails",
        means: "the check splits the key at its colon and stumbles",
        why: "the API lets the key in",
        source: "drivers-and-traits 2.6 B7",
        cure: "take the key out of the flavor",
    }

    /// The image is missing from a question about a rebuild.
    pub REBUILD_IMAGE_NOT_GIVEN = "rebuild-image-not-given" {
        says: "`image` is not given",
        means: "an instance is rebuilt with an image, and which one decides whether anything is checked",
        why: "an image that was not given may require traits",
        source: "drivers-and-traits 2.2 I4",
        cure: "give the image, with `properties` that are empty where it has none",
    }

    /// The traits of the provider are missing from a question about a rebuild.
    pub PROVIDER_TRAITS_NOT_GIVEN = "provider-traits-not-given" {
        says: "`allocatedProviderTraits` are not given, and the image requires traits",
        means: "the image may go onto the node only if the provider has what it requires",
        why: "a provider whose traits are not given does not necessarily lack any",
        source: "drivers-and-traits 2.2 I4",
        cure: "give the names that `openstack resource provider trait list` prints, an empty list where there are none",
    }

    /// A list on which the answer depends is missing from the question.
    pub LIST_NOT_GIVEN = "list-not-given" {
        says: "{member} is not given, and the answer depends on it",
        means: "a list that is not given may hold anything, unlike an empty one",
        why: "what is not known neither fits nor fails",
        source: "design, The protocol",
        cure: "give it, empty where there is nothing to list",
    }

    /// Nodes are available to the allocation.
    pub NODES_ALLOCATABLE = "nodes-allocatable" {
        says: "{candidates} of {nodes} nodes can be taken",
        means: "they are available, of the class, and have the traits",
        why: "an allocation takes one of them, in no fixed order",
        source: "drivers-and-traits 2.7 T4",
        cure: "nothing to do",
    }

    /// No node of the class is available to the allocation.
    pub NONE_AVAILABLE = "none-available" {
        says: "no node of the class {0} among {nodes} is available{but:plain}",
        means: "the class is compared letter by letter; a node is available without instance, in a known power state and out of maintenance",
        why: "only such nodes can be taken",
        source: "drivers-and-traits 2.7 T4",
        cure: "name the class as the node has it, and the nodes as they are called",
    }

    /// No available node has all traits of the allocation.
    pub NONE_HAS_TRAITS = "none-has-traits" {
        says: "none of {available} available nodes has the traits {1}",
        means: "all of them have to be there; there is no forbidden form",
        why: "an allocation asks for traits as they stand",
        source: "drivers-and-traits 2.7 T4",
        cure: "tag a node, or ask for less",
    }
}

/// Undecided because a list on which the answer depends is missing.
pub(crate) fn not_given(member: &'static str, at: Pointer) -> Undecided {
    Undecided::missing_of(&LIST_NOT_GIVEN, at, [Fact::named("member", member)])
}
