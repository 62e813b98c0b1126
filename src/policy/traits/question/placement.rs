//! The question that Placement answers.

use crate::policy::traits::microversion::Microversion;
use crate::wire::{Ordered, Value, answer, given, words};

given! {
    /// A query, and the providers it is asked of.
    pub struct QueryGiven<'a> {
        /// The providers, none of which has children.
        providers: Vec<Provider<'a>>,
        /// The parameters of the query, each as name and value.
        query: Vec<(&'a str, &'a str)>,
        /// The version of the API.
        microversion: Microversion,
        /// Custom traits that were created, whether anybody has them; with standard names among them, those are all the
        /// standard ones that this Placement knows.
        known_traits ["knownTraits"]: Vec<&'a str>,
    }
}

given! {
    /// A resource provider.
    foreign pub struct Provider<'a> {
        /// Its name.
        name: &'a str,
        /// Its uuid.
        uuid: Option<&'a str>,
        /// What it has, by class.
        inventory: Ordered<&'a str, Inventory<'a>>,
        /// Its traits.
        traits: Vec<&'a str>,
        /// The aggregates it is in.
        aggregates: Vec<&'a str>,
    }
}

given! {
    /// How much a provider has of a class.
    foreign pub struct Inventory<'a> {
        /// In all.
        total: u64,
        /// Not to be given out.
        reserved: Option<u64>,
        /// The least that can be asked for at once.
        min_unit: Option<u64>,
        /// The most that can be asked for at once.
        max_unit: Option<u64>,
        /// What an amount has to be a multiple of.
        step_size: Option<u64>,
        /// How often each unit may be given out, as a number.
        allocation_ratio: Option<Value<'a>>,
        /// Given out already.
        used: Option<u64>,
    }
}

answer! {
    /// What Placement answers.
    pub struct Queried<'a> {
        /// What it comes to.
        outcome: Found,
        /// The names of the providers that could be taken, sorted.
        candidates: Vec<&'a str>,
        /// The status of the response, where the query is refused.
        status: Option<u16>,
        /// Why it is refused.
        reason: Option<Rejection>,
        /// How many providers were left after each stage, in the order of the stages.
        steps: Vec<Left>,
    }
}

answer! {
    /// What a stage left.
    pub struct Left {
        /// The stage.
        stage: Stage,
        /// The suffix of the group, for those that look at one.
        group: Option<String>,
        /// How many providers were left.
        left: usize,
    }
}

words! {
    /// What a search comes to.
    pub enum Found {
        /// There are candidates.
        Candidates = "candidates",
        /// The question is understood, and nobody fits.
        NoCandidates = "no-candidates",
        /// The question is refused.
        Rejected = "rejected",
    }
}

words! {
    /// What Placement looks at, one after another; each group by itself from `classes` to `traits`.
    pub enum Stage {
        /// The conditions on roots.
        Root = "root",
        /// Whether the resource classes exist.
        Classes = "classes",
        /// The aggregates.
        Aggregates = "aggregates",
        /// Whether the traits exist.
        TraitNames = "trait-names",
        /// The one provider that is meant.
        Tree = "tree",
        /// How much is left of each class.
        Capacity = "capacity",
        /// The traits.
        Traits = "traits",
        /// What the groups ask for together.
        Together = "together",
    }
}

words! {
    /// Why Placement refuses a query.
    pub enum Rejection {
        /// A trait that nobody ever created.
        UnknownTrait = "unknown-trait",
        /// A resource class that nobody ever created.
        UnknownResourceClass = "unknown-resource-class",
        /// A trait that is required and forbidden.
        ConflictingTraits = "conflicting-traits",
        /// A group that asks for traits and no resources.
        GroupWithoutResources = "group-without-resources",
        /// Several groups with suffixes, and no policy for them.
        GroupPolicyMissing = "group-policy-missing",
        /// An empty name in a list of traits.
        EmptyTraitName = "empty-trait-name",
        /// A list of which one is required, before there is such a thing.
        AnyOfNotSupported = "any-of-not-supported",
        /// A forbidden trait, before there is such a thing.
        ForbiddenNotSupported = "forbidden-not-supported",
        /// A forbidden trait in a list of which one is required.
        ForbiddenInsideAnyOf = "forbidden-inside-any-of",
        /// A forbidden aggregate, before there is such a thing.
        ForbiddenAggregateNotSupported = "forbidden-aggregate-not-supported",
        /// A parameter that may stand there once.
        DuplicateParameter = "duplicate-parameter",
        /// A parameter that this version does not have.
        ParameterNotSupported = "parameter-not-supported",
        /// No group asks for resources.
        NoResources = "no-resources",
        /// A parameter that cannot be read.
        Malformed = "malformed-parameter",
        /// A version before there were candidates.
        NotFound = "not-found",
    }
}

impl Rejection {
    /// The status of the response.
    pub fn status(self) -> u16 {
        if self == Self::NotFound { 404 } else { 400 }
    }
}
