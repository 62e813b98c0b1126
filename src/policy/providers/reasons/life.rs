//! Codes about changing, pausing and deleting a provider.

use crate::reason::codes;

codes! {
    /// All codes about the life of a provider.
    pub LIFE_CODES;

    /// The change installs another version.
    pub CHANGE_UPGRADES = "change-upgrades" {
        says: "{subject} is brought to another version; changed: {changed}",
        means: "the new version is installed, whether the provider is paused or not, once and with all other changes",
        why: "a version is changed by replacing the components, and definitions, namespace and the objects of users stay",
        source: "clusters-and-providers 2.15, 2.17, 2.22 row spec-change",
        cure: "nothing to do",
    }

    /// The change reinstalls the components.
    pub CHANGE_REINSTALLS_PROVIDER = "change-reinstalls" {
        says: "{subject} is installed anew; changed: {changed}",
        means: "the components are deleted and installed with the new settings; definitions, namespace and the objects of users stay",
        why: "a changed manifest that is only laid over the old one leaves behind what it no longer has",
        source: "clusters-and-providers 2.17, 2.22 row spec-change",
        cure: "nothing to do",
    }

    /// The change pauses the provider.
    pub CHANGE_PAUSES = "change-pauses" {
        says: "{subject} is scaled to zero; changed: {changed}",
        means: "the provider was just paused; other changes wait until it goes on",
        why: "nothing may work on clusters while their contract changes",
        source: "clusters-and-providers 2.15, 2.22 row spec-change",
        cure: "nothing to do",
    }

    /// The change unpauses the provider.
    pub CHANGE_RESUMES = "change-resumes" {
        says: "{subject} is scaled up again; changed: {changed}",
        means: "the provider was just unpaused, and nothing else changed",
        why: "its components are as they were",
        source: "clusters-and-providers 2.15, 2.22 row spec-change",
        cure: "nothing to do",
    }

    /// The change waits until the provider is unpaused.
    pub CHANGE_WAITS = "change-waits" {
        says: "{subject} is paused, so this waits: {changed}",
        means: "of a paused provider only a change of the version is carried out",
        why: "a paused provider is being moved by its user",
        source: "clusters-and-providers 2.15, 2.22 row spec-change",
        cure: "set `paused` to false to have it carried out",
    }

    /// The change has no effect now.
    pub CHANGE_HAS_NO_EFFECT = "nothing-changes-for-components" {
        says: "nothing is done to {subject}; changed: {changed}",
        means: "the content of a Secret or of a ConfigMap and the fetch configuration count at the next upgrade",
        why: "a Secret is treated as immutable: a new one has a new name",
        source: "clusters-and-providers 2.17, 2.22 rows Secret content, spec-change",
        cure: "name another Secret, or upgrade",
    }

    /// Today's operator applies its cached components again.
    pub CHANGE_TO_THE_CACHE = "change-applies-the-cache" {
        says: "{subject} is applied again as it was; changed: {changed}",
        means: "what today's operator compares is as it was, so it applies what it applied last",
        why: "manual edits of components are reverted so",
        source: "clusters-and-providers 2.17",
        cure: "nothing to do",
    }

    /// Today's operator applies all components over the existing ones.
    pub CHANGE_INSTALLS_OVER = "change-installs-over" {
        says: "{subject} is installed over what is there; changed: {changed}",
        means: "today's operator applies all components anew and deletes nothing first",
        why: "what is no longer in the manifest stays behind",
        source: "clusters-and-providers 2.17",
        cure: "nothing to do",
    }

    /// Today's operator refuses the lower version.
    pub CHANGE_REFUSED_AS_DOWNGRADE = "change-refused-as-downgrade" {
        says: "{subject} stays at {1}; {wanted} is lower",
        means: "today's operator refuses a lower major or minor version before it installs anything",
        why: "components of an older version may not read what the newer one stored",
        source: "clusters-and-providers 2.6",
        cure: "install a version that is not lower",
    }

    /// The replica count is stored in an annotation.
    pub REPLICAS_REMEMBERED = "replicas-remembered" {
        says: "the count {count} is remembered, and the Deployment is scaled to zero",
        means: "pausing puts the count into an annotation, or 1 where the Deployment has no count",
        why: "unpausing has to restore it",
        source: "clusters-and-providers 2.15, 2.22 row pause, resume",
        cure: "nothing to do",
    }

    /// The annotation already contains a replica count.
    pub REPLICAS_REMEMBERED_BEFORE = "replicas-remembered-before" {
        says: "the Deployment remembers {0} already, which stays",
        means: "pausing again does not overwrite the annotation with the zero of the first pause",
        why: "the count before the first pause is the one that users chose",
        source: "clusters-and-providers 2.15, 2.22 row pause, resume",
        cure: "nothing to do",
    }

    /// The replica count comes from the spec.
    pub REPLICAS_FROM_SPEC = "replicas-from-spec" {
        says: "the spec wants {0}",
        means: "the count of the spec takes precedence over what the Deployment remembers",
        why: "it may have been changed while the provider was paused",
        source: "clusters-and-providers 2.15, 2.22 row pause, resume",
        cure: "nothing to do",
    }

    /// The replica count comes from the annotation.
    pub REPLICAS_FROM_ANNOTATION = "replicas-restored" {
        says: "the Deployment remembers {0}",
        means: "the count is restored and the annotation goes",
        why: "that many were there before the pause",
        source: "clusters-and-providers 2.15, 2.22 row pause, resume",
        cure: "nothing to do",
    }

    /// The replica count is that of the running Deployment.
    pub REPLICAS_RUNNING = "replicas-running" {
        says: "{0} are there, and nothing is remembered",
        means: "the Deployment was never scaled down, or was scaled up by hand",
        why: "what runs is not to be stopped",
        source: "clusters-and-providers 2.15, 2.22 row pause, resume",
        cure: "nothing to do",
    }

    /// The replica count is unknown, so it becomes 1.
    pub REPLICAS_ONE = "replicas-one" {
        says: "nothing tells the count, so it is one",
        means: "neither the spec nor the Deployment has a count that can be read",
        why: "one is the default of every Deployment",
        source: "clusters-and-providers 2.15, 2.22 row pause, resume",
        cure: "write `spec.deployment.replicas`",
    }

    /// A provider's contract does not suit the core's.
    pub OLD_CONTRACT_PRESENT = "old-contract-present" {
        says: "{subject} speaks {0}, which is not the contract that all have to speak",
        means: "no provider goes on while any has another contract than the core; where there is no core, all have to have the newest",
        why: "a manager of one contract would work on objects of another",
        source: "clusters-and-providers 2.15, 2.22 row unpause",
        cure: "upgrade the provider to that contract first",
    }

    /// The contracts of all providers suit the core's.
    pub UNPAUSE_ALLOWED = "unpause-allowed" {
        says: "no provider is on another contract, so {subject} may go on",
        means: "all providers speak the contract of the core, or one and the same where there is no core",
        why: "that is what pausing waited for",
        source: "clusters-and-providers 2.15, 2.22 row unpause",
        cure: "nothing to do",
    }

    /// No provider has the name.
    pub UNPAUSE_OF_NOBODY = "unpause-of-unknown-provider" {
        says: "no provider is called {0}",
        means: "the name is none of the providers'",
        why: "a misspelt name must not look like a success",
        source: "clusters-and-providers 2.22",
        cure: "correct the name",
    }

    /// The contract of a provider is not given.
    pub CONTRACT_UNKNOWN_HERE = "unpause-contract-missing" {
        says: "the contract of a provider is not given",
        means: "whether a provider may go on depends on the contracts of all",
        why: "one that is not known may be the old one",
        source: "clusters-and-providers 2.22 row unpause",
        cure: "give the contract of each provider",
    }

    /// A workload cluster uses the provider.
    pub PROVIDER_IN_USE = "provider-in-use" {
        says: "the workload cluster {cluster} uses {subject}",
        means: "the cluster refers to objects of the provider; every workload cluster uses the core",
        why: "nobody would delete the machines of a cluster whose provider is gone",
        source: "clusters-and-providers 2.18, 2.23 delete guard",
        cure: "delete the workload cluster first",
    }

    /// Other providers still exist.
    pub PROVIDERS_REMAIN = "providers-remain" {
        says: "{provider} is there, and {subject} goes last",
        means: "the core is deleted after all other providers, of any kind, namespace and state",
        why: "every other provider needs the core",
        source: "clusters-and-providers 2.18, 2.23 delete guard",
        cure: "delete the other providers first",
    }

    /// Nothing prevents the deletion.
    pub PROVIDER_MAY_GO = "provider-may-go" {
        says: "nothing needs {subject}",
        means: "no workload cluster uses the provider, and no other provider needs it",
        why: "a provider that nothing needs can go",
        source: "clusters-and-providers 2.18, 2.23 delete guard",
        cure: "nothing to do",
    }

    /// Today's operator does not guard deletions.
    pub DELETION_UNGUARDED = "deletion-unguarded" {
        says: "{subject} is deleted without a question",
        means: "today's operator has no guard",
        why: "a guard is what its users ask for most",
        source: "clusters-and-providers 2.18",
        cure: "ask the design edition",
    }

    /// It is unknown whether there are workload clusters.
    pub CLUSTERS_NOT_KNOWN = "workload-clusters-not-known" {
        says: "it is not known whether there are any of these, which may use the provider: {unknown}",
        means: "no Cluster is given or loaded, or no machine of these kinds, and nobody said that there is none",
        why: "a provider that clusters use must not go because nobody looked",
        source: "clusters-and-providers 2.23 delete guard",
        cure: "load them, say that the kinds are `complete`, or give `workloadClusters` with their `uses`",
    }

    /// It is unknown whether there are other providers.
    pub PROVIDERS_NOT_KNOWN = "other-providers-not-known" {
        says: "it is not known whether there are other providers: {unknown}",
        means: "no provider of these kinds is loaded, and nobody said that there is none",
        why: "the core goes last, and nobody can tell whether it is the last",
        source: "clusters-and-providers 2.23 delete guard",
        cure: "load the providers, say that their kinds are `complete`, or give all providers",
    }

    /// An unresolved reference may point to the provider.
    pub PROVIDER_MAY_BE_IN_USE = "provider-may-be-in-use" {
        says: "the workload cluster {cluster} refers to a {kind} of {group}, whose provider is not known",
        means: "the kind is in no table and its definition is not loaded, so it may belong to this provider",
        why: "a deletion on a guess cannot be taken back",
        source: "clusters-and-providers 2.23 delete guard",
        cure: "load the CustomResourceDefinition, which is labelled with its provider",
    }

    /// The ClusterClass of a workload cluster is not loaded, or has no templates.
    pub CLUSTER_CLASS_UNKNOWN = "cluster-class-not-known" {
        says: "the workload cluster {subject} is made from the ClusterClass {class}, which {why:plain}",
        means: "a Cluster with a topology uses the providers of the templates in its class, so this one may use any",
        why: "a deletion on a guess cannot be taken back",
        source: "clusters-and-providers 2.23 delete guard, uses",
        cure: "load the ClusterClass with its templates",
    }

    /// A worker class that a workload cluster names is not in its ClusterClass, or is there several times.
    pub WORKER_CLASS_UNKNOWN = "worker-class-not-known" {
        says: "the workload cluster {subject} names the worker class {worker}, and the {list:plain} of its ClusterClass {class} have {found:plain} of that name",
        means: "machines are made from the templates of a worker class, so those of this cluster may belong to any provider",
        why: "a deletion on a guess cannot be taken back",
        source: "clusters-and-providers 2.23 delete guard, uses",
        cure: "correct the name in the topology of the Cluster, or the ClusterClass",
    }

    /// The workload cluster is not loaded.
    pub CLUSTER_NOT_LOADED = "workload-cluster-not-loaded" {
        says: "what the workload cluster uses is neither given nor loaded",
        means: "an entry without `uses` is looked up among the loaded Clusters",
        why: "a cluster of which nothing is known may use any provider",
        source: "clusters-and-providers 2.23 delete guard",
        cure: "give `uses`, or load the Cluster",
    }

    /// The providers that a workload cluster uses.
    pub CLUSTER_USES = "cluster-uses" {
        says: "{subject} uses {uses}",
        means: "the references of the cluster and of its machines belong to these providers",
        why: "a provider may only go when nothing uses it",
        source: "clusters-and-providers 2.23 uses",
        cure: "nothing to do",
    }

    /// A reference to a kind whose provider is unknown.
    pub REFERENCE_UNRESOLVED = "reference-unresolved" {
        says: "nobody knows the provider of {subject} in {group}",
        means: "the kind is in no table, and no definition that is loaded has the provider's label",
        why: "the label of the definition is what clusterctl puts there",
        source: "clusters-and-providers 2.23 uses",
        cure: "load the CustomResourceDefinition",
    }

    /// There are no workload clusters.
    pub CLUSTERS_NONE = "workload-clusters-none" {
        says: "there is no workload cluster among {subject}",
        means: "none of the objects is a Cluster of `cluster.x-k8s.io`",
        why: "a Cluster of another group is another thing",
        source: "clusters-and-providers 2.23 uses",
        cure: "nothing to do",
    }

    /// The object is deleted with the provider.
    pub COMPONENT_DELETED = "component-deleted" {
        says: "{subject} is deleted",
        means: "the object has the labels of the provider and is in its namespace, or has its prefix",
        why: "an upgrade replaces what the old version brought",
        source: "clusters-and-providers 2.18",
        cure: "nothing to do",
    }

    /// The object is kept.
    pub COMPONENT_KEPT = "component-kept" {
        says: "{subject} stays: {why:plain}",
        means: "the object is not the provider's, or is kept on purpose",
        why: "definitions hold the objects of users, and other instances may share cluster-wide objects",
        source: "clusters-and-providers 2.18, O27",
        cure: "nothing to do",
    }

    /// There are no objects to delete.
    pub COMPONENTS_NONE = "components-none" {
        says: "nothing is there that could be a component of {subject}",
        means: "the list of objects is empty",
        why: "a provider may have been deleted before",
        source: "clusters-and-providers 2.18",
        cure: "nothing to do",
    }
}
