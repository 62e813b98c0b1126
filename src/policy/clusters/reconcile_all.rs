//! The question which records are created when the controller passes over all CAPI clusters.

use super::loaded::{CAPI_CLUSTERS, NAMESPACES, is_complete};
use super::marker::Home;
use super::object::{CapiCluster, Namespace, Object};
use super::pass::{Action, Hold, Pass, Registration};
use super::reasons::{ALL_PASSED, NAME_COLLISION};
use super::situation::{Objects, Surroundings, World, listed_or_loaded};
use crate::base::Index;
use crate::base::sort::{sort_by, sort_by_key};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, Read, answer, given};

given! {
    /// All CAPI clusters, with their namespaces and records.
    pub struct ReconcileAllGiven<'a> {
        /// The CAPI clusters. Absent: the loaded ones.
        capi_clusters ["capiClusters"]: Option<Objects<'a, CapiCluster<'a>>>,
        /// The existing namespaces. Absent: the loaded ones.
        namespaces: Option<Objects<'a, Namespace<'a>>>,
        /// The existing records and the controller's settings.
        #[flatten]
        surroundings: Surroundings<'a>,
    }
}

answer! {
    /// The records that are created, and the clusters that get none.
    pub struct AllReconciled<'a> {
        /// The actions that create records, sorted by CAPI cluster.
        create: Vec<Action<'a>>,
        /// The CAPI clusters that get no record because its name is taken.
        blocked: Vec<Blocked>,
    }
}

answer! {
    /// A CAPI cluster that gets no record.
    pub struct Blocked {
        /// The `namespace/name` of the CAPI cluster.
        cluster: String,
        /// The reason that it gets no record.
        reason: Hold,
    }
}

/// The question `clusters/reconcile-all`.
#[derive(Debug)]
pub struct ReconcileAll;

impl Answers for ReconcileAll {
    const NAME: &'static str = "clusters/reconcile-all";
    const ASKS: &'static str = "which CAPI clusters are imported, all taken together";
    type Given<'a> = ReconcileAllGiven<'a>;
    type Answer<'a> = AllReconciled<'a>;

    fn decide<'a>(given: ReconcileAllGiven<'a>, asked: &Asked<'a>) -> Outcome<AllReconciled<'a>> {
        let world = World::of(given.surroundings, asked)?;
        let are_given = given.namespaces.is_some();
        let are_loaded = given.capi_clusters.is_none();
        let (mut clusters, unknown) = listed_or_loaded(given.capi_clusters, "capiClusters", CAPI_CLUSTERS, asked)?;
        sort_by_key(&mut clusters, |cluster| (cluster.namespace, cluster.name));
        let (homes, _) = listed_or_loaded(given.namespaces, "namespaces", NAMESPACES, asked)?;
        let names: Index<'a> = homes.iter().map(|namespace| namespace.name).collect();
        let are_all = are_given || is_complete(NAMESPACES, asked);
        let homes: Vec<Home<'a>> = homes.into_iter().map(|namespace| Home::Known(Box::new(namespace))).collect();
        let elsewhere = if are_all { Home::Missing } else { Home::Unknown(Pointer::to("given").key("namespaces")) };

        let registration = Registration::blank();
        let (mut made, mut blocked, mut because) = (Vec::new(), Vec::new(), Vec::new());
        for cluster in &clusters {
            let home = names.find(cluster.namespace).and_then(|place| homes.get(place)).unwrap_or(&elsewhere);
            let ended = Pass::new(cluster, home, &registration, &world, asked.edition).run_briefly()?;
            if ended.hold == Some(Hold::V1NameCollision) {
                blocked.push(Blocked::by_name(cluster));
                because.push(ended.why);
            } else if let Some(record) = ended.actions.into_iter().find(Action::is_creation) {
                made.push((cluster, record, ended.why));
            }
        }
        // If several clusters would create the same record, the first by name does.
        let keys: Vec<String> = made.iter().map(|(cluster, record, _)| key(cluster, record)).collect();
        let firsts: Index<'_> = keys.iter().map(String::as_str).collect();
        let mut create = Vec::with_capacity(made.len());
        for (place, ((cluster, record, why), key)) in made.into_iter().zip(&keys).enumerate() {
            if firsts.find(key) == Some(place) {
                create.push(record);
                because.push(why);
            } else {
                blocked.push(Blocked::by_name(cluster));
                because
                    .push(Reason::new(&NAME_COLLISION, cluster.full_name()).fact(Fact::named("record", key.as_str())));
            }
        }
        sort_by(&mut blocked, |one: &Blocked, other| one.cluster.cmp(&other.cluster));
        let problems: Vec<Problem> = unknown.into_iter().chain(world.warn_of_unknown(are_loaded)).collect();
        let reason = Reason::new(&ALL_PASSED, create.len().to_string())
            .fact(Fact::named("clusters", clusters.len()))
            .because(because);
        let decision = Decision::new(AllReconciled { create, blocked }, reason);
        Ok(decision.with_problems(problems).with_problems(world.settings.problems))
    }
}

impl Blocked {
    fn by_name(cluster: &Object<'_>) -> Self {
        Self { cluster: cluster.full_name(), reason: Hold::V1NameCollision }
    }
}

/// What identifies a cluster's record: the record's name, or the cluster if the name is still to be generated.
fn key(cluster: &Object<'_>, record: &Action<'_>) -> String {
    match &record.name {
        Some(name) => format!("{}/{name}", cluster.namespace),
        None => cluster.full_name(),
    }
}
