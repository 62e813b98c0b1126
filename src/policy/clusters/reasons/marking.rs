//! Codes about whether a controller looks after a cluster, and whether the cluster is marked and available.

use crate::reason::codes;

codes! {
    /// All codes about marks and readiness.
    pub MARKING_CODES;

    /// The strategy in force.
    pub STRATEGY = "import-strategy" {
        says: "the strategy is {subject}: {because:plain}",
        means: "the old strategy, v1, makes a record beside the CAPI cluster; the new one, v3, a record that lives in no namespace; today's software knows v3 only",
        why: "the default behaviour stays as it was unless somebody asks for the new one",
        source: "clusters 1.12, 1.16 strategy",
        cure: "set the feature gate `managementv3-cluster` to choose",
    }

    /// The strategy in force is not known, so the default is assumed.
    pub STRATEGY_ASSUMED = "strategy-assumed" {
        says: "nobody says how the controller was started, so the strategy {strategy} is assumed",
        means: "no `Settings` named `clusters` is loaded, so the defaults hold, and the answer may differ with the other strategy",
        why: "a review cannot be given feature gates",
        source: "clusters 1.17 documents",
        cure: "load a `fitment/v1` `Settings` named `clusters` with `spec.featureGates`",
    }

    /// The feature gate does not exist.
    pub GATE_UNKNOWN = "feature-gate-unknown" {
        says: "there never was a feature gate {gate}",
        means: "the controller has no feature gate of that name, so setting it changes nothing",
        why: "a misspelt `managementv3-cluster` leaves the old strategy in force",
        source: "clusters 1.8, 1.12",
        cure: "correct the name",
    }

    /// Another controller looks after the cluster.
    pub FILTERED = "filtered" {
        says: "the watch filter is {0}, and the cluster's label `cluster.x-k8s.io/watch-filter` is {1}",
        means: "the controller looks only at clusters with a certain label value, deletion included",
        why: "several controllers can share one management cluster",
        source: "clusters 1.4, 1.16 order of a pass",
        cure: "label the cluster for this controller, or ask with the settings of the other one",
    }

    /// The cluster's own label marks it.
    pub MARKED_BY_CLUSTER = "marked-by-cluster" {
        says: "the cluster {subject} is marked for import: its label is {0}",
        means: "the cluster's label `cluster-api.cattle.io/rancher-auto-import` is true, whatever its namespace says",
        why: "a cluster's own label comes before its namespace's",
        source: "clusters 1.3",
        cure: "set the label to `false` to keep the cluster out",
    }

    /// The namespace's label marks the cluster.
    pub MARKED_BY_NAMESPACE = "marked-by-namespace" {
        says: "the namespace {subject} is marked for import: its label is {0}",
        means: "the cluster has no label `cluster-api.cattle.io/rancher-auto-import`, and its namespace's is true",
        why: "a whole namespace can be marked at once",
        source: "clusters 1.3",
        cure: "set the cluster's own label to `false` to keep it out",
    }

    /// The cluster's own label is present and not true.
    pub OPTED_OUT = "cluster-opted-out" {
        says: "the cluster {subject} is not to be imported: its label is {0}",
        means: "the cluster's label `cluster-api.cattle.io/rancher-auto-import` is there and not true, which beats the namespace's, even where it is no boolean at all",
        why: "a cluster can keep out of what its namespace asks for",
        source: "clusters 1.3",
        cure: "set the label to `true`, or remove it to let the namespace decide",
    }

    /// Neither the cluster nor its namespace is marked.
    pub NOT_MARKED = "not-marked" {
        says: "neither the cluster {subject} nor its namespace is marked for import",
        means: "the cluster has no label `cluster-api.cattle.io/rancher-auto-import`, and its namespace has none that is true",
        why: "only what somebody asked for is imported",
        source: "clusters 1.3",
        cure: "set the label to `true` on the cluster or on its namespace",
    }

    /// The cluster has no label, and its namespace does not exist.
    pub NAMESPACE_UNAVAILABLE = "namespace-unavailable" {
        says: "the cluster {subject} has no label, and its namespace does not exist",
        means: "the cluster does not say itself whether it is to be imported, and there is no namespace that could",
        why: "a namespace that does not exist has not asked for the import",
        source: "clusters 1.3",
        cure: "set the label on the cluster, or make the namespace",
    }

    /// Whether the namespace is marked is not known.
    pub NAMESPACE_NOT_KNOWN = "namespace-not-known" {
        says: "the namespace {namespace} is neither given nor loaded",
        means: "the cluster has no label of its own, so its namespace decides, and nothing is known of it",
        why: "a namespace that was not shown may still be marked",
        source: "clusters 1.17 documents",
        cure: "give or load the namespace, or say that all namespaces are loaded",
    }

    /// The marker is not a boolean.
    pub MARKER_NOT_BOOLEAN = "marker-not-boolean" {
        says: "the marker of {subject} is {0}, which is no boolean, so it blocks the import",
        means: "the label `cluster-api.cattle.io/rancher-auto-import` is read as Go reads a boolean, and everything that is no boolean counts as no",
        why: "`yes` and `tRUE` look like consent and are none",
        source: "clusters 1.3, 1.17",
        cure: "write `true` or `false`",
    }

    /// The control plane is available.
    pub CONTROL_PLANE_AVAILABLE = "control-plane-available" {
        says: "the control plane of {subject} can be used",
        means: "the cluster's condition says so",
        why: "an agent can be put only into a cluster that answers",
        source: "clusters 1.4",
        cure: "nothing to do",
    }

    /// The control plane is not available.
    pub CONTROL_PLANE_NOT_AVAILABLE = "control-plane-not-available" {
        says: "the control plane of {subject} cannot be used yet",
        means: "the condition `ControlPlaneAvailable` is not True; the design edition also takes `ControlPlaneReady`",
        why: "an agent can be put only into a cluster that answers",
        source: "clusters 1.4, 1.16 available, registered",
        cure: "wait until the control plane is up, or look at the cluster's conditions",
    }

    /// The namespace that changed is not marked.
    pub NAMESPACE_NOT_MARKED = "namespace-not-marked" {
        says: "the namespace {subject} is not marked, so no cluster is reconciled",
        means: "the namespace's own label `cluster-api.cattle.io/rancher-auto-import` is not true",
        why: "a namespace that asks for nothing changes nothing",
        source: "clusters 1.4",
        cure: "set the label to `true`",
    }

    /// The namespace that changed is marked.
    pub CLUSTERS_TOLD = "clusters-told" {
        says: "the namespace {subject} is marked, and these of its clusters are reconciled: {clusters}",
        means: "the event of a namespace is handed on to those clusters that pass the controller's filter",
        why: "marking a namespace imports the clusters that are there already",
        source: "clusters 1.4, 1.16 namespace event",
        cure: "nothing to do",
    }
}
