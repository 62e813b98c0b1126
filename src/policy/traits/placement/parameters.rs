//! How Placement reads the parameters of a query for candidates, at a microversion of its API.

use super::microversion::Microversion;
use super::rejection::{Refused, Rejection};
use crate::base::{Index, Interner, Names, python_int};
use crate::policy::traits::flavor::is_suffix;
use crate::wire::Ordered;

/// A query that Placement understood.
#[derive(Default, Debug)]
pub(crate) struct Query<'q> {
    /// The groups in order of first occurrence, which is the order in which Placement looks at them.
    pub groups: Vec<QueryGroup<'q>>,
    /// Whether groups with suffixes have to be satisfied by different providers.
    pub isolate: bool,
    /// The traits that the root of a tree has to have and may not have.
    pub root: Traits<'q>,
    /// The maximum number of candidates in the answer, if there is one.
    pub limit: Option<usize>,
}

impl Query<'_> {
    /// Whether the traits of providers decide anything.
    pub(crate) fn reads_traits(&self) -> bool {
        let mut all = self.groups.iter().map(|group| &group.traits).chain([&self.root]);
        all.any(|traits| !traits.required.is_empty() || !traits.forbidden.is_empty())
    }

    /// Whether the aggregates of providers decide anything.
    pub(crate) fn reads_aggregates(&self) -> bool {
        self.groups.iter().any(|group| !group.member_of.is_empty() || !group.not_member_of.is_empty())
    }
}

/// One group of a query.
#[derive(Default, Debug)]
pub(crate) struct QueryGroup<'q> {
    /// The suffix of the group; empty if it has none.
    pub suffix: &'q str,
    /// The index of the first parameter of the group.
    pub place: usize,
    /// Amounts by class.
    pub resources: Vec<(Named<'q>, i128)>,
    /// The conditions on traits.
    pub traits: Traits<'q>,
    /// The aggregates: the provider has to be in at least one of each list.
    pub member_of: Vec<Vec<&'q str>>,
    /// The aggregates that the provider may not be in.
    pub not_member_of: Vec<&'q str>,
    /// The provider that the group has to come from.
    pub in_tree: Option<&'q str>,
}

/// Conditions on traits.
#[derive(Default, Debug)]
pub(crate) struct Traits<'q> {
    /// The required traits: at least one of each list.
    pub required: Vec<Vec<Named<'q>>>,
    /// The forbidden traits.
    pub forbidden: Vec<Named<'q>>,
}

/// A trait or a class, and the parameter that names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'q> {
    /// The name of the trait or the class.
    pub name: &'q str,
    /// The index of the parameter in the query.
    pub place: usize,
}

impl<'q> Named<'q> {
    /// Refuses the query because of this name.
    pub(crate) fn refused<T>(self, reason: Rejection) -> Result<T, Refused<'q>> {
        refused(reason, self.name, Some(self.place))
    }
}

fn refused<T>(reason: Rejection, about: &str, place: Option<usize>) -> Result<T, Refused<'_>> {
    Err(Refused { reason, about, place })
}

/// One parameter.
#[derive(Clone, Copy)]
struct Parameter<'q> {
    place: usize,
    key: &'q str,
    value: &'q str,
}

impl<'q> Parameter<'q> {
    fn refused<T>(self, reason: Rejection) -> Result<T, Refused<'q>> {
        refused(reason, self.key, Some(self.place))
    }

    fn named(self, name: &'q str) -> Named<'q> {
        Named { name, place: self.place }
    }
}

const SUFFIXED: Microversion = Microversion::minor(25);

/// The parameters that each group can have, and the versions that add them.
const OF_GROUPS: [(&str, Microversion); 4] = [
    ("resources", Microversion::minor(10)),
    ("required", Microversion::minor(17)),
    ("member_of", Microversion::minor(21)),
    ("in_tree", Microversion::minor(31)),
];

/// The parameters of a whole query, and the versions that add them.
const OF_QUERIES: [(&str, Microversion); 4] = [
    ("limit", Microversion::minor(16)),
    ("group_policy", SUFFIXED),
    ("root_required", Microversion::minor(35)),
    ("same_subtree", Microversion::minor(36)),
];

/// The parameters of one query.
pub(crate) struct Parameters<'q> {
    all: Vec<Parameter<'q>>,
    by_key: Index<'q>,
    version: Microversion,
}

impl<'q> Parameters<'q> {
    /// Takes the parameters of a query, as names and values, and the microversion.
    pub(crate) fn new(pairs: &'q [(&'q str, &'q str)], version: Microversion) -> Self {
        let parameter = |(place, (key, value)): (usize, &(&'q str, &'q str))| Parameter { place, key, value };
        let all: Vec<Parameter<'_>> = pairs.iter().enumerate().map(parameter).collect();
        Self { by_key: all.iter().map(|parameter| parameter.key).collect(), all, version }
    }

    /// Reads the query. The refusal names the first mistake in the order of these checks.
    pub(crate) fn read(&self) -> Result<Query<'q>, Refused<'q>> {
        self.check_names()?;
        let root = self.root()?;
        let together = self.same_subtree()?;
        let groups = self.groups()?;
        self.check_resources(&groups, &together)?;
        check_conflicts(&groups)?;
        let policy = self.all("group_policy").next();
        let second = groups.iter().filter(|group| !group.suffix.is_empty()).nth(1);
        if let (None, Some(second)) = (policy, second) {
            return refused(Rejection::GroupPolicyMissing, "group_policy", Some(second.place));
        }
        // Placement itself chooses which candidates to leave out; 0 leaves out none.
        let limit = match self.all("limit").next() {
            None => None,
            Some(limit) => match python_int(limit.value) {
                Some(limit) => Some(usize::try_from(limit).unwrap_or(usize::MAX)).filter(|limit| *limit > 0),
                None => return limit.refused(Rejection::Malformed),
            },
        };
        Ok(Query { groups, isolate: policy.is_some_and(|policy| policy.value == "isolate"), root, limit })
    }

    fn all<'s>(&'s self, key: &str) -> impl DoubleEndedIterator<Item = Parameter<'q>> + use<'s, 'q> {
        self.by_key.places(key).filter_map(|place| self.all.get(place).copied())
    }

    /// Returns the kind of parameter and the suffix of its group.
    fn group_key(&self, key: &'q str) -> Option<(&'static str, &'q str)> {
        let of_group = |(kind, since): &(&'static str, Microversion)| {
            let suffix = key.strip_prefix(kind).filter(|_| *since <= self.version)?;
            let known = match suffix {
                "" => true,
                _ if self.version >= Microversion::minor(33) => is_suffix(suffix),
                _ => {
                    let digits = suffix.bytes().all(|byte| byte.is_ascii_digit()) && !suffix.starts_with('0');
                    digits && self.version >= SUFFIXED
                }
            };
            known.then_some((*kind, suffix))
        };
        OF_GROUPS.iter().find_map(of_group)
    }

    fn check_names(&self) -> Result<(), Refused<'q>> {
        if self.version < Microversion::minor(10) {
            return refused(Rejection::NotFound, "", None);
        }
        let policy = self.all("group_policy").next();
        if self.version < SUFFIXED && self.all("resources").next().is_none() {
            // Without a group that these versions know, Placement first misses the parameter `resources`. If there is a
            // policy, the refusal is about the policy.
            let first = self.all.first();
            let about = first.map(|first| first.key).unwrap_or_default();
            return match (policy, first) {
                (Some(policy), _) => refused(Rejection::GroupPolicyMissing, about, Some(policy.place)),
                (None, Some(first)) => first.refused(Rejection::ParameterNotSupported),
                (None, None) => refused(Rejection::NoResources, about, None),
            };
        }
        let known = |key: &'q str| {
            OF_QUERIES.iter().any(|(name, since)| *name == key && *since <= self.version)
                || self.group_key(key).is_some()
        };
        if let Some(unknown) = self.all.iter().find(|parameter| !known(parameter.key)) {
            return unknown.refused(Rejection::ParameterNotSupported);
        }
        // The last value of a repeated limit or policy is checked, but the first one counts.
        let is_limit =
            |text: &str| !text.starts_with('0') && !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
        if let Some(limit) = self.all("limit").next_back().filter(|limit| !is_limit(limit.value)) {
            return limit.refused(Rejection::Malformed);
        }
        match self.all("group_policy").next_back() {
            Some(policy) if !matches!(policy.value, "none" | "isolate") => policy.refused(Rejection::Malformed),
            _ => Ok(()),
        }
    }

    fn root(&self) -> Result<Traits<'q>, Refused<'q>> {
        let mut values = self.all("root_required");
        let Some(first) = values.next() else { return Ok(Traits::default()) };
        if let Some(second) = values.next() {
            return second.refused(Rejection::DuplicateParameter);
        }
        if first.value.starts_with("in:") {
            return first.refused(Rejection::AnyOfNotSupported);
        }
        let traits = self.traits(first)?;
        match conflict(&traits) {
            Some(named) => named.refused(Rejection::ConflictingTraits),
            None => Ok(traits),
        }
    }

    /// Returns the suffixes that have to share a tree, each with the first parameter that names it.
    fn same_subtree(&self) -> Result<Ordered<&'q str, usize>, Refused<'q>> {
        let mut suffixes = Vec::new();
        for parameter in self.all("same_subtree") {
            for suffix in parameter.value.split(',').map(str::trim) {
                if suffix.is_empty() {
                    return parameter.refused(Rejection::Malformed);
                }
                suffixes.push((suffix, parameter.place));
            }
        }
        let index: Index<'_> = suffixes.iter().map(|(suffix, _)| *suffix).collect();
        Ok(index.sorted().filter_map(|(_, place)| suffixes.get(place).copied()).collect())
    }

    fn groups(&self) -> Result<Vec<QueryGroup<'q>>, Refused<'q>> {
        let mut groups: Vec<QueryGroup<'q>> = Vec::new();
        let mut suffixes = Interner::default();
        for parameter in self.all.iter().copied() {
            let Some((kind, suffix)) = self.group_key(parameter.key) else { continue };
            let place = suffixes.intern(suffix);
            if place == groups.len() {
                groups.push(QueryGroup { suffix, place: parameter.place, ..QueryGroup::default() });
            }
            let Some(group) = groups.get_mut(place) else { continue };
            match kind {
                // The last of several values counts.
                "resources" => group.resources = resources(parameter)?,
                "in_tree" => group.in_tree = Some(uuid(parameter, parameter.value.trim())?),
                // All values of these parameters are read when the first one occurs.
                _ if self.by_key.find(parameter.key) != Some(parameter.place) => {}
                "required" => group.traits = self.required(parameter.key)?,
                _ => (group.member_of, group.not_member_of) = self.member_of(parameter.key)?,
            }
        }
        Ok(groups)
    }

    fn required(&self, key: &'q str) -> Result<Traits<'q>, Refused<'q>> {
        let mut all = Traits::default();
        let repeatable = self.version >= Microversion::minor(39);
        let last = self.all(key).next_back().filter(|_| !repeatable);
        for parameter in self.all(key).filter(|_| repeatable).chain(last) {
            let Traits { required, forbidden } = self.traits(parameter)?;
            all.required.extend(required);
            all.forbidden.extend(forbidden);
        }
        Ok(all)
    }

    fn traits(&self, parameter: Parameter<'q>) -> Result<Traits<'q>, Refused<'q>> {
        let named = |name| parameter.named(name);
        if let Some(list) = parameter.value.strip_prefix("in:") {
            let any: Vec<&str> = list.split(',').map(str::trim).collect();
            return match () {
                () if self.version < Microversion::minor(39) => parameter.refused(Rejection::AnyOfNotSupported),
                () if any.contains(&"") => parameter.refused(Rejection::EmptyTraitName),
                () if any.iter().any(|name| name.starts_with('!')) => {
                    parameter.refused(Rejection::ForbiddenInsideAnyOf)
                }
                () => Ok(Traits { required: vec![any.into_iter().map(named).collect()], forbidden: Vec::new() }),
            };
        }
        let (forbidden, required): (Vec<&str>, Vec<&str>) =
            parameter.value.split(',').map(str::trim).partition(|name| name.starts_with('!'));
        let forbidden: Vec<&str> = forbidden.into_iter().map(|name| name.trim_start_matches('!')).collect();
        if self.version < Microversion::minor(22) && !forbidden.is_empty() {
            return parameter.refused(Rejection::ForbiddenNotSupported);
        }
        if required.contains(&"") || forbidden.contains(&"") {
            return parameter.refused(Rejection::EmptyTraitName);
        }
        Ok(Traits {
            required: required.into_iter().map(|name| vec![named(name)]).collect(),
            forbidden: forbidden.into_iter().map(named).collect(),
        })
    }

    #[allow(clippy::type_complexity, reason = "the two lists have no life of their own")]
    fn member_of(&self, key: &'q str) -> Result<(Vec<Vec<&'q str>>, Vec<&'q str>), Refused<'q>> {
        if let Some(second) = self.all(key).nth(1).filter(|_| self.version < Microversion::minor(24)) {
            return second.refused(Rejection::DuplicateParameter);
        }
        let (mut members, mut strangers) = (Vec::new(), Vec::new());
        for parameter in self.all(key) {
            let value = parameter.value;
            let (forbids, list) = value.strip_prefix('!').map_or((false, value), |rest| (true, rest));
            let uuids: Vec<&str> = match list.strip_prefix("in:") {
                Some(list) => list.split(',').collect(),
                None => vec![list],
            };
            for text in &uuids {
                uuid(parameter, text)?;
            }
            match forbids {
                false => members.push(uuids),
                true if self.version < Microversion::minor(32) => {
                    return parameter.refused(Rejection::ForbiddenAggregateNotSupported);
                }
                true => strangers.extend(uuids),
            }
        }
        Ok((members, strangers))
    }

    /// Checks that each group without resources has to share a tree with another group.
    fn check_resources(
        &self,
        groups: &[QueryGroup<'q>],
        together: &Ordered<&'q str, usize>,
    ) -> Result<(), Refused<'q>> {
        let mut without = groups.iter().filter(|group| group.resources.is_empty()).peekable();
        if groups.is_empty() || self.version >= Microversion::minor(36) && without.clone().count() == groups.len() {
            return refused(Rejection::NoResources, "resources", groups.first().map(|group| group.place));
        }
        if let Some(group) = without.find(|group| together.get(group.suffix).is_none()) {
            return refused(Rejection::GroupWithoutResources, group.suffix, Some(group.place));
        }
        let known: Names<'_> = groups.iter().map(|group| group.suffix).collect();
        match together.iter().find(|(suffix, _)| !known.contains(suffix)) {
            Some((suffix, place)) => refused(Rejection::Malformed, suffix, Some(*place)),
            None => Ok(()),
        }
    }
}

fn check_conflicts<'q>(groups: &[QueryGroup<'q>]) -> Result<(), Refused<'q>> {
    match groups.iter().find_map(|group| conflict(&group.traits)) {
        Some(named) => named.refused(Rejection::ConflictingTraits),
        None => Ok(()),
    }
}

/// Returns a required trait that is also forbidden, or the first of an any-of list whose traits are all forbidden.
fn conflict<'q>(traits: &Traits<'q>) -> Option<Named<'q>> {
    let forbidden: Names<'_> = traits.forbidden.iter().map(|named| named.name).collect();
    let all = |any: &&Vec<Named<'q>>| any.iter().all(|named| forbidden.contains(named.name));
    traits.required.iter().find(all).and_then(|any| any.first().copied())
}

fn resources<'q>(parameter: Parameter<'q>) -> Result<Vec<(Named<'q>, i128)>, Refused<'q>> {
    let Parameter { place, key, value } = parameter;
    if value.trim().is_empty() {
        let suffix = key.strip_prefix("resources").unwrap_or_default();
        return refused(Rejection::GroupWithoutResources, suffix, Some(place));
    }
    let mut resources: Vec<(Named<'q>, i128)> = Vec::new();
    let mut classes = Interner::default();
    for part in value.split(',') {
        let pair = part.split_once(':').filter(|(_, amount)| !amount.contains(':'));
        let amount = pair.and_then(|(class, amount)| Some((class, python_int(amount).filter(|amount| *amount > 0)?)));
        let Some((class, amount)) = amount else { return parameter.refused(Rejection::Malformed) };
        match resources.get_mut(classes.intern(class)) {
            Some(known) => known.1 = amount,
            None => resources.push((parameter.named(class), amount)),
        }
    }
    Ok(resources)
}

fn uuid<'q>(parameter: Parameter<'q>, text: &'q str) -> Result<&'q str, Refused<'q>> {
    let digits = text.replace("urn:", "").replace("uuid:", "");
    let digits: String = digits.trim_matches(['{', '}']).chars().filter(|character| *character != '-').collect();
    let is_uuid = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_uuid { Ok(text) } else { parameter.refused(Rejection::Malformed) }
}
