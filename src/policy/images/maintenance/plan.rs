//! Maintenance repeated until no pool moves any more: where each step leads, and when it can be taken.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::fate::Fate;
use super::pool::{Likeness, Seeing, Standing};
use super::run::{Round, Stop};
use crate::base::masterminds::Version;
use crate::base::{Instant, Known};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{ImageVersion, RawTime};
use crate::policy::images::versions::{Classification, HasLifecycle as _, Lifecycle};
use crate::question::{Asked, Undecided};

/// What happens to a pool over time.
#[derive(Debug)]
pub(super) struct Planned<'a> {
    pub steps: Vec<PlannedStep<'a>>,
    /// The version of the pool after the last step.
    pub end: &'a str,
    /// What maintenance does to the pool in the end: it leaves the pool where it is.
    pub last: Rc<Fate<'a>>,
    /// The time after which the pool has to move and cannot. `None`: it already is so now, or never.
    pub stuck_after: Option<RawTime<'a>>,
    /// Whether the plan was cut off before the pool was stable.
    pub is_cut: bool,
}

/// A move of a pool.
#[derive(Debug)]
pub(super) struct PlannedStep<'a> {
    /// The version before the move.
    pub from: &'a str,
    /// What maintenance does.
    pub fate: Rc<Fate<'a>>,
    /// The change of a version that makes the pool move. `None`: the pool would move now.
    pub turn: Option<Turn<'a>>,
}

/// A version that changes its classification after some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    pub after: RawTime<'a>,
    pub version: &'a str,
    pub becomes: Classification,
}

/// Plans maintenance for the pools of one profile.
pub(super) struct Planner<'p, 'a> {
    pub(super) offer: &'p Offer<'a>,
    asked: Asked<'p>,
    /// The maintenance rounds, now (`None`) and after each time.
    rounds: RefCell<Known<Option<Instant>, Rc<Round<'p, 'a>>>>,
    plans: RefCell<Known<Likeness<'a>, Rc<Planned<'a>>>>,
    /// How many versions may still be looked at, since each change of a version may affect every pool.
    looks: Cell<usize>,
}

impl<'p, 'a> Planner<'p, 'a> {
    const LOOKS: usize = 1 << 21;

    /// The largest number of times after which a pool is looked at.
    const TURNS: usize = 100;

    pub(super) fn new(offer: &'p Offer<'a>, asked: Asked<'p>) -> Self {
        Self { offer, asked, rounds: RefCell::default(), plans: RefCell::default(), looks: Cell::new(Self::LOOKS) }
    }

    /// Returns the plan for a pool, or what stops maintenance there.
    pub(super) fn plan(&self, pool: Standing<'_, 'a>) -> Result<Result<Rc<Planned<'a>>, Stop<'a>>, Undecided> {
        let likeness = match self.round(None).alike(&pool) {
            Ok(alike) => alike.likeness,
            Err(stop) => return Ok(Err(stop)),
        };
        if let Some(known) = self.plans.borrow().get(&likeness) {
            return Ok(Ok(known.clone()));
        }
        let planned = self.work_out(pool)?.map(Rc::new);
        if let Ok(planned) = &planned {
            self.plans.borrow_mut().insert(likeness, planned.clone());
        }
        Ok(planned)
    }

    fn work_out(&self, mut pool: Standing<'_, 'a>) -> Result<Result<Planned<'a>, Stop<'a>>, Undecided> {
        let mut steps = Vec::new();
        let mut turn: Option<Turn<'a>> = None;
        let mut turns = 0;
        // Since when the pool is stuck, if it is: the inner `None` means now.
        let mut stuck: Option<Option<RawTime<'a>>> = None;
        loop {
            let round = self.round(turn.map(|turn| turn.after.instant));
            let alike = match round.alike(&pool) {
                Ok(alike) => alike,
                Err(stop) => return Ok(Err(stop)),
            };
            let seeing = round.see(pool.worker, alike)?;
            let fate = round.fate(&seeing);
            let may_go_on = self.spend(seeing.seen.len());
            let (name, from) = pool.current;
            if fate.after != from && may_go_on {
                pool.current = (name, fate.after);
                stuck = None;
                steps.push(PlannedStep { from, fate, turn });
                continue;
            }
            stuck = fate.failed.then(|| stuck.unwrap_or(turn.map(|turn| turn.after)));
            match self.next_turn(&seeing, turn)? {
                Some(next) if may_go_on && turns < Self::TURNS => {
                    turn = Some(next);
                    turns += 1;
                }
                next => {
                    let is_cut = next.is_some() || fate.after != from;
                    return Ok(Ok(Planned { steps, end: from, last: fate, stuck_after: stuck.flatten(), is_cut }));
                }
            }
        }
    }

    /// Returns the maintenance round now, or right after a time.
    fn round(&self, after: Option<Instant>) -> Rc<Round<'p, 'a>> {
        if let Some(known) = self.rounds.borrow().get(&after) {
            return known.clone();
        }
        let asked = after.map_or(self.asked, |after| self.asked.at(after.just_after()));
        let round = Rc::new(Round::new(self.offer, asked));
        self.rounds.borrow_mut().insert(after, round.clone());
        round
    }

    /// Returns the first change of a version that the pool has or might move to.
    fn next_turn(&self, seeing: &Seeing<'_, 'a>, last: Option<Turn<'a>>) -> Result<Option<Turn<'a>>, Undecided> {
        let (_, current) = seeing.alike.likeness.current;
        let from = Version::parse(current);
        let matters = |version: Option<Version<'a>>| from.is_none() || version.is_none() || version >= from;
        let suiting = seeing.seen.iter().zip(&seeing.alike.image.versions);
        let suiting = suiting.filter(|(seen, _)| seen.barred.is_none() && matters(seen.version));
        let mut first: Option<(RawTime<'a>, &ImageVersion<'a>)> = None;
        for (_, entry) in suiting {
            for after in entry.moments() {
                let is_past = match last {
                    Some(last) => after.instant <= last.after.instant,
                    // A stage begins strictly after its start time.
                    None => after.instant < self.asked.now()?,
                };
                let is_first = |(first, other): (RawTime<'a>, &ImageVersion<'a>)| {
                    let is_own = entry.version() == current && other.version() != current;
                    after.instant < first.instant || after.instant == first.instant && is_own
                };
                if !is_past && first.is_none_or(is_first) {
                    first = Some((after, entry));
                }
            }
        }
        // Only computed for the first change, because the new classification depends on all stages of the version.
        Ok(first.map(|(after, entry)| {
            let becomes = Lifecycle::of(entry).at(after.instant.just_after());
            Turn { after, version: entry.version(), becomes }
        }))
    }

    fn spend(&self, versions: usize) -> bool {
        let left = self.looks.get().saturating_sub(versions + 1);
        self.looks.set(left);
        left > 0
    }
}
