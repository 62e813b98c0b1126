//! The steps that upgrade a fleet.

use super::fleet::{Fleet, Offered};
use super::one::Refused;
use super::targets::{Move, Outlook, Target, outlook, read};
use crate::policy::providers::fleet::Member;
use crate::policy::providers::reasons::{PAUSED_FOR_CONTRACT, STAYS_PAUSED};
use crate::policy::providers::releases::is_same_version;
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Reason, Reasons};
use crate::wire::{answer, given, words};

/// `providers/upgrade-steps`
#[derive(Debug)]
pub struct UpgradeSteps;

given! {
    /// A fleet, and the versions its providers are to move to.
    pub struct StepsGiven<'a> {
        /// The providers of the management cluster. Their available versions supply the contracts that targets omit.
        providers: Vec<Offered<'a>>,
        /// The versions to move to; a provider without a target stays.
        targets: Vec<Target<'a>>,
        /// The `apiVersion` of providers that do not say their own; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The steps of an upgrade.
    #[derive(Default)]
    pub struct StepsAnswer<'a> {
        /// Whether the moves are allowed.
        allowed: bool,
        /// Why the moves are refused.
        reason: Option<&'static str>,
        /// The providers that prevent the moves, as `Kind/name`.
        offenders: Vec<String>,
        /// The contract of the core after the upgrade.
        contract: Option<&'a str>,
        /// Whether the contract of any provider changes.
        contract_change ["contractChange"]: Option<bool>,
        /// The steps, in order.
        steps: Vec<Step<'a>>,
        /// The providers that were paused before and stay paused, as `Kind/namespace/name`.
        still_paused ["stillPaused"]: Vec<String>,
    }
}

answer! {
    /// A step of an upgrade.
    pub struct Step<'a> {
        /// The number of the step, counted from 1.
        step: usize,
        /// The action of the step.
        action: Action,
        /// The provider, as `Kind/namespace/name`.
        provider: String,
        /// The version before the step; only for upgrades.
        from: Option<&'a str>,
        /// The version after the step; only for upgrades.
        to: Option<String>,
        /// The numbers of the steps that have to be done first.
        waits_for ["waitsFor"]: Vec<usize>,
        /// The condition under which the step is done.
        until: Until,
    }
}

words! {
    /// The action of a step.
    pub enum Action {
        /// Scale the provider down to zero replicas.
        Pause = "pause",
        /// Delete the provider's components and install those of the new version.
        Upgrade = "upgrade",
        /// Restore the provider's replicas.
        Unpause = "unpause",
    }
}

words! {
    /// The condition under which a step is done.
    pub enum Until {
        /// No replica is running.
        ReplicasZero = "replicas-zero",
        /// The new version is installed.
        Installed = "installed",
        /// The original number of replicas is running.
        ReplicasRestored = "replicas-restored",
    }
}

impl Answers for UpgradeSteps {
    const NAME: &'static str = "providers/upgrade-steps";
    const ASKS: &'static str = "which steps take all providers to their targets, and what each waits for";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = StepsGiven<'a>;
    type Answer<'a> = StepsAnswer<'a>;

    fn decide<'a>(given: StepsGiven<'a>, asked: &Asked<'a>) -> Outcome<StepsAnswer<'a>> {
        let providers = given.providers.iter().map(|offered| offered.provider).collect();
        let fleet = Fleet::new(providers, given.api_version, asked.edition);
        let refused = |Refused { word, offenders, because }| {
            let answer = StepsAnswer { reason: Some(word), offenders, ..StepsAnswer::default() };
            Ok(Decision { answer, because, problems: Vec::new() })
        };
        let moves = match read(&fleet, &given.providers, &given.targets)? {
            Ok(moves) => moves,
            Err(refusal) => return refused(refusal),
        };
        let outlook = match outlook(&fleet, &moves)? {
            Ok(outlook) => outlook,
            Err(refusal) => return refused(refusal),
        };
        Ok(decided(&fleet, &moves, outlook))
    }
}

fn decided<'a>(fleet: &Fleet<'a>, moves: &[Move<'a>], outlook: Outlook<'a>) -> Decision<StepsAnswer<'a>> {
    let still_paused = if outlook.pauses { paused_before(fleet) } else { Vec::new() };
    let mut because = Reasons::from(outlook.reason);
    if outlook.pauses {
        because.push(Reason::new(&PAUSED_FOR_CONTRACT, outlook.contract));
    }
    because.extend(still_paused.iter().map(|provider| Reason::new(&STAYS_PAUSED, provider.as_str())));
    let answer = StepsAnswer {
        allowed: true,
        contract: Some(outlook.contract),
        contract_change: Some(outlook.changes),
        steps: steps(fleet, moves, outlook.pauses),
        still_paused,
        ..StepsAnswer::default()
    };
    Decision { answer, because, problems: Vec::new() }
}

/// Returns the providers that are already paused, in install order. Objects of today's API cannot be paused.
fn paused_before(fleet: &Fleet<'_>) -> Vec<String> {
    let is_paused = |place: &usize| fleet.api(*place) == Api::Management && fleet.is_paused(*place);
    let paused = fleet.in_order().into_iter().filter(is_paused);
    paused.filter_map(|place| fleet.members.get(place)).map(Member::full_id).collect()
}

/// Returns the steps for moves that keep the golden rule. If the contract changes, every running provider is paused
/// first; then the providers are upgraded one after the other; finally those the plan paused are unpaused. `moves` must
/// be in install order.
pub fn steps<'a>(fleet: &Fleet<'a>, moves: &[Move<'a>], pauses: bool) -> Vec<Step<'a>> {
    let is_new = |moving: &&Move<'a>| !is_same_version(fleet.version_text(moving.place), moving.to);
    let moves: Vec<&Move<'_>> = moves.iter().filter(is_new).collect();
    let running = if pauses && !moves.is_empty() { fleet.running() } else { Vec::new() };
    let named = |place: usize| fleet.members.get(place).map(Member::full_id).unwrap_or_default();
    let mut steps: Vec<Step<'_>> = Vec::new();
    let plain = |number: usize, action, place, waits_for, until| Step {
        step: number,
        action,
        provider: named(place),
        from: None,
        to: None,
        waits_for,
        until,
    };
    for place in &running {
        steps.push(plain(steps.len() + 1, Action::Pause, *place, Vec::new(), Until::ReplicasZero));
    }
    let mut waits_for: Vec<usize> = (1..=steps.len()).collect();
    for moving in moves {
        let number = steps.len() + 1;
        let before = std::mem::replace(&mut waits_for, vec![number]);
        let step = plain(number, Action::Upgrade, moving.place, before, Until::Installed);
        steps.push(Step { from: Some(fleet.version_text(moving.place)), to: Some(moving.version(fleet)), ..step });
    }
    for place in &running {
        steps.push(plain(steps.len() + 1, Action::Unpause, *place, waits_for.clone(), Until::ReplicasRestored));
    }
    steps
}
