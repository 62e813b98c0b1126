//! The steps that take a fleet from its versions to others.

use super::fleet::{Fleet, Offered};
use super::one::Refused;
use super::targets::{Move, Outlook, Target, outlook, read};
use crate::policy::providers::fleet::Member;
use crate::policy::providers::reasons::{PAUSED_FOR_CONTRACT, STAYS_PAUSED};
use crate::policy::providers::releases::is_same_version;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Reason, Reasons};
use crate::wire::{answer, given, words};

/// `providers/upgrade-steps`
#[derive(Debug)]
pub struct UpgradeSteps;

given! {
    /// A fleet, and where its providers are to move.
    pub struct StepsGiven<'a> {
        /// The providers of the management cluster. The versions there are of them serve where a target says no contract.
        providers: Vec<Offered<'a>>,
        /// Where some of them are to move.
        targets: Vec<Target<'a>>,
        /// The API of the providers' objects, unless one says its own.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The steps of an upgrade.
    #[derive(Default)]
    pub struct StepsAnswer<'a> {
        /// Whether the moves may be made.
        allowed: bool,
        /// Why not.
        reason: Option<&'static str>,
        /// The providers in the way.
        offenders: Vec<String>,
        /// The contract of the core afterwards.
        contract: Option<&'a str>,
        /// Whether a contract changes anywhere.
        contract_change ["contractChange"]: Option<bool>,
        /// The steps.
        steps: Vec<Step<'a>>,
        /// The providers that were paused before and stay so.
        still_paused ["stillPaused"]: Vec<String>,
    }
}

answer! {
    /// A step.
    pub struct Step<'a> {
        /// Its number, from 1.
        step: usize,
        /// What is done.
        action: Action,
        /// To which provider: kind, namespace and name.
        provider: String,
        /// The version before an upgrade.
        from: Option<&'a str>,
        /// The version after it.
        to: Option<&'a str>,
        /// The numbers of the steps that come first.
        waits_for ["waitsFor"]: Vec<usize>,
        /// What is waited for before anything rests on this step.
        until: Until,
    }
}

words! {
    /// What a step does.
    pub enum Action {
        /// Scales a provider to nothing.
        Pause = "pause",
        /// Deletes its components and installs those of another version.
        Upgrade = "upgrade",
        /// Scales it to what it was.
        Unpause = "unpause",
    }
}

words! {
    /// When a step is done.
    pub enum Until {
        /// No replica runs.
        ReplicasZero = "replicas-zero",
        /// The version is installed.
        Installed = "installed",
        /// As many replicas run as before.
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

/// The providers that are paused already, in order.
fn paused_before(fleet: &Fleet<'_>) -> Vec<String> {
    let paused = fleet.in_order().into_iter().filter(|place| fleet.is_paused(*place));
    paused.filter_map(|place| fleet.members.get(place)).map(Member::full_id).collect()
}

/// The steps of moves that keep the fleet together: everything that runs is paused where a contract changes, then one
/// provider after the other is upgraded, then those run again that the plan paused. The moves come in install order.
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
    for Move { place, to, .. } in moves {
        let number = steps.len() + 1;
        let before = std::mem::replace(&mut waits_for, vec![number]);
        let step = plain(number, Action::Upgrade, *place, before, Until::Installed);
        steps.push(Step { from: Some(fleet.version_text(*place)), to: Some(to), ..step });
    }
    for place in &running {
        steps.push(plain(steps.len() + 1, Action::Unpause, *place, waits_for.clone(), Until::ReplicasRestored));
    }
    steps
}
