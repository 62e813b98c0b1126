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
    /// For each provider, in the order of the inventory, what comes next.
    pub next: Vec<Option<KubernetesVersion<'a>>>,
    /// Whether somebody would be left behind by a change of contract.
    pub dropped: bool,
    /// Why it is a plan or dropped.
    pub reason: Reason,
}

/// What every provider can be upgraded to, in the order of the inventory.
pub fn infos<'a, 'g, 'i>(inventory: &'i Inventory<'a, 'g>) -> Result<Vec<&'i Info<'a, 'g>>, Reason> {
    (0..inventory.members.len()).map(|place| inventory.info(place)).collect()
}

/// What comes next for every provider when a contract is aimed at.
pub fn next<'a>(
    inventory: &Inventory<'a, '_>,
    infos: &[&Info<'a, '_>],
    contract: &'a str,
) -> Vec<Option<KubernetesVersion<'a>>> {
    let tolerated = inventory.tolerated(contract);
    infos.iter().map(|info| info.next(tolerated.sorted().map(|(contract, _)| contract))).collect()
}

/// The plans for every contract ahead, those that are dropped too.
pub fn plans<'a>(inventory: &Inventory<'a, '_>) -> Result<Vec<Planned<'a>>, Reason> {
    let core = inventory.core()?;
    let infos = infos(inventory)?;
    let Some(of_core) = infos.get(core) else { return Ok(Vec::new()) };
    let contracts = contracts_for_upgrade(of_core.series.list, &of_core.current);
    Ok(contracts.into_iter().map(|contract| plan(inventory, &infos, of_core, contract)).collect())
}

fn plan<'a>(
    inventory: &Inventory<'a, '_>,
    infos: &[&Info<'a, '_>],
    core: &Info<'a, '_>,
    contract: &'a str,
) -> Planned<'a> {
    let next = next(inventory, infos, contract);
    let left: Vec<String> = inventory
        .in_order()
        .into_iter()
        .filter(|place| next.get(*place).is_some_and(Option::is_none))
        .map(|place| inventory.label(place))
        .collect();
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
    for place in inventory.in_order() {
        let label = inventory.label(place);
        // Several instances of one provider stand next to each other; a plan names each provider once.
        if next.last().is_none_or(|(known, _)| *known != label) {
            let version = plan.next.get(place).copied().flatten();
            next.push((label, version.map(|version| version.tag()).unwrap_or_default()));
        }
    }
    PlanRow { contract: plan.contract, next: next.into_iter().collect() }
}
