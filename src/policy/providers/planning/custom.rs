//! A custom plan: the user names the providers and their versions.

use super::inventory::{Inventory, InventoryGiven};
use crate::base::sort::sort_by_key;
use crate::base::{Index, KubernetesVersion};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CUSTOM_PLAN_HOLDS, NOT_INSTALLED_HERE, NOT_SPOKEN_BY_TOOL, NOT_TOLERATED, PROVIDER_LAGS_BEHIND, VERSION_UNREADABLE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// A management cluster, and the requested upgrades.
    pub struct CustomGiven<'a> {
        /// The management cluster.
        #[flatten]
        inventory: InventoryGiven<'a>,
        /// The requested upgrades.
        upgrades: Vec<Wanted<'a>>,
    }
}

given! {
    /// A requested upgrade of one provider.
    foreign pub struct Wanted<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The version to upgrade to.
        to: Option<&'a str>,
    }
}

/// An upgrade of one installed provider.
#[derive(Clone, Copy, Debug)]
pub struct Upgrade<'a> {
    /// The index of the provider in the inventory.
    pub place: usize,
    /// The index of the upgrade in the request.
    index: usize,
    /// The version as the user wrote it.
    pub to: &'a str,
}

/// A plan that keeps the golden rule.
#[derive(Debug)]
pub struct CustomPlanned<'a> {
    /// The contract of the core after the upgrades.
    contract: &'a str,
    /// The upgrades in install order.
    pub upgrades: Vec<Upgrade<'a>>,
}

/// Checks the requested upgrades against the contract that the core has after them.
pub fn custom_plan<'a>(inventory: &Inventory<'a, '_>, wanted: &[Wanted<'a>]) -> Result<CustomPlanned<'a>, Reason> {
    let core = inventory.core()?;
    let mut upgrades = find(inventory, wanted)?;
    let target = match upgrades.iter().find(|upgrade| upgrade.place == core) {
        Some(upgrade) => upgrade.contract(inventory)?,
        None => contract(inventory, core, inventory.installed(core))?,
    };
    let tools = inventory.tools_contract();
    if target != tools {
        return Err(Reason::new(&NOT_SPOKEN_BY_TOOL, target).fact(Fact::named("tools", tools)));
    }
    let tolerated = inventory.tolerated(target);
    let refused = |code, place: usize, contract: &str| {
        let reason = Reason::new(code, inventory.label(place));
        Err(reason.fact(Fact::named("contract", contract)).fact(Fact::named("target", target)))
    };
    for upgrade in &upgrades {
        let contract = upgrade.contract(inventory)?;
        if !tolerated.contains(contract) {
            return refused(&NOT_TOLERATED, upgrade.place, contract);
        }
    }
    let order = inventory.in_order();
    let mut rank = vec![None; order.len()];
    for upgrade in &upgrades {
        rank.get_mut(upgrade.place).into_iter().for_each(|rank| *rank = Some(0));
    }
    for (position, place) in order.into_iter().enumerate() {
        match rank.get_mut(place) {
            Some(moves @ Some(_)) => *moves = Some(position),
            _ => {
                let contract = contract(inventory, place, inventory.installed(place))?;
                if !tolerated.contains(contract) {
                    return refused(&PROVIDER_LAGS_BEHIND, place, contract);
                }
            }
        }
    }
    sort_by_key(&mut upgrades, |upgrade| rank.get(upgrade.place).copied());
    Ok(CustomPlanned { contract: target, upgrades })
}

/// Finds the installed provider of each requested upgrade.
fn find<'a>(inventory: &Inventory<'a, '_>, wanted: &[Wanted<'a>]) -> Result<Vec<Upgrade<'a>>, Reason> {
    let instance = |namespace: &str, label: &str| format!("{namespace}/{label}");
    let members = inventory.members.iter().enumerate();
    let installed: Vec<String> =
        members.map(|(place, member)| instance(member.namespace, &inventory.label(place))).collect();
    let known: Index<'_> = installed.iter().map(String::as_str).collect();
    let find = |(index, wanted): (usize, &Wanted<'a>)| {
        let label = wanted.kind.label(wanted.name);
        let name = instance(wanted.namespace.unwrap_or_default(), &label);
        let missing = || {
            let place = Pointer::to("upgrades").index(index);
            Reason::new(&NOT_INSTALLED_HERE, label.as_str())
                .fact(Fact::of(place.key("namespace"), wanted.namespace))
                .fact(Fact::named("known", known.sorted().map(|(name, _)| name).collect::<Json>()))
        };
        let place = known.find(&name).ok_or_else(missing)?;
        Ok(Upgrade { place, index, to: wanted.to.unwrap_or_default() })
    };
    wanted.iter().enumerate().map(find).collect()
}

impl<'a> Upgrade<'a> {
    fn contract(&self, inventory: &Inventory<'a, '_>) -> Result<&'a str, Reason> {
        contract(inventory, self.place, (self.to, Pointer::to("upgrades").index(self.index).key("to")))
    }
}

/// Returns the contract of a version of an installed provider.
fn contract<'a>(inventory: &Inventory<'a, '_>, place: usize, (text, at): (&str, Pointer)) -> Result<&'a str, Reason> {
    // A missing version is read as `""` and has no place to cite.
    let unreadable = || match text.is_empty() {
        true => Reason::new(&VERSION_UNREADABLE, text),
        false => Reason::new(&VERSION_UNREADABLE, text).saw(at, text),
    };
    let version = KubernetesVersion::parse(text).ok_or_else(unreadable)?;
    let info = inventory.info(place)?;
    let (_, series) = info.series.of_version(&version).ok_or_else(|| info.series.missing(text))?;
    Ok(series.contract())
}

/// Returns the upgrades as `label@version`.
pub fn listed(inventory: &Inventory<'_, '_>, upgrades: &[Upgrade<'_>]) -> Vec<String> {
    upgrades.iter().map(|upgrade| format!("{}@{}", inventory.label(upgrade.place), upgrade.to)).collect()
}

/// `providers/custom-plan`
#[derive(Debug)]
pub struct CustomPlan;

answer! {
    /// The custom plan, if it keeps the golden rule.
    #[derive(Default)]
    pub struct CustomAnswer<'a> {
        /// The contract of the core after the upgrades.
        contract: Option<&'a str>,
        /// The upgrades in install order, each as `label@version`.
        upgrade: Option<Vec<String>>,
        /// Whether the requested upgrades cannot be planned.
        error: Option<bool>,
    }
}

impl Answers for CustomPlan {
    const NAME: &'static str = "providers/custom-plan";
    const ASKS: &'static str = "whether requested upgrades make a plan that keeps the golden rule";
    type Given<'a> = CustomGiven<'a>;
    type Answer<'a> = CustomAnswer<'a>;

    fn decide<'a>(given: CustomGiven<'a>, asked: &Asked<'a>) -> Outcome<CustomAnswer<'a>> {
        let inventory = Inventory::new(&given.inventory, asked.edition);
        Ok(match custom_plan(&inventory, &given.upgrades) {
            Err(reason) => Decision::new(CustomAnswer { error: Some(true), ..CustomAnswer::default() }, reason),
            Ok(CustomPlanned { contract, upgrades }) => {
                let upgrade = listed(&inventory, &upgrades);
                let reason = Reason::new(&CUSTOM_PLAN_HOLDS, contract).fact(Fact::named("count", upgrade.len()));
                let answer = CustomAnswer { contract: Some(contract), upgrade: Some(upgrade), error: None };
                Decision::new(answer, reason)
            }
        })
    }
}
