//! What every pass keeps up on a v3 record.

use super::action::{Action, Target};
use crate::policy::clusters::constants::*;
use crate::policy::clusters::object::{Object, Texts};
use crate::policy::clusters::settings::Settings;
use crate::wire::answer;

answer! {
    /// The labels and annotations of a record after a pass.
    pub struct Afterwards<'a> {
        /// The record's labels.
        labels: Texts<'a>,
        /// The record's annotations.
        annotations: Texts<'a>,
    }
}

impl<'a> Afterwards<'a> {
    /// Adds annotations that a further step sets.
    pub fn with(self, set: Vec<(&'static str, &'static str)>) -> Self {
        let is_set = |key: &str| set.iter().any(|(known, _)| *known == key);
        let kept = self.annotations.iter().copied().filter(|(key, _)| !is_set(key));
        let annotations = kept.chain(set.iter().copied()).collect();
        Self { annotations, ..self }
    }
}

/// The result of upkeep.
#[derive(Debug)]
pub struct Upkeep<'a> {
    /// The actions on the CAPI cluster.
    pub on_cluster: Vec<Action<'a>>,
    /// The actions on the record, for the end of a pass whose steps all succeeded.
    pub on_record: Vec<Action<'a>>,
    /// The record after upkeep.
    pub afterwards: Afterwards<'a>,
}

/// The labels of a cluster that are copied to its record: those whose key contains neither `cattle.io` nor `x-k8s.io`.
pub fn propagated<'a>(cluster: &Object<'a>) -> impl Iterator<Item = (&'a str, &'a str)> {
    cluster.labels.iter().copied().filter(|(key, _)| is_propagated(key))
}

/// Whether a label of the cluster is copied to its record.
pub fn is_propagated(key: &str) -> bool {
    !key.contains("cattle.io") && !key.contains("x-k8s.io")
}

/// Returns what has to be kept up on a record. With `owned_too`, a missing label `owned` is added.
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

/// The labels of a record after a pass: the cluster's labels overwrite the record's, and none is ever removed.
fn labels<'a>(cluster: &Object<'a>, record: &Object<'a>, owned_too: bool) -> Texts<'a> {
    let current = |key: &str| cluster.labels.get(key).copied().filter(|_| is_propagated(key));
    let own = record.labels.iter().map(|(key, value)| (*key, current(key).unwrap_or(value)));
    let copied = propagated(cluster).filter(|(key, _)| record.labels.get(key).is_none());
    let owned = (owned_too && record.labels.get(OWNED).is_none()).then_some((OWNED, ""));
    own.chain(copied).chain(owned).collect()
}
