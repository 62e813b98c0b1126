//! How Placement looks for candidates: what it checks in which order, and what it refuses or finds.

use super::parameters::{Named, Query, QueryGroup, Refused, Traits};
use super::rejection::Rejection;
use crate::base::Index;
use crate::policy::traits::bits::Bits;
use crate::wire::words;

words! {
    /// What a search comes to.
    pub(crate) enum Found {
        /// There are candidates.
        Candidates = "candidates",
        /// The question is understood, and nothing fits.
        NoCandidates = "no-candidates",
        /// The question is refused.
        Rejected = "rejected",
    }
}

words! {
    /// What Placement looks at, one after another; each group by itself from `classes` to `traits`.
    pub(crate) enum Stage {
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

/// What there is to be found. Nobody here has children or shares what it has, so each provider is a tree of its own.
pub(crate) trait Market {
    /// All providers.
    fn all(&self) -> Bits;
    /// Whether a resource class exists.
    fn knows_class(&self, class: &str) -> bool;
    /// Whether a trait exists.
    fn knows_trait(&self, name: &str) -> bool;
    /// Who has so much of a class left.
    fn offering(&self, class: &str, amount: i128) -> Bits;
    /// Who has a trait.
    fn having(&self, name: &str) -> Bits;
    /// Who is in an aggregate.
    fn in_aggregate(&self, uuid: &str) -> Bits;
    /// Who is this provider.
    fn named(&self, uuid: &str) -> Bits;
}

/// The order in which each group is looked at. Where a stage that names things meets a name that does not exist, the
/// query is refused; where a stage leaves nobody, the answer is empty and what comes after it goes unnoticed.
pub(crate) const ORDER: [Stage; 6] =
    [Stage::Classes, Stage::Aggregates, Stage::TraitNames, Stage::Tree, Stage::Capacity, Stage::Traits];

/// What a stage left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step<'q> {
    /// The stage.
    pub stage: Stage,
    /// The suffix of the group.
    pub group: &'q str,
    /// How many providers were left after it.
    pub left: usize,
}

/// The result of a search.
#[derive(Debug)]
pub(crate) struct Search<'q> {
    /// The candidates, or why the query is refused.
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
        // Nobody meets the conditions on roots; without any, even an empty market hears what does not exist.
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

    /// Applies a stage. True: no provider at all passes it by itself, whichever were left before.
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
                // Placement starts from who has what is asked for; a group that only rules out finds nobody.
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

    /// What several groups ask of one provider it has to have for all of them, unless they have to be apart.
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
