//! The question what the record clean-up does. It runs beside the controller that reconciles clusters.

use super::constants::{FINALIZER, OWNED, OWNER_NAME, OWNER_NAMESPACE};
use super::divergences::CLEANED_UP_BY_OWNER;
use super::object::{Object, RancherCluster, Written};
use super::pass::{Action, Target};
use super::reasons::{RECORD_NOT_OURS, RECORD_NOT_RELEASED, RECORD_RELEASED};
use crate::base::Edition;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// A record for the clean-up to look at.
    pub struct CleanupGiven<'a> {
        /// The record.
        rancher_cluster ["rancherCluster"]: Written<'a, RancherCluster<'a>>,
    }
}

answer! {
    /// What the clean-up does.
    pub struct CleanedUp<'a> {
        /// The actions, in order. Empty: the record is left alone.
        actions: Vec<Action<'a>>,
    }
}

/// The question `clusters/cleanup`.
#[derive(Debug)]
pub struct Cleanup;

impl Answers for Cleanup {
    const NAME: &'static str = "clusters/cleanup";
    const ASKS: &'static str = "whether a Rancher record that is being deleted is let go";
    type Given<'a> = CleanupGiven<'a>;
    type Answer<'a> = CleanedUp<'a>;

    fn decide<'a>(given: CleanupGiven<'a>, asked: &Asked<'a>) -> Outcome<CleanedUp<'a>> {
        let record = given.rancher_cluster.existing(Pointer::to("rancherCluster"))?;
        let keep = |reason: Reason| Ok(Decision::new(CleanedUp { actions: Vec::new() }, reason));
        if !is_ours(&record, asked.edition) {
            let labels = [OWNED, OWNER_NAME, OWNER_NAMESPACE].map(|key| record.label_fact(key));
            return keep(Reason::new(&RECORD_NOT_OURS, record.name).facts(labels));
        }
        let finalizer = Fact::named("finalizer", FINALIZER);
        if !record.deleting || !record.has_finalizer(FINALIZER) {
            let because = if record.deleting { "it has no finalizer of ours" } else { "it is not being deleted" };
            let because = Fact::named("because", because);
            return keep(Reason::new(&RECORD_NOT_RELEASED, record.name).fact(because).fact(finalizer));
        }
        let reason = Reason::new(&RECORD_RELEASED, record.name).fact(finalizer).fact(record.deletion_fact());
        Ok(Decision::new(
            CleanedUp { actions: vec![Action::remove_finalizer(Target::Record(record.name), FINALIZER)] },
            reason,
        ))
    }
}

/// Whether the controller made a record or looks after it.
fn is_ours(record: &Object<'_>, edition: Edition) -> bool {
    let has = |key: &&str| record.labels.get(key).is_some();
    has(&OWNED) || edition.applies(&CLEANED_UP_BY_OWNER) && [OWNER_NAME, OWNER_NAMESPACE].iter().all(has)
}
