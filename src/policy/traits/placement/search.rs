//! How Placement searches for candidates: which checks it makes in which order, and what it refuses or finds.

use super::parameters::{Named, Query, QueryGroup, Traits};
use super::rejection::{Refused, Rejection};
use crate::base::Index;
use crate::policy::traits::bits::Bits;
use crate::wire::words;

words! {
    /// The outcome of a search.
    pub(crate) enum Found {
        /// There are candidates.
        Candidates = "candidates",
        /// The query is understood, but nothing satisfies it.
        NoCandidates = "no-candidates",
        /// The query is refused.
        Rejected = "rejected",
    }
}

words! {
    /// A stage of Placement's search, in order; each group goes through `classes` to `traits` by itself.
    pub(crate) enum Stage {
        /// The conditions on roots are applied.
        Root = "root",
        /// The resource classes have to exist.
        Classes = "classes",
        /// The aggregates are applied.
        Aggregates = "aggregates",
        /// The traits have to exist.
        TraitNames = "trait-names",
        /// The provider that the group has to come from is applied.
        Tree = "tree",
        /// The remaining amounts of each class are compared.
        Capacity = "capacity",
        /// The traits are compared.
        Traits = "traits",
        /// The demands of all groups are combined.
        Together = "together",
    }
}

/// The providers that can be found. No provider has children or shares its resources, so each is a tree of its own.
pub(crate) trait Market {
    /// Returns all providers.
    fn all(&self) -> Bits;
    /// Whether the resource class exists.
    fn knows_class(&self, class: &str) -> bool;
    /// Whether the trait exists.
    fn knows_trait(&self, name: &str) -> bool;
    /// Returns the providers that have this amount of the class left.
    fn offering(&self, class: &str, amount: i128) -> Bits;
    /// Returns the providers that have the trait.
    fn having(&self, name: &str) -> Bits;
    /// Returns the providers in the aggregate.
    fn in_aggregate(&self, uuid: &str) -> Bits;
    /// Returns the provider with the uuid.
    fn named(&self, uuid: &str) -> Bits;
}

/// The order of the stages for each group. If a name does not exist when its stage comes, the query is refused. If a
/// stage leaves no providers, the answer is empty, and mistakes that later stages would find go unnoticed.
pub(crate) const ORDER: [Stage; 6] =
    [Stage::Classes, Stage::Aggregates, Stage::TraitNames, Stage::Tree, Stage::Capacity, Stage::Traits];

/// The result of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step<'q> {
    /// The stage.
    pub stage: Stage,
    /// The suffix of the group.
    pub group: &'q str,
    /// The number of providers left after the stage.
    pub left: usize,
}

/// The result of a search.
#[derive(Debug)]
pub(crate) struct Search<'q> {
    /// The candidates, or the reason why the query is refused.
    pub found: Result<Bits, Refused<'q>>,
    /// The stages that were passed.
    pub steps: Vec<Step<'q>>,
}

/// Searches a market.
pub(crate) fn search<'q>(query: &Query<'q>, market: &dyn Market) -> Search<'q> {
    let mut searcher = Searcher { market, steps: Vec::new() };
    let found = searcher.all_groups(query);
    Search { found, steps: searcher.steps }
}

struct Searcher<'m, 'q> {
    market: &'m dyn Market,
    steps: Vec<Step<'q>>,
}

impl<'q> Searcher<'_, 'q> {
    fn all_groups(&mut self, query: &Query<'q>) -> Result<Bits, Refused<'q>> {
        let mut left = self.root(query)?;
        // No provider meets the conditions on roots. Without conditions, unknown names count even if there are no
        // providers.
        if left.is_empty() && !self.steps.is_empty() {
            return Ok(left);
        }
        let roots = left.clone();
        for group in &query.groups {
            let found = self.group(group, &roots)?;
            left.keep(&found);
            if found.is_empty() {
                return Ok(found);
            }
        }
        self.together(query, &mut left);
        Ok(left)
    }

    fn root(&mut self, query: &Query<'q>) -> Result<Bits, Refused<'q>> {
        let mut roots = self.market.all();
        if !query.root.required.is_empty() || !query.root.forbidden.is_empty() {
            self.check_traits(query.root.required.iter().flatten().chain(&query.root.forbidden))?;
            self.keep_traits(&query.root, &mut roots);
            self.steps.push(Step { stage: Stage::Root, group: "", left: roots.len() });
        }
        Ok(roots)
    }

    fn group(&mut self, group: &QueryGroup<'q>, roots: &Bits) -> Result<Bits, Refused<'q>> {
        let mut left = roots.clone();
        for stage in ORDER {
            let alone = self.stage(stage, group, &mut left)?;
            self.steps.push(Step { stage, group: group.suffix, left: left.len() });
            if alone || left.is_empty() && stage == Stage::Traits {
                return Ok(Bits::none(0));
            }
        }
        Ok(left)
    }

    /// Applies a stage. Returns true if no provider at all passes this stage by itself, whichever were left before.
    fn stage(&self, stage: Stage, group: &QueryGroup<'q>, left: &mut Bits) -> Result<bool, Refused<'q>> {
        let Self { market, .. } = self;
        let traits = &group.traits;
        Ok(match stage {
            Stage::Classes => match group.resources.iter().find(|(class, _)| !market.knows_class(class.name)) {
                Some((class, _)) => return class.refused(Rejection::UnknownResourceClass),
                None => false,
            },
            Stage::Aggregates => {
                let mut members = market.all();
                for any in &group.member_of {
                    let mut some = Bits::none(0);
                    any.iter().for_each(|uuid| some = united(&some, &market.in_aggregate(uuid)));
                    members.keep(&some);
                }
                left.keep(&members);
                group.not_member_of.iter().for_each(|uuid| left.remove(&market.in_aggregate(uuid)));
                !group.member_of.is_empty() && members.is_empty()
            }
            Stage::TraitNames => {
                self.check_traits(traits.required.iter().flatten().chain(&traits.forbidden))?;
                false
            }
            Stage::Tree => group.in_tree.is_some_and(|uuid| {
                let tree = market.named(uuid);
                left.keep(&tree);
                tree.is_empty()
            }),
            Stage::Capacity => {
                // Placement starts from providers that have what is asked for, so a group that only excludes finds
                // nothing.
                let mut nobody = group.resources.is_empty() && traits.required.is_empty() && group.member_of.is_empty();
                for (class, amount) in &group.resources {
                    let mut offering = market.offering(class.name, *amount);
                    if let Some(uuid) = group.in_tree {
                        offering.keep(&market.named(uuid));
                    }
                    nobody |= offering.is_empty();
                    left.keep(&offering);
                }
                nobody
            }
            Stage::Root | Stage::Traits | Stage::Together => {
                self.keep_traits(traits, left);
                false
            }
        })
    }

    fn check_traits<'n>(&self, names: impl Iterator<Item = &'n Named<'q>>) -> Result<(), Refused<'q>>
    where
        'q: 'n,
    {
        let mut names = names;
        match names.find(|named| !self.market.knows_trait(named.name)) {
            Some(named) => named.refused(Rejection::UnknownTrait),
            None => Ok(()),
        }
    }

    fn keep_traits(&self, traits: &Traits<'q>, left: &mut Bits) {
        for any in &traits.required {
            let mut some = Bits::none(0);
            any.iter().for_each(|named| some = united(&some, &self.market.having(named.name)));
            left.keep(&some);
        }
        traits.forbidden.iter().for_each(|named| left.remove(&self.market.having(named.name)));
    }

    /// Combines the groups: one provider has to satisfy all of them together, unless they have to be isolated.
    fn together(&mut self, query: &Query<'q>, left: &mut Bits) {
        if query.groups.len() < 2 {
            return;
        }
        let resources: Vec<&(Named<'q>, i128)> = query.groups.iter().flat_map(|group| &group.resources).collect();
        let classes: Index<'_> = resources.iter().map(|(class, _)| class.name).collect();
        for (class, places) in classes.groups().filter(|(_, places)| places.clone().nth(1).is_some()) {
            let amounts = places.filter_map(|place| Some(resources.get(place)?.1));
            left.keep(&self.market.offering(class, amounts.fold(0, i128::saturating_add)));
        }
        if query.isolate && query.groups.iter().filter(|group| !group.suffix.is_empty()).count() > 1 {
            *left = Bits::none(0);
        }
        self.steps.push(Step { stage: Stage::Together, group: "", left: left.len() });
    }
}

fn united(one: &Bits, other: &Bits) -> Bits {
    let mut both = other.clone();
    both.add(one);
    both
}
