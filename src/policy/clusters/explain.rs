//! The question whether a CAPI cluster is imported, would be, what is missing, and what a deletion would do.

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
    /// A CAPI cluster and all that an import depends on.
    pub struct ExplainGiven<'a> {
        /// The CAPI cluster, or `namespace/name` of a loaded one.
        capi_cluster ["capiCluster"]: ClusterReference<'a>,
        /// Its namespace; `null` where there is none. Absent: the loaded one.
        namespace: Option<Written<'a, Namespace<'a>>>,
        /// The records, and how the controller was started.
        #[flatten]
        surroundings: Surroundings<'a>,
        /// What exists of the registration, which this question ignores.
        #[flatten]
        registration: Registration<'a>,
    }
}

words! {
    /// What marks a cluster for import.
    pub enum MarkedBy {
        /// Its own label.
        Cluster = "cluster",
        /// Its namespace's label.
        Namespace = "namespace",
    }
}

words! {
    /// Who deletes a record.
    pub enum DeletedBy {
        /// The import controller.
        Controller = "controller",
        /// Kubernetes, because the record's owner is gone.
        GarbageCollector = "garbage-collector",
    }
}

words! {
    /// What needs attention.
    pub enum Concern {
        /// More than one record of the new strategy matches.
        SeveralRecords = "several-records",
        /// There is a record of the other strategy.
        OtherStrategyRecord = "other-strategy-record",
        /// The cluster says that it was imported and its record deleted, yet there is a record.
        ImportedWithRecord = "imported-with-record",
        /// Our finalizer is left over.
        FinalizerLeft = "finalizer-left",
        /// A marker is not a boolean, so it blocks.
        MarkerNotBoolean = "marker-not-boolean",
    }
}

answer! {
    /// A record that goes with its CAPI cluster.
    pub struct Deleted {
        /// Its name, with its namespace if it has one.
        name: String,
        /// Who deletes it.
        by: DeletedBy,
    }
}

answer! {
    /// What deleting the CAPI cluster does.
    pub struct IfCapiClusterDeleted {
        /// The records that go.
        deletes: Vec<Deleted>,
        /// Whether the controller notices.
        handled: bool,
    }
}

answer! {
    /// What deleting the record does.
    pub struct IfRecordDeleted {
        /// Whether the CAPI cluster is marked, so that it is not imported again.
        marks_imported ["marksImported"]: bool,
        /// What becomes of the cluster itself.
        workload_cluster ["workloadCluster"]: &'static str,
    }
}

answer! {
    /// What is known of an import.
    pub struct Explained {
        /// The strategy in force.
        strategy: Strategy,
        /// Whether the cluster is marked for import.
        marked: bool,
        /// By what.
        marked_by ["markedBy"]: Option<MarkedBy>,
        /// Whether a record in force exists.
        imported: bool,
        /// Its name.
        record: Option<String>,
        /// Whether the cluster has joined.
        registered: Option<bool>,
        /// Whether the next pass makes a record.
        would_import ["wouldImport"]: bool,
        /// All that stands in the way.
        missing: Vec<Hold>,
        /// What deleting the CAPI cluster does.
        if_capi_cluster_deleted ["ifCapiClusterDeleted"]: IfCapiClusterDeleted,
        /// What deleting the record does.
        if_record_deleted ["ifRecordDeleted"]: Option<IfRecordDeleted>,
        /// What needs attention.
        warnings: Vec<Concern>,
    }
}

/// `clusters/explain`
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
        let unknown: Vec<_> = world.warn_of_unknown().filter(|_| is_loaded).collect();
        Ok(decision.with_problems(unknown).with_problems(world.settings.problems))
    }
}

/// A CAPI cluster among everything that an import depends on.
#[derive(Debug)]
pub struct Standing<'p, 'a> {
    /// The cluster.
    pub cluster: &'p Object<'a>,
    /// Its namespace.
    pub home: &'p Home<'a>,
    /// How the controller was started.
    pub settings: &'p Settings<'a>,
    /// Its records.
    pub records: Records<'p, 'a>,
    edition: Edition,
}

impl<'p, 'a> Standing<'p, 'a> {
    /// A cluster, whose records are looked up.
    pub fn of(cluster: &'p Object<'a>, home: &'p Home<'a>, world: &'p World<'a>, edition: Edition) -> Self {
        Self { cluster, home, settings: &world.settings, records: world.inventory.of(cluster), edition }
    }

    /// The record in force.
    pub fn record(&self) -> Option<&'p Object<'a>> {
        self.records.in_force(self.settings.strategy())
    }

    /// A record because of which nothing is imported although there is none in force.
    pub fn other_record(&self) -> Option<&'p Object<'a>> {
        self.records.of_other(self.settings.strategy())
    }

    /// Whether the controller looks after the cluster, and it is to be imported: readiness is left out.
    pub fn is_managed(&self) -> Result<bool, Undecided> {
        let is_watched = filtered(self.cluster, self.settings).is_none();
        let may_be = is_watched && self.cluster.annotations.get(IMPORTED).is_none();
        Ok(may_be && mark(self.cluster, self.home, self.edition)?.is_set())
    }

    /// Whether the controller notices that the cluster or its record is being deleted.
    pub fn handles_deletion(&self) -> Result<bool, Undecided> {
        if deletion_comes_first(self.edition) {
            return Ok(filtered(self.cluster, self.settings).is_none());
        }
        Ok(self.is_managed()? && CONTROL_PLANE.met_by(self.cluster, self.edition).is_some())
    }

    /// The records that go with the cluster: those of the new strategy in the order of the lookup, then the old one.
    pub fn deletes(&self) -> Vec<Deleted> {
        let by_us = self.records.matches.iter().map(|record| (record, DeletedBy::Controller));
        let by_kubernetes = self.records.v1.iter().map(|record| (record, DeletedBy::GarbageCollector));
        by_us.chain(by_kubernetes).map(|(record, by)| Deleted { name: record.full_name(), by }).collect()
    }

    /// Whether deleting the record in force marks the cluster as imported.
    fn marks_imported(&self) -> Result<bool, Undecided> {
        let has_another = self.settings.strategy() == Strategy::V3 && self.records.matches.len() > 1;
        Ok(self.handles_deletion()? && !has_another)
    }

    /// All that stands in the way of an import, with its reason.
    fn missing(&self) -> Result<Vec<(Hold, Reason)>, Undecided> {
        let name = self.cluster.full_name();
        let mark = mark(self.cluster, self.home, self.edition)?;
        let strategy = self.settings.strategy();
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
            Hold::of(mark).map(|hold| (hold, why_marked(mark, self.cluster, self.home))),
            control_plane(self.cluster, self.edition).err().map(|reason| (Hold::ControlPlaneNotAvailable, reason)),
            self.other_record().map(|record| (Hold::OtherStrategyRecord, other(record))),
            self.records
                .collision
                .filter(|_| strategy == Strategy::V1)
                .map(|record| (Hold::V1NameCollision, collision(record))),
        ];
        Ok(all.into_iter().flatten().collect())
    }

    /// What somebody should look at, with its reason.
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
        let mark = mark(self.cluster, self.home, self.edition)?;
        let (record, strategy) = (self.record(), self.settings.strategy());
        let missing = if record.is_some() { Vec::new() } else { self.missing()? };
        let (missing, stands_in_the_way): (Vec<Hold>, Reasons) = missing.into_iter().unzip();
        let (warnings, concerns): (Vec<Concern>, Reasons) = self.concerns().into_iter().unzip();
        let would_import = record.is_none() && missing.is_empty();
        let root = match record {
            Some(_) => self.records.why_found(strategy, self.cluster),
            None if would_import => Reason::new(&WOULD_IMPORT, name.as_str())
                .because([why_marked(mark, self.cluster, self.home)])
                .because(control_plane(self.cluster, self.edition).ok()),
            None => Reason::new(&WOULD_NOT_IMPORT, name.as_str()).because(stands_in_the_way),
        };
        let deletes = self.deletes();
        let gone: Json = deletes.iter().map(|deleted| deleted.name.as_str()).collect();
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
