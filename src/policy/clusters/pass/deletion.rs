//! What is done when one of the two objects is being deleted. No owner reference can do it, for the record of the new
//! strategy lives in no namespace.

use super::action::{Action, Target};
use super::outcome::{Ended, Outcome};
use super::{Pass, Target::CapiCluster};
use crate::policy::clusters::constants::{FINALIZER, IMPORTED};
use crate::policy::clusters::divergences::{DELETED_ARE_THE_MATCHES, MARKED_ONCE};
use crate::policy::clusters::lookup::{has_all, lookup_labels};
use crate::policy::clusters::object::Object;
use crate::policy::clusters::reasons::{CLUSTER_DELETED, GARBAGE_COLLECTED, RECORD_DELETED};
use crate::policy::clusters::settings::Strategy;
use crate::reason::{Fact, Reason};
use crate::wire::Json;

impl<'a> Pass<'_, '_, 'a> {
    /// What is done where the record in force or the CAPI cluster is being deleted; the record comes first.
    pub(super) fn deletion(&self, has_our_finalizer: bool) -> Option<Ended<'a>> {
        let strategy = self.settings.strategy();
        let record = self.records.in_force(strategy).filter(|record| record.deleting);
        match (strategy, record) {
            (Strategy::V3, Some(record)) => Some(self.record_deleted(record, has_our_finalizer)),
            (Strategy::V1, Some(record)) if !self.cluster.deleting => Some(self.old_record_deleted(record)),
            _ => self.cluster.deleting.then(|| self.cluster_deleted()),
        }
    }

    /// A record is being deleted: the cluster is not imported again, and nothing of ours holds either of them.
    fn record_deleted(&self, record: &Object<'a>, has_our_finalizer: bool) -> Ended<'a> {
        let mut actions = self.mark_imported();
        if has_our_finalizer {
            actions.push(Action::remove_finalizer(CapiCluster, FINALIZER));
        }
        if record.has_finalizer(FINALIZER) {
            actions.push(Action::remove_finalizer(Target::Record(record.name), FINALIZER));
        }
        Ended { actions, ..Ended::new(Outcome::Done, None, self.why_record_deleted(record)) }
    }

    /// The old strategy puts no finalizer anywhere.
    fn old_record_deleted(&self, record: &Object<'a>) -> Ended<'a> {
        Ended { actions: self.mark_imported(), ..Ended::new(Outcome::Done, None, self.why_record_deleted(record)) }
    }

    fn mark_imported(&self) -> Vec<Action<'a>> {
        let is_marked = self.cluster.annotations.get(IMPORTED).is_some() && self.edition.applies(&MARKED_ONCE);
        if is_marked { Vec::new() } else { vec![Action::set_annotation(CapiCluster, IMPORTED)] }
    }

    fn why_record_deleted(&self, record: &Object<'a>) -> Reason {
        let name = Fact::named("record", record.full_name());
        Reason::new(&RECORD_DELETED, self.cluster.full_name()).fact(name).fact(record.deletion_fact())
    }

    /// The CAPI cluster is being deleted: its records go with it, and it goes without waiting for them.
    fn cluster_deleted(&self) -> Ended<'a> {
        let matches = &self.records.matches;
        let by_us = self.settings.strategy() == Strategy::V3 || !matches.is_empty();
        let mut actions = Vec::new();
        if by_us {
            actions.push(Action::delete_records(lookup_labels(self.cluster, self.edition)));
        }
        if self.cluster.has_finalizer(FINALIZER) {
            actions.push(Action::remove_finalizer(CapiCluster, FINALIZER));
        }
        let code = if by_us { &CLUSTER_DELETED } else { &GARBAGE_COLLECTED };
        let records: Json = matches.iter().map(|record| record.name).collect();
        let why = Reason::new(code, self.cluster.full_name())
            .fact(Fact::named("records", records))
            .fact(self.cluster.deletion_fact());
        Ended { actions, takes_records: true, ..Ended::new(Outcome::Done, None, why) }
    }

    /// The records that go with the cluster, and those that stay.
    pub fn deleted_and_kept(&self) -> (Vec<&'a str>, Vec<&'a str>) {
        let labels = lookup_labels(self.cluster, self.edition);
        // What is being deleted already goes too, whosever it is: upstream tells the two apart by nothing else.
        let also_going = !self.edition.applies(&DELETED_ARE_THE_MATCHES);
        let goes = |record: &&Object<'a>| has_all(record, &labels) || also_going && record.deleting;
        let names = |records: Vec<&Object<'a>>| records.iter().map(|record| record.name).collect::<Vec<_>>();
        let (deleted, kept): (Vec<_>, Vec<_>) = self.inventory.rancher().iter().partition(goes);
        (names(deleted), names(kept))
    }
}
