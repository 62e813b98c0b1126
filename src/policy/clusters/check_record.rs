//! The question whether a v3 record may be stored.

use super::loaded::RANCHER_CLUSTERS;
use super::object::{Object, RancherCluster, Written};
use super::reasons::{RECORD_ACCEPTED, RECORD_NOT_GIVEN, RECORD_REFUSED};
use super::record::{Caution, Change, Fault, Judged, Operation};
use super::situation::{Objects, listed_or_loaded};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::Reason;
use crate::wire::{Pointer, answer, given};

given! {
    /// A v3 record that is about to be created, changed or deleted.
    pub struct CheckRecordGiven<'a> {
        /// The operation on the record.
        operation: Operation,
        /// The record as it would be stored.
        record: Option<Written<'a, RancherCluster<'a>>>,
        /// The record as it is stored, if it is changed or deleted.
        old_record ["oldRecord"]: Option<Written<'a, RancherCluster<'a>>>,
        /// The existing records. Absent: the loaded ones.
        rancher_clusters ["rancherClusters"]: Option<Objects<'a, RancherCluster<'a>>>,
    }
}

answer! {
    /// Whether a record may be stored, and what is wrong with it.
    pub struct RecordChecked {
        /// Whether the operation is allowed.
        allowed: bool,
        /// Everything that is wrong with the record.
        errors: Vec<FieldFault>,
        /// Things worth knowing that do not prevent the operation.
        warnings: Vec<Caution>,
    }
}

answer! {
    /// Something wrong with a record.
    pub struct FieldFault {
        /// The rule that the record breaks.
        reason: Fault,
        /// The path of the offending field, such as `metadata.name`.
        field: String,
    }
}

/// The question `clusters/check-record`.
#[derive(Debug)]
pub struct CheckRecord;

impl Answers for CheckRecord {
    const NAME: &'static str = "clusters/check-record";
    const ASKS: &'static str = "whether a Rancher record may be stored, changed or deleted";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = CheckRecordGiven<'a>;
    type Answer<'a> = RecordChecked;

    fn decide<'a>(given: CheckRecordGiven<'a>, asked: &Asked<'a>) -> Outcome<RecordChecked> {
        let needed = |record: Option<Written<'a, RancherCluster<'a>>>, member: &str| {
            record.ok_or_else(|| Undecided::missing(&RECORD_NOT_GIVEN, Pointer::to(member)))
        };
        let stored = |record, member: &str| needed(record, member)?.existing(Pointer::to(member));
        let (record, old) = match (given.operation, given.record, given.old_record) {
            // The API server is still to generate the name of a new record.
            (Operation::Create, new, _) => (needed(new, "record")?.object(Pointer::to("record")), None),
            (Operation::Delete, Some(record), None) => (stored(Some(record), "record")?, None),
            (Operation::Delete, None, old) => (stored(old, "oldRecord")?, None),
            (operation, new, old) => {
                let (new, old) = (stored(new, "record")?, stored(old, "oldRecord")?);
                old.expect_named(&new.full_name(), "oldRecord")?;
                if operation == Operation::Delete { (old, None) } else { (new, Some(old)) }
            }
        };
        let (others, unknown) = listed_or_loaded(given.rancher_clusters, "rancherClusters", RANCHER_CLUSTERS, asked)?;
        let change = Change { operation: given.operation, record: &record, old: old.as_ref(), others: &others };
        let judged = change.judge();
        let why = why(&judged, &record);
        let unknown = unknown.filter(|_| change.looks_at_others());
        let answer = RecordChecked {
            allowed: judged.refused.is_empty(),
            errors: judged
                .refused
                .into_iter()
                .map(|refused| FieldFault { reason: refused.fault, field: refused.field })
                .collect(),
            warnings: judged.cautions.into_iter().map(|(caution, _)| caution).collect(),
        };
        Ok(Decision::new(answer, why).with_problems(unknown))
    }
}

/// The reason why a record may or may not be stored.
pub fn why(judged: &Judged, record: &Object<'_>) -> Reason {
    let code = if judged.refused.is_empty() { &RECORD_ACCEPTED } else { &RECORD_REFUSED };
    Reason::new(code, record.shown_name())
        .because(judged.refused.iter().map(|refused| refused.why.clone()))
        .because(judged.cautions.iter().map(|(_, reason)| reason.clone()))
}
