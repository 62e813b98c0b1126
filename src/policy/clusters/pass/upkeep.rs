//! What is kept up on a record of the new strategy at every pass.

use super::action::{Action, Target};
use crate::policy::clusters::constants::*;
use crate::policy::clusters::object::{Object, Texts};
use crate::policy::clusters::settings::Settings;
use crate::wire::answer;

answer! {
    /// A record after a pass.
    pub struct Afterwards<'a> {
        /// Its labels.
        labels: Texts<'a>,
        /// Its annotations.
        annotations: Texts<'a>,
    }
}

impl<'a> Afterwards<'a> {
    /// The same with annotations that a further step sets.
    pub fn with(self, set: Vec<(&'static str, &'static str)>) -> Self {
        let is_set = |key: &str| set.iter().any(|(known, _)| *known == key);
        let kept = self.annotations.iter().copied().filter(|(key, _)| !is_set(key));
        let annotations = kept.chain(set.iter().copied()).collect();
        Self { annotations, ..self }
    }
}

/// What upkeep does.
#[derive(Debug)]
pub struct Upkeep<'a> {
    /// To the CAPI cluster.
    pub on_cluster: Vec<Action<'a>>,
    /// To the record, at the end of a pass whose steps all succeeded.
    pub on_record: Vec<Action<'a>>,
    /// The record afterwards.
    pub afterwards: Afterwards<'a>,
}

/// The labels of a cluster that its record gets too: those of neither project.
pub fn propagated<'a>(cluster: &Object<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
    cluster.labels.iter().copied().filter(|(key, _)| is_propagated(key))
}

/// Whether a label is one that the record gets too.
pub fn is_propagated(key: &str) -> bool {
    !key.contains("cattle.io") && !key.contains("x-k8s.io")
}

/// What is kept up on a record. `owned_too`: the label of our records is put on those that lack it.
pub fn upkeep<'a>(cluster: &Object<'a>, record: &Object<'a>, settings: &Settings<'_>, owned_too: bool) -> Upkeep<'a> {
    let target = Target::Record(record.name);
    let external = settings.gate(EXTERNAL_FLEET_GATE);
    let has = |key: &str| record.annotations.get(key).is_some();
    let is_dropped = |key: &str| key == EXTERNALLY_MANAGED && !external;
    let wanted = [(NO_CREATOR_RBAC, true), (EXTERNALLY_MANAGED, external)];
    let added: Vec<&'static str> =
        wanted.into_iter().filter(|(key, wanted)| *wanted && !has(key)).map(|(key, _)| key).collect();

    let mut on_record: Vec<Action<'a>> = added.iter().map(|key| Action::set_annotation(target, key)).collect();
    if !external && has(EXTERNALLY_MANAGED) {
        on_record.push(Action::remove_annotation(target, EXTERNALLY_MANAGED));
    }
    if !record.has_finalizer(FINALIZER) {
        on_record.push(Action::add_finalizer(target, FINALIZER));
    }
    let fleet_goes = !external && cluster.has_finalizer(FLEET_FINALIZER);
    let on_cluster = fleet_goes.then(|| Action::remove_finalizer(Target::CapiCluster, FLEET_FINALIZER));

    let kept = record.annotations.iter().copied().filter(|(key, _)| !is_dropped(key));
    let annotations = kept.chain(added.into_iter().map(|key| (key, "true"))).collect();
    Upkeep {
        on_cluster: on_cluster.into_iter().collect(),
        on_record,
        afterwards: Afterwards { labels: labels(cluster, record, owned_too), annotations },
    }
}

/// The labels of a record after a pass: the cluster's are copied over its own, and none is ever removed.
fn labels<'a>(cluster: &Object<'a>, record: &Object<'a>, owned_too: bool) -> Texts<'a> {
    let current = |key: &str| cluster.labels.get(key).copied().filter(|_| is_propagated(key));
    let own = record.labels.iter().map(|(key, value)| (*key, current(key).unwrap_or(value)));
    let copied = propagated(cluster).filter(|(key, _)| record.labels.get(key).is_none());
    let owned = (owned_too && record.labels.get(OWNED).is_none()).then_some((OWNED, ""));
    own.chain(copied).chain(owned).collect()
}
