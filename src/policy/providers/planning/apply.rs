//! Applies an upgrade plan.

use super::custom::{CustomGiven, Upgrade, custom_plan, listed};
use super::inventory::{Inventory, InventoryGiven};
use super::plan::{infos, next, plans};
use super::skip::Leap;
use crate::base::{Index, KubernetesVersion};
use crate::policy::providers::divergences::APPLIED_AS_PLANNED;
use crate::policy::providers::reasons::{
    INSTALLED_TWICE, NO_PLAN_FOR_CONTRACT, NOT_SPOKEN_BY_TOOL, NOTHING_TO_UPGRADE, PLAN_APPLIED, VERSION_UNREADABLE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, answer, given};

answer! {
    /// The upgrades that applying a plan performs.
    #[derive(Default)]
    pub struct ApplyAnswer {
        /// The upgrades in install order, each as `label@version`.
        upgrade: Option<Vec<String>>,
        /// Whether the plan cannot be applied.
        error: Option<bool>,
    }
}

impl ApplyAnswer {
    fn decided(applied: Result<(Vec<String>, Reasons), Reason>) -> Decision<Self> {
        match applied {
            Err(reason) => Decision::new(Self { upgrade: None, error: Some(true) }, reason),
            Ok((upgrade, leaps)) => {
                let reason = match upgrade.len() {
                    0 => Reason::new(&NOTHING_TO_UPGRADE, "installed"),
                    count => Reason::new(&PLAN_APPLIED, "installed").fact(Fact::named("count", count)).because(leaps),
                };
                Decision::new(Self { upgrade: Some(upgrade), error: None }, reason)
            }
        }
    }
}

/// `providers/apply-plan`
#[derive(Debug)]
pub struct ApplyPlan;

given! {
    /// A management cluster, and the contract of the plan to apply.
    pub struct ApplyGiven<'a> {
        /// The management cluster.
        #[flatten]
        inventory: InventoryGiven<'a>,
        /// The contract of the plan to apply.
        contract: &'a str,
    }
}

impl Answers for ApplyPlan {
    const NAME: &'static str = "providers/apply-plan";
    const ASKS: &'static str = "what is upgraded when the plan for a contract is applied";
    type Given<'a> = ApplyGiven<'a>;
    type Answer<'a> = ApplyAnswer;

    fn decide<'a>(given: ApplyGiven<'a>, asked: &Asked<'a>) -> Outcome<ApplyAnswer> {
        let inventory = Inventory::new(&given.inventory, asked.edition);
        Ok(ApplyAnswer::decided(apply_plan(&inventory, given.contract)))
    }
}

fn apply_plan<'a>(inventory: &Inventory<'a, '_>, contract: &'a str) -> Result<(Vec<String>, Reasons), Reason> {
    let tools = inventory.tools_contract();
    if contract != tools {
        return Err(Reason::new(&NOT_SPOKEN_BY_TOOL, contract).fact(Fact::named("tools", tools)));
    }
    let next = match inventory.edition.applies(&APPLIED_AS_PLANNED) {
        false => next(inventory, &infos(inventory)?, &inventory.in_order(), contract, usize::MAX),
        true => {
            let planned = plans(inventory)?.into_iter().find(|plan| plan.contract == contract);
            let missing = || Reason::new(&NO_PLAN_FOR_CONTRACT, contract);
            let plan = planned.ok_or_else(missing)?;
            if plan.dropped {
                return Err(missing().because([plan.reason]));
            }
            plan.next
        }
    };
    let upgrades: Vec<(usize, KubernetesVersion<'_>)> =
        next.into_iter().filter_map(|(place, version)| Some((place, version?))).collect();
    let leaps = check(inventory, &upgrades)?;
    let listed = upgrades.iter().map(|(place, to)| format!("{}@{}", inventory.label(*place), to.tag()));
    Ok((listed.collect(), leaps))
}

/// `providers/apply-custom-plan`
#[derive(Debug)]
pub struct ApplyCustomPlan;

impl Answers for ApplyCustomPlan {
    const NAME: &'static str = "providers/apply-custom-plan";
    const ASKS: &'static str = "what is upgraded when requested upgrades are applied";
    type Given<'a> = CustomGiven<'a>;
    type Answer<'a> = ApplyAnswer;

    fn decide<'a>(given: CustomGiven<'a>, asked: &Asked<'a>) -> Outcome<ApplyAnswer> {
        let inventory = Inventory::new(&given.inventory, asked.edition);
        Ok(ApplyAnswer::decided(apply_custom(&inventory, &given)))
    }
}

fn apply_custom<'a>(inventory: &Inventory<'a, '_>, given: &CustomGiven<'a>) -> Result<(Vec<String>, Reasons), Reason> {
    let upgrades = custom_plan(inventory, &given.upgrades)?.upgrades;
    let read = |upgrade: &Upgrade<'a>| {
        let unreadable = || Reason::new(&VERSION_UNREADABLE, upgrade.to);
        Ok((upgrade.place, KubernetesVersion::parse(upgrade.to).ok_or_else(unreadable)?))
    };
    let versions: Vec<(usize, KubernetesVersion<'_>)> = upgrades.iter().map(read).collect::<Result<_, Reason>>()?;
    let leaps = check(inventory, &versions)?;
    upgrades.iter().try_for_each(|upgrade| inventory.offers(upgrade.place, upgrade.to))?;
    Ok((listed(inventory, &upgrades), leaps))
}

/// Checks rules that all upgrades must obey: each provider is installed only once, and no upgrade skips more minor
/// versions than allowed.
fn check(inventory: &Inventory<'_, '_>, upgrades: &[(usize, KubernetesVersion<'_>)]) -> Result<Reasons, Reason> {
    let labels: Vec<String> = (0..inventory.members.len()).map(|place| inventory.label(place)).collect();
    let index: Index<'_> = labels.iter().map(String::as_str).collect();
    if let Some((label, _)) = index.repeated().next() {
        let namespaces = index.places(label).filter_map(|place| inventory.members.get(place));
        let mut namespaces: Vec<&str> = namespaces.map(|member| member.namespace).collect();
        crate::base::sort::sort(&mut namespaces);
        let namespaces = Fact::named("namespaces", namespaces.into_iter().collect::<Json>());
        return Err(Reason::new(&INSTALLED_TWICE, label).fact(namespaces));
    }
    let leap = |(place, to): &(usize, KubernetesVersion<'_>)| {
        let (text, at) = inventory.installed(*place);
        let unreadable = || Reason::new(&VERSION_UNREADABLE, text).saw(at, text);
        let from = KubernetesVersion::parse(text).ok_or_else(unreadable)?;
        let member = inventory.members.get(*place).ok_or_else(|| Reason::new(&NOTHING_TO_UPGRADE, "installed"))?;
        Leap { kind: member.kind, name: member.name, from, to: *to }.judge(inventory.edition)
    };
    upgrades.iter().map(leap).collect()
}
