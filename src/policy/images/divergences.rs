//! Where the design edition departs from today's Gardener: the table at the end of section 15.

use crate::base::Divergence;

/// All of them.
pub(super) static ALL: &[&Divergence] = &[
    &PREFERENCE_IN_ROUNDS,
    &FLAVORS_ALWAYS_ORDERED,
    &UNIQUE_VALUES,
    &TYPE_NAMES_ARCHITECTURE,
    &LEGACY_ARCHITECTURE_COUNTS,
    &ARCHITECTURE_WITHOUT_DEFINITIONS,
    &SIZE_LIMIT,
    &DEFAULTS_ARE_ACTIVE,
    &MISSING_TYPE_IS_REFUSED,
    &KUBELET_SETTINGS_ARE_OWN,
];

/// Breadth before depth.
pub(super) static PREFERENCE_IN_ROUNDS: Divergence = Divergence {
    id: "preference-in-rounds",
    design: "the most preferred shared value of every capability is compared before the next one of any",
    upstream: "all values of the first capability are used up before the second is looked at, shared or not",
    why: "the design text compares the most preferred values of all capabilities first",
    source: "images 6, 15: preference",
};

/// A tie is no error.
pub(super) static FLAVORS_ALWAYS_ORDERED: Divergence = Divergence {
    id: "flavors-always-ordered",
    design: "of equally preferred flavors the first one in the document is taken",
    upstream: "equally preferred flavors are an error of the profile",
    why: "the design text promises a deterministic choice in every case",
    source: "images 6, 15: ambiguous flavors",
};

/// No value twice.
pub(super) static UNIQUE_VALUES: Divergence = Divergence {
    id: "capability-values-are-unique",
    design: "a value that stands twice in a capability's definition is refused",
    upstream: "it is accepted",
    why: "the documentation says that values are unique, and a repeated one has two ranks",
    source: "images 4.2, 15: repeated value in a capability",
};

/// A machine type says what it is.
pub(super) static TYPE_NAMES_ARCHITECTURE: Divergence = Divergence {
    id: "machine-types-name-their-architecture",
    design: "with several architectures defined, a machine type has to name one",
    upstream: "a type that names none is stored, and no worker can ever use it",
    why: "the design text makes the architecture mandatory on types",
    source: "images 3.3, 4.6, 15: machine type's architecture",
};

/// The old field stands in for the new one.
pub(super) static LEGACY_ARCHITECTURE_COUNTS: Divergence = Divergence {
    id: "legacy-architecture-counts",
    design: "with several architectures defined, the field `architecture` stands in for a capability that is not there",
    upstream: "the field plays no part in matching, so such a type fits images of any architecture",
    why: "a type that says what it is in the old field should not be offered images it cannot boot",
    source: "images 5, 15: machine type's architecture",
};

/// Profiles from before capabilities.
pub(super) static ARCHITECTURE_WITHOUT_DEFINITIONS: Divergence = Divergence {
    id: "architecture-without-definitions",
    design: "on a profile without capabilities, fitting compares the architectures of the older fields",
    upstream: "everything fits everything there, and admission sorts it out",
    why: "a dropdown should not offer what admission refuses",
    source: "images 15: fit on a profile without definitions",
};

/// Too large to store.
pub(super) static SIZE_LIMIT: Divergence = Divergence {
    id: "profile-size-is-limited",
    design: "a profile that is too large to store is refused, with its largest parts",
    upstream: "nobody checks, and the store refuses it with an error that names nothing",
    why: "the design text names the limit of 1.5 MiB",
    source: "images 14, 15: size",
};

/// Nothing by default that admission refuses.
pub(super) static DEFAULTS_ARE_ACTIVE: Divergence = Divergence {
    id: "defaults-are-active",
    design: "an expired or unavailable version is never chosen for somebody",
    upstream: "it can be chosen, and validation then refuses it",
    why: "who names no version should get one that works",
    source: "images 7.3, 9, 15: default image",
};

/// A type that is gone.
pub(super) static MISSING_TYPE_IS_REFUSED: Divergence = Divergence {
    id: "missing-machine-type-is-refused",
    design: "an unchanged worker whose machine type is gone is refused by name",
    upstream: "the request crashes",
    why: "a crash says nothing about its cause",
    source: "images 8.5, 15: unchanged worker whose machine type is gone",
};

/// No settings of a neighbour.
pub(super) static KUBELET_SETTINGS_ARE_OWN: Divergence = Divergence {
    id: "kubelet-settings-are-own",
    design: "what a kubelet reserves is read from its pool, or else from the Shoot",
    upstream: "a pool that says nothing is judged by the settings of the last pool before it that says something",
    why: "one pool should not be refused for what another says",
    source: "images 8.2: kubelet config",
};
