//! The query for candidates among resource providers.

use super::given::{Inventory, Provider, QueryGiven};
use super::parameters::Parameters;
use super::rejection::{Rejection, why_rejected};
use super::search::{Found, Market, Search, Stage, search};
use crate::base::sort::{alike, sort};
use crate::base::{Index, Names};
use crate::policy::traits::bits::{Bits, Column};
use crate::policy::traits::names::{KnownTrait, Library, is_standard_class};
use crate::policy::traits::reasons::{QUERY_FINDS, QUERY_STEP};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Ordered, Pointer, answer};

answer! {
    /// Placement's answer to the query.
    pub(crate) struct Queried<'a> {
        /// Whether Placement finds candidates.
        outcome: Found,
        /// The names of the providers that satisfy the query, sorted.
        candidates: Vec<&'a str>,
        /// The HTTP status of the response; absent unless the query is refused.
        status: Option<u16>,
        /// The reason why the query is refused; absent unless it is.
        reason: Option<Rejection>,
        /// The number of providers left after each stage, in order.
        steps: Vec<Left>,
    }
}

answer! {
    /// The number of providers that a stage left.
    pub(crate) struct Left {
        /// The stage.
        stage: Stage,
        /// The suffix of the group; absent for the stages `root` and `together`.
        group: Option<String>,
        /// The number of providers left.
        left: usize,
    }
}

/// `traits/query`
#[derive(Debug)]
pub(crate) struct AskPlacement;

impl Answers for AskPlacement {
    const NAME: &'static str = "traits/query";
    const ASKS: &'static str = "which resource providers Placement finds for a query, or why it refuses the query";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "candidates", None);
    type Given<'a> = QueryGiven<'a>;
    type Answer<'a> = Queried<'a>;

    fn decide<'a>(given: QueryGiven<'a>, _: &Asked<'a>) -> Outcome<Queried<'a>> {
        let parameters = Parameters::new(&given.query, given.microversion);
        let query = parameters.read();
        let providers = given.providers(query.as_ref().ok())?;
        let (Search { found, steps }, limit) = match query {
            Ok(query) => (search(&query, &Providers::new(providers, &given.known_traits)), query.limit),
            Err(refused) => (Search { found: Err(refused), steps: Vec::new() }, None),
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
                    bits.iter().filter_map(|place| providers.get(place)).map(|provider| provider.name).collect();
                sort(&mut candidates);
                let outcome = if candidates.is_empty() { Found::NoCandidates } else { Found::Candidates };
                let step = |left: &Left| {
                    let group = left.group.as_deref().filter(|group| !group.is_empty());
                    let of_group = group.map(|group| format!(" of {group}")).unwrap_or_default();
                    Reason::new(&QUERY_STEP, format!("{}{of_group}", left.stage.word()))
                        .fact(Fact::named("left", left.left))
                };
                let limit = limit.filter(|limit| *limit < candidates.len());
                let limited = limit.map(|limit| format!(", of which Placement shows {limit}")).unwrap_or_default();
                let reason = Reason::new(&QUERY_FINDS, outcome.word())
                    .fact(Fact::named("found", candidates.len()))
                    .fact(Fact::named("providers", providers.len()))
                    .fact(Fact::named("limited", limited))
                    .because(shown.iter().map(step));
                Decision::new(Queried { candidates, steps: shown, ..answer(outcome) }, reason)
            }
        })
    }
}

/// The providers of a question, indexed by what they have.
struct Providers<'p, 'a> {
    providers: &'p [Provider<'a>],
    library: Library<'a>,
    classes: Ordered<&'a str, Vec<(Terms, Column)>>,
    traits: Ordered<&'a str, Column>,
    aggregates: Ordered<&'a str, Column>,
    /// The uuids; empty for providers without one.
    uuids: Index<'a>,
}

impl<'p, 'a> Providers<'p, 'a> {
    fn new(providers: &'p [Provider<'a>], known: &[KnownTrait<'a>]) -> Self {
        Self {
            providers,
            library: Library::new(known.iter().copied()),
            classes: classes(providers),
            traits: columns(providers, |provider| provider.traits.as_deref()),
            aggregates: columns(providers, |provider| provider.aggregates.as_deref()),
            uuids: providers.iter().map(|provider| provider.uuid.unwrap_or_default()).collect(),
        }
    }

    fn within(&self, column: Option<&Column>) -> Bits {
        column.map_or_else(|| Bits::none(self.providers.len()), |column| column.within(&self.all()))
    }
}

/// Returns the providers that offer each class, grouped by their terms.
fn classes<'a>(providers: &[Provider<'a>]) -> Ordered<&'a str, Vec<(Terms, Column)>> {
    let offers = (0..).zip(providers).flat_map(|(place, provider)| {
        provider
            .inventory
            .iter()
            .flat_map(Ordered::iter)
            .map(move |(class, inventory)| (*class, (Terms::of(inventory), place)))
    });
    let offers: Vec<(&str, (Terms, u32))> = offers.collect();
    let classes: Index<'_> = offers.iter().map(|(class, _)| *class).collect();
    let on_terms = |places: &mut dyn Iterator<Item = usize>| {
        let offers: Vec<(Terms, u32)> = places.filter_map(|place| Some(offers.get(place)?.1)).collect();
        let groups = alike(&offers, |(left, _), (right, _)| left.cmp(right)).into_iter();
        let column = |group: Vec<u32>| {
            let alike = || group.iter().filter_map(|place| offers.get(*place as usize));
            Some((alike().next()?.0, Column::new(providers.len(), alike().map(|(_, provider)| *provider).collect())))
        };
        groups.filter_map(column).collect()
    };
    classes.groups().map(|(class, mut places)| (class, on_terms(&mut places))).collect()
}

/// Returns the providers that have each name.
fn columns<'a>(
    providers: &[Provider<'a>],
    of: for<'p> fn(&'p Provider<'a>) -> Option<&'p [&'a str]>,
) -> Ordered<&'a str, Column> {
    let has = (0..).zip(providers).flat_map(|(place, provider)| {
        let names: Names<'a> = of(provider).into_iter().flatten().copied().collect();
        names.iter().map(|name| (name, place)).collect::<Vec<_>>()
    });
    let has: Vec<(&str, u32)> = has.collect();
    let names: Index<'_> = has.iter().map(|(name, _)| *name).collect();
    let column = |places: &mut dyn Iterator<Item = usize>| {
        Column::new(providers.len(), places.filter_map(|place| Some(has.get(place)?.1)).collect())
    };
    names.groups().map(|(name, mut places)| (name, column(&mut places))).collect()
}

impl Market for Providers<'_, '_> {
    fn all(&self) -> Bits {
        Bits::all(self.providers.len())
    }

    fn knows_class(&self, class: &str) -> bool {
        is_standard_class(class) || self.classes.get(class).is_some()
    }

    fn knows_trait(&self, name: &str) -> bool {
        self.library.knows(name) || self.traits.get(name).is_some()
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
        let named = self.uuids.places(uuid).next_back();
        let named = named.filter(|place| self.providers.get(*place).is_some_and(|provider| provider.uuid.is_some()));
        Bits::of(self.providers.len(), named)
    }
}

/// The terms of an inventory. A fleet has few different ones, which saves a query with many groups from looking at
/// every provider each time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Terms {
    free: i128,
    least: u64,
    most: u64,
    step: u64,
}

impl Terms {
    fn of(inventory: &Inventory<'_>) -> Self {
        let ratio = inventory.allocation_ratio.0;
        let base = i128::from(inventory.total) - i128::from(inventory.reserved.unwrap_or(0));
        // Placement's capacity is a whole number, without the fraction.
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
