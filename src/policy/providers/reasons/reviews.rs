//! Codes about admission reviews of provider objects.

use crate::reason::codes;

codes! {
    /// All codes about reviews.
    pub REVIEWS_CODES;

    /// The provider may be created.
    pub PROVIDER_CREATED = "provider-created" {
        says: "{subject} may be created",
        means: "the object is valid, and no loaded object stands in its way",
        why: "what cannot be installed is refused when it is written",
        source: "clusters-and-providers 2.24",
        cure: "nothing to do",
    }

    /// The provider may be updated.
    pub PROVIDER_UPDATED = "provider-updated" {
        says: "{subject} may be changed; this changes: {changed}",
        means: "the object is valid, and no loaded object stands in the way of the change",
        why: "what would leave the fleet in two contracts is refused when it is written",
        source: "clusters-and-providers 2.24",
        cure: "nothing to do",
    }

    /// A contract is unknown, so it is not compared.
    pub CONTRACT_NOT_KNOWN = "contract-unknown" {
        says: "the contract of {unknown} is not known yet, so contracts are not compared",
        means: "the contract of a version is in the metadata of the ConfigMap that the selector picks, or in the status once it is installed; neither has it",
        why: "an object is not refused for what nobody knows, and the operator compares it later",
        source: "clusters-and-providers 2.24",
        cure: "load the ConfigMap of the version; without a selector, the status has the contract later",
    }

    /// No version was found for the provider.
    pub VERSION_NOT_RESOLVED = "version-not-resolved" {
        says: "{provider} has no version, and none could be found for it",
        means: "neither the object nor the address of its source names a version, and its selector picks no ConfigMaps that can be used",
        why: "the operator takes the latest one, and writes it into the object",
        source: "clusters-and-providers 2.24",
        cure: "write the version that you want",
    }

    /// The latest version is written to the spec.
    pub VERSION_COMPLETED = "version-completed" {
        says: "{subject} gets the version {version}",
        means: "no version is written, and this is the latest that the loaded ConfigMaps hold",
        why: "the version is chosen once, and never moves by itself",
        source: "clusters-and-providers 2.9, 2.24",
        cure: "write another version to have it",
    }

    /// The Secret is missing.
    pub SECRET_NOT_LOADED = "provider-secret-missing" {
        says: "the Secret {secret} of {provider} is not there",
        means: "other Secrets of the namespace are loaded, and this one is not",
        why: "variables are read from it when the provider is installed",
        source: "clusters-and-providers 2.24",
        cure: "create the Secret, or correct its name",
    }

    /// The version is lower than before.
    pub CHANGE_IS_LOWER = "provider-downgrade" {
        says: "{subject} would go down from {from} to {0}",
        means: "the major or minor version is lower; patch and pre-release may go down",
        why: "components of an older version may not read what the newer one stored",
        source: "clusters-and-providers 2.22 row version-change, 2.24",
        cure: "choose a version that is not lower",
    }

    /// There is no core whose contract the provider could follow.
    pub CHANGE_WITHOUT_A_CORE = "version-change-without-core" {
        says: "{subject} cannot change its version, because there is no core",
        means: "a provider moves to the contract of the core, and none is loaded",
        why: "the core goes first",
        source: "clusters-and-providers 2.22 row version-change, 2.24",
        cure: "load the CoreProvider",
    }

    /// The contract changes while providers are running.
    pub CHANGE_BEFORE_PAUSES = "version-change-before-pauses" {
        says: "{subject} moves to the contract {contract}, and these are not paused: {running}",
        means: "a change of the contract waits until all providers are paused",
        why: "two contracts at once would work on the same objects",
        source: "clusters-and-providers 2.15, 2.22 row version-change, 2.24",
        cure: "pause all providers first",
    }

    /// The change reinstalls the provider.
    pub CHANGE_REPLACES = "reinstall" {
        says: "{provider} is installed anew because of changes to {changed}",
        means: "the components are deleted and installed with the new settings; definitions, namespace and the objects of users stay",
        why: "the controllers of the provider are away for a moment",
        source: "clusters-and-providers 2.17, 2.24",
        cure: "make the change when the controllers may be away for a moment",
    }

    /// The change waits until the provider is unpaused.
    pub CHANGE_WAITS_FOR_UNPAUSE = "waits-for-unpause" {
        says: "{provider} is paused, so changes to {changed} wait",
        means: "of a paused provider only a change of the version is carried out",
        why: "a paused provider is being moved by its user",
        source: "clusters-and-providers 2.17, 2.24",
        cure: "set `paused` to false to have them carried out",
    }

    /// The new source takes effect at the next upgrade.
    pub SOURCE_WAITS_FOR_UPGRADE = "no-effect-until-upgrade" {
        says: "the new source of {provider} counts at its next upgrade",
        means: "the fetch configuration is read when a version is installed",
        why: "nothing is fetched without a reason",
        source: "clusters-and-providers 2.17, 2.24",
        cure: "change the version too",
    }

    /// There are no workload clusters.
    pub NO_CLUSTERS_LOADED = "no-clusters-loaded" {
        says: "no Cluster is loaded, and the list is said to be complete, so nothing uses {provider}",
        means: "whoever loads the documents said that they are complete",
        why: "a watch that misses a kind would let a provider that clusters use be deleted",
        source: "clusters-and-providers 2.23, 2.24",
        cure: "nothing to do if there is no workload cluster",
    }
}
