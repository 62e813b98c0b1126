//! The order in which providers are installed and upgraded, and the steps of an upgrade.

use crate::base::sort::{sort, sort_by_key};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{ALL_SCALED_DOWN_FIRST, INSTALL_ORDER};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, answer, given};

/// `providers/order`
#[derive(Debug)]
pub struct Order;

given! {
    /// Provider kinds to sort.
    pub struct OrderGiven {
        /// The kinds in any order.
        providers: Vec<Kind>,
    }
}

answer! {
    /// The kinds in install order.
    pub struct OrderAnswer {
        /// The kinds in install order.
        order: Vec<Kind>,
    }
}

impl Answers for Order {
    const NAME: &'static str = "providers/order";
    const ASKS: &'static str = "in which order providers of these kinds are installed";
    const PART: bool = true;
    type Given<'a> = OrderGiven;
    type Answer<'a> = OrderAnswer;

    fn decide<'a>(given: OrderGiven, _: &Asked<'a>) -> Outcome<OrderAnswer> {
        let mut order = given.providers;
        sort(&mut order);
        let words = order.iter().map(|kind| kind.word()).collect::<Json>();
        Ok(Decision::new(
            OrderAnswer { order },
            Reason::new(&INSTALL_ORDER, "providers").fact(Fact::named("order", words)),
        ))
    }
}

/// `providers/steps`
#[derive(Debug)]
pub struct Steps;

given! {
    /// Providers that are upgraded together.
    pub struct StepsGiven<'a> {
        /// The providers to upgrade.
        upgrades: Vec<Labelled<'a>>,
    }
}

given! {
    /// A provider, named by its label.
    pub struct Labelled<'a> {
        /// The provider's label.
        label: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
    }
}

answer! {
    /// The steps of an upgrade.
    pub struct StepsAnswer {
        /// The steps in order, each as action and provider label.
        steps: Vec<String>,
    }
}

impl Answers for Steps {
    const NAME: &'static str = "providers/steps";
    const ASKS: &'static str = "which steps clusterctl takes to upgrade providers, in order";
    type Given<'a> = StepsGiven<'a>;
    type Answer<'a> = StepsAnswer;

    fn decide<'a>(given: StepsGiven<'a>, _: &Asked<'a>) -> Outcome<StepsAnswer> {
        let mut upgrades = given.upgrades;
        sort_by_key(&mut upgrades, |upgrade| (Kind::of_label(upgrade.label), upgrade.namespace));
        let mut steps: Vec<String> = upgrades.iter().map(|upgrade| format!("scale-down {}", upgrade.label)).collect();
        for Labelled { label, .. } in &upgrades {
            steps.extend([format!("delete {label}"), format!("install {label}")]);
        }
        let reason = Reason::new(&ALL_SCALED_DOWN_FIRST, "upgrades").fact(Fact::named("count", upgrades.len()));
        Ok(Decision::new(StepsAnswer { steps }, reason))
    }
}
