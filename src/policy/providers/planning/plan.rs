//! The plans there are: one for each contract ahead.

use super::info::Info;
use super::inventory::{Inventory, InventoryGiven};
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::contracts_for_upgrade;
use crate::policy::providers::reasons::{
    NOT_SPOKEN_BY_TOOL, PLAN_CHANGES_CONTRACT, PLAN_DROPPED, PLAN_KEEPS_CONTRACT, UP_TO_DATE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, answer};

/// A plan: what each provider is upgraded to.
#[derive(Debug)]
pub struct Planned<'a> {
    /// The contract that is aimed at.
    pub contract: &'a str,
    /// What comes next for each provider, by its place and in install order; of a dropped plan only what was looked at.
    pub next: Vec<Next<'a>>,
    /// Whether somebody would be left behind by a change of contract.
    pub dropped: bool,
    /// Why it is a plan or dropped.
    pub reason: Reason,
}

/// The place of a provider and its next version, unless it is up to date.
pub type Next<'a> = (usize, Option<KubernetesVersion<'a>>);

/// How many providers a dropped plan names: those behind them are not even looked at.
const SHOWN: usize = 16;

/// What every provider can be upgraded to, in the order of the inventory.
pub fn infos<'a, 'g, 'i>(inventory: &'i Inventory<'a, 'g>) -> Result<Vec<&'i Info<'a, 'g>>, Reason> {
    (0..inventory.members.len()).map(|place| inventory.info(place)).collect()
}

/// What comes next for the providers at these places when a contract is aimed at. Stops as soon as `most` have nothing.
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

/// The plans for every contract ahead, those that are dropped too.
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
        reason = reason.because(left.into_iter().map(|label| Reason::new(&UP_TO_DATE, label)));
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
    /// The plans there are.
    #[derive(Default)]
    pub struct PlanAnswer<'a> {
        /// One for each contract.
        plans: Option<Vec<PlanRow<'a>>>,
        /// Whether no plan can be made.
        error: Option<bool>,
    }
}

answer! {
    /// A plan.
    pub struct PlanRow<'a> {
        /// The contract that is aimed at.
        contract: &'a str,
        /// The next version of each provider by its label, empty where it is up to date.
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
        // Several instances of one provider stand next to each other; a plan names each provider once.
        if next.last().is_none_or(|(known, _)| *known != label) {
            next.push((label, version.map(|version| version.tag()).unwrap_or_default()));
        }
    }
    PlanRow { contract: plan.contract, next: next.into_iter().collect() }
}
