//! The question which versions pools take until they are stable.

use std::rc::Rc;

use super::fate::{Change, Fate, Moved};
use super::need::Need;
use super::plan::{Planned, PlannedStep, Planner, Turn};
use super::pool::Standing;
use super::questions::{listed, warnings};
use super::run::{Pool, Stop};
use super::unsaid::{told_of_shoot, told_of_worker};
use super::why::{left_open, why, why_stopped};
use crate::base::masterminds::Version;
use crate::policy::images::catalog::{Offer, doubtful_of_pools, unknown_kubernetes, words_of_pools};
use crate::policy::images::documents::{ShootDocument, WorkerDocument};
use crate::policy::images::errors::Listing;
use crate::policy::images::reasons::{
    PLAN_IS_CUT, POOL_GOES, POOL_IS_STABLE, POOL_IS_STUCK, SHOOT_AND_WORKER, SHOOT_OR_WORKER, VERSION_TURNS,
};
use crate::policy::images::shoots::signs_of_another;
use crate::policy::images::store::{ProfileGiven, asked_offer, asked_shoot};
use crate::policy::images::workers::{Chosen, of_another_architecture, unread_of_one, without_artifact};
use crate::question::{Answers, Asked, Decision, Doc, Outcome, Reference, Undecided};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Pointer, answer, given};

given! {
    /// Pools, and the profile that offers their versions.
    pub struct PlanMaintenanceGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The Shoot, or the name of a loaded one.
        shoot: Option<Reference<'a>>,
        /// A single pool, instead of a Shoot.
        worker: Option<WorkerDocument<'a>>,
        /// The Kubernetes version of the single pool's control plane; kubelet constraints do not count if absent.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
        /// Whether maintenance updates the single pool's image automatically; off if absent.
        auto_update ["autoUpdate"]: Option<bool>,
    }
}

answer! {
    /// The versions that pools take.
    pub struct PlanMaintenanceAnswer<'a> {
        /// The pools, up to the one that stops maintenance.
        workers: Vec<PlannedWorker<'a>>,
        /// Whether a pool or the control plane stops maintenance; absent if nothing does.
        error: Option<bool>,
    }
}

answer! {
    /// The versions that a pool takes.
    pub struct PlannedWorker<'a> {
        /// The name of the pool.
        name: &'a str,
        /// The name of the pool's image.
        image: &'a str,
        /// The version of the pool before any move.
        version: &'a str,
        /// The number of moves.
        moves: usize,
        /// The moves in order; absent if the answer would become too long.
        steps: Option<Vec<Step<'a>>>,
        /// The version of the pool after the last move.
        end: &'a str,
        /// Whether the pool stays at that version. If not, the plan was cut off, or the pool names no version yet.
        stable: bool,
        /// Whether the pool has to move on from that version and cannot.
        failed: bool,
        /// The time after which a failed pool is stuck; now if absent.
        failed_after ["failedAfter"]: Option<&'a str>,
    }
}

answer! {
    /// A move of a pool from one version to another.
    pub struct Step<'a> {
        /// The version before the move.
        from: &'a str,
        /// The version after the move.
        to: &'a str,
        /// Why the pool moves.
        need: Need,
        /// The time after which the pool moves because a version changes its classification; the next maintenance if
        /// absent. If it equals that of the previous move, the pool moves one maintenance later.
        after: Option<&'a str>,
        /// The flavor of the version before the move, if one fits.
        flavor_before ["flavorBefore"]: Option<usize>,
        /// The flavor of the version after the move, if one is known.
        flavor_after ["flavorAfter"]: Option<usize>,
        /// The capabilities for which the machine gets a different value.
        changes: Option<Vec<Change<'a>>>,
        /// The suffix that the pool gives up.
        lost_suffix ["lostSuffix"]: Option<&'a str>,
    }
}

/// The question `images/plan-maintenance`.
#[derive(Debug)]
pub struct PlanMaintenance;

impl Answers for PlanMaintenance {
    const NAME: &'static str = "images/plan-maintenance";
    const ASKS: &'static str =
        "which image versions pools take under repeated maintenance until they are stable, and when";
    type Given<'a> = PlanMaintenanceGiven<'a>;
    type Answer<'a> = PlanMaintenanceAnswer<'a>;

    fn decide<'a>(given: PlanMaintenanceGiven<'a>, asked: &Asked<'a>) -> Outcome<PlanMaintenanceAnswer<'a>> {
        let offer = asked_offer(given.profile, asked)?;
        let baseless = |code, key: &str| {
            let problem = Problem::error(code, Pointer::to("given").key(key));
            Err(Undecided::request(problem.fact(Fact::named("key", key))))
        };
        let mut plans =
            Plans { planner: Planner::new(&offer, *asked), listing: Listing::default(), told: Told::default() };
        match (given.shoot, &given.worker) {
            (Some(_), Some(_)) => return baseless(&SHOOT_AND_WORKER, "worker"),
            (None, None) => return Err(Undecided::missing(&SHOOT_OR_WORKER, Pointer::to("shoot"))),
            (Some(_), None) if given.kubernetes_version.is_some() => {
                return baseless(&SHOOT_AND_WORKER, "kubernetesVersion");
            }
            (Some(_), None) if given.auto_update.is_some() => return baseless(&SHOOT_AND_WORKER, "autoUpdate"),
            (Some(shoot), None) => {
                plans.plan_shoot(&asked_shoot(shoot, "shoot", asked)?, &offer, given.profile, asked)?
            }
            (None, Some(worker)) => {
                plans.plan_worker(worker, given.kubernetes_version, given.auto_update.unwrap_or_default(), &offer)?;
            }
        }
        Ok(plans.told.decision())
    }
}

/// What the answer has said about the pools so far.
#[derive(Default)]
struct Told<'a> {
    workers: Vec<PlannedWorker<'a>>,
    stopped: bool,
    because: Reasons,
    problems: Vec<Problem>,
}

impl<'a> Told<'a> {
    fn decision(self) -> Decision<PlanMaintenanceAnswer<'a>> {
        let answer = PlanMaintenanceAnswer { workers: self.workers, error: self.stopped.then_some(true) };
        Decision { because: self.because, ..Decision::plain(answer) }.with_problems(self.problems)
    }
}

/// The plans of the pools, which are made one after the other.
struct Plans<'p, 'a> {
    planner: Planner<'p, 'a>,
    /// How much the answer may still say, since many pools may move often.
    listing: Listing,
    told: Told<'a>,
}

impl<'a> Plans<'_, 'a> {
    /// Plans the pools of a Shoot, up to the first that stops maintenance.
    fn plan_shoot(
        &mut self,
        shoot: &Doc<'a, ShootDocument<'a>>,
        offer: &Doc<'a, Offer<'a>>,
        profile: ProfileGiven<'a>,
        asked: &Asked<'a>,
    ) -> Result<(), Undecided> {
        let spec = shoot.place().key("spec");
        let workers = spec.clone().key("provider").key("workers");
        let (version, automatic) = (shoot.kubernetes_version(), shoot.updates_images());
        self.told.problems = told_of_shoot(shoot, offer);
        self.told.problems.extend(signs_of_another(shoot, offer.spec()));
        self.told.problems.extend(doubtful_of_pools(offer, shoot.workers().iter()));
        self.told.problems.extend(words_of_pools(offer, shoot.workers().iter()));
        if Version::parse(version).is_none() {
            let at = spec.key("kubernetes").key("version");
            self.stop(why_stopped(Stop::Kubernetes(None, version), &|_| workers.clone(), &at));
            return Ok(());
        }
        let mut chosen = Vec::new();
        for (index, worker) in shoot.workers().iter().enumerate() {
            let standing = Standing::of(index, worker, Some(version), automatic);
            let path = shoot.path().key("spec").key("provider").key("workers").index(index);
            if !self.add(standing, [&workers.clone().index(index), &path])? {
                break;
            }
            let path = path.key("machine").key("image").key("version");
            let pool = self.told.workers.last();
            let versions = pool.map(|pool| {
                let steps = pool.steps.iter().flatten().map(|step| (pool.image, step.to));
                if pool.moves == 0 { vec![(pool.image, pool.end)] } else { steps.collect() }
            });
            let versions = versions.unwrap_or_default().into_iter();
            chosen.extend(versions.map(|image| Chosen { worker, image, path: path.clone() }));
        }
        let region = (shoot.region(), &spec.key("region"));
        self.told.problems.extend(without_artifact((profile, offer), region, &chosen, asked));
        Ok(())
    }

    /// Plans a single pool. `control_plane`: the Kubernetes version, if it is given.
    fn plan_worker(
        &mut self,
        worker: &WorkerDocument<'a>,
        control_plane: Option<&'a str>,
        automatic: bool,
        offer: &Doc<'a, Offer<'a>>,
    ) -> Result<(), Undecided> {
        let [place, path] = [Pointer::default(), Pointer::to("given")];
        let (pool, pool_path) = (place.clone().key("worker"), path.clone().key("worker"));
        self.told.problems.extend(unread_of_one(worker, &pool));
        let only = || std::iter::once(&worker.worker);
        self.told.problems.extend(doubtful_of_pools(offer, only()));
        self.told.problems.extend(words_of_pools(offer, only()));
        self.told.problems.extend(told_of_worker(worker, control_plane, offer));
        let at = [place, path].map(|at| at.key("kubernetesVersion"));
        let [version_place, _] = at.clone();
        if let Some(text) = control_plane.filter(|text| Version::parse(text).is_none()) {
            self.stop(why_stopped(Stop::Kubernetes(None, text), &|_| pool.clone(), &version_place));
            return Ok(());
        }
        self.told.problems.extend(control_plane.and_then(|version| unknown_kubernetes(offer.spec(), version, at)));
        self.add(Standing::of(0, worker, control_plane, automatic), [&pool, &pool_path])?;
        Ok(())
    }

    fn stop(&mut self, why: Reason) {
        self.told.stopped = true;
        self.told.because.push(why);
    }

    /// Adds the plan of a pool at the given place and path. Returns whether maintenance continues after the pool.
    fn add(&mut self, standing: Standing<'_, 'a>, [place, path]: [&Pointer; 2]) -> Result<bool, Undecided> {
        let (index, name, (image, version)) = (standing.index, standing.worker.name(), standing.current);
        let offer = self.planner.offer;
        self.told.problems.extend(of_another_architecture(standing.worker, offer, [place, path].map(Pointer::clone)));
        if standing.worker.is_open() {
            let fate = Rc::new(Fate::of_open(version));
            let pool = Pool { index, name, image, before: version, fate };
            self.told.problems.extend(left_open(&pool, path));
            self.told.because.push(why(&pool, None, Some(&place.clone().key("machine").key("image"))));
            self.told.workers.push(unplanned(&pool));
            return Ok(true);
        }
        let planned = match self.planner.plan(standing)? {
            Ok(planned) => planned,
            Err(stop) => {
                self.stop(why_stopped(stop, &|_| place.clone(), place));
                return Ok(false);
            }
        };
        // The text that reports one move is about this long.
        let may_be_said = self.listing.allows(planned.steps.len() * 512);
        let pool = |from, fate| Pool { index, name, image, before: from, fate };
        let image_place = place.clone().key("machine").key("image");
        let mut reasons = Vec::new();
        for (number, step) in planned.steps.iter().enumerate().filter(|_| may_be_said) {
            let pool = pool(step.from, step.fate.clone());
            let why = why(&pool, None, (number == 0).then_some(&image_place));
            reasons.push(why.because(step.turn.map(turns)));
            self.told.problems.extend(warnings(&pool, path));
        }
        let last = pool(planned.end, planned.last.clone());
        if !planned.is_cut {
            let passed = listed(&last, &self.listing);
            reasons.push(why(&last, passed, planned.steps.is_empty().then_some(&image_place)));
        }
        let code = match (planned.is_cut, planned.steps.as_slice(), planned.last.failed) {
            (true, ..) => &PLAN_IS_CUT,
            (false, _, true) => &POOL_IS_STUCK,
            (false, [], false) => &POOL_IS_STABLE,
            (false, _, false) => &POOL_GOES,
        };
        let reason = Reason::new(code, name)
            .saw(image_place.clone().key("version"), version)
            .fact(Fact::named("to", planned.end))
            .fact(Fact::named("moves", planned.steps.len()))
            .fact(Fact::named("after", planned.stuck_after.map_or("now", |after| after.text)));
        self.told.because.push(reason.because(reasons));
        self.told.workers.push(shown(name, (image, version), &planned, may_be_said));
        Ok(true)
    }
}

/// The reason that a version changes its classification after some time.
fn turns(turn: Turn<'_>) -> Reason {
    Reason::new(&VERSION_TURNS, turn.version)
        .fact(Fact::named("after", turn.after.text))
        .fact(Fact::named("becomes", turn.becomes.word()))
}

/// The answer for a pool that names no version.
fn unplanned<'a>(pool: &Pool<'a>) -> PlannedWorker<'a> {
    PlannedWorker {
        name: pool.name,
        image: pool.image,
        version: pool.before,
        moves: 0,
        steps: None,
        end: pool.before,
        stable: false,
        failed: false,
        failed_after: None,
    }
}

fn shown<'a>(
    name: &'a str,
    (image, version): (&'a str, &'a str),
    planned: &Planned<'a>,
    may_be_said: bool,
) -> PlannedWorker<'a> {
    let step = |step: &PlannedStep<'a>| {
        let moved = step.fate.moved.as_ref();
        let changes = moved.map(|moved: &Moved<'a>| moved.changes.clone());
        Step {
            from: step.from,
            to: step.fate.after,
            need: step.fate.need,
            after: step.turn.map(|turn| turn.after.text),
            flavor_before: step.fate.flavor_before,
            flavor_after: moved.and_then(|moved| moved.flavor),
            changes: changes.filter(|changes| !changes.is_empty()),
            lost_suffix: moved.and_then(|moved| moved.lost_suffix),
        }
    };
    PlannedWorker {
        name,
        image,
        version,
        moves: planned.steps.len(),
        steps: may_be_said.then(|| planned.steps.iter().map(step).collect()),
        end: planned.end,
        stable: !planned.is_cut,
        failed: planned.last.failed && !planned.is_cut,
        failed_after: planned.stuck_after.map(|after| after.text),
    }
}
