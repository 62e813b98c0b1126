//! The order of pending version changes.

use super::fleet::{Fleet, Provider};
use crate::policy::providers::fleet::Named;
use crate::policy::providers::reasons::{ONE_AT_A_TIME, PENDING_UNKNOWN};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Pointer, answer, given};

/// The most provider names a misspelled name is compared with.
const COMPARED: usize = 32;

/// `providers/version-changes`
#[derive(Debug)]
pub struct VersionChanges;

given! {
    /// A fleet, and the providers whose version is to change.
    pub struct PendingGiven<'a> {
        /// The providers of the management cluster.
        providers: Vec<Provider<'a>>,
        /// The providers whose version is to change, as name or `Kind/name`.
        pending: Vec<&'a str>,
    }
}

answer! {
    /// The order in which the changes are made.
    pub struct PendingAnswer {
        /// How many changes may run at the same time.
        max_concurrent_operations ["maxConcurrentOperations"]: usize,
        /// The providers as `Kind/name`, in the order of their changes.
        order: Vec<String>,
    }
}

impl Answers for VersionChanges {
    const NAME: &'static str = "providers/version-changes";
    const ASKS: &'static str = "in which order waiting changes of versions are made";
    type Given<'a> = PendingGiven<'a>;
    type Answer<'a> = PendingAnswer;

    fn decide<'a>(given: PendingGiven<'a>, asked: &Asked<'a>) -> Outcome<PendingAnswer> {
        let fleet = Fleet::new(given.providers, None, asked.edition);
        let order = fleet.in_order();
        let names: Vec<&str> = order
            .iter()
            .filter_map(|place| fleet.members.get(*place))
            .map(|member| member.name)
            .take(COMPARED)
            .collect();
        let mut waits = vec![false; fleet.members.len()];
        let mut problems = Vec::new();
        for (index, text) in given.pending.iter().enumerate() {
            let found: Vec<usize> =
                Named::parse(text).map(|named| fleet.directory.find(&named).collect()).unwrap_or_default();
            if found.is_empty() {
                let at = Pointer::to("pending").index(index);
                let problem = Problem::warning(&PENDING_UNKNOWN, Pointer::to("given").join(&at));
                problems.push(problem.fact(Fact::at(at, *text)).nearest_to(text, names.iter().copied()));
            }
            for place in found {
                waits.get_mut(place).into_iter().for_each(|waits| *waits = true);
            }
        }
        let places: Vec<usize> = order.into_iter().filter(|place| waits.get(*place) == Some(&true)).collect();
        let mut order = fleet.ids(&places);
        order.dedup();
        let turns = Fact::named("order", order.iter().map(String::as_str).collect::<Json>());
        let reason = Reason::new(&ONE_AT_A_TIME, "pending").fact(turns);
        Ok(Decision::new(PendingAnswer { max_concurrent_operations: 1, order }, reason).with_problems(problems))
    }
}
