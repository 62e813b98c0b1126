//! What a change to a CAPI cluster or its namespace does to the import. The question and the reviews share this judge.

use super::constants::{DESCRIPTION, FINALIZER, IMPORT_LABEL, IMPORTED, NO_FLEET};
use super::explain::Standing;
use super::marker::{Home, is_garbled, why_marked};
use super::object::Object;
use super::pass::{Hold, is_propagated};
use super::reasons::*;
use super::situation::World;
use crate::base::Edition;
use crate::base::sort::sort;
use crate::question::Undecided;
use crate::reason::{Code, Fact, Reason};
use crate::wire::{Json, words};

words! {
    /// An effect of a change.
    pub enum Effect {
        /// The cluster will be imported.
        WillImport = "will-import",
        /// The cluster was about to be imported and no longer is.
        ImportStops = "import-stops",
        /// The record stays but is no longer looked after.
        RecordKept = "record-kept",
        /// The record is looked after again.
        UpkeepResumes = "upkeep-resumes",
        /// Deleting the cluster no longer deletes its record.
        RecordOrphaned = "record-orphaned",
        /// Fleet's namespace is no longer cleaned up.
        FleetCleanupOff = "fleet-cleanup-off",
        /// Fleet's namespace is cleaned up again.
        FleetCleanupOn = "fleet-cleanup-on",
        /// The record keeps its old description.
        DescriptionNotUpdated = "description-not-updated",
        /// The record keeps labels that are removed from the cluster.
        LabelsStay = "labels-stay",
        /// The marker is not a boolean, so it blocks the import.
        MarkerNotBoolean = "marker-not-boolean",
        /// Records are deleted along with the cluster.
        DeletesRecords = "deletes-records",
    }
}

impl Effect {
    /// The reason code of the effect.
    fn code(self) -> &'static Code {
        match self {
            Self::WillImport => &WILL_IMPORT,
            Self::ImportStops => &IMPORT_STOPS,
            Self::RecordKept => &RECORD_KEPT,
            Self::UpkeepResumes => &UPKEEP_RESUMES,
            Self::RecordOrphaned => &RECORD_ORPHANED,
            Self::FleetCleanupOff => &FLEET_CLEANUP_OFF,
            Self::FleetCleanupOn => &FLEET_CLEANUP_ON,
            Self::DescriptionNotUpdated => &DESCRIPTION_NOT_UPDATED,
            Self::LabelsStay => &LABELS_STAY,
            Self::MarkerNotBoolean => &MARKER_NOT_BOOLEAN,
            Self::DeletesRecords => &DELETES_RECORDS,
        }
    }
}

/// An effect of a change, with its reason.
#[derive(Debug)]
pub struct Told {
    /// The kind of effect.
    pub effect: Effect,
    /// The cluster's full name. `None`: the effect is on the namespace itself.
    pub cluster: Option<String>,
    /// The records that are deleted.
    pub records: Vec<String>,
    /// The labels that stay on the record.
    pub keys: Vec<String>,
    /// The reason.
    pub why: Reason,
}

impl Told {
    fn new(effect: Effect, subject: &str, facts: impl IntoIterator<Item = Fact>) -> Self {
        let why = Reason::new(effect.code(), subject).facts(facts);
        Self { effect, cluster: Some(subject.to_owned()), records: Vec::new(), keys: Vec::new(), why }
    }

    fn because(self, reasons: impl IntoIterator<Item = Reason>) -> Self {
        Self { why: self.why.because(reasons), ..self }
    }
}

/// A cluster and its namespace, before or after a change.
pub type Side<'p, 'a> = Option<(&'p Object<'a>, &'p Home<'a>)>;

/// Returns what a change does to one cluster. `old` is `None` if the cluster is created, `new` if it is deleted.
pub fn on_cluster<'p, 'a>(
    old: Side<'p, 'a>,
    new: Side<'p, 'a>,
    world: &'p World<'a>,
    edition: Edition,
) -> Result<Vec<Told>, Undecided> {
    let standing = |side: Side<'p, 'a>| side.map(|(cluster, home)| Standing::of(cluster, home, world, edition));
    match (standing(old), standing(new)) {
        (Some(old), None) => Ok(deleted(&old)?.into_iter().collect()),
        (old, Some(new)) => changed(old.as_ref(), &new),
        (None, None) => Ok(Vec::new()),
    }
}

/// The records that are deleted along with a cluster.
fn deleted(old: &Standing<'_, '_>) -> Result<Option<Told>, Undecided> {
    let records = old.goes()?;
    if records.is_empty() {
        return Ok(None);
    }
    let names = Fact::named("records", records.iter().map(String::as_str).collect::<Json>());
    Ok(Some(Told { records, ..Told::new(Effect::DeletesRecords, &old.cluster.full_name(), [names]) }))
}

fn changed(old: Option<&Standing<'_, '_>>, new: &Standing<'_, '_>) -> Result<Vec<Told>, Undecided> {
    let name = new.cluster.full_name();
    let mut told = Vec::new();

    let is_managed = new.is_managed()?;
    let was_managed = old.map_or(Ok(false), Standing::is_managed)?;
    let is_importable = is_managed && may_be_imported(new);
    let was_importable = was_managed && old.is_some_and(may_be_imported);
    let record = new.record();
    let about_record = || record.map(|record| Fact::named("record", record.full_name())).into_iter().collect();
    if is_importable && !was_importable {
        let marked = new.mark().ok().map(|mark| why_marked(mark, new.cluster, new.home));
        told.push(Told::new(Effect::WillImport, &name, []).because(marked));
    }
    if was_importable && !is_importable && record.is_none() && !new.cluster.deleting {
        let missing = new.missing(new.mark().ok()).into_iter();
        let causes = missing.filter(|(hold, _)| *hold != Hold::ControlPlaneNotAvailable).map(|(_, reason)| reason);
        told.push(Told::new(Effect::ImportStops, &name, []).because(causes));
    }
    let mut tell = |effect, facts: Vec<Fact>| told.push(Told::new(effect, &name, facts));
    if record.is_some() && was_managed && !is_managed {
        tell(Effect::RecordKept, about_record());
    }
    let stays = record.is_some_and(|record| !record.deleting) && !new.cluster.deleting;
    if stays && !was_managed && is_managed {
        tell(Effect::UpkeepResumes, about_record());
    }
    let Some(old) = old.map(|old| old.cluster) else {
        return Ok(told.into_iter().chain(garbled(None, new.cluster, &name)).collect());
    };

    let lost_finalizer = old.has_finalizer(FINALIZER)
        && !new.cluster.has_finalizer(FINALIZER)
        && new.cluster.annotations.get(IMPORTED).is_none();
    let orphan = new.records.matches.iter().find(|record| !record.deleting);
    if let Some(orphan) = orphan.filter(|_| lost_finalizer) {
        tell(Effect::RecordOrphaned, vec![Fact::named("record", orphan.full_name())]);
    }
    let [had_none, has_none] = [old, new.cluster].map(|cluster| cluster.labels.get(NO_FLEET).is_some());
    if record.is_some() && had_none != has_none {
        tell(if has_none { Effect::FleetCleanupOff } else { Effect::FleetCleanupOn }, about_record());
    }
    if let Some(record) = new.records.matches.first() {
        if old.annotations.get(DESCRIPTION) != new.cluster.annotations.get(DESCRIPTION) {
            let description = new.cluster.annotation_fact(DESCRIPTION);
            tell(Effect::DescriptionNotUpdated, vec![description, Fact::named("record", record.full_name())]);
        }
        let gone = old.labels.iter().map(|(key, _)| *key).filter(|key| new.cluster.labels.get(key).is_none());
        let stays = |key: &&str| is_propagated(key) && record.labels.get(key).is_some();
        let mut keys: Vec<&str> = gone.filter(stays).collect();
        sort(&mut keys);
        if !keys.is_empty() {
            let named = Fact::named("keys", keys.iter().copied().collect::<Json>());
            let staying = Told::new(Effect::LabelsStay, &name, [named, Fact::named("record", record.full_name())]);
            told.push(Told { keys: keys.into_iter().map(str::to_owned).collect(), ..staying });
        }
    }
    told.extend(garbled(Some(old), new.cluster, &name));
    Ok(told)
}

/// Whether a managed cluster is importable, readiness aside.
fn may_be_imported(standing: &Standing<'_, '_>) -> bool {
    let records = [standing.record(), standing.other_record(), standing.collision()];
    records.iter().all(Option::is_none) && !standing.cluster.deleting
}

/// The warning that a marker is new or changed and not a boolean.
pub fn garbled(old: Option<&Object<'_>>, new: &Object<'_>, subject: &str) -> Option<Told> {
    let before = old.and_then(|old| old.labels.get(IMPORT_LABEL));
    let is_new = before != new.labels.get(IMPORT_LABEL);
    (is_new && is_garbled(new)).then(|| Told::new(Effect::MarkerNotBoolean, subject, [new.label_fact(IMPORT_LABEL)]))
}
