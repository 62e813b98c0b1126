//! Where the design edition departs from today's Gardener, as listed in the table at the end of section 15.

use crate::base::Divergence;

/// All divergences of this policy.
pub(super) static ALL: &[&Divergence] = &[
    &PREFERENCE_IN_ROUNDS,
    &FLAVORS_ALWAYS_ORDERED,
    &GIFT_BEFORE_VERSION,
    &POOL_ARCHITECTURE_COUNTS,
    &SUFFIXES_STAY_APART,
    &FIRST_IMAGE_WITH_A_CANDIDATE,
    &DEFAULTS_PASS_THE_GATE,
    &FORCED_STEPS_CHOOSE,
    &UNIQUE_VALUES,
    &TYPE_NAMES_ARCHITECTURE,
    &LEGACY_ARCHITECTURE_COUNTS,
    &CAPABILITY_PRECEDES_FIELD,
    &POOLS_ARE_PROTECTED,
    &ARCHITECTURES_ARE_IN_USE,
    &ARCHITECTURE_WITHOUT_DEFINITIONS,
    &SIZE_LIMIT,
    &DEFAULTS_ARE_ACTIVE,
    &MISSING_TYPE_IS_REFUSED,
    &KUBELET_SETTINGS_ARE_OWN,
    &CAPABILITIES_BESIDE_REFERENCES,
    &UNKNOWN_PROVIDER_KEYS,
    &ENTRIES_ARE_ONE_LIST,
    &OPENSTACK_NEEDS_A_REFERENCE,
    &AZURE_DOMAIN_COUNTS,
    &REGION_GAPS,
    &CHILD_REPLACES_ENTRIES,
    &NAMESPACED_MAPPING_IS_MERGED,
    &PROFILES_BRING_THEIR_MAPPING,
];

/// The divergences that affect what fits what.
#[cfg(not(feature = "images"))]
pub static OF_FITTING: &[&Divergence] = &[
    &PREFERENCE_IN_ROUNDS,
    &FLAVORS_ALWAYS_ORDERED,
    &GIFT_BEFORE_VERSION,
    &POOL_ARCHITECTURE_COUNTS,
    &SUFFIXES_STAY_APART,
    &LEGACY_ARCHITECTURE_COUNTS,
    &CAPABILITY_PRECEDES_FIELD,
    &ARCHITECTURE_WITHOUT_DEFINITIONS,
    &DEFAULTS_ARE_ACTIVE,
];

/// Preference is decided across all capabilities, value by value, instead of one capability after the other.
pub(super) static PREFERENCE_IN_ROUNDS: Divergence = Divergence {
    id: "preference-in-rounds",
    design: "the most preferred shared value of every capability is compared before the next one of any",
    upstream: "all values of the first capability are used up before the second is looked at, shared or not",
    why: "the design text compares the most preferred values of all capabilities first",
    source: "images 6, 15: preference",
};

/// Equally preferred flavors are no error.
pub(super) static FLAVORS_ALWAYS_ORDERED: Divergence = Divergence {
    id: "flavors-always-ordered",
    design: "of equally preferred flavors the first one in the document is taken",
    upstream: "equally preferred flavors are an error of the profile",
    why: "the design text promises a deterministic choice in every case",
    source: "images 6, 15: ambiguous flavors",
};

/// The values that a machine gets decide before the number of the version.
pub(super) static GIFT_BEFORE_VERSION: Divergence = Divergence {
    id: "gift-before-version",
    design: "of versions that suit, the one from which the machine gets the more preferred values goes first, and none is left by itself for one that gives less",
    upstream: "versions are chosen by their number alone",
    why: "the design text lets the order of the definitions decide which image a machine gets",
    source: "images 15: choice between versions, default image, maintenance",
};

/// The architecture of a pool stands in for that of a machine type that names none.
pub(super) static POOL_ARCHITECTURE_COUNTS: Divergence = Divergence {
    id: "pool-architecture-counts",
    design: "in a pool whose machine type names no architecture the pool's counts as the type's when a version is chosen",
    upstream: "such a type shares every architecture, so the choice may rest on an artifact that the pool never boots",
    why: "the artifact that is booted is chosen with the architecture of the pool",
    source: "images 12.4, 15: choice between versions",
};

/// A version with a pre-release suffix is never chosen for a pool that does not have the suffix.
pub(super) static SUFFIXES_STAY_APART: Divergence = Divergence {
    id: "suffixes-stay-apart",
    design: "a version with a pre-release suffix is taken only by who names it, and a pool that has one moves within it",
    upstream: "versions with a suffix are ordinary ones",
    why: "the design text does not regard tagged versions in maintenance; tags tell apart images that suit different machines",
    source: "images 9, 15: pre-release suffix",
};

/// The default image is the first one that has a version for the pool.
pub(super) static FIRST_IMAGE_WITH_A_CANDIDATE: Divergence = Divergence {
    id: "first-image-with-a-candidate",
    design: "a pool that names no image gets the first one that has a version for it",
    upstream: "the first image with any version of the architecture, or one that runs on the type, is taken, and it is an error if none of its versions may be",
    why: "a later image that suits is better than an error",
    source: "images 7.2, 15: default image",
};

/// A version that validation would refuse for the pool is no default.
pub(super) static DEFAULTS_PASS_THE_GATE: Divergence = Divergence {
    id: "defaults-pass-the-gate",
    design: "a version that lacks the runtimes of a pool or does not run its kubelet is no default",
    upstream: "it can be the default, and validation then refuses it",
    why: "who names no version should get one that works",
    source: "images 7.3, 8.6, 15: default image",
};

/// A forced update chooses its target like any other choice between versions.
pub(super) static FORCED_STEPS_CHOOSE: Divergence = Divergence {
    id: "forced-steps-choose",
    design: "a pool that is forced out of its minor or major gets the best version of the next one: supported before deprecated",
    upstream: "it gets the highest, deprecated or not, and of equal ones the last",
    why: "one order for every choice between versions",
    source: "images 9, 15: maintenance",
};

/// The values of a capability are unique.
pub(super) static UNIQUE_VALUES: Divergence = Divergence {
    id: "capability-values-are-unique",
    design: "a value that stands twice in a capability's definition is refused",
    upstream: "it is accepted",
    why: "the documentation says that values are unique, and a repeated one has two ranks",
    source: "images 4.2, 15: repeated value in a capability",
};

/// A machine type names its architecture if several are defined.
pub(super) static TYPE_NAMES_ARCHITECTURE: Divergence = Divergence {
    id: "machine-types-name-their-architecture",
    design: "with several architectures defined, a machine type has to name one",
    upstream: "a type that names none is stored, and no worker can ever use it",
    why: "the design text makes the architecture mandatory on types",
    source: "images 3.3, 4.6, 15: machine type's architecture",
};

/// The older architecture field stands in for a missing capability.
pub(super) static LEGACY_ARCHITECTURE_COUNTS: Divergence = Divergence {
    id: "legacy-architecture-counts",
    design: "with several architectures defined, the field `architecture` stands in for a capability that is not there",
    upstream: "the field plays no part in matching, so such a type fits images of any architecture",
    why: "a type that says what it is in the old field should not be offered images it cannot boot",
    source: "images 5, 15: machine type's architecture",
};

/// The architecture capability takes precedence over the older field.
pub(super) static CAPABILITY_PRECEDES_FIELD: Divergence = Divergence {
    id: "capability-precedes-field",
    design: "where an architecture among the capabilities and the older field differ the capability holds, with a warning",
    upstream: "the difference is refused on a machine type and on a version, whose older list is read where its flavors name none",
    why: "the design text lets the capability take precedence where both are present",
    source: "images 3.5, 4.5, 4.6, 15: both architecture fields",
};

/// A change of a profile may not break the pools of existing Shoots.
pub(super) static POOLS_ARE_PROTECTED: Divergence = Divergence {
    id: "pools-are-protected",
    design: "a change of a profile after which the pool of a Shoot would be refused is refused, with the fields that do it",
    upstream: "nobody looks at Shoots for machine types, flavors and capabilities, and the Shoot is refused at its next change",
    why: "who changes a profile should learn what breaks, and not who changes a Shoot weeks later",
    source: "images 8.5, 11, 15: things in use, Shoots",
};

/// An architecture that a NamespacedCloudProfile names is in use like any other value of a capability.
pub(super) static ARCHITECTURES_ARE_IN_USE: Divergence = Divergence {
    id: "architectures-are-in-use",
    design: "an architecture that a NamespacedCloudProfile names is in use, unless all definitions go",
    upstream: "nothing is in use as long as all of them together name nothing but architectures",
    why: "a value without a definition matches as a plain text, whatever its capability is called",
    source: "images 11, 15: things in use, NamespacedCloudProfiles",
};

/// Without definitions, fitting compares the older architecture fields.
pub(super) static ARCHITECTURE_WITHOUT_DEFINITIONS: Divergence = Divergence {
    id: "architecture-without-definitions",
    design: "on a profile without capabilities, fitting compares the architectures of the older fields",
    upstream: "everything fits everything there, and admission sorts it out",
    why: "a dropdown should not offer what admission refuses",
    source: "images 15: fit on a profile without definitions",
};

/// A profile that is too large to store is refused.
pub(super) static SIZE_LIMIT: Divergence = Divergence {
    id: "profile-size-is-limited",
    design: "a profile that is too large to store is refused, with its largest parts",
    upstream: "nobody checks, and the store refuses it with an error that names nothing",
    why: "the design text names the limit of 1.5 MiB",
    source: "images 14, 15: size",
};

/// No expired or unavailable version is chosen by default.
pub(super) static DEFAULTS_ARE_ACTIVE: Divergence = Divergence {
    id: "defaults-are-active",
    design: "an expired or unavailable version is never chosen for somebody",
    upstream: "it can be chosen, and validation then refuses it",
    why: "who names no version should get one that works",
    source: "images 7.3, 9, 15: default image",
};

/// A worker whose machine type is gone is refused by name.
pub(super) static MISSING_TYPE_IS_REFUSED: Divergence = Divergence {
    id: "missing-machine-type-is-refused",
    design: "an unchanged worker whose machine type is gone is refused by name",
    upstream: "the request crashes",
    why: "a crash says nothing about its cause",
    source: "images 8.5, 15: unchanged worker whose machine type is gone",
};

/// A pool is not judged by the kubelet settings of another pool.
pub(super) static KUBELET_SETTINGS_ARE_OWN: Divergence = Divergence {
    id: "kubelet-settings-are-own",
    design: "what a kubelet reserves is read from its pool, or else from the Shoot",
    upstream: "a pool that says nothing is judged by the settings of the last pool before it that says something",
    why: "one pool should not be refused for what another says",
    source: "images 8.2: kubelet config",
};

/// An entry of a provider's configuration may have `capabilities` beside its reference.
pub static CAPABILITIES_BESIDE_REFERENCES: Divergence = Divergence {
    id: "capabilities-beside-references",
    design: "an entry of a provider's configuration may have `capabilities` beside its reference and is a flavor then, and so may the artifact of a region",
    upstream: "only `capabilityFlavors` has capabilities, and the key makes the whole configuration unreadable",
    why: "the design text writes the provider's side so",
    source: "images 17.7: the text's form",
};

/// An unknown key in a provider's configuration is a warning.
pub static UNKNOWN_PROVIDER_KEYS: Divergence = Divergence {
    id: "unknown-provider-keys-are-ignored",
    design: "a key that a provider's configuration does not have is left out, with a warning",
    upstream: "it makes the whole configuration unreadable, so that no artifact is found for any image",
    why: "one misspelt key should not stop every image",
    source: "images 17.1, 17.7: other unknown keys",
};

/// All entries of an image name and version form one list.
pub static ENTRIES_ARE_ONE_LIST: Divergence = Divergence {
    id: "provider-entries-are-one-list",
    design: "all entries of an image name and version are one list, for every provider",
    upstream: "each provider takes the first or the last of repeated entries and names, and another one in the mapping than in the choice",
    why: "the design text writes an entry for each artifact, and what is mapped should be what is booted",
    source: "images 17.7: repeated entries and names",
};

/// On OpenStack, an image name alone is a reference, and an entry without any reference is refused.
pub static OPENSTACK_NEEDS_A_REFERENCE: Divergence = Divergence {
    id: "openstack-needs-a-reference",
    design: "an old entry with only an image maps amd64, and a flavor or entry with neither regions nor image is refused",
    upstream: "the image is not mapped although a machine would boot it, and an entry that refers to nothing is accepted",
    why: "what is mapped should be what is booted",
    source: "images 17.7: openstack",
};

/// The domain counts of Azure are not judged.
pub static AZURE_DOMAIN_COUNTS: Divergence = Divergence {
    id: "azure-domain-counts-are-not-judged",
    design: "the domain counts of azure are not looked at",
    upstream: "they are required, and without them the images are not looked at",
    why: "availability sets are gone, and have nothing to do with images",
    source: "images 17.2, 17.7: azure",
};

/// Regions without an artifact are reported.
pub static REGION_GAPS: Divergence = Divergence {
    id: "region-gaps-are-told",
    design: "what is mapped but has no artifact in some region of the profile is told as a gap",
    upstream: "nobody looks at the regions of the profile",
    why: "a worker there is admitted, and its machines never start",
    source: "images 17.3, 17.7: regions",
};

/// The entries of a NamespacedCloudProfile replace those of its parent.
pub static CHILD_REPLACES_ENTRIES: Divergence = Divergence {
    id: "child-replaces-provider-entries",
    design: "the entries of a NamespacedCloudProfile take the place of all its parent's of that version, in the parent's order",
    upstream: "on azure and gcp they are added to the parent's, elsewhere repeated entries are lost, and the order is random",
    why: "the design text lets the NamespacedCloudProfile's version be the one that counts",
    source: "images 17.6, 17.7: merge",
};

/// The mapping of a NamespacedCloudProfile is judged after it is merged with its parent's.
pub static NAMESPACED_MAPPING_IS_MERGED: Divergence = Divergence {
    id: "namespaced-mapping-is-merged",
    design: "the mapping of a NamespacedCloudProfile is judged merged with its parent, as its machines will find it",
    upstream: "each extension holds the NamespacedCloudProfile's part alone against its parent, each by rules of its own",
    why: "what counts is what a machine finds",
    source: "images 17.6, 17.8",
};

/// The validation of a CloudProfile includes its mapping.
pub static PROFILES_BRING_THEIR_MAPPING: Divergence = Divergence {
    id: "profiles-bring-their-mapping",
    design: "validating a CloudProfile of a known provider looks at its mapping too",
    upstream: "the API server leaves the mapping to the provider's extension",
    why: "the design text asks each extension to validate its part, and a profile without it boots nothing",
    source: "images 17.8",
};
