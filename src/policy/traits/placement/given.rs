//! Resource providers and a query among them, as a question gives them.

use super::microversion::Microversion;
use super::parameters::Query;
use crate::base::Index;
use crate::policy::traits::double::nearest_double;
use crate::policy::traits::names::KnownTrait;
use crate::policy::traits::reasons::not_given;
use crate::question::Undecided;
use crate::wire::{Cause, Fault, Fill, HasShape, Ordered, PathStep, Pointer, Read, Reader, Shape, Value, given};

given! {
    /// A query, and the providers among which it looks for candidates.
    pub(crate) struct QueryGiven<'a> {
        /// The providers, none of which has children or shares its inventory. Without them the question is undecided.
        providers: Option<Vec<Provider<'a>>>,
        /// The parameters of the query, each as name and value.
        query: Vec<(&'a str, &'a str)>,
        /// The microversion of the API, such as `1.36`.
        microversion: Microversion,
        /// Custom traits that were ever created, on a provider or not; if standard names are among them, those are all
        /// the standard traits that this Placement knows.
        known_traits ["knownTraits"]: Vec<KnownTrait<'a>>,
    }
}

given! {
    /// A resource provider.
    pub(crate) struct Provider<'a> {
        /// The name of the provider.
        name: &'a str,
        /// The uuid of the provider.
        uuid: Option<&'a str>,
        /// The inventory of the provider, by resource class.
        inventory: Option<Ordered<&'a str, Inventory<'a>>>,
        /// The traits of the provider, without which a query about traits is undecided.
        traits: Option<Vec<&'a str>>,
        /// The uuids of the aggregates that the provider is in, without which a query about aggregates is undecided.
        aggregates: Option<Vec<&'a str>>,
        /// The generation of the provider, which no query reads.
        generation: Option<Value<'a>>,
        /// The links of the provider in the API.
        links: Option<Value<'a>>,
        /// The parent of the provider, which no provider has here.
        parent_provider_uuid ["parent_provider_uuid"]: Option<&'a str>,
        /// The root of the provider's tree, which is the provider itself here.
        root_provider_uuid ["root_provider_uuid"]: Option<&'a str>,
    } then alone
}

/// The trait of a provider whose inventory counts for every provider in its aggregates.
const SHARES: &str = "MISC_SHARES_VIA_AGGREGATE";

/// Refuses a provider with a parent, which would be taken for a root, and one that shares its inventory, which would be
/// taken for a candidate of its own.
fn alone<'a>(provider: &mut Provider<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let is_own = provider.root_provider_uuid.is_none_or(|root| provider.uuid == Some(root));
    let refused = |found: &str, expected| Err(from.fault(Cause::WrongType { found: found.to_owned(), expected }));
    if !is_own || provider.parent_provider_uuid.is_some() {
        return refused("a provider with a parent", "one without, because trees are not modelled");
    }
    let shares = provider.traits.iter().flatten().any(|name| *name == SHARES);
    if shares && provider.aggregates.as_ref().is_none_or(|aggregates| !aggregates.is_empty()) {
        return refused("a provider that shares its inventory", "one that does not, because sharing is not modelled");
    }
    Ok(())
}

/// The factor by which an amount may be overcommitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio(pub f64);

impl<'a> Fill<'a> for Ratio {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.0 = from.value().as_number().and_then(nearest_double).ok_or_else(|| from.wrong_type("number"))?;
        Ok(())
    }
}

impl<'a> Read<'a> for Ratio {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self(1.0)
    }
}

impl HasShape for Ratio {
    const SHAPE: &'static Shape = &Shape::Number;
    const OPTIONAL: bool = true;
}

given! {
    /// How much a provider has of a resource class.
    pub(crate) struct Inventory<'a> {
        /// The total amount.
        total: u64,
        /// The reserved amount; 0 unless given.
        reserved: Option<u64>,
        /// The smallest amount in a request; 1 unless given.
        min_unit: Option<u64>,
        /// The largest amount in a request; unlimited unless given.
        max_unit: Option<u64>,
        /// The number of which a requested amount has to be a multiple; 1 unless given.
        step_size: Option<u64>,
        /// The factor by which the amount may be overcommitted; 1 unless given.
        allocation_ratio: Ratio,
        /// The amount that is already allocated; 0 unless given.
        used: Option<u64>,
        /// The generation of the provider, which no query reads.
        resource_provider_generation ["resource_provider_generation"]: Option<Value<'a>>,
    } then possible
}

/// The largest amount that Placement keeps.
const MOST: u64 = i32::MAX as u64;

/// Refuses amounts that Placement does not keep.
fn possible<'a>(inventory: &mut Inventory<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let (from_0, from_1) = ("a whole number from 0 to 2147483647", "a whole number from 1 to 2147483647");
    let amounts = [
        ("total", Some(inventory.total), 1, from_1),
        ("reserved", inventory.reserved, 0, from_0),
        ("min_unit", inventory.min_unit, 1, from_1),
        ("max_unit", inventory.max_unit, 1, from_1),
        ("step_size", inventory.step_size, 1, from_1),
    ];
    for (key, amount, least, expected) in amounts {
        if let Some(number) = amount.filter(|amount| !(least..=MOST).contains(amount)) {
            let cause = Cause::OutOfRange { number: number.to_string(), expected };
            return Err(Fault::at(&PathStep::Key(from.step(), key), cause));
        }
    }
    Ok(())
}

impl<'a> QueryGiven<'a> {
    /// Returns the providers, which have to be given and have uuids of their own. Unless the query is refused, they also
    /// have to say everything that it reads.
    pub(crate) fn providers(&self, query: Option<&Query<'_>>) -> Result<&[Provider<'a>], Undecided> {
        let at = Pointer::to("providers");
        let providers = self.providers.as_deref().ok_or_else(|| not_given("providers", at.clone()))?;
        let reads_traits = query.is_some_and(Query::reads_traits);
        let reads_aggregates = query.is_some_and(Query::reads_aggregates);
        for (index, provider) in providers.iter().enumerate() {
            let members = [
                ("inventory", query.is_some() && provider.inventory.is_none()),
                ("traits", reads_traits && provider.traits.is_none()),
                ("aggregates", reads_aggregates && provider.aggregates.is_none()),
            ];
            if let Some((member, _)) = members.into_iter().find(|(_, lacks)| *lacks) {
                return Err(not_given(member, at.index(index).key(member)));
            }
        }
        let uuids: Index<'_> = providers.iter().map(|provider| provider.uuid.unwrap_or_default()).collect();
        let Some((_, index)) = uuids.repeated().find(|(uuid, _)| !uuid.is_empty()) else { return Ok(providers) };
        let found = "the uuid of another provider".to_owned();
        let cause = Cause::WrongType { found, expected: "one of its own" };
        Err(Fault::new(Pointer::to("given").join(&at.index(index).key("uuid")), cause).into())
    }
}
