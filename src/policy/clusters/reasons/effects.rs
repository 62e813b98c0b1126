//! Codes about changes to a CAPI cluster or its namespace.

use crate::reason::codes;

codes! {
    /// All codes about the effects of changes.
    pub EFFECTS_CODES;

    /// The changed object is not given.
    pub CHANGED_OBJECT_NOT_GIVEN = "changed-object-not-given" {
        says: "the object that is changed is not given",
        means: "the operation needs the object as it would be stored, as it is stored, or both",
        why: "what a change does follows from both sides",
        source: "clusters 1.17 change-effects",
        cure: "give the object, and the old one where it is changed or deleted",
    }

    /// The change does nothing to the import.
    pub CHANGE_HAS_NO_EFFECT = "change-has-no-effect" {
        says: "the change does nothing to the import",
        means: "no cluster is imported, left alone or deleted because of it",
        why: "most changes are about something else",
        source: "clusters 1.17 change-effects",
        cure: "nothing to do",
    }

    /// The change does something to the import.
    pub CHANGE_HAS_EFFECTS = "change-has-effects" {
        says: "the change does this to the import",
        means: "what follows happens once the change is stored",
        why: "the effects should be known before the change is made",
        source: "clusters 1.17 change-effects",
        cure: "nothing to do if it is what you want",
    }

    /// The cluster will be imported.
    pub WILL_IMPORT = "will-import" {
        says: "the cluster {subject} will be imported into Rancher if its control plane works, or as soon as it does",
        means: "with this change the cluster is marked, not yet imported, and has no record",
        why: "a marker, or taking the mark `imported` away, is all it takes",
        source: "clusters 1.17 change-effects",
        cure: "set its label `cluster-api.cattle.io/rancher-auto-import` to `false` to keep it out",
    }

    /// The cluster was about to be imported and no longer is.
    pub IMPORT_STOPS = "import-stops" {
        says: "the cluster {subject} will not be imported after all",
        means: "it would have been imported, and after this change it is not",
        why: "the marker, the annotation `imported` and the watch filter are read again at every pass",
        source: "clusters 1.17 change-effects",
        cure: "undo what is named below it to have the cluster imported",
    }

    /// The record stays but is no longer looked after.
    pub RECORD_KEPT = "record-kept" {
        says: "the cluster {subject} keeps its record {record}, which is no longer looked after",
        means: "taking the marker away deletes nothing; deleting either object is still handled, unless the watch filter now hides the cluster",
        why: "an import is undone by deleting the record, not by taking the marker away",
        source: "clusters 1.17 change-effects",
        cure: "delete the record to take the cluster out of Rancher",
    }

    /// The record is looked after again.
    pub UPKEEP_RESUMES = "upkeep-resumes" {
        says: "the record {record} of the cluster {subject} is looked after again",
        means: "the cluster is marked and has a record; under the new strategy its labels, annotations and finalizer are put right at the next pass",
        why: "a cluster is imported once and looked after from then on",
        source: "clusters 1.17 change-effects",
        cure: "nothing to do",
    }

    /// Deleting the cluster no longer deletes its record.
    pub RECORD_ORPHANED = "record-orphaned" {
        says: "without our finalizer, deleting the cluster {subject} leaves its record {record} behind",
        means: "the finalizer `capicluster.turtles.cattle.io` is gone and the cluster not marked `imported`, so it was not the controller that removed it",
        why: "the finalizer is what keeps the cluster until its records are deleted",
        source: "clusters 1.11 (b), 1.17 change-effects",
        cure: "leave the finalizer; delete the record first if the cluster has to go at once",
    }

    /// Fleet's old namespace is no longer cleaned up.
    pub FLEET_CLEANUP_OFF = "fleet-cleanup-off" {
        says: "unless its record notes the move, Fleet is no longer cleaned up in the cluster {subject}",
        means: "the label `cluster-api.cattle.io/disable-fleet-auto-import` is there now, whatever its value; a record notes the move with `cluster-api.cattle.io/fleet-namespace-migrated`, and the old strategy has none",
        why: "a cluster may be managed by Fleet in another way",
        source: "clusters 1.10, 1.17 change-effects",
        cure: "remove the label to have Fleet's old namespace cleaned up",
    }

    /// Fleet's old namespace is cleaned up again.
    pub FLEET_CLEANUP_ON = "fleet-cleanup-on" {
        says: "unless its record notes the move, Fleet is cleaned up in the cluster {subject} again",
        means: "the label `cluster-api.cattle.io/disable-fleet-auto-import` is gone, so the namespace `fleet-addon-agent` is deleted if it is there; a record notes the move with `cluster-api.cattle.io/fleet-namespace-migrated`, and the old strategy has none",
        why: "the agent moved to another namespace",
        source: "clusters 1.10, 1.17 change-effects",
        cure: "keep the label if Fleet manages the cluster in another way",
    }

    /// The record keeps its old description.
    pub DESCRIPTION_NOT_UPDATED = "description-not-updated" {
        says: "the record {record} of the cluster {subject} keeps its description",
        means: "the annotation `cluster-api.cattle.io/cluster-description` is read when the record is made, and not again",
        why: "somebody may have edited the description in Rancher since",
        source: "clusters 1.8, 1.17 change-effects",
        cure: "change the description of the record too",
    }

    /// The record keeps labels that are removed from the cluster.
    pub LABELS_STAY = "labels-stay" {
        says: "the record {record} of the cluster {subject} keeps the labels {keys}",
        means: "labels are copied to the record, and none is ever removed from it",
        why: "somebody may have set the label on the record as well",
        source: "clusters 1.8, 1.17 change-effects",
        cure: "remove the labels from the record too",
    }

    /// Records are deleted along with the cluster.
    pub DELETES_RECORDS = "deletes-records" {
        says: "deleting the cluster {subject} deletes these records in Rancher: {records}",
        means: "the controller deletes those of the new strategy, the garbage collector those of the old one",
        why: "a cluster that is gone cannot be managed",
        source: "clusters 1.11, 1.17 change-effects",
        cure: "nothing to do if it is what you want",
    }
}
