//! Where the design edition departs from today's operator and clusterctl: the rows of section 2.22.

use crate::base::Divergence;

/// All of them.
pub static ALL: &[&Divergence] = &[
    &LATEST_AMONG_CONFIGMAPS,
    &CONFIGMAPS_AS_RELEASES,
    &EMPTY_VERSION,
    &CONTRACT_OF_THE_CORE,
    &EQUAL_CONTRACTS,
    &EMPTY_CONTRACT,
    &UNRELEASED_VERSIONS,
    &APPLIED_AS_PLANNED,
    &SKIP_COUNTS_MAJORS,
];

/// Row `resolve-version`.
pub static LATEST_AMONG_CONFIGMAPS: Divergence = Divergence {
    id: "latest-among-configmaps-is-a-release",
    design: "a release in a ConfigMap comes before every pre-release",
    upstream: "the highest version is taken, pre-releases included",
    why: "the design takes clusterctl's rule for every source, so that nobody gets a pre-release unasked",
    source: "clusters-and-providers 2.9, 2.22",
};

/// Row `ConfigMaps of a selector`.
pub static CONFIGMAPS_AS_RELEASES: Divergence = Divergence {
    id: "several-configmaps-behind-a-selector",
    design: "the latest version among the ConfigMaps is the default",
    upstream: "the one that is listed first is",
    why: "several versions behind one selector are the point of the design's air-gapped example",
    source: "clusters-and-providers 2.10 O5, 2.22",
};

/// Row `version`.
pub static EMPTY_VERSION: Divergence = Divergence {
    id: "empty-version-is-a-version",
    design: "an empty `version` is a version that does not exist",
    upstream: "it is the same as none",
    why: "whoever wrote it meant something",
    source: "clusters-and-providers 2.22",
};

/// Row `check-contract`.
pub static CONTRACT_OF_THE_CORE: Divergence = Divergence {
    id: "contract-is-that-of-the-core",
    design: "a version is installed if its contract suits the core's",
    upstream: "it is if its contract is one of two that the operator knows, whatever the core speaks",
    why: "a provider that does not speak its core's contract does not work",
    source: "clusters-and-providers 2.8, 2.22",
};

/// Section 2.23.
pub static EQUAL_CONTRACTS: Divergence = Divergence {
    id: "golden-rule-wants-equal-contracts",
    design: "all providers speak the core's contract",
    upstream: "a core tolerates providers of an older contract that it knows",
    why: "the design says that all providers respect the same contract",
    source: "clusters-and-providers 2.15, 2.23",
};

/// Row `plans`, O13.
pub static EMPTY_CONTRACT: Divergence = Divergence {
    id: "empty-contract-is-an-error",
    design: "a series without a contract is an error",
    upstream: "an empty contract is a contract like any other",
    why: "nobody can tell what such a version gets on with",
    source: "clusters-and-providers 2.19 O13, 2.22",
};

/// Row `plans`.
pub static UNRELEASED_VERSIONS: Divergence = Divergence {
    id: "plans-survive-pre-releases",
    design: "a newer pre-release without a series is passed over, and the newest release's metadata will do",
    upstream: "it makes every plan fail, and the metadata are those of the newest tag",
    why: "one tag of a release candidate must not stop all upgrades",
    source: "clusters-and-providers 2.16, 2.22",
};

/// Row `plans`, O22.
pub static APPLIED_AS_PLANNED: Divergence = Divergence {
    id: "apply-only-what-is-planned",
    design: "a plan that was dropped is not applied, nor any without exactly one core",
    upstream: "a change of contract that leaves providers behind is applied",
    why: "it breaks the golden rule",
    source: "clusters-and-providers 2.16 O22, 2.22",
};

/// Row `skip rule`, O16.
pub static SKIP_COUNTS_MAJORS: Divergence = Divergence {
    id: "skip-rule-counts-majors",
    design: "a step to the next major counts as one minor more, and further majors are refused",
    upstream: "only the minor number is compared, whatever the major",
    why: "a minor number alone says nothing of the distance to another major",
    source: "clusters-and-providers 2.16 O16, 2.22",
};
