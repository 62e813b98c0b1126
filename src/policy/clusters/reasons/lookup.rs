//! Codes about which record belongs to a cluster, and which cluster to a record.

use crate::reason::codes;

codes! {
    /// All codes about lookups, the clean-up and names.
    pub LOOKUP_CODES;

    /// A record belongs to the cluster.
    pub RECORD_FOUND = "record-found" {
        says: "the record of {subject} is {record}",
        means: "a record of the new strategy is found by its labels, one of the old strategy by its name and namespace",
        why: "the names of new records are random, so labels lead from one object to the other",
        source: "clusters 1.6, 1.16 lookup",
        cure: "nothing to do",
    }

    /// No record belongs to the cluster.
    pub RECORD_NOT_FOUND = "record-not-found" {
        says: "the cluster {subject} has no record",
        means: "no record has its labels or its name; names and display names of new records are never compared",
        why: "one CAPI cluster of a name can exist in a namespace, so the two labels say which one it is",
        source: "clusters 1.6, 1.16 lookup",
        cure: "where there should be one, compare its labels letter by letter",
    }

    /// Several records match.
    pub RECORDS_ORDERED = "records-ordered" {
        says: "several records match, {subject} first: {matches}; {rule:plain}",
        means: "there should be one record of a cluster; two passes at the same time, or somebody by hand, made more",
        why: "the same one has to be used every time",
        source: "clusters 1.6, 1.16 several matches",
        cure: "delete the records that are not used",
    }

    /// The record that is used is being deleted.
    pub PATH_OF_DELETION = "record-path-of-deletion" {
        says: "{subject} is being deleted, so the cluster is let go",
        means: "the first match is being deleted; in the design edition that means that all are",
        why: "a cluster whose record somebody deletes is not to be imported again",
        source: "clusters 1.11 (a), 1.16 deletion path",
        cure: "nothing to do",
    }

    /// An owner label of the record is missing.
    pub OWNER_NOT_NAMED = "owner-not-named" {
        says: "the record {subject} does not say which cluster it is of",
        means: "one of the labels that lead from a record to its CAPI cluster is missing",
        why: "records of other origin are none of the controller's business",
        source: "clusters 1.4, 1.16 owner",
        cure: "where it should be one of ours, set the missing label",
    }

    /// The record's cluster does not exist.
    pub OWNER_NOT_FOUND = "owner-not-found" {
        says: "the record belongs to {subject}, which does not exist",
        means: "there is no CAPI cluster of the name and namespace in the labels",
        why: "nothing can be reconciled that is not there; the clean-up still lets the record go",
        source: "clusters 1.4, 1.11 (d)",
        cure: "delete the record if its cluster is gone",
    }

    /// The filter drops the event.
    pub OWNER_NOT_ELIGIBLE = "owner-not-eligible" {
        says: "the record belongs to {subject}, whose events the filter drops",
        means: "the cluster is not marked, is imported, or does not work, and nothing is being deleted",
        why: "only clusters that the controller would import or keep up are reconciled",
        source: "clusters 1.4, 1.16 owner",
        cure: "ask `clusters/explain` what is missing",
    }

    /// The record's cluster is reconciled.
    pub OWNER_TOLD = "owner-told" {
        says: "the record belongs to {subject}, which is reconciled",
        means: "the labels of the record name a CAPI cluster whose events are handed on",
        why: "a change of the record may mean that there is something to do",
        source: "clusters 1.4, 1.16 owner",
        cure: "nothing to do",
    }

    /// The clean-up releases the record.
    pub RECORD_RELEASED = "record-released" {
        says: "the record {subject} is ours and being deleted, so the finalizer {finalizer} goes",
        means: "the clean-up removes our finalizer from records that are being deleted",
        why: "records have no owner reference, so nothing else lets them go with their cluster",
        source: "clusters 1.11 (c), 1.16 clean-up",
        cure: "nothing to do",
    }

    /// The clean-up does not release the record.
    pub RECORD_NOT_RELEASED = "record-not-released" {
        says: "nothing is done about the record {subject}: {because:plain}",
        means: "the clean-up only looks after records that are being deleted and have our finalizer",
        why: "other finalizers are other people's",
        source: "clusters 1.11 (c)",
        cure: "nothing to do",
    }

    /// The record is not the controller's.
    pub RECORD_NOT_OURS = "record-not-ours" {
        says: "the record {subject} is not ours",
        means: "it has neither the label `cluster-api.cattle.io/owned` nor, in the design edition, both owner labels",
        why: "records of other origin are none of the controller's business",
        source: "clusters 1.11 (c), 1.16 clean-up",
        cure: "nothing to do",
    }

    /// No records are loaded, and nothing says that there are none.
    pub RECORDS_NOT_LOADED = "records-not-loaded" {
        says: "no {kind} is loaded, and nobody says that there is none: the answer assumes that there is none",
        means: "the answer would be another if there were an object of that kind",
        why: "what was not shown must not silently count as non-existent",
        source: "design, load; clusters 1.17 documents",
        cure: "give or load the objects, or name the kind in `complete` if there are none",
    }

    /// What a deletion takes along depends on records that are not known.
    pub RECORDS_NOT_KNOWN = "records-not-known" {
        says: "no {kind} is loaded, and nobody says that there is none, so what a deletion takes along cannot be said",
        means: "nothing is known of any record, and the records are what goes with the cluster",
        why: "to say that nothing goes would be a guess",
        source: "design, load",
        cure: "load the records, or name their kinds in `complete` if there are none",
    }

    /// The rule produced a name.
    pub NAME_MADE = "cluster-name-made" {
        says: "{subject} becomes {output}",
        means: "the rule was applied to the name",
        why: "the name of an old record is the cluster's with `-capi`, appended once; other names are kept as they are",
        source: "clusters 1.7, 1.9, 1.12",
        cure: "nothing to do",
    }

    /// The name follows the rule.
    pub NAME_KEEPS_RULE = "cluster-name-keeps-rule" {
        says: "{subject} is what a name has to be, which is to {rule:plain}",
        means: "the name keeps the rule",
        why: "names that break a rule are refused by those who read them",
        source: "clusters 1.7",
        cure: "nothing to do",
    }

    /// The name breaks the rule.
    pub NAME_BREAKS_RULE = "cluster-name-breaks-rule" {
        says: "{subject} is not what a name has to be, which is to {rule:plain}",
        means: "the name breaks the rule",
        why: "names that break a rule are refused by those who read them",
        source: "clusters 1.7",
        cure: "choose a name that keeps the rule",
    }

    /// The v1 record names of the clusters are all different.
    pub NAMES_APART = "old-names-apart" {
        says: "no two of the clusters share the name of a record",
        means: "with `-capi` appended once the names are all different",
        why: "a record of the old strategy is found by its name",
        source: "clusters 1.12",
        cure: "nothing to do",
    }

    /// Two clusters have the same v1 record name.
    pub NAMES_COLLIDE = "old-names-collide" {
        says: "two of the clusters share the name {subject} of a record",
        means: "`-capi` is appended unless the name already ends in it, so `prod` and `prod-capi` both become `prod-capi`",
        why: "a record of the old strategy is found by its name",
        source: "clusters 1.12",
        cure: "rename one of the clusters, or use the new strategy",
    }
}
