//! The question what one pass over a CAPI cluster does.

use super::object::{ClusterReference, Namespace, Written};
use super::pass::{Ended, Pass, Reconciled, Registration};
use super::reasons::CLUSTER_NOT_FOUND;
use super::situation::{Surroundings, WithHome, World, cluster_of, home_of};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, given};

given! {
    /// A CAPI cluster and everything that a pass looks at.
    pub struct ReconcileGiven<'a> {
        /// The CAPI cluster, or `namespace/name` of a loaded one. Absent: it no longer exists.
        capi_cluster ["capiCluster"]: Option<ClusterReference<'a>>,
        /// The cluster's namespace; `null` if it does not exist. Absent: the loaded one.
        namespace: Option<Written<'a, Namespace<'a>>>,
        /// The existing records and the controller's settings.
        #[flatten]
        surroundings: Surroundings<'a>,
        /// The state of the registration.
        #[flatten]
        registration: Registration<'a>,
        /// The error from listing the records, if that failed.
        list_error ["listError"]: Option<&'a str>,
    }
}

/// The question `clusters/reconcile`.
#[derive(Debug)]
pub struct Reconcile;

impl Answers for Reconcile {
    const NAME: &'static str = "clusters/reconcile";
    const ASKS: &'static str = "what the import controller does with a CAPI cluster now, and whether it imports it";
    type Given<'a> = WithHome<ReconcileGiven<'a>>;
    type Answer<'a> = Reconciled<'a>;

    fn decide<'a>(given: WithHome<ReconcileGiven<'a>>, asked: &Asked<'a>) -> Outcome<Reconciled<'a>> {
        let WithHome { given, is_homeless } = given;
        let Some(reference) = given.capi_cluster else {
            let reason = Reason::new(&CLUSTER_NOT_FOUND, "capiCluster").fact(Fact::absent(Pointer::to("capiCluster")));
            return Ok(decision(Ended::wait(None, reason)));
        };
        let (cluster, is_loaded) = cluster_of(reference, "capiCluster", asked)?;
        let home = home_of(given.namespace, is_homeless, cluster.namespace, asked)?;
        let world = World::of(given.surroundings, asked)?;
        let is_listed = given.list_error.is_none();
        let pass = Pass::new(&cluster, &home, &given.registration, &world, asked.edition);
        let pass = pass.failing_to_list(given.list_error);
        let ended = pass.run()?;
        if is_loaded && is_listed && ended.takes_records {
            world.needs_records()?;
        }
        let goes_and_stays = ended.takes_records.then(|| pass.deleted_and_kept());
        let unknown = is_listed.then(|| world.warn_of_unknown(is_loaded).collect::<Vec<_>>());
        let mut decision = decision(ended).with_problems(unknown.into_iter().flatten());
        (decision.answer.deleted, decision.answer.kept) = goes_and_stays.unzip();
        Ok(decision.with_problems(world.settings.problems))
    }
}

fn decision(mut ended: Ended<'_>) -> Decision<Reconciled<'_>> {
    let (why, warning) = (ended.why.clone(), ended.warning.take());
    Decision::new(ended.into(), why).with_problems(warning)
}
