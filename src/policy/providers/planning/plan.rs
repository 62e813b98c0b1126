//! The available upgrade plans, one for each contract that can be reached.

use super::info::Info;
use super::inventory::{Inventory, InventoryGiven};
use crate::base::{KubernetesVersion, sort};
use crate::policy::providers::contracts::contracts_for_upgrade;
use crate::policy::providers::reasons::{
    NOT_SPOKEN_BY_TOOL, PLAN_CHANGES_CONTRACT, PLAN_DROPPED, PLAN_KEEPS_CONTRACT, UP_TO_DATE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, answer};

/// A plan: the version each provider is upgraded to.
#[derive(Debug)]
pub struct Planned<'a> {
    /// The contract the plan reaches.
    pub contract: &'a str,
    /// The next version of each provider, in install order. A dropped plan may lack the providers at the end.
    pub next: Vec<Next<'a>>,
    /// Whether the plan is dropped because a change of contract would leave a provider behind.
    pub dropped: bool,
    /// The reason the plan is offered or dropped.
    pub reason: Reason,
}

/// The index of a provider and its next version; `None` if it is up to date.
pub type Next<'a> = (usize, Option<KubernetesVersion<'a>>);

/// The most left-behind providers a dropped plan names. The search stops there.
const SHOWN: usize = 16;

/// Returns the possible upgrades of all providers, in inventory order.
pub fn infos<'a, 'g, 'i>(inventory: &'i Inventory<'a, 'g>) -> Result<Vec<&'i Info<'a, 'g>>, Reason> {
    (0..inventory.members.len()).map(|place| inventory.info(place)).collect()
}

/// Returns the next version of each provider in `order` if `contract` is to be reached. Stops as soon as `most`
/// providers have none.
pub fn next<'a>(
    inventory: &Inventory<'a, '_>,
    infos: &[&Info<'a, '_>],
    order: &[usize],
    contract: &'a str,
    most: usize,
) -> Vec<Next<'a>> {
    let tolerated = inventory.tolerated(contract);
    let mut found = Vec::new();
    let mut without = 0;
    for (place, info) in order.iter().filter_map(|place| Some((*place, infos.get(*place)?))) {
        let version = info.next(tolerated.sorted().map(|(contract, _)| contract));
        without += usize::from(version.is_none());
        found.push((place, version));
        if without >= most {
            break;
        }
    }
    found
}

/// Returns the plans for all contracts that can be reached, including dropped ones.
pub fn plans<'a>(inventory: &Inventory<'a, '_>) -> Result<Vec<Planned<'a>>, Reason> {
    let core = inventory.core()?;
    let infos = infos(inventory)?;
    let Some(of_core) = infos.get(core) else { return Ok(Vec::new()) };
    let contracts = contracts_for_upgrade(of_core.series.list, &of_core.current);
    let order = inventory.in_order();
    Ok(contracts.into_iter().map(|contract| plan(inventory, &infos, &order, of_core, contract)).collect())
}

fn plan<'a>(
    inventory: &Inventory<'a, '_>,
    infos: &[&Info<'a, '_>],
    order: &[usize],
    core: &Info<'a, '_>,
    contract: &'a str,
) -> Planned<'a> {
    let most = if core.contract == contract { usize::MAX } else { SHOWN };
    let next = next(inventory, infos, order, contract, most);
    let without = next.iter().filter(|(_, version)| version.is_none());
    let left: Vec<String> = without.map(|(place, _)| inventory.label(*place)).collect();
    let changes = core.contract != contract;
    let dropped = changes && !left.is_empty();
    let code = match (changes, dropped) {
        (_, true) => &PLAN_DROPPED,
        (true, false) => &PLAN_CHANGES_CONTRACT,
        (false, _) => &PLAN_KEEPS_CONTRACT,
    };
    let mut reason = Reason::new(code, contract).fact(Fact::named("from", core.contract));
    if dropped {
        reason = reason.fact(Fact::named("left", left.iter().map(String::as_str).collect::<Json>()));
    } else {
        let moving = next.iter().filter(|(_, version)| version.is_some());
        let moving = sort::set(moving.map(|(place, _)| inventory.label(*place)));
        let left = left.into_iter().filter(|label| moving.binary_search(label).is_err());
        reason = reason.because(left.map(|label| Reason::new(&UP_TO_DATE, label)));
    }
    if contract != inventory.tools_contract() {
        let tools = Fact::named("tools", inventory.tools_contract());
        reason = reason.because([Reason::new(&NOT_SPOKEN_BY_TOOL, contract).fact(tools)]);
    }
    Planned { contract, next, dropped, reason }
}

/// `providers/plan`
#[derive(Debug)]
pub struct Plan;

answer! {
    /// The available upgrade plans.
    #[derive(Default)]
    pub struct PlanAnswer<'a> {
        /// The plans, one for each contract.
        plans: Option<Vec<PlanRow<'a>>>,
        /// Whether no plan can be made.
        error: Option<bool>,
    }
}

answer! {
    /// An upgrade plan for one contract.
    pub struct PlanRow<'a> {
        /// The contract that the plan reaches.
        contract: &'a str,
        /// The next version of each provider by label, empty if the provider is up to date.
        next: Ordered<String, String>,
    }
}

impl Answers for Plan {
    const NAME: &'static str = "providers/plan";
    const ASKS: &'static str = "which upgrades of a management cluster there are, contract by contract";
    type Given<'a> = InventoryGiven<'a>;
    type Answer<'a> = PlanAnswer<'a>;

    fn decide<'a>(given: InventoryGiven<'a>, asked: &Asked<'a>) -> Outcome<PlanAnswer<'a>> {
        let inventory = Inventory::new(&given, asked.edition);
        let planned = match plans(&inventory) {
            Ok(planned) => planned,
            Err(reason) => {
                return Ok(Decision::new(PlanAnswer { error: Some(true), ..PlanAnswer::default() }, reason));
            }
        };
        let rows = planned.iter().filter(|plan| !plan.dropped).map(|plan| row(&inventory, plan)).collect();
        let because = planned.into_iter().map(|plan| plan.reason).collect();
        Ok(Decision { answer: PlanAnswer { plans: Some(rows), error: None }, because, problems: Vec::new() })
    }
}

fn row<'a>(inventory: &Inventory<'a, '_>, plan: &Planned<'a>) -> PlanRow<'a> {
    let mut next: Vec<(String, String)> = Vec::new();
    for (place, version) in &plan.next {
        let label = inventory.label(*place);
        let version = version.map(|version| version.tag()).unwrap_or_default();
        // Several instances of a provider are adjacent here; the plan names each provider once, with the first version
        // that one of them goes to.
        match next.last_mut() {
            Some((known, taken)) if *known == label && taken.is_empty() => *taken = version,
            Some((known, _)) if *known == label => {}
            _ => next.push((label, version)),
        }
    }
    PlanRow { contract: plan.contract, next: next.into_iter().collect() }
}
