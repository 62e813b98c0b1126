//! Pools to which the next maintenance does something else after a change of a profile.

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
        /// It leaves it where it is.
        Stays = "stays",
        /// It moves it.
        Moves = "moves",
        /// It has to move it and cannot.
        Fails = "fails",
        /// It stops before it comes to the pool.
        Stops = "stops",
    }
}

answer! {
    /// What the next maintenance does to a pool.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Course {
        /// What it does.
        does: Deed,
        /// Where it moves the pool.
        to: Option<String>,
        /// Why the pool moves or would have to; left out where maintenance stops before.
        need: Option<Need>,
    }
}

/// Pools of one version to which the next maintenance does something else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Turn {
    /// The image and the version that they have.
    pub image: String,
    pub from: String,
    pub before: Course,
    pub after: Course,
}

impl Turn {
    /// What is said of it.
    pub(crate) fn code(&self) -> &'static Code {
        match self.after.does {
            Deed::Moves => &POOLS_WILL_MOVE,
            Deed::Stays => &POOLS_WILL_STAY,
            Deed::Fails => &POOLS_WILL_FAIL,
            Deed::Stops => &POOLS_NOT_REACHED,
        }
    }

    /// Whether a pool has to move and cannot, that could before.
    pub(crate) fn is_left_behind(&self) -> bool {
        self.after.is_stuck() && !self.before.is_stuck()
    }

    /// The image and the version that the pools have.
    pub(crate) fn from(&self) -> String {
        format!("{}:{}", self.image, self.from)
    }

    /// The image and the version to which such a course leads.
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
    /// The first, as `namespace/shoot/worker`.
    pub pools: Vec<String>,
    pub count: usize,
}

/// The turns of many pools.
#[derive(Debug)]
pub(crate) struct Turns {
    /// How many pools of each are named.
    named: usize,
    found: Known<Turn, Turned>,
}

impl Turns {
    /// None yet.
    pub(crate) fn naming(named: usize) -> Self {
        Self { named, found: Known::default() }
    }

    /// Adds those of Shoots that are made from a profile, of which two states are given.
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

    /// All of them, the one with the most pools first.
    pub(crate) fn sorted(&self) -> Vec<(Turn, Turned)> {
        let turns = self.found.entries().map(|(turn, turned)| (turn.clone(), turned.clone()));
        let mut turns: Vec<(Turn, Turned)> = turns.collect();
        sort_by_key(&mut turns, |(_, turned)| Reverse(turned.count));
        turns
    }
}

/// Whether maintenance does the same to a pool. Why does not matter where it does nothing.
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
