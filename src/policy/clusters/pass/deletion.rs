//! What a pass does if the record or the CAPI cluster is being deleted. Owner references cannot do this because v3
//! records are cluster-scoped.

use super::action::{Action, Target};
use super::outcome::{Ended, Outcome};
use super::{Pass, Target::CapiCluster};
use crate::base::sort::sort;
use crate::policy::clusters::constants::{FINALIZER, IMPORTED};
use crate::policy::clusters::divergences::{DELETED_ARE_THE_MATCHES, MARKED_ONCE};
use crate::policy::clusters::lookup::{has_all, lookup_labels};
use crate::policy::clusters::object::Object;
use crate::policy::clusters::reasons::{CLUSTER_DELETED, GARBAGE_COLLECTED, RECORD_DELETED};
use crate::policy::clusters::settings::Strategy;
use crate::reason::{Fact, Reason};
use crate::wire::Json;

impl<'a> Pass<'_, '_, 'a> {
    /// Handles a deletion of the record in force or of the CAPI cluster. If both are being deleted, the record comes
    /// first, except that a v1 record counts only if the cluster stays. `None`: neither is being deleted.
    pub(super) fn deletion(&self, has_our_finalizer: bool) -> Option<Ended<'a>> {
        let strategy = self.settings.strategy();
        let record = self.records.in_force(strategy).filter(|record| record.deleting);
        match (strategy, record) {
            (Strategy::V3, Some(record)) => Some(self.record_deleted(record, has_our_finalizer)),
            (Strategy::V1, Some(record)) if !self.cluster.deleting => Some(self.old_record_deleted(record)),
            _ => self.cluster.deleting.then(|| self.cluster_deleted()),
        }
    }

    /// The record is being deleted: marks the cluster as imported, so that it stays out, and removes our finalizer from
    /// both.
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

    /// The v1 record is being deleted. The old strategy sets no finalizers, so there are none to remove.
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

    /// The CAPI cluster is being deleted: deletes its records and releases the cluster without waiting for them to
    /// vanish.
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
        let is_collected = !by_us && self.records.v1.is_some();
        let code = if is_collected { &GARBAGE_COLLECTED } else { &CLUSTER_DELETED };
        let records: Json = matches.iter().chain(&self.records.v1).map(|record| record.full_name()).collect();
        let why = Reason::new(code, self.cluster.full_name())
            .fact(Fact::named("records", records))
            .fact(self.cluster.deletion_fact());
        Ended { actions, takes_records: true, ..Ended::new(Outcome::Done, None, why) }
    }

    /// Returns the names of the records that are deleted with the cluster, and of those that stay.
    pub fn deleted_and_kept(&self) -> (Vec<&'a str>, Vec<&'a str>) {
        let labels = lookup_labels(self.cluster, self.edition);
        let is_ours = |record: &&Object<'a>| has_all(record, &labels);
        let names = |records: &[&Object<'a>]| records.iter().map(|record| record.name).collect::<Vec<_>>();
        let all = self.inventory.rancher().iter();
        if self.edition.applies(&DELETED_ARE_THE_MATCHES) {
            let mut kept: Vec<&str> = all.filter(|record| !is_ours(record)).map(|record| record.name).collect();
            sort(&mut kept);
            return (names(&self.records.matches), kept);
        }
        // Afterwards, upstream cannot tell the cluster's records from others that were already being deleted.
        let (deleted, kept): (Vec<_>, Vec<_>) = all.partition(|record| is_ours(record) || record.deleting);
        (names(&deleted), names(&kept))
    }
}
