//! Which Rancher records belong to a CAPI cluster.

use std::cmp::Ordering;

use super::constants::{CLUSTER, MIGRATED, OWNED, OWNER_NAME, OWNER_NAMESPACE};
use super::divergences::{FOUND_BY_TWO_LABELS, MATCHES_ARE_ORDERED, NO_SECOND_IMPORT};
use super::name::v1_name;
use super::object::{Object, Texts};
use super::reasons::{RECORD_FOUND, RECORD_NOT_FOUND, RECORDS_ORDERED};
use super::settings::Strategy;
use crate::base::Edition;
use crate::base::sort::{sort, sort_by};
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// All records, indexed by cluster.
#[derive(Debug)]
pub struct Inventory<'a> {
    /// The v3 records, in the given order.
    rancher: Vec<Object<'a>>,
    by_owner: Pairs<'a>,
    /// The v1 records, in the given order.
    provisioning: Vec<Object<'a>>,
    by_name: Pairs<'a>,
    edition: Edition,
}

/// Where each pair of namespace and name occurs in a list. Sorted by the whole pair, because thousands of clusters may
/// share a name.
#[derive(Debug)]
struct Pairs<'a>(Vec<(&'a str, &'a str, u32)>);

impl<'a> Pairs<'a> {
    fn of(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut places: Vec<_> = pairs.zip(0..).map(|((namespace, name), place)| (namespace, name, place)).collect();
        sort(&mut places);
        Self(places)
    }

    /// Returns the positions of a pair, in ascending order.
    fn places(&self, namespace: &str, name: &str) -> impl Iterator<Item = usize> {
        let wanted = (namespace, name);
        let start = self.0.partition_point(|(namespace, name, _)| (*namespace, *name) < wanted);
        let found = self.0.get(start..).unwrap_or_default();
        let count = found.partition_point(|(namespace, name, _)| (*namespace, *name) <= wanted);
        found.iter().take(count).map(|(_, _, place)| *place as usize)
    }
}

/// The records of one CAPI cluster.
#[derive(Debug)]
pub struct Records<'i, 'a> {
    /// The matching v3 records. The first one is used.
    pub matches: Vec<&'i Object<'a>>,
    /// The v1 record.
    pub v1: Option<&'i Object<'a>>,
    /// The v1 record that has this cluster's record name but belongs to another cluster.
    collision: Option<&'i Object<'a>>,
    edition: Edition,
}

impl<'a> Inventory<'a> {
    /// Indexes records, keeping the given order.
    pub fn new(rancher: Vec<Object<'a>>, provisioning: Vec<Object<'a>>, edition: Edition) -> Self {
        let label = |record: &Object<'a>, key| record.labels.get(key).copied().unwrap_or_default();
        let owner = |record| (label(record, OWNER_NAMESPACE), label(record, OWNER_NAME));
        let by_owner = Pairs::of(rancher.iter().map(owner));
        let by_name = Pairs::of(provisioning.iter().map(|record| (record.namespace, record.name)));
        Self { rancher, by_owner, provisioning, by_name, edition }
    }

    /// All v3 records.
    pub fn rancher(&self) -> &[Object<'a>] {
        &self.rancher
    }

    /// Returns the records of a CAPI cluster.
    pub fn of<'i>(&'i self, cluster: &Object<'_>) -> Records<'i, 'a> {
        let labels = lookup_labels(cluster, self.edition);
        let with_owner = self.by_owner.places(cluster.namespace, cluster.name);
        let with_owner = with_owner.filter_map(|place| self.rancher.get(place));
        let mut matches: Vec<&Object<'a>> = with_owner.filter(|record| has_all(record, &labels)).collect();
        if are_ordered(self.edition) {
            sort_by(&mut matches, |left, right| first_of(left, right));
        }
        let name = v1_name(cluster.name);
        let v1 = self.by_name.places(cluster.namespace, &name).find_map(|place| self.provisioning.get(place));
        let (collision, v1) =
            if v1.is_some_and(|record| is_of_another(record, cluster)) { (v1, None) } else { (None, v1) };
        Records { matches, v1, collision, edition: self.edition }
    }
}

impl<'i, 'a> Records<'i, 'a> {
    /// The record that the strategy uses.
    pub fn in_force(&self, strategy: Strategy) -> Option<&'i Object<'a>> {
        match strategy {
            Strategy::V1 => self.v1,
            Strategy::V3 => self.matches.first().copied(),
        }
    }

    /// A record of the other strategy, which means that the cluster is already imported. A v1 record that is annotated
    /// as migrated does not count.
    pub fn of_other(&self, strategy: Strategy) -> Option<&'i Object<'a>> {
        if !self.edition.applies(&NO_SECOND_IMPORT) {
            return None;
        }
        match strategy {
            Strategy::V1 => self.matches.first().copied(),
            Strategy::V3 => self.v1.filter(|record| record.annotations.get(MIGRATED).is_none()),
        }
    }

    /// The annotation by which a v1 record does not count, if the strategy would otherwise look at it.
    pub fn migration(&self, strategy: Strategy) -> Option<Fact> {
        let record = self.v1.filter(|_| strategy == Strategy::V3 && self.edition.applies(&NO_SECOND_IMPORT))?;
        record.annotations.get(MIGRATED).map(|_| record.annotation_fact(MIGRATED))
    }

    /// Whether another v3 record is used once the first one is being deleted.
    pub fn has_successor(&self) -> bool {
        are_ordered(self.edition) && self.matches.iter().skip(1).any(|record| !record.deleting)
    }

    /// The v1 record that prevents the strategy from creating one, because it belongs to another cluster.
    pub fn collision(&self, strategy: Strategy) -> Option<&'i Object<'a>> {
        self.collision.filter(|_| strategy == Strategy::V1)
    }

    /// Whether the cluster has no record of either strategy.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty() && self.v1.is_none()
    }

    /// Which record is used, and why it is one of the cluster's.
    pub fn why_found(&self, strategy: Strategy, cluster: &Object<'_>) -> Reason {
        let name = cluster.full_name();
        let Some(record) = self.in_force(strategy) else { return Reason::new(&RECORD_NOT_FOUND, name) };
        let found = Reason::new(&RECORD_FOUND, name).fact(Fact::named("record", record.full_name()));
        match strategy {
            Strategy::V1 => found.fact(record.name_fact()),
            Strategy::V3 => found.fact(record.label_fact(OWNER_NAME)).fact(record.label_fact(OWNER_NAMESPACE)),
        }
    }

    /// Why the first of several matches comes first. `None`: fewer than two matches.
    pub fn why_first(&self) -> Option<Reason> {
        let (first, true) = (self.matches.first()?, self.matches.len() > 1) else { return None };
        let names: Json = self.matches.iter().map(|record| record.name).collect();
        let rule = if are_ordered(self.edition) {
            "those that are not being deleted come first, then the older, then the name"
        } else {
            "the list decides"
        };
        Some(
            Reason::new(&RECORDS_ORDERED, first.name)
                .fact(Fact::named("matches", names))
                .fact(Fact::named("rule", rule)),
        )
    }
}

/// Whether matches are sorted, so that the order in which they are listed does not matter.
fn are_ordered(edition: Edition) -> bool {
    edition.applies(&MATCHES_ARE_ORDERED)
}

/// The labels by which a cluster's records are looked up and deleted.
pub fn lookup_labels<'a>(cluster: &Object<'a>, edition: Edition) -> Texts<'a> {
    let owner = [(OWNER_NAME, cluster.name), (OWNER_NAMESPACE, cluster.namespace)];
    owner.into_iter().chain(is_found_by_owned(edition).then_some((OWNED, ""))).collect()
}

/// Whether a record is found only if its label `owned` is present and empty.
pub fn is_found_by_owned(edition: Edition) -> bool {
    !edition.applies(&FOUND_BY_TWO_LABELS)
}

/// Whether a record has all these labels.
pub fn has_all(record: &Object<'_>, labels: &Texts<'_>) -> bool {
    labels.iter().all(|(key, value)| record.labels.get(key) == Some(value))
}

/// Orders two matches: those not being deleted first, then the older, then by name.
fn first_of(left: &Object<'_>, right: &Object<'_>) -> Ordering {
    let age = |record: &Object<'_>| (record.created.is_none(), record.created);
    left.deleting.cmp(&right.deleting).then(age(left).cmp(&age(right))).then(left.name.cmp(right.name))
}

/// Whether a v1 record has owners of kind `Cluster`, none of which is this cluster.
fn is_of_another(record: &Object<'_>, cluster: &Object<'_>) -> bool {
    let mut owners = record.owners.iter().flatten().filter(|owner| owner.kind == Some(CLUSTER)).peekable();
    owners.peek().is_some() && owners.all(|owner| owner.name != Some(cluster.name))
}
