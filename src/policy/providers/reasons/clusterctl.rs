//! Codes about clusterctl next to the operator.

use crate::reason::codes;

codes! {
    /// All codes about clusterctl.
    pub CLUSTERCTL_CODES;

    /// An inventory entry becomes a provider object.
    pub MIGRATED = "migrated" {
        says: "{subject} becomes an object of the design's API",
        means: "the object has the provider's name, its namespace and its version",
        why: "the operator takes over what clusterctl installed",
        source: "clusters-and-providers 2.18, 2.22 row migrate",
        cure: "apply the object",
    }

    /// The design's API has no such kind.
    pub MIGRATION_WITHOUT_KIND = "migration-without-kind" {
        says: "{subject} has no kind in the design's API",
        means: "the API knows core, bootstrap, control plane and infrastructure providers only",
        why: "the design text has four kinds",
        source: "clusters-and-providers 2.2, 2.22 row migrate",
        cure: "leave it to clusterctl, or to today's operator",
    }

    /// The contract is too old to be migrated.
    pub MIGRATION_CONTRACT_RETIRED = "migration-contract-retired" {
        says: "{subject} speaks {contract}, which the operator does not install",
        means: "contracts older than v1alpha4 are upgraded with clusterctl first",
        why: "the operator never installed such providers",
        source: "clusters-and-providers 2.4, 2.22 row migrate",
        cure: "upgrade with clusterctl, then migrate",
    }

    /// The provider is installed more than once.
    pub MIGRATION_SEVERAL = "migration-several-instances" {
        says: "{subject} is there several times",
        means: "an inventory has one type and name in several entries, and none of them becomes an object",
        why: "the operator takes one instance of each provider",
        source: "clusters-and-providers 2.4, 2.22 row migrate",
        cure: "delete the other instances first",
    }

    /// The version of the entry is invalid.
    pub MIGRATION_VERSION_INVALID = "migration-version-invalid" {
        says: "{subject} has the version {1}, which is no semantic version",
        means: "the version of the entry cannot be the version of an object",
        why: "an object with it would be refused",
        source: "clusters-and-providers 2.22 row migrate",
        cure: "correct the entry",
    }

    /// The inventory is empty.
    pub MIGRATION_NOTHING = "migration-nothing" {
        says: "{subject} is empty",
        means: "clusterctl has installed nothing",
        why: "there is nothing to take over",
        source: "clusters-and-providers 2.22 row migrate",
        cure: "nothing to do",
    }

    /// The namespace that the provider watched is dropped.
    pub MIGRATION_WATCHES_ALL = "migration-watches-all-namespaces" {
        says: "the provider watched the namespace {0}, and will watch all",
        means: "the watched namespace is dropped, since providers of the operator watch all namespaces",
        why: "several instances by namespace are not supported",
        source: "clusters-and-providers 2.4, 2.22 row migrate",
        cure: "nothing to do",
    }

    /// The provider is not built in, so its object needs a source.
    pub MIGRATION_NEEDS_SOURCE = "migration-needs-a-source" {
        says: "{0} is not built in, so its object needs a `fetchConfig`",
        means: "the name is on no list of known providers",
        why: "nobody can tell where its components are",
        source: "clusters-and-providers 2.3, 2.22 row migrate",
        cure: "write `fetchConfig` into the object",
    }

    /// The Secret carries clusterctl's configuration.
    pub SECRET_CARRIES = "secret-carries" {
        says: "the Secret {subject} carries {keys}",
        means: "the variables that the components name, and the overrides of the provider's images, go into it",
        why: "the operator reads no local files, so `clusterctl init` has to hand them over",
        source: "clusters-and-providers 2.23 init-secret",
        cure: "name the Secret in `secretName`",
    }

    /// The provider needs no Secret.
    pub SECRET_NOT_NEEDED = "secret-not-needed" {
        says: "{subject} needs no Secret",
        means: "the components name no variable that has a value of its own, and no override concerns the provider",
        why: "an empty Secret would only be in the way",
        source: "clusters-and-providers 2.23 init-secret",
        cure: "nothing to do",
    }

    /// A variable has no value.
    pub VARIABLE_UNSET = "variable-unset" {
        says: "the variable {subject} is neither in the environment nor in the file, and has no default",
        means: "clusterctl's configuration lacks a value that the components need; all that are missing are told at once",
        why: "the provider would be installed without it",
        source: "clusters-and-providers 2.11, 2.23 init-secret",
        cure: "export the variable, or write it into the configuration file",
    }

    /// The command changes the operator.
    pub OPERATOR_CHANGES = "operator-changes" {
        says: "{subject} does this to the operator: {action:plain}",
        means: "the command installs, upgrades or deletes the operator; its images are overridden by the local file under `cluster-api-operator` or `all`",
        why: "clusterctl and the operator have the same version",
        source: "clusters-and-providers 2.23 operator",
        cure: "nothing to do",
    }

    /// The command leaves the operator as it is.
    pub OPERATOR_AS_IT_IS = "operator-stays" {
        says: "{subject} leaves the operator as it is",
        means: "the operator has the version that it needs, or there is none and none is needed",
        why: "there is nothing to do",
        source: "clusters-and-providers 2.23 operator",
        cure: "nothing to do",
    }

    /// The command needs an operator, but none is installed.
    pub OPERATOR_MISSING = "operator-missing" {
        says: "{subject} needs an operator, and there is none",
        means: "no operator is installed",
        why: "clusterctl leaves to the operator whatever the operator can do",
        source: "clusters-and-providers 2.23 operator",
        cure: "run `clusterctl init`",
    }

    /// The versions of clusterctl and the operator differ.
    pub OPERATOR_MISMATCH = "operator-version-mismatch" {
        says: "{subject} needs an operator of version {1}, and {0} is installed",
        means: "clusterctl and the operator differ by more than build metadata",
        why: "version skew between the two is not supported yet",
        source: "clusters-and-providers 2.23 operator",
        cure: "run `clusterctl upgrade operator`, or use the clusterctl of the installed version",
    }

    /// clusterctl is older than the operator.
    pub OPERATOR_DOWNGRADE = "operator-downgrade" {
        says: "{subject} would bring the operator from {0} back to {1}",
        means: "clusterctl is older than the operator that is installed",
        why: "an older operator may not read what the newer one stored",
        source: "clusters-and-providers 2.23 operator",
        cure: "take the clusterctl of the operator's version",
    }

    /// Providers still exist that need the operator.
    pub OPERATOR_STILL_NEEDED = "operator-still-needed" {
        says: "the operator is still needed by {providers}",
        means: "providers are there that the operator has to delete",
        why: "their objects would stay for ever without it",
        source: "clusters-and-providers 2.23 operator",
        cure: "delete the providers first, the core last",
    }

    /// A version cannot be parsed.
    pub OPERATOR_VERSION_UNREADABLE = "operator-version-unreadable" {
        says: "{0} is no semantic version",
        means: "the version of clusterctl or of the operator cannot be compared",
        why: "a comparison with it would be a guess",
        source: "clusters-and-providers 2.23 operator",
        cure: "give the version as `v1.2.3`",
    }
}
