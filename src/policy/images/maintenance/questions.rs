//! The questions about newer versions (section 9).

use super::fate::{Change, Moved};
use super::next::{Step, next};
use super::passed_over::{PassedOver, may_be_said};
use super::run::{Pool, Run, run};
use super::target::choosable;
use super::unsaid::told_of_shoot;
use super::why::{left_open, why, why_stopped};
use crate::base::masterminds::Version;
use crate::policy::images::catalog::{Offer, doubtful_of_pools, words_of_pools};
use crate::policy::images::compare::{Contender, Taken};
use crate::policy::images::documents::ImageVersion;
use crate::policy::images::errors::Listing;
use crate::policy::images::reasons::*;
use crate::policy::images::shoots::signs_of_another;
use crate::policy::images::store::{ProfileGiven, asked_offer, asked_shoot};
use crate::policy::images::versions::{Released, Unreadable, ends_soon, not_stored_of, suffix};
use crate::policy::images::workers::{Chosen, of_another_architecture, without_artifact};
use crate::question::{Answers, Asked, Decision, Outcome, Reference};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Ordered, Pointer, answer, given};

given! {
    /// The current version, and the versions it could be updated to.
    pub struct NextGiven<'a> {
        /// How far the update step may go.
        update_strategy ["updateStrategy"]: Step,
        /// The current version.
        current_version ["currentVersion"]: &'a str,
        /// The available versions.
        versions: Vec<ImageVersion<'a>>,
    }
}

answer! {
    /// The version to update to.
    #[derive(Default)]
    pub struct Next<'a> {
        /// Whether there is such a version.
        found: bool,
        /// The version, empty if there is none.
        version: &'a str,
        /// Whether a version could not be parsed; absent if all could.
        error: Option<bool>,
    }
}

/// The question `images/next-version`.
#[derive(Debug)]
pub struct NextVersion;

impl Answers for NextVersion {
    const NAME: &'static str = "images/next-version";
    const ASKS: &'static str = "which version a step of an update leads to";
    type Given<'a> = NextGiven<'a>;
    type Answer<'a> = Next<'a>;

    fn decide<'a>(given: NextGiven<'a>, asked: &Asked<'a>) -> Outcome<Next<'a>> {
        let (step, current) = (given.update_strategy, given.current_version);
        let mut contenders = Vec::new();
        for (place, version) in given.versions.iter().enumerate() {
            contenders.push(Contender { place, released: Released::new(version, asked)?, taken: Taken::default() });
        }
        let asked_for = |reason: Reason| {
            let at = Pointer::to("currentVersion");
            reason.saw(at, current).saw(Pointer::to("updateStrategy"), step.word())
        };
        let place = |text: &str| match given.versions.iter().position(|version| version.version() == text) {
            Some(index) => Pointer::to("versions").index(index).key("version"),
            None => Pointer::to("currentVersion"),
        };
        let contenders: Vec<&Contender<'a>> = contenders.iter().collect();
        let found = Version::parse(current).ok_or(Unreadable(current)).and_then(|from| {
            let own = suffix(Some(&from), asked.edition);
            next(step, &from, &choosable(&contenders, own, asked.edition), asked.edition)
        });
        let decision = match found {
            Ok(Some((Contender { released: found, .. }, _))) => {
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
        };
        Ok(decision.with_problems(not_stored_of(&given.versions)))
    }
}

given! {
    /// A Shoot whose maintenance window begins.
    pub struct MaintainGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// The Shoot, or the name of a loaded one.
        shoot: Reference<'a>,
        /// The feature gates that are set; none of them affects the maintenance of images.
        feature_gates ["featureGates"]: Ordered<&'a str, bool>,
    }
}

answer! {
    /// What a maintenance run does to the image versions.
    pub struct MaintainAnswer<'a> {
        /// The pools, up to the one that stopped the run.
        workers: Vec<MaintainedWorker<'a>>,
        /// Whether the run was stopped; absent if it was not.
        error: Option<bool>,
    }
}

answer! {
    /// What a maintenance run does to a pool.
    pub struct MaintainedWorker<'a> {
        /// The name of the pool.
        name: &'a str,
        /// The version of the pool after the run.
        version: &'a str,
        /// Whether the version differs from the one before.
        updated: bool,
        /// Whether the pool has to move and cannot.
        failed: bool,
        /// The flavor of the version before, if one fits.
        flavor_before ["flavorBefore"]: Option<usize>,
        /// The flavor of the version after, if the pool moves.
        flavor_after ["flavorAfter"]: Option<usize>,
        /// The capabilities for which the machine gets a different value.
        changes: Option<Vec<Change<'a>>>,
        /// The suffix that the pool gives up, because it had to move and found no version with that suffix.
        lost_suffix ["lostSuffix"]: Option<&'a str>,
        /// The higher versions that the pool does not get; absent if no move was looked for, or if the answer would
        /// become too long.
        passed_over ["passedOver"]: Option<Vec<PassedOver<'a>>>,
    }
}

/// The question `images/maintain`.
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
        let listing = Listing::default();
        let listed: Vec<Option<&[PassedOver<'a>]>> = pools.iter().map(|pool| listed(pool, &listing)).collect();
        let each = || pools.iter().zip(&listed);
        let place = |index| workers.clone().index(index);
        let image = |index| place(index).key("machine").key("image");
        let mut because: Reasons = each().map(|(pool, passed)| why(pool, *passed, Some(&image(pool.index)))).collect();
        let control_plane = spec.key("kubernetes").key("version");
        because.extend(stopped.map(|stop| why_stopped(stop, &place, &control_plane)));
        let paths = shoot.path().key("spec").key("provider").key("workers");
        let warned = pools.iter().flat_map(|pool| warnings(pool, &paths.clone().index(pool.index)));
        let warnings: Vec<Problem> = warned.collect();
        let answer = MaintainAnswer {
            workers: each().map(|(pool, passed)| shown(pool, *passed)).collect(),
            error: stopped.map(|_| true),
        };
        let mut problems = told_of_shoot(&shoot, &offer);
        problems.extend(ending(&pools, &offer, &paths, asked));
        problems.extend(signs_of_another(&shoot, offer.spec()));
        problems.extend(doubtful_of_pools(&offer, shoot.workers().iter()));
        problems.extend(words_of_pools(&offer, shoot.workers().iter()));
        problems.extend(shoot.workers().iter().enumerate().filter_map(|(index, worker)| {
            of_another_architecture(worker, &offer, [place(index), paths.clone().index(index)])
        }));
        problems.extend(warnings);
        let chosen = pools.iter().filter_map(|pool| {
            let worker = shoot.workers().get(pool.index)?;
            let path = paths.clone().index(pool.index).key("machine").key("image").key("version");
            Some(Chosen { worker, image: (pool.image, pool.fate.after), path })
        });
        let chosen: Vec<Chosen<'_, 'a>> = chosen.collect();
        let region = (shoot.region(), &shoot.place().key("spec").key("region"));
        problems.extend(without_artifact((given.profile, &offer), region, &chosen, asked));
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(problems))
    }
}

/// Returns a warning for each pool that moves to a version that expires soon.
fn ending<'a>(pools: &[Pool<'a>], offer: &Offer<'a>, paths: &Pointer, asked: &Asked<'_>) -> Vec<Problem> {
    let Ok(now) = asked.now() else { return Vec::new() };
    let moved = pools.iter().filter(|pool| pool.fate.after != pool.before);
    let ends = moved.filter_map(|pool| {
        let place = offer.versions_named(pool.image, pool.fate.after).next()?;
        let expires = ends_soon(offer.catalog.version_of(offer.spec(), place)?, now)?;
        let path = paths.clone().index(pool.index).key("machine").key("image").key("version");
        let name = format!("{}:{}", pool.image, pool.fate.after);
        let why = Reason::new(&IMAGE_EXPIRES_SOON, name).fact(Fact::named("pool", pool.name));
        Some(Problem::warning_of(why.fact(Fact::named("expires", expires.text)), path))
    });
    ends.collect()
}

/// Returns the versions that a pool does not get if they may still be listed, since many pools may be alike.
pub(super) fn listed<'p, 'a>(pool: &'p Pool<'a>, listing: &Listing) -> Option<&'p [PassedOver<'a>]> {
    let passed = pool.fate.passed_over.as_deref()?;
    may_be_said(passed, listing).then_some(passed)
}

fn shown<'a>(pool: &Pool<'a>, passed: Option<&[PassedOver<'a>]>) -> MaintainedWorker<'a> {
    let moved = pool.fate.moved.as_ref();
    MaintainedWorker {
        name: pool.name,
        version: pool.fate.after,
        updated: pool.fate.after != pool.before,
        failed: pool.fate.failed,
        flavor_before: pool.fate.flavor_before,
        flavor_after: moved.and_then(|moved| moved.flavor),
        changes: moved.map(|moved| moved.changes.clone()).filter(|changes| !changes.is_empty()),
        lost_suffix: moved.and_then(|moved| moved.lost_suffix),
        passed_over: passed.map(<[_]>::to_vec),
    }
}

/// Returns warnings about what gets worse for a pool by its move, or about an open version. `path` is the path of the
/// pool.
pub(super) fn warnings(pool: &Pool<'_>, path: &Pointer) -> Vec<Problem> {
    let listed = |changes: &[&Change<'_>]| {
        let changes = changes.iter().map(|change| {
            let [before, after] = [change.before, change.after].map(|value| value.unwrap_or("nothing"));
            format!("{}: {before} becomes {after}", change.capability)
        });
        changes.collect::<Vec<_>>().join(", ")
    };
    let warning = |code, moved: &Moved<'_>, changes: String| {
        Problem::warning(code, path.clone().key("machine").key("image").key("version"))
            .fact(Fact::named("pool", pool.name))
            .fact(Fact::named("from", pool.before))
            .fact(Fact::named("to", pool.fate.after))
            .fact(Fact::named("suffix", moved.lost_suffix))
            .fact(Fact::named("changes", (!changes.is_empty()).then_some(changes)))
    };
    let Some(moved) = &pool.fate.moved else { return left_open(pool, path).into_iter().collect() };
    let all: Vec<&Change<'_>> = moved.changes.iter().collect();
    let lost = moved.lost_suffix.map(|_| warning(&POOL_LOSES_SUFFIX, moved, listed(&all)));
    let gets_less = || {
        let (less, more): (Vec<_>, Vec<_>) = all.iter().partition(|it| moved.less_of.contains(&it.capability));
        let more =
            if more.is_empty() { String::new() } else { format!("; and more preferred ones: {}", listed(&more)) };
        warning(&POOL_GETS_LESS, moved, format!("{}{more}", listed(&less)))
    };
    lost.into_iter().chain(moved.is_worse.then(gets_less)).collect()
}
