//! Where the design edition departs from today's Turtles: the rows of section 1.16.

use crate::base::Divergence;

/// All divergences of this policy.
pub static ALL: &[&Divergence] = &[
    &STRATEGY_BY_FLAG,
    &NO_SECOND_IMPORT,
    &FOUND_BY_TWO_LABELS,
    &MATCHES_ARE_ORDERED,
    &DELETION_FIRST,
    &MARKED_ONCE,
    &DELETED_ARE_THE_MATCHES,
    &LEFT_OVER_FINALIZER,
    &IMPORTED_BLOCKS,
    &CLEANED_UP_BY_OWNER,
    &OWNER_BY_TWO_LABELS,
    &DELETION_PASSES_FILTER,
    &ONLY_THAT_NAMESPACE,
    &OLDER_CONDITIONS,
    &NO_NAMESPACE_ON_RECORDS,
    &LIST_FAILURE_IS_TOLD,
];

/// Rows "strategy", "v1 record", "v1 pass", "v1 deletion" and "v1 name collision".
pub static STRATEGY_BY_FLAG: Divergence = Divergence {
    id: "strategy-follows-the-flag",
    design: "the feature gate `managementv3-cluster` chooses the strategy, and unless it is on the old one is in force",
    upstream: "there is no old strategy any more",
    why: "the design leaves the default behaviour as it was",
    source: "clusters 1.12, 1.16 strategy",
};

/// Row "flag changed while a record of the other strategy exists".
pub static NO_SECOND_IMPORT: Divergence = Divergence {
    id: "no-second-import-when-the-flag-changes",
    design: "a cluster with a record of the other strategy is not imported a second time",
    upstream: "records of the old strategy are ignored",
    why: "two records of one cluster have two agents that fight over it",
    source: "clusters 1.16 flag changed",
};

/// Row "lookup".
pub static FOUND_BY_TWO_LABELS: Divergence = Divergence {
    id: "found-by-two-labels",
    design: "the two owner labels find a record, and the label of our records is added where it is missing",
    upstream: "a record without the third label, or with a value in it, is not found",
    why: "the design names two labels, and a record that is not found is made a second time",
    source: "clusters 1.6, 1.14, 1.16 lookup",
};

/// Rows "several matches" and "deletion path".
pub static MATCHES_ARE_ORDERED: Divergence = Divergence {
    id: "matches-are-ordered",
    design: "of several matches those that are not being deleted come first, then the older, then the name",
    upstream: "the first of the list is used, in whatever order the list comes",
    why: "the answer must not depend on luck, and a healthy record must not be passed over for one that goes",
    source: "clusters 1.6, 1.13 T5, 1.16 several matches",
};

/// Row "order of a pass".
pub static DELETION_FIRST: Divergence = Divergence {
    id: "deletion-before-mark-and-readiness",
    design: "what is being deleted is let go whether or not it is marked, imported or working",
    upstream: "a cluster that is not marked, or whose control plane does not work, keeps its finalizer for ever",
    why: "a deletion that never ends is the commonest complaint",
    source: "clusters 1.13 T1 T2 T7, 1.16 order of a pass",
};

/// Row "1.11 (a)".
pub static MARKED_ONCE: Divergence = Divergence {
    id: "marked-imported-once",
    design: "the mark `imported` is set where it is missing",
    upstream: "it is set whenever a record is being deleted",
    why: "a value that somebody else put there says the same",
    source: "clusters 1.16 1.11 (a)",
};

/// Row "1.11 (b)".
pub static DELETED_ARE_THE_MATCHES: Divergence = Divergence {
    id: "deleted-names-the-matches",
    design: "`deleted` names the records that match",
    upstream: "afterwards every record that is being deleted looks alike, those of others too",
    why: "the answer says what this pass does",
    source: "clusters 1.16 1.11 (b)",
};

/// Row "`imported` and our finalizer left over".
pub static LEFT_OVER_FINALIZER: Divergence = Divergence {
    id: "left-over-finalizer-goes",
    design: "our finalizer on an imported cluster without any record is removed",
    upstream: "nobody removes it",
    why: "the cluster could never be deleted",
    source: "clusters 1.13 T2, 1.16 imported and our finalizer left over",
};

/// Row "`imported`".
pub static IMPORTED_BLOCKS: Divergence = Divergence {
    id: "imported-does-not-pass-on-to-the-namespace",
    design: "a cluster's own marker counts whether or not it is imported",
    upstream: "the marker of an imported cluster that says yes is passed over, and its namespace is asked",
    why: "the mark stops the import; it does not change who is asked",
    source: "clusters 1.13 T4, 1.16 imported",
};

/// Row "clean-up".
pub static CLEANED_UP_BY_OWNER: Divergence = Divergence {
    id: "cleaned-up-by-owner-labels",
    design: "a record with both owner labels is ours too",
    upstream: "only the label of our records says so",
    why: "a record that was migrated by hand has two labels and would keep its finalizer",
    source: "clusters 1.11 (c), 1.16 clean-up",
};

/// Row "`owner`".
pub static OWNER_BY_TWO_LABELS: Divergence = Divergence {
    id: "owner-by-two-labels",
    design: "the two owner labels lead from a record to its cluster",
    upstream: "all three labels have to be there",
    why: "what finds a record from its cluster has to lead back",
    source: "clusters 1.4, 1.16 owner",
};

/// Rows "order of a pass", "`owner`" and "namespace event".
pub static DELETION_PASSES_FILTER: Divergence = Divergence {
    id: "deletion-passes-the-filter",
    design: "an event about something that is being deleted is always handed on",
    upstream: "the filter keeps it where the cluster is not marked or does not work",
    why: "nothing would let it go",
    source: "clusters 1.13 T1 T7, 1.16 owner, namespace event",
};

/// Row "namespace event".
pub static ONLY_THAT_NAMESPACE: Divergence = Divergence {
    id: "namespace-event-stays-in-its-namespace",
    design: "an event of a namespace is about the clusters in it",
    upstream: "clusters of other namespaces with a marker of their own are reconciled too",
    why: "nothing has changed for them",
    source: "clusters 1.13 T6, 1.16 namespace event",
};

/// Row "available, registered".
pub static OLDER_CONDITIONS: Divergence = Divergence {
    id: "older-conditions-count",
    design: "`ControlPlaneReady` and `AgentDeployed` count as `ControlPlaneAvailable` and `Ready` do",
    upstream: "only the newer of each two counts",
    why: "the design is older than the newer conditions, and clusters of both ages are imported",
    source: "clusters 1.4, 1.9, 1.16 available, registered",
};

/// Row "created object".
pub static NO_NAMESPACE_ON_RECORDS: Divergence = Divergence {
    id: "no-namespace-on-records",
    design: "a record of the new strategy is made without a namespace",
    upstream: "it is made with the cluster's, which the API server ignores",
    why: "it lives in none",
    source: "clusters 1.13 T8, 1.16 created object",
};

/// Row "a failed list of records".
pub static LIST_FAILURE_IS_TOLD: Divergence = Divergence {
    id: "failed-list-is-told",
    design: "that the records could not be listed is an error of its own",
    upstream: "the log statement about it fails, and what it would have said is lost",
    why: "an operator has to see the real error",
    source: "clusters 1.13 T9, 1.16 a failed list of records",
};
