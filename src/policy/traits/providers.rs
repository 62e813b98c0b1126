//! Resource providers as a question gives them, and the query asked of them.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::{Bits, Column};
use super::library::Library;
use super::parameters::Parameters;
use super::question::placement::*;
use super::reasons::{QUERY_FINDS, QUERY_STEP};
use super::refusal::why_rejected;
use super::search::{Market, Search, search};
use super::standard::is_standard_class;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// `traits/query`
#[derive(Debug)]
pub struct AskPlacement;

impl Answers for AskPlacement {
    const NAME: &'static str = "traits/query";
    const ASKS: &'static str = "which resource providers Placement finds for a query, or why it refuses the query";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "candidates", None);
    type Given<'a> = QueryGiven<'a>;
    type Answer<'a> = Queried<'a>;

    fn decide<'a>(given: QueryGiven<'a>, _: &Asked<'a>) -> Outcome<Queried<'a>> {
        let providers = Providers::new(&given.providers, &given.known_traits);
        let parameters = Parameters::new(&given.query, given.microversion);
        let Search { found, steps } = match parameters.read() {
            Ok(query) => search(&query, &providers),
            Err(refused) => Search { found: Err(refused), steps: Vec::new() },
        };
        let shown: Vec<Left> = steps
            .iter()
            .map(|step| {
                let of_group = !matches!(step.stage, Stage::Root | Stage::Together);
                Left { stage: step.stage, group: of_group.then(|| step.group.to_owned()), left: step.left }
            })
            .collect();
        let answer =
            |outcome| Queried { outcome, candidates: Vec::new(), status: None, reason: None, steps: Vec::new() };
        Ok(match found {
            Err(refused) => {
                let parameter = refused.place.and_then(|place| Some((place, given.query.get(place)?)));
                let seen = parameter.map(|(place, (key, value))| {
                    Fact::at(Pointer::to("query").index(place), [*key, *value].into_iter().collect::<Json>())
                });
                let reason = why_rejected(&refused, seen);
                let status = Some(refused.reason.status());
                let rejected = answer(Found::Rejected);
                Decision::new(Queried { status, reason: Some(refused.reason), steps: shown, ..rejected }, reason)
            }
            Ok(bits) => {
                let mut candidates: Vec<&str> =
                    bits.iter().filter_map(|place| given.providers.get(place)).map(|provider| provider.name).collect();
                candidates.sort_unstable();
                let outcome = if candidates.is_empty() { Found::NoCandidates } else { Found::Candidates };
                let step = |left: &Left| {
                    let group = left.group.as_deref().filter(|group| !group.is_empty());
                    let of_group = group.map(|group| format!(" of {group}")).unwrap_or_default();
                    Reason::new(&QUERY_STEP, format!("{}{of_group}", left.stage.word()))
                        .fact(Fact::named("left", left.left))
                };
                let reason = Reason::new(&QUERY_FINDS, outcome.word())
                    .fact(Fact::named("found", candidates.len()))
                    .fact(Fact::named("providers", given.providers.len()))
                    .because(shown.iter().map(step));
                Decision::new(Queried { candidates, steps: shown, ..answer(outcome) }, reason)
            }
        })
    }
}

/// The providers of a question, by what they have.
struct Providers<'p, 'a> {
    providers: &'p [Provider<'a>],
    library: Library<'a>,
    classes: BTreeMap<&'a str, Vec<(Terms, Column)>>,
    traits: BTreeMap<&'a str, Column>,
    aggregates: BTreeMap<&'a str, Column>,
    uuids: BTreeMap<&'a str, usize>,
}

impl<'p, 'a> Providers<'p, 'a> {
    fn new(providers: &'p [Provider<'a>], known: &[&'a str]) -> Self {
        let mut library = Library::new(known.iter().copied());
        library.create(providers.iter().flat_map(|provider| provider.traits.iter().copied()));
        let mut classes: BTreeMap<&str, BTreeMap<Terms, Vec<u32>>> = BTreeMap::new();
        for (place, provider) in (0..).zip(providers) {
            for (class, inventory) in provider.inventory.iter() {
                classes.entry(class).or_default().entry(Terms::of(inventory)).or_default().push(place);
            }
        }
        let column = |(terms, members)| (terms, Column::new(providers.len(), members));
        let classes = classes.into_iter().map(|(class, terms)| (class, terms.into_iter().map(column).collect()));
        let uuids = providers.iter().enumerate().filter_map(|(place, provider)| Some((provider.uuid?, place)));
        Self {
            providers,
            library,
            classes: classes.collect(),
            traits: columns(providers, |provider| &provider.traits),
            aggregates: columns(providers, |provider| &provider.aggregates),
            uuids: uuids.collect(),
        }
    }

    fn within(&self, column: Option<&Column>) -> Bits {
        column.map_or_else(|| Bits::none(self.providers.len()), |column| column.within(&self.all()))
    }
}

fn columns<'a>(
    providers: &[Provider<'a>],
    of: for<'p> fn(&'p Provider<'a>) -> &'p Vec<&'a str>,
) -> BTreeMap<&'a str, Column> {
    let mut members: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (place, provider) in (0..).zip(providers) {
        let names: BTreeSet<&str> = of(provider).iter().copied().collect();
        names.into_iter().for_each(|name| members.entry(name).or_default().push(place));
    }
    members.into_iter().map(|(name, members)| (name, Column::new(providers.len(), members))).collect()
}

impl Market for Providers<'_, '_> {
    fn all(&self) -> Bits {
        Bits::all(self.providers.len())
    }

    fn knows_class(&self, class: &str) -> bool {
        is_standard_class(class) || self.classes.contains_key(class)
    }

    fn knows_trait(&self, name: &str) -> bool {
        self.library.knows(name) || self.traits.contains_key(name)
    }

    fn offering(&self, class: &str, amount: i128) -> Bits {
        let mut offering = Bits::none(self.providers.len());
        let holders = self.classes.get(class).into_iter().flatten();
        holders.filter(|(terms, _)| terms.allow(amount)).for_each(|(_, column)| column.add_to(&mut offering));
        offering
    }

    fn having(&self, name: &str) -> Bits {
        self.within(self.traits.get(name))
    }

    fn in_aggregate(&self, uuid: &str) -> Bits {
        self.within(self.aggregates.get(uuid))
    }

    fn named(&self, uuid: &str) -> Bits {
        Bits::of(self.providers.len(), self.uuids.get(uuid).copied())
    }
}

/// What an inventory allows. A fleet has few that differ, so that a query with many groups need not ask each provider.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Terms {
    free: i128,
    least: u64,
    most: u64,
    step: u64,
}

impl Terms {
    fn of(inventory: &Inventory<'_>) -> Self {
        let ratio = inventory.allocation_ratio.and_then(|ratio| ratio.as_number()?.parse::<f64>().ok()).unwrap_or(1.0);
        let base = i128::from(inventory.total) - i128::from(inventory.reserved.unwrap_or(0));
        // What Placement gives out is a whole number, the part of a unit dropped.
        let capacity = if ratio == 1.0 { base } else { (base as f64 * ratio) as i128 };
        Self {
            free: capacity.saturating_sub(i128::from(inventory.used.unwrap_or(0))),
            least: inventory.min_unit.unwrap_or(1),
            most: inventory.max_unit.unwrap_or(u64::MAX),
            step: inventory.step_size.unwrap_or(1).max(1),
        }
    }

    fn allow(&self, amount: i128) -> bool {
        amount <= self.free
            && amount >= i128::from(self.least)
            && amount <= i128::from(self.most)
            && amount % i128::from(self.step) == 0
    }
}
