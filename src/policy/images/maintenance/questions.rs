//! Questions about newer versions (section 9).

use super::next::{Step, next};
use super::run::{Need, Pool, Run, Stop, run};
use crate::policy::images::documents::ImageVersion;
use crate::policy::images::reasons::*;
use crate::policy::images::store::{ProfileGiven, asked_offer, asked_shoot};
use crate::policy::images::versions::{Released, Unreadable};
use crate::policy::images::workers::capabilities_of_pools;
use crate::question::{Answers, Asked, Decision, Outcome, Reference};
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, answer, given};

given! {
    /// A version to update, and what it could be updated to.
    pub struct NextGiven<'a> {
        /// How far to go.
        update_strategy ["updateStrategy"]: Step,
        /// The version now.
        current_version ["currentVersion"]: &'a str,
        /// The versions there are.
        versions: Vec<ImageVersion<'a>>,
    }
}

answer! {
    /// The version to update to.
    #[derive(Default)]
    pub struct Next<'a> {
        /// Whether there is one.
        found: bool,
        /// The version, empty where there is none.
        version: &'a str,
        /// Whether a version could not be read.
        error: Option<bool>,
    }
}

/// `images/next-version`
#[derive(Debug)]
pub struct NextVersion;

impl Answers for NextVersion {
    const NAME: &'static str = "images/next-version";
    const ASKS: &'static str = "which version a step of an update leads to";
    type Given<'a> = NextGiven<'a>;
    type Answer<'a> = Next<'a>;

    fn decide<'a>(given: NextGiven<'a>, asked: &Asked<'a>) -> Outcome<Next<'a>> {
        let released: Result<Vec<_>, _> = given.versions.iter().map(|version| Released::new(version, asked)).collect();
        let (step, current) = (given.update_strategy, given.current_version);
        let asked_for = |reason: Reason| {
            let at = Pointer::to("currentVersion");
            reason.saw(at, current).saw(Pointer::to("updateStrategy"), step.word())
        };
        let place = |text: &str| match given.versions.iter().position(|version| version.version() == text) {
            Some(index) => Pointer::to("versions").index(index).key("version"),
            None => Pointer::to("currentVersion"),
        };
        Ok(match next(step, current, &released?, asked.edition) {
            Ok(Some(found)) => {
                let reason = asked_for(Reason::new(&NEXT_VERSION, found.text)).saw(place(found.text), found.text);
                Decision::new(Next { found: true, version: found.text, error: None }, reason)
            }
            Ok(None) => {
                let reason = asked_for(Reason::new(&NO_NEXT_VERSION, current));
                Decision::new(Next::default(), reason.fact(Fact::named("versions", given.versions.len())))
            }
            Err(Unreadable(text)) => {
                let reason = Reason::new(&NOT_A_VERSION, text).saw(place(text), text);
                Decision::new(Next { error: Some(true), ..Next::default() }, reason)
            }
        })
    }
}

given! {
    /// A Shoot whose maintenance window begins.
    pub struct MaintainGiven<'a> {
        /// The profile that it is about.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// Gates that are set; none of them changes what maintenance does to images.
        feature_gates ["featureGates"]: Ordered<&'a str, bool>,
    }
}

answer! {
    /// What a run does to the image versions.
    pub struct MaintainAnswer<'a> {
        /// Each pool, up to the one that stopped the run.
        workers: Vec<MaintainedWorker<'a>>,
        /// Whether the run stopped.
        error: Option<bool>,
    }
}

answer! {
    /// What a run does to a pool.
    pub struct MaintainedWorker<'a> {
        /// Its name.
        name: &'a str,
        /// The version it has afterwards.
        version: &'a str,
        /// Whether that is another one than before.
        updated: bool,
        /// Whether it has to move and cannot.
        failed: bool,
    }
}

/// `images/maintain`
#[derive(Debug)]
pub struct Maintain;

impl Answers for Maintain {
    const NAME: &'static str = "images/maintain";
    const ASKS: &'static str = "what one maintenance run does to the image versions of a Shoot";
    type Given<'a> = MaintainGiven<'a>;
    type Answer<'a> = MaintainAnswer<'a>;

    fn decide<'a>(given: MaintainGiven<'a>, asked: &Asked<'a>) -> Outcome<MaintainAnswer<'a>> {
        let offer = asked_offer(given.profile, asked)?;
        let shoot = asked_shoot(given.shoot, "shoot", asked)?;
        let Run { pools, stopped } = run(&offer, &shoot, asked)?;
        let spec = shoot.place().key("spec");
        let workers = spec.clone().key("provider").key("workers");
        let mut because: Vec<Reason> = pools.iter().map(|pool| why(pool, &workers)).collect();
        because.extend(stopped.map(|stop| why_stopped(stop, &spec)));
        let shown = |pool: &Pool<'a>| MaintainedWorker {
            name: pool.name,
            version: pool.fate.after,
            updated: pool.fate.after != pool.before,
            failed: pool.fate.failed,
        };
        let answer = MaintainAnswer { workers: pools.iter().map(shown).collect(), error: stopped.map(|_| true) };
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(capabilities_of_pools(&shoot)))
    }
}

fn why(pool: &Pool<'_>, workers: &Pointer) -> Reason {
    let moves = pool.fate.after != pool.before;
    let code = match (pool.fate.failed, moves) {
        (true, _) => &POOL_NOT_MAINTAINED,
        (_, true) => &POOL_UPDATED,
        _ => &POOL_STAYS,
    };
    let need = match pool.fate.need {
        Need::None => &NO_NEED_TO_MOVE,
        Need::Missing => &VERSION_SUITS_NO_MORE,
        Need::Expired => &VERSION_HAS_EXPIRED,
        Need::Automatic => &MOVES_BY_ITSELF,
    };
    let image = workers.clone().index(pool.index).key("machine").key("image");
    let beneath = Reason::new(need, format!("{} {}", pool.image, pool.before));
    Reason::new(code, pool.name)
        .saw(image.clone().key("name"), pool.image)
        .saw(image.key("version"), pool.before)
        .fact(Fact::named("to", pool.fate.after))
        .fact(Fact::named("strategy", pool.fate.strategy.word()))
        .because([beneath])
}

fn why_stopped(stop: Stop<'_>, spec: &Pointer) -> Reason {
    let worker = |index| spec.clone().key("provider").key("workers").index(index);
    let (what, name, at) = match stop {
        Stop::Kubernetes(None, text) => ("Kubernetes version", text, spec.clone().key("kubernetes").key("version")),
        Stop::Kubernetes(Some(index), text) => {
            ("Kubernetes version", text, worker(index).key("kubernetes").key("version"))
        }
        Stop::MachineType(index, name) => ("machine type", name, worker(index).key("machine").key("type")),
        Stop::Image(index, name) => ("machine image", name, worker(index).key("machine").key("image").key("name")),
    };
    Reason::new(&MAINTENANCE_STOPPED, name).saw(at, name).fact(Fact::named("what", what))
}
