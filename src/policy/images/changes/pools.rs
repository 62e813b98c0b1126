//! What becomes of pools: which are refused, and to which the next maintenance does something else.

use std::cmp::Reverse;

use crate::base::Known;
use crate::base::sort::sort_by_key;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{ProfileSpec, Shoot};
use crate::policy::images::maintenance::{MaintainedPool, Need, Round, Run};
use crate::policy::images::profiles::in_use::{Difference, Users, remade};
use crate::policy::images::store::{Profile, Written};
use crate::question::{Asked, Undecided};
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
pub(super) struct Turn {
    /// The image and the version that they have.
    pub image: String,
    pub from: String,
    pub before: Course,
    pub after: Course,
}

/// What becomes of the pools of Shoots.
#[derive(Debug, Default)]
pub(super) struct Pools {
    /// How many Shoots are made from the profile, and their pools.
    pub shoots: usize,
    pub pools: usize,
    /// How many Shoots are passed over.
    pub others: usize,
    pub difference: Difference,
    /// The most pools first: the first pools of each turn, as `namespace/shoot/worker`, and how many there are.
    pub turns: Vec<(Turn, Vec<String>, usize)>,
}

impl Pools {
    /// How many pools a turn names.
    const NAMED: usize = 50;

    /// What becomes of the pools of those who use a profile, of which two states are given, compiled.
    pub(super) fn between<'a>(
        sides: [&Profile<'a>; 2],
        offers: [&Offer<'a>; 2],
        parent: Option<&Written<'a>>,
        users: &Users<'a>,
        asked: &Asked<'a>,
    ) -> Result<Self, Undecided> {
        let remade = remade(sides, parent, users);
        let mut merged = Vec::new();
        for remade in &remade {
            merged.push(remade.offers()?);
        }
        let offers = merged.iter().map(|own| match own {
            Some(own) => own.each_ref(),
            None => offers,
        });
        let offers: Vec<[&Offer<'_>; 2]> = offers.collect();
        let specs: Vec<[&ProfileSpec<'_>; 2]> = offers.iter().map(|offers| offers.map(Offer::spec)).collect();
        let shoots = remade
            .iter()
            .enumerate()
            .flat_map(|(place, group)| group.shoots.iter().map(move |shoot| -> (usize, &Shoot<'_>) { (place, shoot) }));
        let shoots: Vec<(usize, &Shoot<'_>)> = shoots.collect();
        let mut turns: Known<Turn, (Vec<String>, usize)> = Known::default();
        for (group, offers) in remade.iter().zip(&offers) {
            let [before, after] = offers.map(|offer| Round::new(offer, *asked));
            for shoot in &group.shoots {
                let [before, after] = [before.run(shoot)?, after.run(shoot)?];
                for (index, worker) in shoot.workers().iter().enumerate() {
                    let [before, after] = [&before, &after].map(|run: &Run<'_>| run.pools.get(index));
                    if is_alike(before, after) {
                        continue;
                    }
                    let image = worker.image().map_or(("", ""), |image| (image.name(), image.version()));
                    let [before, after] = [before, after].map(course);
                    let turn = Turn { image: image.0.to_owned(), from: image.1.to_owned(), before, after };
                    turns.update(turn, |(pools, count)| {
                        *count += 1;
                        if pools.len() < Self::NAMED {
                            pools.push(format!("{}/{}/{}", shoot.namespace(), shoot.name(), worker.name()));
                        }
                    });
                }
            }
        }
        let turns = turns.entries().map(|(turn, (pools, count))| (turn.clone(), pools.clone(), *count));
        let mut turns: Vec<(Turn, Vec<String>, usize)> = turns.collect();
        sort_by_key(&mut turns, |(_, _, count)| Reverse(*count));
        Ok(Self {
            shoots: shoots.len(),
            pools: shoots.iter().map(|(_, shoot)| shoot.workers().len()).sum(),
            others: users.shoots.len() - shoots.len(),
            turns,
            difference: Difference::of(sides, &specs, shoots, asked.edition),
        })
    }

    /// Whether a pool has to move and cannot, that could before.
    pub(super) fn is_left_behind(turn: &Turn) -> bool {
        let is_stuck = |course: &Course| matches!(course.does, Deed::Fails | Deed::Stops);
        is_stuck(&turn.after) && !is_stuck(&turn.before)
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
