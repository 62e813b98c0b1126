//! Where the design edition departs from today's Nova: section 2.9, and what the scheduler leaves to the boot.

use crate::base::Divergence;

/// All divergences of this policy.
pub(crate) static ALL: &[&Divergence] = &[&MIRRORED_TRAITS, &DRIFT_RESTORED, &NO_ROOT_CONDITIONS, &BOOT_COUNTS];

/// The provider has exactly the traits in Ironic's list.
pub(crate) static MIRRORED_TRAITS: Divergence = Divergence {
    id: "provider-traits-mirror-ironic",
    design: "the traits of a node's provider are those of the node, no more and no fewer",
    upstream: "Nova adds its marks, its driver's capabilities and those of the file for providers, and takes away what \
               the driver says it cannot",
    why: "the design text makes Ironic the single source of truth",
    source: "drivers-and-traits 2.5 S3, S4, 2.9",
};

/// The next sync undoes changes made in Placement.
pub(crate) static DRIFT_RESTORED: Divergence = Divergence {
    id: "drift-is-restored-at-the-next-sync",
    design: "a change made in Placement itself is overridden at the next sync",
    upstream: "it survives until Nova's view of the provider is read anew, or a write meets a conflict",
    why: "the design text says that the next sync resets the traits to what is in Ironic",
    source: "drivers-and-traits 2.5 S9, 2.9",
};

/// The query has no conditions on roots.
pub(crate) static NO_ROOT_CONDITIONS: Divergence = Divergence {
    id: "no-conditions-on-roots",
    design: "the query holds what the flavor and the image ask; a disabled compute service has no candidates",
    upstream: "Nova asks for its mark of ownership and against its mark of disabled services, too",
    why: "marks that the mirrored list does not have cannot be asked for",
    source: "drivers-and-traits 2.4 Q1, 2.9",
};

/// A node on which every boot fails is no match.
pub(crate) static BOOT_COUNTS: Divergence = Divergence {
    id: "no-candidates-where-every-boot-fails",
    design: "a flavor whose every boot fails matches and reaches no node, and others none without a required trait as it is \
             written, even under a key that only the boot reads, such as `trait.x:`",
    upstream: "the scheduler ignores keys that the boot reads or stumbles over, reads names with commas, blanks or \
               exclamation marks in its own way, finds nodes, and the boot on them fails",
    why: "who asks which nodes can take a flavor wants to boot it",
    source: "drivers-and-traits 2.2 F1, 2.4 P6, 2.6 B2, B7, B9",
};
