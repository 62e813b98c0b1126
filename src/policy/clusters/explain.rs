//! The question whether a CAPI cluster is or would be imported, what is missing, and what deleting it would do.

use super::constants::{FINALIZER, IMPORT_LABEL, IMPORTED};
use super::filter::{CONTROL_PLANE, REGISTERED, control_plane, deletion_comes_first, filtered};
use super::lookup::Records;
use super::marker::{Home, Mark, is_garbled, mark, why_marked};
use super::object::{ClusterReference, Namespace, Object, Written};
use super::pass::{Hold, Registration};
use super::reasons::*;
use super::settings::{Settings, Strategy};
use super::situation::{Surroundings, WithHome, World, cluster_of, home_of};
use crate::base::Edition;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, answer, given, words};

given! {
    /// A CAPI cluster and everything its import depends on.
    pub struct ExplainGiven<'a> {
        /// The CAPI cluster, or `namespace/name` of a loaded one.
        capi_cluster ["capiCluster"]: ClusterReference<'a>,
        /// The cluster's namespace; `null` if it does not exist. Absent: the loaded one.
        namespace: Option<Written<'a, Namespace<'a>>>,
        /// The existing records and the controller's settings.
        #[flatten]
        surroundings: Surroundings<'a>,
        /// The state of the registration, which this question ignores.
        #[flatten]
        registration: Registration<'a>,
    }
}

words! {
    /// What marks a cluster for import.
    pub enum MarkedBy {
        /// The cluster's own label.
        Cluster = "cluster",
        /// The label of the cluster's namespace.
        Namespace = "namespace",
    }
}

words! {
    /// Who deletes a record once its CAPI cluster is deleted.
    pub enum DeletedBy {
        /// The import controller.
        Controller = "controller",
        /// Kubernetes' garbage collector, because the record's owner is gone.
        GarbageCollector = "garbage-collector",
    }
}

words! {
    /// Something that needs attention.
    pub enum Concern {
        /// More than one v3 record matches.
        SeveralRecords = "several-records",
        /// A record of the other strategy exists.
        OtherStrategyRecord = "other-strategy-record",
        /// The cluster has the annotation `imported`, which means its record was deleted, yet a record exists.
        ImportedWithRecord = "imported-with-record",
        /// The controller's finalizer is left over.
        FinalizerLeft = "finalizer-left",
        /// The marker is not a boolean, so it blocks the import.
        MarkerNotBoolean = "marker-not-boolean",
    }
}

answer! {
    /// A record that is deleted along with its CAPI cluster.
    pub struct Deleted {
        /// The record's name, as `namespace/name` if it has a namespace.
        name: String,
        /// Who deletes the record.
        by: DeletedBy,
    }
}

answer! {
    /// The effects of deleting the CAPI cluster.
    pub struct IfCapiClusterDeleted {
        /// The records that are deleted too.
        deletes: Vec<Deleted>,
        /// Whether the controller notices the deletion.
        handled: bool,
    }
}

answer! {
    /// The effects of deleting the record.
    pub struct IfRecordDeleted {
        /// Whether the CAPI cluster gets the annotation `imported`, so that it is not imported again.
        marks_imported ["marksImported"]: bool,
        /// What happens to the workload cluster: always `kept`.
        workload_cluster ["workloadCluster"]: &'static str,
    }
}

answer! {
    /// The state of an import.
    pub struct Explained {
        /// The strategy in force.
        strategy: Strategy,
        /// Whether the cluster is marked for import.
        marked: bool,
        /// What marks the cluster. Absent: it is not marked.
        marked_by ["markedBy"]: Option<MarkedBy>,
        /// Whether the cluster has a record of the strategy in force.
        imported: bool,
        /// The name of that record, as `namespace/name` if it has a namespace.
        record: Option<String>,
        /// Whether the cluster has joined Rancher. Absent: no record.
        registered: Option<bool>,
        /// Whether the next pass creates a record.
        would_import ["wouldImport"]: bool,
        /// Everything that prevents the import. Empty if the cluster is imported.
        missing: Vec<Hold>,
        /// The effects of deleting the CAPI cluster.
        if_capi_cluster_deleted ["ifCapiClusterDeleted"]: IfCapiClusterDeleted,
        /// The effects of deleting the record. Absent: no record.
        if_record_deleted ["ifRecordDeleted"]: Option<IfRecordDeleted>,
        /// Things that need attention.
        warnings: Vec<Concern>,
    }
}

/// The question `clusters/explain`.
#[derive(Debug)]
pub struct Explain;

impl Answers for Explain {
    const NAME: &'static str = "clusters/explain";
    const ASKS: &'static str =
        "whether a CAPI cluster is imported, or would be, all that is missing, and what deleting either object does";
    type Given<'a> = WithHome<ExplainGiven<'a>>;
    type Answer<'a> = Explained;

    fn decide<'a>(given: WithHome<ExplainGiven<'a>>, asked: &Asked<'a>) -> Outcome<Explained> {
        let WithHome { given, is_homeless } = given;
        let (cluster, is_loaded) = cluster_of(given.capi_cluster, "capiCluster", asked)?;
        let home = home_of(given.namespace, is_homeless, cluster.namespace, asked)?;
        let world = World::of(given.surroundings, asked)?;
        let standing = Standing::of(&cluster, &home, &world, asked.edition);
        let decision = standing.explain()?;
        let unknown: Vec<_> = world.warn_of_unknown(is_loaded).collect();
        Ok(decision.with_problems(unknown).with_problems(world.settings.problems))
    }
}

/// A CAPI cluster together with everything its import depends on.
#[derive(Debug)]
pub struct Standing<'p, 'a> {
    /// The CAPI cluster.
    pub cluster: &'p Object<'a>,
    /// The cluster's namespace.
    pub home: &'p Home<'a>,
    /// The controller's settings.
    pub settings: &'p Settings<'a>,
    /// The cluster's records.
    pub records: Records<'p, 'a>,
    edition: Edition,
}

impl<'p, 'a> Standing<'p, 'a> {
    /// Looks up the records of a cluster.
    pub fn of(cluster: &'p Object<'a>, home: &'p Home<'a>, world: &'p World<'a>, edition: Edition) -> Self {
        Self { cluster, home, settings: &world.settings, records: world.inventory.of(cluster), edition }
    }

    /// The record in force.
    pub fn record(&self) -> Option<&'p Object<'a>> {
        self.records.in_force(self.settings.strategy())
    }

    /// A record of the other strategy, which prevents an import if there is no record in force.
    pub fn other_record(&self) -> Option<&'p Object<'a>> {
        self.records.of_other(self.settings.strategy())
    }

    /// The v1 record of another cluster, which prevents an import.
    pub fn collision(&self) -> Option<&'p Object<'a>> {
        self.records.collision(self.settings.strategy())
    }

    /// Whether the controller looks after the cluster and the cluster is to be imported. Readiness is left out.
    pub fn is_managed(&self) -> Result<bool, Undecided> {
        let is_watched = filtered(self.cluster, self.settings).is_none();
        let may_be = is_watched && self.cluster.annotations.get(IMPORTED).is_none();
        Ok(may_be && self.mark()?.is_set())
    }

    /// Whether the cluster is marked for import, and what decides.
    pub fn mark(&self) -> Result<Mark, Undecided> {
        mark(self.cluster, self.home, self.edition)
    }

    /// Whether the controller notices when the cluster or its record is deleted.
    pub fn handles_deletion(&self) -> Result<bool, Undecided> {
        if deletion_comes_first(self.edition) {
            return Ok(filtered(self.cluster, self.settings).is_none());
        }
        Ok(self.is_managed()? && CONTROL_PLANE.met_by(self.cluster, self.edition).is_some())
    }

    /// The records that are deleted along with the cluster: the v3 records in lookup order, then the v1 record.
    fn deletes(&self) -> Vec<Deleted> {
        let by_us = self.records.matches.iter().map(|record| (record, DeletedBy::Controller));
        let by_kubernetes = self.records.v1.iter().map(|record| (record, DeletedBy::GarbageCollector));
        by_us.chain(by_kubernetes).map(|(record, by)| Deleted { name: record.full_name(), by }).collect()
    }

    /// The records that go if the cluster is deleted now. If the controller does not notice the deletion, these are
    /// only the ones that the garbage collector takes.
    pub fn goes(&self) -> Result<Vec<String>, Undecided> {
        let handled = self.handles_deletion()?;
        let goes = |deleted: &Deleted| handled || deleted.by == DeletedBy::GarbageCollector;
        Ok(self.deletes().into_iter().filter(goes).map(|deleted| deleted.name).collect())
    }

    /// Whether deleting the record in force marks the cluster as imported, as a pass over the deleted record would.
    fn marks_imported(&self) -> Result<bool, Undecided> {
        let stays_unmarked = match self.settings.strategy() {
            Strategy::V1 => self.cluster.deleting,
            Strategy::V3 => self.records.has_successor(),
        };
        Ok(self.handles_deletion()? && !stays_unmarked)
    }

    /// Everything that prevents an import, each with its reason. `None` for the mark: it is not known.
    pub fn missing(&self, mark: Option<Mark>) -> Vec<(Hold, Reason)> {
        let name = self.cluster.full_name();
        let marking = |mark| Some((Hold::of(mark)?, why_marked(mark, self.cluster, self.home)));
        let deleting = || Reason::new(&BEING_DELETED, name.as_str()).fact(self.cluster.deletion_fact());
        let imported = || Reason::new(&ALREADY_IMPORTED, name.as_str()).fact(self.cluster.annotation_fact(IMPORTED));
        let other = |record: &Object<'_>| {
            Reason::new(&OTHER_STRATEGY_RECORD, name.as_str()).fact(Fact::named("record", record.full_name()))
        };
        let collision = |record: &Object<'_>| {
            Reason::new(&NAME_COLLISION, name.as_str()).fact(Fact::named("record", record.full_name()))
        };
        let is_imported = self.cluster.annotations.get(IMPORTED).is_some();
        let all = [
            filtered(self.cluster, self.settings).map(|reason| (Hold::Filtered, reason)),
            self.cluster.deleting.then(|| (Hold::Deleting, deleting())),
            is_imported.then(|| (Hold::AlreadyImported, imported())),
            mark.and_then(marking),
            control_plane(self.cluster, self.edition).err().map(|reason| (Hold::ControlPlaneNotAvailable, reason)),
            self.other_record().map(|record| (Hold::OtherStrategyRecord, other(record))),
            self.collision().map(|record| (Hold::V1NameCollision, collision(record))),
        ];
        all.into_iter().flatten().collect()
    }

    /// Everything that needs attention, each with its reason.
    fn concerns(&self) -> Vec<(Concern, Reason)> {
        let name = self.cluster.full_name();
        let is_imported = self.cluster.annotations.get(IMPORTED).is_some();
        let left = is_imported && self.cluster.has_finalizer(FINALIZER) && self.records.is_empty();
        let garbled = match self.home {
            _ if is_garbled(self.cluster) => Some(self.cluster),
            Home::Known(namespace) if self.has_no_marker() && is_garbled(namespace) => Some(namespace.as_ref()),
            _ => None,
        };
        let record = |code, record: &Object<'_>| {
            Reason::new(code, name.as_str()).fact(Fact::named("record", record.full_name()))
        };
        let all = [
            self.records.why_first().map(|reason| (Concern::SeveralRecords, reason)),
            self.other_record().map(|other| (Concern::OtherStrategyRecord, record(&OTHER_STRATEGY_RECORD, other))),
            self.record()
                .filter(|_| is_imported)
                .map(|known| (Concern::ImportedWithRecord, record(&IMPORTED_WITH_RECORD, known))),
            left.then(|| (Concern::FinalizerLeft, Reason::new(&FINALIZER_LEFT_OVER, name.as_str()))),
            garbled.map(|object| {
                let label = object.label_fact(IMPORT_LABEL);
                (Concern::MarkerNotBoolean, Reason::new(&MARKER_NOT_BOOLEAN, object.full_name()).fact(label))
            }),
        ];
        all.into_iter().flatten().collect()
    }

    fn has_no_marker(&self) -> bool {
        self.cluster.labels.get(IMPORT_LABEL).is_none()
    }

    fn explain(&self) -> Result<Decision<Explained>, Undecided> {
        let name = self.cluster.full_name();
        let mark = self.mark()?;
        let (record, strategy) = (self.record(), self.settings.strategy());
        let missing = if record.is_some() { Vec::new() } else { self.missing(Some(mark)) };
        let (missing, stands_in_the_way): (Vec<Hold>, Reasons) = missing.into_iter().unzip();
        let (warnings, concerns): (Vec<Concern>, Reasons) = self.concerns().into_iter().unzip();
        let would_import = record.is_none() && missing.is_empty();
        let root = match record {
            Some(_) => self.records.why_found(strategy, self.cluster),
            None if would_import => Reason::new(&WOULD_IMPORT, name.as_str())
                .facts(self.records.migration(strategy))
                .because([why_marked(mark, self.cluster, self.home)])
                .because(control_plane(self.cluster, self.edition).ok()),
            None => Reason::new(&WOULD_NOT_IMPORT, name.as_str()).because(stands_in_the_way),
        };
        let deletes = self.deletes();
        let gone: Json = self.goes()?.iter().map(String::as_str).collect();
        let handled = self.handles_deletion()?;
        let effect = Reason::new(&DELETION_TAKES, name.as_str()).fact(Fact::named("records", gone));
        let unnoticed = (!handled).then(|| Reason::new(&DELETION_UNNOTICED, name.as_str()));
        let if_record_deleted = match record {
            Some(_) => Some(IfRecordDeleted { marks_imported: self.marks_imported()?, workload_cluster: "kept" }),
            None => None,
        };
        let on_record = if_record_deleted.as_ref().map(|effect| {
            let code = if effect.marks_imported { &RECORD_DELETION_MARKS } else { &RECORD_DELETION_MARKS_NOTHING };
            Reason::new(code, name.as_str())
        });
        let registered = record.map(|record| match strategy {
            Strategy::V1 => record.agent_deployed,
            Strategy::V3 => REGISTERED.met_by(record, self.edition).is_some(),
        });
        let answer = Explained {
            strategy,
            marked: mark.is_set(),
            marked_by: match mark {
                Mark::ByCluster => Some(MarkedBy::Cluster),
                Mark::ByNamespace => Some(MarkedBy::Namespace),
                _ => None,
            },
            imported: record.is_some(),
            record: record.map(Object::full_name),
            registered,
            would_import,
            missing,
            if_capi_cluster_deleted: IfCapiClusterDeleted { deletes, handled },
            if_record_deleted,
            warnings,
        };
        let because = [root, self.settings.why_strategy(), effect.because(unnoticed)];
        let because = because.into_iter().chain(on_record).chain(concerns).collect();
        Ok(Decision { because, ..Decision::plain(answer) })
    }
}
