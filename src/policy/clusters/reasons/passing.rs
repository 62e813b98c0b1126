//! Codes about passes, and about what explains an import.

use crate::reason::codes;

codes! {
    /// All codes about passes and explanations.
    pub PASSING_CODES;

    /// The CAPI cluster does not exist.
    pub CLUSTER_NOT_FOUND = "capi-cluster-not-found" {
        says: "the CAPI cluster does not exist",
        means: "the cluster that was to be reconciled is gone; it is looked for again later",
        why: "an event may be older than what the controller sees",
        source: "clusters 1.5, 1.11 (d)",
        cure: "nothing to do; the clean-up lets its records go",
    }

    /// The records could not be listed.
    pub LIST_FAILED = "records-not-listed" {
        says: "the records could not be listed: {0}",
        means: "it is not known whether the cluster has a record, so nothing is imported and the pass fails",
        why: "a cluster must not be imported twice because a list failed",
        source: "clusters 1.13 T9, 1.16 a failed list of records",
        cure: "look at the API server's answer; the pass is repeated",
    }

    /// The records could not be listed, and the error is lost.
    pub LIST_FAILURE_HIDDEN = "list-failure-hidden" {
        says: "the pass fails while it logs that the records could not be listed",
        means: "the log statement reads a record that does not exist, so the real error is lost",
        why: "this is how the software behaves today; the design edition tells the error",
        source: "clusters 1.13 T9",
        cure: "look at the API server's log for the failed list",
    }

    /// The cluster was imported before, and its record was deleted.
    pub ALREADY_IMPORTED = "already-imported" {
        says: "{subject} has the annotation `imported`, so it is not imported again",
        means: "somebody deleted the cluster's record, and the mark keeps the controller from making a new one; it counts by being there, whatever its value",
        why: "whoever deletes a record does not want it back a minute later",
        source: "clusters 1.3, 1.11 (a), 1.16 imported",
        cure: "remove the annotation to import the cluster again",
    }

    /// The finalizer is left over.
    pub FINALIZER_LEFT_OVER = "finalizer-left-over" {
        says: "{subject} has a finalizer of ours and no record, so nothing needs the finalizer",
        means: "the cluster was imported, its record is gone, and the finalizer that would keep a deletion waiting is still there",
        why: "the cluster could never be deleted",
        source: "clusters 1.13 T2, 1.16 imported and our finalizer left over",
        cure: "the design edition removes it; else remove `capicluster.turtles.cattle.io` by hand",
    }

    /// The cluster is imported in this pass.
    pub IMPORTED_NOW = "cluster-imported-now" {
        says: "{subject} is imported: this pass makes a record of the strategy {strategy}",
        means: "the cluster is marked, works and has no record",
        why: "the name of a new record is the API server's to make up; the registration follows in later passes",
        source: "clusters 1.5, 1.7",
        cure: "nothing to do",
    }

    /// The cluster has a record of the other strategy.
    pub OTHER_STRATEGY_RECORD = "other-strategy-record" {
        says: "{subject} has the record {record} of the other strategy",
        means: "the feature gate was switched after the cluster was imported; there is no second import, and the next look comes later",
        why: "two records of one cluster have two agents that fight over it",
        source: "clusters 1.12, 1.16 flag changed",
        cure: "migrate the old record and annotate it `cluster-api.cattle.io/migrated`, delete it, or switch the gate back",
    }

    /// The record's name belongs to another cluster.
    pub NAME_COLLISION = "v1-name-collision" {
        says: "{subject} gets no record: the record {record} belongs to another cluster",
        means: "the name of an old record is the cluster's with `-capi` appended once, so `prod` and `prod-capi` share one",
        why: "a record that is found by its name alone would be taken from its owner",
        source: "clusters 1.12, 1.16 v1 name collision",
        cure: "rename one of the clusters, or use the new strategy",
    }

    /// Rancher has not yet named the cluster.
    pub CLUSTER_NAME_AWAITED = "cluster-name-awaited" {
        says: "Rancher has not yet named the cluster of {subject}",
        means: "`status.clusterName` of the record is empty, and the registration token has that name",
        why: "Rancher fills it in a moment after the record was made",
        source: "clusters 1.9, 1.16 v1 pass",
        cure: "wait; it is checked again later",
    }

    /// The cluster has joined Rancher.
    pub CLUSTER_REGISTERED = "cluster-registered" {
        says: "the cluster of {subject} has joined Rancher",
        means: "the record says that its agent runs, so there is nothing to register",
        why: "the manifest is applied until then, and not after",
        source: "clusters 1.5, 1.9, 1.16 available, registered",
        cure: "nothing to do",
    }

    /// The registration token is created.
    pub TOKEN_CREATED = "registration-token-created" {
        says: "the registration token {subject} does not exist, so it is made",
        means: "for a new record, the token's name and namespace are the record's name; for an old one, the name is Rancher's for the cluster, and the namespace the cluster's",
        why: "Rancher answers a token with the URL of the manifest",
        source: "clusters 1.9",
        cure: "nothing to do; it is checked again later",
    }

    /// The given registration token belongs to another cluster.
    pub TOKEN_OF_ANOTHER = "registration-token-of-another" {
        says: "the registration token that is given is {given}, not {wanted}, so it is left aside",
        means: "a token is found by its name and namespace, whatever it says besides",
        why: "a token that was meant for this cluster, with a slip in its name, must not be missing without a word",
        source: "clusters 1.9",
        cure: "give the cluster's own token, or none",
    }

    /// The manifest is empty or missing.
    pub MANIFEST_EMPTY = "manifest-empty" {
        says: "what was downloaded to register {subject} is empty",
        means: "the body of the manifest is empty or was not given, so nothing is applied yet",
        why: "Rancher may not be ready to answer",
        source: "clusters 1.9",
        cure: "wait; it is checked again later",
    }

    /// The manifest cannot be parsed.
    pub MANIFEST_NOT_YAML = "manifest-not-yaml" {
        says: "what was downloaded to register {subject} is markup and no YAML, so nothing is applied",
        means: "the text begins with `<`, as the error pages of servers and proxies do",
        why: "the status of the answer is not looked at, so an error page is taken for a manifest and fails to parse",
        source: "clusters 1.9",
        cure: "open the URL of the manifest, and see what answers there",
    }

    /// The manifest is applied.
    pub MANIFEST_APPLIED = "manifest-applied" {
        says: "the manifest that registers {subject} is applied",
        means: "every object of the manifest is made in the workload cluster if the text is YAML; those that exist are left as they are",
        why: "it is applied at every pass until the cluster has joined",
        source: "clusters 1.9",
        cure: "nothing to do",
    }

    /// Something left of an earlier import delays the manifest.
    pub MANIFEST_HELD_UP = "manifest-held-up" {
        says: "the manifest that registers {subject} is not applied yet: {what:plain}",
        means: "what is left of an earlier import is being removed, and would take the new objects with it",
        why: "an object that is being deleted cannot be made anew",
        source: "clusters 1.9",
        cure: "wait; it is checked again later",
    }

    /// What the download trusts.
    pub TRUST_CHOSEN = "manifest-trust" {
        says: "the download trusts certificates as {subject} says",
        means: "`system-store` means the system's store, `strict` the certificates in Rancher's setting `cacerts`",
        why: "the manifest creates highly privileged objects in the workload cluster",
        source: "clusters 1.9",
        cure: "nothing to do",
    }

    /// Rancher's settings do not say what the download trusts.
    pub TRUST_NOT_CHOSEN = "manifest-trust-unknown" {
        says: "Rancher's setting {subject} does not say whom the download trusts: found {0}",
        means: "`agent-tls-mode` is neither `system-store` nor `strict`, or is strict without certificates in `cacerts`, so the pass fails",
        why: "a download that trusts anybody is no better than none",
        source: "clusters 1.9",
        cure: "set the setting, or switch the feature gate `agent-tls-mode` off to trust the system's store",
    }

    /// Fleet's old namespace is deleted.
    pub FLEET_CLEANED_UP = "fleet-cleaned-up" {
        says: "the namespace {namespace} of {subject} is deleted, for Fleet's agent has moved",
        means: "the workload cluster still has the namespace of an older release",
        why: "two agents of Fleet would fight over the cluster",
        source: "clusters 1.10",
        cure: "label the CAPI cluster `cluster-api.cattle.io/disable-fleet-auto-import` to leave Fleet alone",
    }

    /// Fleet's agent has moved.
    pub FLEET_MOVED = "fleet-moved" {
        says: "Fleet's agent of {subject} is in {namespace}, which its record notes",
        means: "the old namespace is gone and the new one there, so nobody has to look again",
        why: "looking into a workload cluster costs a connection",
        source: "clusters 1.10",
        cure: "nothing to do",
    }

    /// Fleet's new namespace does not exist.
    pub FLEET_NOT_THERE = "fleet-not-there" {
        says: "the namespace {namespace} of {subject} does not exist, so the pass fails",
        means: "the old namespace of Fleet's agent is gone and the new one not there",
        why: "the record must not note a move that has not happened",
        source: "clusters 1.10",
        cure: "look at Fleet's agent in the workload cluster",
    }

    /// It is unknown whether Fleet's agent has moved.
    pub FLEET_NOT_KNOWN = "fleet-not-known" {
        says: "whether Fleet's agent of {cluster} has moved is not checked, because the namespaces of the workload cluster are not given",
        means: "the record does not note the move, so a pass looks into the workload cluster; the answer leaves that step out",
        why: "the step may delete a namespace, or fail the pass",
        source: "clusters 1.10",
        cure: "give `workloadCluster` with its `namespaces`",
    }

    /// The URL is used as it is, because it has no placeholder.
    pub URL_AS_IT_IS = "manifest-url-as-it-is" {
        says: "the manifest is at {0}",
        means: "the token's URL has no placeholder, so no secret is read",
        why: "older Rancher writes the token into the URL",
        source: "clusters 1.9",
        cure: "nothing to do",
    }

    /// The token is filled into the URL.
    pub TOKEN_FILLED_IN = "manifest-url-filled-in" {
        says: "the manifest is at {0}, with what the secret {subject} holds in place of the placeholder",
        means: "the token's URL has a placeholder, every one of which is replaced",
        why: "newer Rancher keeps the token out of the object that anybody may read",
        source: "clusters 1.9",
        cure: "nothing to do",
    }

    /// The URL is not known yet.
    pub URL_NOT_READY = "manifest-url-not-ready" {
        says: "the URL of the manifest is not known yet: there is no {subject}",
        means: "Rancher has not filled in the token's `manifestUrl` or `tokenSecretName`, or the secret is not there",
        why: "the fields are filled in a moment after the token was made; the secret is looked for in the token's own namespace",
        source: "clusters 1.9",
        cure: "wait; it is checked again later",
    }

    /// The secret does not hold the token.
    pub TOKEN_KEY_MISSING = "manifest-token-missing" {
        says: "the secret {subject} has no key `token`, or an empty one",
        means: "the URL has a placeholder and the secret nothing to put there, so the pass fails",
        why: "waiting would not help: the secret is there and wrong",
        source: "clusters 1.9",
        cure: "put the token into the secret's key `token`",
    }

    /// The URL would become too long.
    pub URL_TOO_LONG = "manifest-url-too-long" {
        says: "with the token in every placeholder the URL has {bytes} bytes, more than the {limit} allowed",
        means: "the URL has many placeholders and the secret a long value",
        why: "no server reads such a URL, and building it could exhaust the engine",
        source: "design, Reading",
        cure: "look at the token's URL and at the secret",
    }

    /// The record is being deleted.
    pub RECORD_DELETED = "record-being-deleted" {
        says: "the record {record} of {subject} is being deleted: the cluster is marked `imported` and let go",
        means: "the cluster lives on and is not imported again; our finalizers are removed where they are set",
        why: "whoever deletes a record wants the cluster out of Rancher",
        source: "clusters 1.11 (a), 1.16 1.11 (a)",
        cure: "remove the annotation `imported` to import the cluster again",
    }

    /// The cluster is being deleted.
    pub CLUSTER_DELETED = "capi-cluster-being-deleted" {
        says: "{subject} is being deleted, and with it these records: {records}",
        means: "all records with its labels are deleted, and our finalizer leaves the cluster without waiting for them",
        why: "a record of the new strategy lives in no namespace, so no owner reference can do it",
        source: "clusters 1.11 (b), 1.16 1.11 (b)",
        cure: "nothing to do",
    }

    /// The garbage collector deletes the record.
    pub GARBAGE_COLLECTED = "record-garbage-collected" {
        says: "{subject} is being deleted, and the garbage collector takes its record",
        means: "a record of the old strategy is owned by its cluster",
        why: "both live in one namespace, so an owner reference does it",
        source: "clusters 1.11, 1.16 v1 deletion",
        cure: "nothing to do",
    }

    /// All clusters were reconciled.
    pub ALL_PASSED = "clusters-passed" {
        says: "clusters that are imported in this pass: {subject:plain} of {clusters}",
        means: "each cluster was looked at in the order of namespace and name",
        why: "which of two clusters gets a record must not depend on the order in which they come",
        source: "clusters 1.16 v1 name collision",
        cure: "ask `clusters/explain` about a cluster that is not among them",
    }

    /// The next pass imports the cluster.
    pub WOULD_IMPORT = "would-import" {
        says: "nothing is missing: {subject} is imported at the next pass",
        means: "the cluster is looked after, marked, works, and has no record",
        why: "these are all the conditions there are",
        source: "clusters 1.17 explain",
        cure: "set its label `cluster-api.cattle.io/rancher-auto-import` to `false` to keep it out",
    }

    /// The next pass does not import the cluster.
    pub WOULD_NOT_IMPORT = "would-not-import" {
        says: "{subject} is not imported, because",
        means: "what follows is all that stands in the way, not the first of it alone",
        why: "fixing one thing after another costs a wait each time",
        source: "clusters 1.17 explain",
        cure: "fix each of the causes below",
    }

    /// The cluster is being deleted, so nothing is imported.
    pub BEING_DELETED = "cluster-is-being-deleted" {
        says: "{subject} is being deleted",
        means: "a cluster that goes is not imported",
        why: "its record would go with it",
        source: "clusters 1.17 explain",
        cure: "nothing to do",
    }

    /// The cluster has the annotation `imported` and also a record.
    pub IMPORTED_WITH_RECORD = "imported-with-record" {
        says: "{subject} has the annotation `imported`, and yet the record {record}",
        means: "the mark says that the record was deleted, so the record is not kept up any more",
        why: "deleting the record of a half-done import sets the mark, and it can be set by hand",
        source: "clusters 1.13 T3, 1.17 explain",
        cure: "remove the annotation to have the record kept up, or delete the record",
    }

    /// The records that are deleted along with the cluster.
    pub DELETION_TAKES = "deletion-takes" {
        says: "deleting {subject} deletes these records: {records}",
        means: "the controller deletes those of the new strategy, the garbage collector those of the old one",
        why: "the effects should be known before the deletion is made",
        source: "clusters 1.11, 1.17 explain",
        cure: "nothing to do",
    }

    /// The controller does not notice a deletion.
    pub DELETION_UNNOTICED = "deletion-unnoticed" {
        says: "this controller does not notice that {subject} or its record is deleted",
        means: "the watch filter hides the cluster from it; in today's software so do a missing mark, the mark `imported` and a control plane that does not work",
        why: "several controllers can share one management cluster",
        source: "clusters 1.4, 1.13 T1 T2 T7, 1.16 order of a pass",
        cure: "make sure that the controller whose watch filter matches the cluster is running",
    }

    /// Deleting the record marks the cluster as imported.
    pub RECORD_DELETION_MARKS = "record-deletion-marks" {
        says: "deleting the record marks {subject} as `imported`; the cluster itself is kept",
        means: "the cluster lives on outside of Rancher and is not imported again, even where the import was half done",
        why: "whoever deletes a record does not want it back a minute later",
        source: "clusters 1.11 (a), 1.13 T3, 1.17 explain",
        cure: "remove the annotation `imported` afterwards to import the cluster again",
    }

    /// Deleting the record does not mark the cluster as imported.
    pub RECORD_DELETION_MARKS_NOTHING = "record-deletion-marks-nothing" {
        says: "deleting the record does not mark {subject}; the cluster itself is kept",
        means: "another record matches and takes its place, the cluster of an old record is being deleted too, or the controller does not notice",
        why: "only a cluster that loses its last record is to stay out",
        source: "clusters 1.11 (a), 1.16 several matches, 1.17 explain",
        cure: "set its label `cluster-api.cattle.io/rancher-auto-import` to `false` to keep it out",
    }
}
