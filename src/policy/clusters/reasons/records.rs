//! Codes about whether a record may be stored.

use crate::reason::codes;

codes! {
    /// All codes about storing records.
    pub RECORDS_CODES;

    /// The record is not given.
    pub RECORD_NOT_GIVEN = "record-not-given" {
        says: "there is no record to be judged",
        means: "the operation needs the record as it would be stored, as it is stored, or both",
        why: "a rule about what changes needs both sides",
        source: "clusters 1.17 check-record",
        cure: "give `record`, and `oldRecord` where one is changed or deleted",
    }

    /// The record may be stored.
    pub RECORD_ACCEPTED = "record-accepted" {
        says: "nothing is wrong with the record {subject}",
        means: "none of the rules about owners, names and labels is broken",
        why: "whatever no rule forbids is allowed",
        source: "clusters 1.17 check-record",
        cure: "nothing to do",
    }

    /// The record may not be stored.
    pub RECORD_REFUSED = "record-refused" {
        says: "the record {subject} is refused, because",
        means: "what follows is all that is wrong with it",
        why: "a record that cannot be found, or is there twice, is harder to cure than to refuse",
        source: "clusters 1.17 check-record",
        cure: "fix each of the causes below",
    }

    /// The record has an owner that is namespaced.
    pub OWNER_REFERENCE_NAMESPACED = "owner-reference-namespaced" {
        says: "{owner} of {0} lives in a namespace, and the record in none",
        means: "the record names an object of `cluster.x-k8s.io` as its owner",
        why: "the garbage collector deletes what is owned by something it cannot find",
        source: "clusters 1.7, 1.17 check-record",
        cure: "drop the owner reference; labels lead to the cluster",
    }

    /// The name could not have been generated.
    pub NAME_RULE = "name-rule" {
        says: "the {field:plain} of a record of a CAPI cluster cannot be {subject}",
        means: "a record with both owner labels is made with `generateName: c-`, or has a name that could have come from it: `c-` and five small letters or digits",
        why: "Rancher accepts no other names of imported clusters",
        source: "clusters 1.7, 1.17 check-record",
        cure: "leave the name to the API server: `generateName: c-`",
    }

    /// An owner label has changed.
    pub OWNER_LABEL_CHANGED = "owner-label-changed" {
        says: "the label {subject} was {0} and may not become {1}",
        means: "an owner label that a record had is gone or has another value",
        why: "the record would belong to another cluster, and its present one would be imported again",
        source: "clusters 1.17 check-record",
        cure: "keep the label; delete the record if it is not wanted",
    }

    /// The cluster already has a record.
    pub DUPLICATE_OWNER = "duplicate-owner" {
        says: "the cluster {0} of the namespace {1} has the record {subject} already",
        means: "another record that is not being deleted has the same owner labels",
        why: "two records of one cluster have two agents that fight over it",
        source: "clusters 1.6, 1.17 check-record",
        cure: "use the record that is there, or delete it first",
    }

    /// Only one of the two owner labels is present.
    pub OWNER_LABEL_INCOMPLETE = "owner-label-incomplete" {
        says: "the record {subject} has one of the two owner labels",
        means: "with one label alone the record belongs to no cluster and is not found",
        why: "name and namespace together say which cluster it is",
        source: "clusters 1.6, 1.17 check-record",
        cure: "set the other label too",
    }

    /// The label `owned` is missing.
    pub OWNED_MISSING = "owned-missing" {
        says: "the record {subject} has both owner labels without `cluster-api.cattle.io/owned`",
        means: "today's Turtles looks for three labels and does not find the record",
        why: "a record that is not found is made a second time",
        source: "clusters 1.6, 1.12, 1.17 check-record",
        cure: "set the label `cluster-api.cattle.io/owned` to the empty text",
    }

    /// Deleting the record marks the cluster, so that it is not imported again.
    pub MARKS_IMPORTED = "marks-imported" {
        says: "under the new strategy, deleting the record {subject} marks the cluster {0} of the namespace {1} as `imported`, unless it has another record",
        means: "the cluster lives on and is not imported again, unless the controller does not notice; today it finds no record without the label `cluster-api.cattle.io/owned`",
        why: "whoever deletes a record does not want it back a minute later",
        source: "clusters 1.6, 1.11 (a), 1.16, 1.17 check-record",
        cure: "remove the annotation `imported` from the CAPI cluster to import it again",
    }

    /// There is nothing to complete in objects of this kind.
    pub NOTHING_TO_COMPLETE = "nothing-to-complete" {
        says: "nothing of a {subject} is filled in",
        means: "these objects are judged and never changed",
        why: "what a controller writes itself needs no webhook",
        source: "clusters 1.17",
        cure: "register the validating webhook alone for this kind",
    }
}
