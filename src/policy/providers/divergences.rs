//! Where the design edition departs from today's operator and clusterctl: mostly the rows of section 2.22.

use crate::base::Divergence;

/// All divergences of this policy.
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
    &JUDGED_AS_WRITTEN,
    &DEFAULTS_ARE_NOT_STORED,
    &JUDGED_IN_ADMISSION,
    &RELEASE_PAGES,
    &MANAGER_OVER_CONTAINER,
    &GATES_READ_AS_GO_DOES,
    &IMAGE_PARTS,
    &FURTHER_DEPLOYMENTS,
    &ENVIRONMENT_TOO,
    &CORE_OF_ITS_CONTRACT,
    &CHANGE_REINSTALLS,
    &DELETION_IS_GUARDED,
    &UNKNOWN_KINDS_KEEP_THEIR_PREFIX,
];

/// Section 2.22, row `resolve-version`.
pub static LATEST_AMONG_CONFIGMAPS: Divergence = Divergence {
    id: "latest-among-configmaps-is-a-release",
    design: "a release in a ConfigMap comes before every pre-release",
    upstream: "the highest version is taken, pre-releases included",
    why: "the design takes clusterctl's rule for every source, so that nobody gets a pre-release unasked",
    source: "clusters-and-providers 2.9, 2.22",
};

/// Section 2.22, row `ConfigMaps of a selector`.
pub static CONFIGMAPS_AS_RELEASES: Divergence = Divergence {
    id: "several-configmaps-behind-a-selector",
    design: "the latest version among the ConfigMaps is the default",
    upstream: "the one that is listed first is",
    why: "several versions behind one selector are the point of the design's air-gapped example",
    source: "clusters-and-providers 2.10 O5, 2.22",
};

/// Section 2.22, row `version`.
pub static EMPTY_VERSION: Divergence = Divergence {
    id: "empty-version-is-a-version",
    design: "an empty `version` is a version that does not exist",
    upstream: "it is the same as none",
    why: "whoever wrote it meant something",
    source: "clusters-and-providers 2.22",
};

/// Section 2.22, row `check-contract`.
pub static CONTRACT_OF_THE_CORE: Divergence = Divergence {
    id: "contract-is-that-of-the-core",
    design: "a version is installed if its contract suits the core's",
    upstream: "it is if its contract is one of two that the operator knows, whatever the core speaks",
    why: "a provider that does not speak its core's contract does not work",
    source: "clusters-and-providers 2.8, 2.22",
};

/// Section 2.23, question `golden-rule`.
pub static EQUAL_CONTRACTS: Divergence = Divergence {
    id: "golden-rule-wants-equal-contracts",
    design: "all providers speak the core's contract",
    upstream: "a core tolerates providers of an older contract that it knows",
    why: "the design says that all providers respect the same contract",
    source: "clusters-and-providers 2.15, 2.23",
};

/// Section 2.22, row `plans`; O13.
pub static EMPTY_CONTRACT: Divergence = Divergence {
    id: "empty-contract-is-an-error",
    design: "a series without a contract is an error",
    upstream: "an empty contract is a contract like any other",
    why: "nobody can tell what such a version is compatible with",
    source: "clusters-and-providers 2.19 O13, 2.22",
};

/// Section 2.22, row `plans`.
pub static UNRELEASED_VERSIONS: Divergence = Divergence {
    id: "plans-survive-pre-releases",
    design: "a newer pre-release without a series is passed over, and the newest release's metadata will do",
    upstream: "it makes every plan fail, and the metadata are those of the newest tag",
    why: "one tag of a release candidate must not stop all upgrades",
    source: "clusters-and-providers 2.16, 2.22",
};

/// Section 2.22, row `plans`; O22.
pub static APPLIED_AS_PLANNED: Divergence = Divergence {
    id: "apply-only-what-is-planned",
    design: "a plan that was dropped is not applied, nor any without exactly one core",
    upstream: "a change of contract that leaves providers behind is applied",
    why: "it breaks the golden rule",
    source: "clusters-and-providers 2.16 O22, 2.22",
};

/// Section 2.22, row `skip rule`; O16.
pub static SKIP_COUNTS_MAJORS: Divergence = Divergence {
    id: "skip-rule-counts-majors",
    design: "a step to the next major counts as one minor more, and further majors are refused",
    upstream: "only the minor number is compared, whatever the major",
    why: "a minor number alone says nothing of the distance to another major",
    source: "clusters-and-providers 2.16 O16, 2.22",
};

/// Section 2.22, rows `validate` to `unknown key`.
pub static JUDGED_AS_WRITTEN: Divergence = Divergence {
    id: "provider-judged-as-written",
    design: "an object is judged by all rules of the design text when it is written, before any default",
    upstream: "the schema's bounds are checked after the defaults, and the version when the provider is installed",
    why: "an error that is only told in a condition is found late, and what the defaults covered up never",
    source: "clusters-and-providers 2.4, 2.22 rows validate to unknown key",
};

/// Section 2.22, row `default`.
pub static DEFAULTS_ARE_NOT_STORED: Divergence = Divergence {
    id: "provider-defaults-are-not-stored",
    design: "defaults count without being written into the object",
    upstream: "a webhook writes some of them into the spec and rewrites what it knows",
    why: "a default in the object cannot be told from a choice, and the debug mode excludes choices",
    source: "clusters-and-providers 2.3, 2.22 row default",
};

/// Section 2.22, rows `release pages` and `built-in source`.
pub static RELEASE_PAGES: Divergence = Divergence {
    id: "release-page-of-any-host",
    design: "a source is a release page of any host, and a built-in one is the page without a file",
    upstream: "a source is a file on github.com or a package of a GitLab, and a built-in one names the file",
    why: "the form that the design text and the operator's own documentation show is refused today",
    source: "clusters-and-providers 2.10, 2.19 O6, 2.22 rows release pages, built-in source",
};

/// Section 2.22, rows `arguments` to `concurrency`.
pub static MANAGER_OVER_CONTAINER: Divergence = Divergence {
    id: "manager-over-container-over-manifest",
    design: "of each flag, whatever its dashes, the manager's property counts, else the container's argument, else the manifest's",
    upstream: "keys count as they are written, so a flag with other dashes or without a value is passed twice",
    why: "the design gives explicit properties precedence, and a program takes a flag once",
    source: "clusters-and-providers 2.12, 2.19 O4, O24, 2.22 rows arguments to concurrency",
};

/// Section 2.22, row `feature gates`.
pub static GATES_READ_AS_GO_DOES: Divergence = Divergence {
    id: "feature-gates-read-as-the-program-does",
    design: "all arguments count, blanks do not, and any spelling of a boolean is one",
    upstream: "only the first argument counts, and any value but `true` is false",
    why: "a gate that the manifest switches on must not be switched off by reading it",
    source: "clusters-and-providers 2.12, 2.19 O3, O24, 2.22 row feature gates",
};

/// Section 2.22, row `image`.
pub static IMAGE_PARTS: Divergence = Divergence {
    id: "image-parts-one-by-one",
    design: "repository, name and tag of a container's image each replace that part of the manifest's",
    upstream: "there is one text for the whole image",
    why: "the design text makes each part optional",
    source: "clusters-and-providers 2.12, 2.22 row image",
};

/// Section 2.22, row `additionalDeployments`.
pub static FURTHER_DEPLOYMENTS: Divergence = Divergence {
    id: "further-deployments-by-any-name",
    design: "an entry applies to the Deployment of its name, and one without its Deployment is an error",
    upstream: "it is ignored for a single Deployment and for those of managers, and where there is none",
    why: "what a user writes for a Deployment should change it or be refused",
    source: "clusters-and-providers 2.12, 2.19 O23, 2.22 row additionalDeployments",
};

/// Section 2.22, row `variables`.
pub static ENVIRONMENT_TOO: Divergence = Divergence {
    id: "variables-from-the-environment-too",
    design: "a variable that the provider's Secret lacks is looked for in the operator's environment",
    upstream: "only the Secret counts",
    why: "the design text reads variables from both, as `clusterctl init` does",
    source: "clusters-and-providers 2.11, 2.22 row variables",
};

/// Section 2.22, rows `Secret content, fetchConfig, ConfigMap content` and `spec-change`.
pub static CHANGE_REINSTALLS: Divergence = Divergence {
    id: "spec-change-reinstalls",
    design: "a change reinstalls, pauses or waits, and the content of a Secret, a ConfigMap or the fetch configuration does nothing",
    upstream: "any change of what the operator reads is applied over what is there",
    why: "the design deletes the old components first, and treats Secrets as immutable",
    source: "clusters-and-providers 2.17, 2.22 rows Secret content, spec-change",
};

/// Section 2.22, row `delete`.
pub static DELETION_IS_GUARDED: Divergence = Divergence {
    id: "provider-deletion-is-guarded",
    design: "a provider in use is not deleted, and the core goes last",
    upstream: "any provider is deleted when somebody asks",
    why: "the design blocks both, and it is what users ask for most",
    source: "clusters-and-providers 2.18, 2.22 row delete, 2.23",
};

/// Section 2.22, row `delete-components`.
pub static UNKNOWN_KINDS_KEEP_THEIR_PREFIX: Divergence = Divergence {
    id: "cluster-scoped-by-namespace",
    design: "every object without a namespace is the cluster's and goes only with the prefix",
    upstream: "sixteen kinds are known to be the cluster's, and any other goes without the prefix",
    why: "an object of another provider would be deleted with it",
    source: "clusters-and-providers 2.18, 2.19 O27, 2.22 row delete-components",
};

/// Section 2.22, row `preflight (providers form)`.
pub static CORE_OF_ITS_CONTRACT: Divergence = Divergence {
    id: "preflight-waits-for-a-core-of-its-contract",
    design: "a provider waits for a core that is ready and, where both contracts are known, speaks its own",
    upstream: "any core that is ready will do, whatever it speaks",
    why: "a provider that does not speak its core's contract does not work",
    source: "clusters-and-providers 2.6, 2.19 O15, 2.22 row preflight",
};

/// Section 2.24, reviews.
pub static JUDGED_IN_ADMISSION: Divergence = Divergence {
    id: "providers-judged-in-admission",
    design: "an object is judged beside the loaded providers when it is created, changed or deleted",
    upstream: "today's webhook writes defaults, the schema checks bounds, and nothing else is asked",
    why: "what cannot be installed, or must not go, is told when somebody asks for it",
    source: "clusters-and-providers 2.24",
};
