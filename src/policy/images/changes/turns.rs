//! Pools to which the next maintenance does something different after a change of a profile.

use std::cmp::Reverse;

use crate::base::Known;
use crate::base::sort::sort_by_key;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::ShootDocument;
use crate::policy::images::maintenance::{MaintainedPool, Need, Round, Run};
use crate::policy::images::reasons::{POOLS_NOT_REACHED, POOLS_WILL_FAIL, POOLS_WILL_MOVE, POOLS_WILL_STAY};
use crate::question::{Asked, Undecided};
use crate::reason::Code;
use crate::wire::{answer, words};

words! {
    /// What the next maintenance does to a pool.
    pub enum Deed {
        /// Maintenance leaves the pool where it is.
        Stays = "stays",
        /// Maintenance moves the pool.
        Moves = "moves",
        /// Maintenance has to move the pool and cannot.
        Fails = "fails",
        /// Maintenance stops before it reaches the pool.
        Stops = "stops",
    }
}

answer! {
    /// What the next maintenance does to a pool, where it leads, and why.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Course {
        /// What maintenance does to the pool.
        does: Deed,
        /// The version that the pool moves to; absent if it does not move.
        to: Option<String>,
        /// Why the pool moves or would have to; absent if maintenance stops before it.
        need: Option<Need>,
    }
}

/// Pools with the same version to which the next maintenance does something different.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Turn {
    /// The image and the version of the pools.
    pub image: String,
    pub from: String,
    pub before: Course,
    pub after: Course,
}

impl Turn {
    /// The code of the finding about this turn.
    pub(crate) fn code(&self) -> &'static Code {
        match self.after.does {
            Deed::Moves => &POOLS_WILL_MOVE,
            Deed::Stays => &POOLS_WILL_STAY,
            Deed::Fails => &POOLS_WILL_FAIL,
            Deed::Stops => &POOLS_NOT_REACHED,
        }
    }

    /// Whether a pool has to move and cannot, or is not reached, though this was not so before.
    pub(crate) fn is_left_behind(&self) -> bool {
        self.after.is_stuck() && !self.before.is_stuck()
    }

    /// The image and the version of the pools, as `image:version`.
    pub(crate) fn from(&self) -> String {
        format!("{}:{}", self.image, self.from)
    }

    /// The image and the version that a course leads to, as `image:version`.
    pub(crate) fn target(&self, course: &Course) -> Option<String> {
        course.to.as_ref().map(|to| format!("{}:{to}", self.image))
    }
}

impl Course {
    fn is_stuck(&self) -> bool {
        matches!(self.does, Deed::Fails | Deed::Stops)
    }
}

/// The pools of one turn.
#[derive(Clone, Default, Debug)]
pub(crate) struct Turned {
    /// The first of the pools, as `namespace/shoot/worker`.
    pub pools: Vec<String>,
    pub count: usize,
}

/// The turns of many pools.
#[derive(Debug)]
pub(crate) struct Turns {
    /// How many pools each turn names.
    named: usize,
    found: Known<Turn, Turned>,
}

impl Turns {
    /// Creates an empty collection.
    pub(crate) fn naming(named: usize) -> Self {
        Self { named, found: Known::default() }
    }

    /// Adds the turns of Shoots that use a profile, between two states of the profile.
    pub(crate) fn add<'a>(
        &mut self,
        offers: [&Offer<'a>; 2],
        shoots: &[&ShootDocument<'a>],
        asked: &Asked<'a>,
    ) -> Result<(), Undecided> {
        let [before, after] = offers.map(|offer| Round::new(offer, *asked));
        for shoot in shoots {
            let [before, after] = [before.run(shoot)?, after.run(shoot)?];
            for (index, worker) in shoot.workers().iter().enumerate() {
                let [before, after] = [&before, &after].map(|run: &Run<'_>| run.pools.get(index));
                if is_alike(before, after) {
                    continue;
                }
                let image = worker.image().map_or(("", ""), |image| (image.name(), image.version()));
                let [before, after] = [before, after].map(course);
                let turn = Turn { image: image.0.to_owned(), from: image.1.to_owned(), before, after };
                let named = self.named;
                self.found.update(turn, |turned| {
                    turned.count += 1;
                    if turned.pools.len() < named {
                        turned.pools.push(format!("{}/{}/{}", shoot.namespace(), shoot.name(), worker.name()));
                    }
                });
            }
        }
        Ok(())
    }

    /// Returns all turns, the one with the most pools first.
    pub(crate) fn sorted(&self) -> Vec<(Turn, Turned)> {
        let turns = self.found.entries().map(|(turn, turned)| (turn.clone(), turned.clone()));
        let mut turns: Vec<(Turn, Turned)> = turns.collect();
        sort_by_key(&mut turns, |(_, turned)| Reverse(turned.count));
        turns
    }
}

/// Whether maintenance does the same to a pool. Its reasons do not matter if it does nothing.
fn is_alike(before: Option<&MaintainedPool<'_>>, after: Option<&MaintainedPool<'_>>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => before.fate.after == after.fate.after && before.fate.failed == after.fate.failed,
        (before, after) => before.is_none() == after.is_none(),
    }
}

fn course(pool: Option<&MaintainedPool<'_>>) -> Course {
    let Some(pool) = pool else { return Course { does: Deed::Stops, to: None, need: None } };
    let moves = pool.fate.after != pool.before;
    let does = match (pool.fate.failed, moves) {
        (true, _) => Deed::Fails,
        (false, true) => Deed::Moves,
        (false, false) => Deed::Stays,
    };
    Course { does, to: moves.then(|| pool.fate.after.to_owned()), need: Some(pool.fate.need) }
}
