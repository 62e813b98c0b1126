//! Codes about contracts, and about the release series that speak them.

use crate::reason::codes;

codes! {
    /// All codes about contracts.
    pub CONTRACTS_CODES;

    /// The text is not a version.
    pub VERSION_UNREADABLE = "version-unreadable" {
        says: "{subject} is no semantic version",
        means: "a version is exactly three numbers without leading zeros, with a `v` in front or none, and a pre-release or none",
        why: "versions that cannot be read cannot be compared",
        source: "clusters-and-providers 2.4",
        cure: "write it as `v1.2.3`",
    }

    /// The series of the version says its contract.
    pub SERIES_OF_VERSION = "series-of-version" {
        says: "{subject} is of the series {series:plain}, which speaks {0}",
        means: "the first series with the version's major and minor says its contract; the patch and the pre-release do not matter",
        why: "contracts change with minor versions only",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// The version does not belong to any series.
    pub VERSION_WITHOUT_SERIES = "version-without-series" {
        says: "{subject} is of none of the series that the metadata lists: {known}",
        means: "no series has the version's major and minor",
        why: "without it nobody knows the contract of the version",
        source: "clusters-and-providers 2.8",
        cure: "take metadata that knows the version",
    }

    /// The series is the newest one of the contract.
    pub SERIES_OF_CONTRACT = "series-of-contract" {
        says: "{series:plain} is the newest series that speaks {subject}",
        means: "of the series with the contract the one with the highest major and minor counts",
        why: "the newest release of a contract is wanted",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// No series speaks the contract.
    pub CONTRACT_WITHOUT_SERIES = "contract-without-series" {
        says: "none of the series {known} speaks {subject}",
        means: "the metadata lists no series with the contract",
        why: "the provider does not know the contract",
        source: "clusters-and-providers 2.8",
        cure: "take metadata that knows the contract",
    }

    /// The metadata file can be used.
    pub METADATA_VALID = "metadata-valid" {
        says: "the metadata can be read, series: {count}",
        means: "version, kind and at least one series are there",
        why: "clusterctl and the operator read contracts from this file",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// The metadata file has the wrong `apiVersion`.
    pub METADATA_OF_ANOTHER_API = "metadata-of-another-api" {
        says: "the metadata has the `apiVersion` {subject}, expected {expected}",
        means: "the file is written for another version of clusterctl, or is no metadata file",
        why: "its series could mean something else",
        source: "clusters-and-providers 2.8",
        cure: "correct the `apiVersion`",
    }

    /// The metadata file has the wrong `kind`.
    pub METADATA_OF_ANOTHER_KIND = "metadata-of-another-kind" {
        says: "the metadata has the `kind` {subject}, expected {expected}",
        means: "the file is no metadata file; one that has no `kind` at all would be read",
        why: "its series could mean something else",
        source: "clusters-and-providers 2.8",
        cure: "correct the `kind`",
    }

    /// The metadata file lists no series.
    pub METADATA_WITHOUT_SERIES = "metadata-without-series" {
        says: "the metadata lists no series",
        means: "there is no entry under `releaseSeries`",
        why: "without one no version has a contract",
        source: "clusters-and-providers 2.8",
        cure: "add a series for each minor version",
    }

    /// The contract may be installed.
    pub CONTRACT_SUITS = "contract-suits" {
        says: "the contract {subject} suits the core",
        means: "it is the core's contract, or the provider is the core itself",
        why: "a provider works with a core of its contract",
        source: "clusters-and-providers 2.8, 2.22",
        cure: "nothing to do",
    }

    /// The contract differs from the core's.
    pub CONTRACT_DIFFERS = "contract-differs" {
        says: "the contract {subject} differs from the core's {0}",
        means: "provider and core speak different contracts",
        why: "they would not understand each other's objects",
        source: "clusters-and-providers 2.8, 2.22",
        cure: "take a version of the core's contract, or move the core first",
    }

    /// The contract is too old to be installed.
    pub CONTRACT_RETIRED = "contract-retired" {
        says: "the contract {subject} is too old to be installed",
        means: "contracts older than `v1alpha4` are not installed",
        why: "the step from there is made with clusterctl",
        source: "clusters-and-providers 2.4, 2.22",
        cure: "upgrade with clusterctl first",
    }

    /// The series of the version has no contract.
    pub CONTRACT_EMPTY = "contract-empty" {
        says: "the series of {subject} says no contract",
        means: "the metadata has a series whose `contract` is empty",
        why: "nobody can tell whether it suits the core",
        source: "clusters-and-providers 2.19 O13, 2.22",
        cure: "write the contract into the metadata",
    }

    /// Today's operator installs the contract.
    pub CONTRACT_INSTALLED = "contract-installed" {
        says: "the contract {subject} is one of those that the operator installs: {known}",
        means: "today's operator looks at the contract alone, not at the core's",
        why: "that is what the operator does",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// Today's operator does not install the contract.
    pub CONTRACT_NOT_INSTALLED = "contract-not-installed" {
        says: "the contract {subject} is none of those that the operator installs: {known}",
        means: "today's operator looks at the contract alone, not at the core's",
        why: "that is what the operator does",
        source: "clusters-and-providers 2.8",
        cure: "take a version of one of these contracts",
    }

    /// The core's contract is not given.
    pub CONTRACT_OF_CORE_MISSING = "contract-of-core-missing" {
        says: "the contract of the core provider is not known",
        means: "the question does not say what the core speaks",
        why: "a provider must not be let in unchecked",
        source: "clusters-and-providers 2.22",
        cure: "add `coreContract`",
    }

    /// The CRD of clusters is missing.
    pub CLUSTER_API_MISSING = "cluster-api-missing" {
        says: "the cluster has no CRD {subject}",
        means: "without Cluster API there are no clusters, and the command wants them",
        why: "there is nothing to work on",
        source: "clusters-and-providers 2.8",
        cure: "install Cluster API first",
    }

    /// The CRD of clusters is missing, which the command allows.
    pub CLUSTER_API_MAY_BE_MISSING = "cluster-api-may-be-missing" {
        says: "the cluster has no CRD {subject}, which the command allows",
        means: "the cluster has no Cluster API yet",
        why: "the command installs it",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// The command may work on the cluster's contract.
    pub CLUSTER_CONTRACT_ALLOWED = "cluster-contract-allowed" {
        says: "the contract {subject} is the tool's own or allowed",
        means: "clusters are stored in a version that the command may work on",
        why: "upgrades start from older contracts",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// The command may not work on the cluster's contract.
    pub CLUSTER_CONTRACT_FOREIGN = "cluster-contract-foreign" {
        says: "clusters are stored as {subject}, the command works on {known}",
        means: "the management cluster speaks another contract than the tool",
        why: "the tool would write objects that the cluster cannot read",
        source: "clusters-and-providers 2.8",
        cure: "use the clusterctl of the cluster's contract, or upgrade the management cluster",
    }

    /// The CRD of clusters has no storage version.
    pub CLUSTER_CONTRACT_UNSAID = "cluster-contract-unsaid" {
        says: "the CRD {subject} has no storage version, its versions are {versions}",
        means: "the CRD has no storage version",
        why: "such a CRD is broken",
        source: "clusters-and-providers 2.8",
        cure: "repair the CRD",
    }

    /// The contracts that an upgrade can reach.
    pub CONTRACTS_AHEAD = "contracts-ahead" {
        says: "from {subject} an upgrade can aim at {contracts}",
        means: "the contracts of all series that are not older than the installed one",
        why: "an upgrade never goes back",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The metadata file has a series without a contract.
    pub SERIES_WITHOUT_CONTRACT = "series-without-contract" {
        says: "the series {subject} says no contract",
        means: "the metadata has a series whose `contract` is empty",
        why: "nobody can tell what such a version is compatible with",
        source: "clusters-and-providers 2.19 O13, 2.22",
        cure: "write the contract into the metadata",
    }

    /// All contracts suit the core's.
    pub GOLDEN_RULE_HOLDS = "golden-rule-holds" {
        says: "all providers suit the core's contract {subject}",
        means: "after the moves every provider speaks a contract that the core works with",
        why: "that is the golden rule of management clusters",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "nothing to do",
    }

    /// A provider's contract does not suit the core's.
    pub GOLDEN_RULE_BROKEN = "golden-rule-broken" {
        says: "{subject} speaks {0}, the core {1}",
        means: "after the moves the provider's contract does not suit the core's",
        why: "provider and core would not understand each other's objects",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "move it to a version of the core's contract too",
    }

    /// The fleet has no core.
    pub FLEET_WITHOUT_CORE = "fleet-without-core" {
        says: "there is no core provider",
        means: "the golden rule measures every provider by the core",
        why: "without one nothing works",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "install the core first",
    }

    /// The fleet has several cores.
    pub FLEET_WITH_TWO_CORES = "fleet-with-two-cores" {
        says: "there are several core providers: {cores}",
        means: "a management cluster has exactly one core",
        why: "nobody could tell which one counts",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "delete all but one",
    }

    /// The contract of a provider is not given.
    pub PROVIDER_CONTRACT_MISSING = "provider-contract-missing" {
        says: "nothing says which contract {provider} speaks",
        means: "the question does not say which contract a provider speaks",
        why: "a provider must not pass unchecked",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "add the contract, or the metadata that says it",
    }
}
