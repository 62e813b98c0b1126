//! Codes about upgrade plans, made the way clusterctl makes them.

use crate::reason::codes;

codes! {
    /// All codes about planning.
    pub PLANNING_CODES;

    /// The versions that are newer than the installed one.
    pub NEWER_VERSIONS = "newer-versions" {
        says: "versions newer than {subject}: {count}",
        means: "all versions above the installed one whose series is known, pre-releases too",
        why: "an upgrade picks from these",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// A newer pre-release was skipped because it belongs to no series.
    pub PRE_RELEASE_PASSED_OVER = "pre-release-passed-over" {
        says: "the pre-release {subject} is of none of the series {known} and is passed over",
        means: "a newer pre-release whose series the metadata does not know yet",
        why: "one tag of a release candidate must not stop all upgrades",
        source: "clusters-and-providers 2.22",
        cure: "nothing to do",
    }

    /// The newest version has no metadata file.
    pub METADATA_NOT_PUBLISHED = "metadata-not-published" {
        says: "neither {subject}, the newest version, nor the newest release has metadata",
        means: "what is newer can only be judged by the newest metadata",
        why: "old metadata does not know new series",
        source: "clusters-and-providers 2.16, 2.22",
        cure: "publish the metadata, or take the tag away",
    }

    /// The repository contains no version.
    pub REPOSITORY_EMPTY = "repository-empty" {
        says: "the repository has no version",
        means: "no tag is a semantic version",
        why: "there is nothing to upgrade to",
        source: "clusters-and-providers 2.16",
        cure: "check the address of the repository",
    }

    /// The newest suitable release.
    pub NEXT_VERSION = "provider-next-version" {
        says: "{subject} is the newest release after {0} whose contract will do",
        means: "of the newer releases the newest whose contract is tolerated; pre-releases are never proposed",
        why: "an upgrade goes as far as the contract allows",
        source: "clusters-and-providers 2.16",
        cure: "name a version to have another",
    }

    /// There is no newer suitable release.
    pub UP_TO_DATE = "provider-up-to-date" {
        says: "{subject} has no newer release whose contract will do",
        means: "nothing newer is released, or what is newer speaks other contracts",
        why: "there is nothing to upgrade to",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The plan keeps the contract.
    pub PLAN_KEEPS_CONTRACT = "plan-keeps-contract" {
        says: "the plan for {subject} stays within the contract",
        means: "every provider goes to its newest release that the contract tolerates, or stays",
        why: "such a plan is there even if all are up to date",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The plan changes the contract.
    pub PLAN_CHANGES_CONTRACT = "plan-changes-contract" {
        says: "the plan for {subject} leaves {from}, and every provider has a release for it",
        means: "all providers can move to the new contract together",
        why: "a contract changes for all or for none",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The plan is dropped because it would leave providers behind.
    pub PLAN_DROPPED = "plan-dropped" {
        says: "the plan for {subject} is dropped, because these have no release for it: {left}",
        means: "a change of contract that leaves a provider behind is not offered",
        why: "it would break the golden rule",
        source: "clusters-and-providers 2.16",
        cure: "wait for releases of these providers",
    }

    /// The tool does not speak the contract.
    pub NOT_SPOKEN_BY_TOOL = "not-spoken-by-tool" {
        says: "the tool speaks {tools}, not {subject}",
        means: "plans for other contracts are shown but cannot be applied by this version of clusterctl",
        why: "it would install what it does not understand",
        source: "clusters-and-providers 2.16",
        cure: "use the clusterctl of that contract",
    }

    /// The repository of a provider is not given.
    pub REPOSITORY_MISSING = "repository-missing" {
        says: "nothing is said of the repository of {subject}",
        means: "a provider is installed and its repository is not among those given",
        why: "what is newer is not known",
        source: "clusters-and-providers 2.16",
        cure: "add the repository under this label",
    }

    /// The requested upgrades keep the golden rule.
    pub CUSTOM_PLAN_HOLDS = "custom-plan-holds" {
        says: "with these upgrades all providers suit the core's contract {subject}",
        means: "every target is tolerated, and so is everybody who stays",
        why: "that is the golden rule",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The provider to upgrade is not installed.
    pub NOT_INSTALLED_HERE = "not-installed-here" {
        says: "{subject} is not installed in that namespace; installed are {known}",
        means: "an upgrade names a provider that is not part of the management cluster",
        why: "there is nothing to upgrade",
        source: "clusters-and-providers 2.16",
        cure: "correct the name or the namespace, or install it first",
    }

    /// The core does not tolerate the contract of a target version.
    pub NOT_TOLERATED = "contract-not-tolerated" {
        says: "{subject} would speak {contract}, which the core's {target} does not tolerate",
        means: "the wanted version speaks a contract that the core does not work with",
        why: "it would break the golden rule",
        source: "clusters-and-providers 2.16",
        cure: "take a version of a tolerated contract",
    }

    /// The core does not tolerate the contract of a provider that stays.
    pub PROVIDER_LAGS_BEHIND = "provider-lags-behind" {
        says: "{subject} stays with {contract}, which the core's {target} does not tolerate",
        means: "a provider that is not in the plan would be left behind",
        why: "it would break the golden rule",
        source: "clusters-and-providers 2.16",
        cure: "include it in the upgrade",
    }

    /// The plan is applied.
    pub PLAN_APPLIED = "plan-applied" {
        says: "the plan is applied, upgrades: {count}",
        means: "each goes to its next version, in install order",
        why: "the core comes first, since the others are measured by it",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// All providers are up to date.
    pub NOTHING_TO_UPGRADE = "nothing-to-upgrade" {
        says: "there is nothing to upgrade",
        means: "no provider has a newer release whose contract will do",
        why: "an upgrade of nothing is fine",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// There is no plan for the contract.
    pub NO_PLAN_FOR_CONTRACT = "no-plan-for-contract" {
        says: "there is no plan for {subject}",
        means: "the contract is none of those ahead, or the plan for it is dropped",
        why: "what is not planned is not applied",
        source: "clusters-and-providers 2.16 O22, 2.22",
        cure: "choose a contract that has a plan",
    }

    /// A provider is installed more than once.
    pub INSTALLED_TWICE = "installed-twice" {
        says: "{subject} is installed in several namespaces: {namespaces}",
        means: "the same type and name are there twice",
        why: "upgrades want a single instance of each provider",
        source: "clusters-and-providers 2.16",
        cure: "delete all but one",
    }

    /// The skip rule does not cover the provider or its installed version.
    pub SKIP_RULE_DOES_NOT_APPLY = "skip-rule-does-not-apply" {
        says: "{subject} from {from} may go to {to}: the rule is for Cluster API's own providers from v1.10.0",
        means: "only the core and the kubeadm providers are bound by the rule, from v1.10.0 on",
        why: "others decide for themselves",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The upgrade skips no more minor versions than allowed.
    pub SKIP_WITHIN_LIMIT = "skip-within-limit" {
        says: "{subject} may go from {from} to {to}, which is at most {most:minor} further",
        means: "upgrades are tested across that many minors",
        why: "conversions between versions are dropped later",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The upgrade skips too many minor versions.
    pub SKIPS_TOO_MANY_MINORS = "skips-too-many-minors" {
        says: "{subject} may not go from {from} to {to}, which is more than {most:minor} further",
        means: "upgrades are tested across that many minors; the next major counts as one more",
        why: "conversions between versions are dropped later",
        source: "clusters-and-providers 2.16 O16",
        cure: "go by a version in between",
    }

    /// The install order of the kinds.
    pub INSTALL_ORDER = "install-order" {
        says: "the order is {order}",
        means: "the core first, then bootstrap, control plane, infrastructure, IPAM, runtime extensions and add-ons",
        why: "each rests on those before it",
        source: "clusters-and-providers 2.16, 2.22",
        cure: "nothing to do",
    }

    /// All providers are scaled to zero before the first is replaced.
    pub ALL_SCALED_DOWN_FIRST = "all-scaled-down-first" {
        says: "every provider is scaled to zero before the first is replaced",
        means: "then each is deleted and installed in install order; CRDs, namespaces and the inventory stay",
        why: "while versions differ no controller may work",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The reference names a namespace.
    pub REFERENCE_NAMES_NAMESPACE = "reference-names-namespace" {
        says: "the reference names {subject} in {namespace}",
        means: "it is `namespace/name:version`; all of it is read in small letters",
        why: "names of objects have small letters",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The reference names no namespace, and exactly one provider matches.
    pub REFERENCE_LOOKED_UP = "reference-looked-up" {
        says: "{subject} is installed in {namespace} alone",
        means: "a reference without a namespace means the one provider of its kind and name",
        why: "most clusters have one of each",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The reference names no namespace, and no provider or several match.
    pub REFERENCE_NOT_UNIQUE = "reference-not-unique" {
        says: "no provider {subject} is installed, or several are",
        means: "the namespace stays empty, and the upgrade fails later because no such provider is part of the cluster",
        why: "a reference without a namespace means the one provider of its kind and name",
        source: "clusters-and-providers 2.16",
        cure: "write the namespace in front",
    }

    /// The text is not a reference.
    pub REFERENCE_MALFORMED = "reference-malformed" {
        says: "{subject} is no reference",
        means: "a reference is `name:version` or `namespace/name:version`, with a DNS label as the name",
        why: "what is not understood is not guessed at",
        source: "clusters-and-providers 2.16",
        cure: "write it in one of these forms",
    }

    /// The contract is that of the only core.
    pub CONTRACT_OF_ONLY_CORE = "contract-of-only-core" {
        says: "the core provider says the contract {subject}",
        means: "there is one core provider, and its status has a contract",
        why: "upgrades aim at what the cluster speaks",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The contract is the tool's, because there is no single core that reports one.
    pub CONTRACT_OF_TOOL = "contract-of-tool" {
        says: "the tool's contract {subject} is taken, core providers: {cores}",
        means: "there is not exactly one core provider, or its status has no contract yet",
        why: "a fresh cluster is installed with the tool's contract",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The provider is listed because its source is known.
    pub LISTED_WITH_SOURCE = "listed-with-source" {
        says: "{subject} is listed with {source}",
        means: "the provider has an address of its own, or its name is built in",
        why: "what is newer is looked up there",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The provider is not listed because its source is unknown.
    pub NOT_LISTED_WITHOUT_SOURCE = "not-listed-without-source" {
        says: "{subject} of the type {type} is not listed, because its name is not built in and it has no address",
        means: "providers of ConfigMaps and registries are not listed unless their name is built in",
        why: "nothing newer can be looked up for them",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }
}
