//! How Placement reads the parameters of a query for candidates, at some version of its API.

use std::collections::{BTreeMap, BTreeSet};

use super::extra_specs::is_suffix;
use super::microversion::Microversion;
use super::question::placement::Rejection;
use crate::base::python_int;

/// A query that Placement understood.
#[derive(Default, Debug)]
pub struct Query<'q> {
    /// The groups in the order in which they first come up, which is the order they are looked at.
    pub groups: Vec<QueryGroup<'q>>,
    /// Whether two groups with suffixes have to come from different providers.
    pub isolate: bool,
    /// What the root of a tree has to have and may not have.
    pub root: Traits<'q>,
}

/// One group of a query.
#[derive(Default, Debug)]
pub struct QueryGroup<'q> {
    /// Its suffix, empty where it has none.
    pub suffix: &'q str,
    /// Amounts by class.
    pub resources: Vec<(&'q str, i128)>,
    /// Its traits.
    pub traits: Traits<'q>,
    /// Aggregates: one of each list.
    pub member_of: Vec<Vec<&'q str>>,
    /// Aggregates it may not be in.
    pub not_member_of: Vec<&'q str>,
    /// The provider it has to be.
    pub in_tree: Option<&'q str>,
}

/// Conditions on traits.
#[derive(Default, Debug)]
pub struct Traits<'q> {
    /// At least one of each list.
    pub required: Vec<Vec<&'q str>>,
    /// None of these.
    pub forbidden: Vec<&'q str>,
}

/// Why a query is refused, with what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused<'q> {
    /// The reason.
    pub reason: Rejection,
    /// The parameter, the trait or the class.
    pub about: &'q str,
}

fn refused<T>(reason: Rejection, about: &str) -> Result<T, Refused<'_>> {
    Err(Refused { reason, about })
}

const SUFFIXED: Microversion = Microversion::minor(25);

/// The parameters that can be repeated for each group, and the version that brings them.
const OF_GROUPS: [(&str, Microversion); 4] = [
    ("resources", Microversion::minor(10)),
    ("required", Microversion::minor(17)),
    ("member_of", Microversion::minor(21)),
    ("in_tree", Microversion::minor(31)),
];

/// The parameters of a whole query, and the version that brings them.
const OF_QUERIES: [(&str, Microversion); 4] = [
    ("limit", Microversion::minor(16)),
    ("group_policy", SUFFIXED),
    ("root_required", Microversion::minor(35)),
    ("same_subtree", Microversion::minor(36)),
];

/// The parameters of one query.
pub struct Parameters<'q> {
    pairs: &'q [(&'q str, &'q str)],
    values: BTreeMap<&'q str, Vec<&'q str>>,
    version: Microversion,
}

impl<'q> Parameters<'q> {
    /// Parameters at a version.
    pub fn new(pairs: &'q [(&'q str, &'q str)], version: Microversion) -> Self {
        let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (key, value) in pairs {
            values.entry(key).or_default().push(value);
        }
        Self { pairs, values, version }
    }

    /// Reads them. What is wrong first in this order is what the refusal names.
    pub fn read(&self) -> Result<Query<'q>, Refused<'q>> {
        self.check_names()?;
        let root = self.root()?;
        let together = self.same_subtree()?;
        let groups = self.groups()?;
        self.check_resources(&groups, &together)?;
        check_conflicts(&groups)?;
        let policy = self.all("group_policy").next();
        if policy.is_none() && groups.iter().filter(|group| !group.suffix.is_empty()).count() > 1 {
            return refused(Rejection::GroupPolicyMissing, "group_policy");
        }
        Ok(Query { groups, isolate: policy == Some("isolate"), root })
    }

    fn all(&self, key: &str) -> impl DoubleEndedIterator<Item = &'q str> + '_ {
        self.values.get(key).into_iter().flatten().copied()
    }

    /// The kind of parameter and the suffix of its group.
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
            return refused(Rejection::NotFound, "");
        }
        let policy = self.all("group_policy").next();
        if self.version < SUFFIXED && self.all("resources").next().is_none() {
            // Without a group that these versions know, the first thing missed is the parameter `resources`; where a
            // policy stands beside it, the refusal is about the policy.
            let reason = match (policy, self.pairs.first()) {
                (Some(_), _) => Rejection::GroupPolicyMissing,
                (None, Some(_)) => Rejection::ParameterNotSupported,
                (None, None) => Rejection::NoResources,
            };
            return refused(reason, self.pairs.first().map(|(key, _)| *key).unwrap_or_default());
        }
        let known = |key: &'q str| {
            OF_QUERIES.iter().any(|(name, since)| *name == key && *since <= self.version)
                || self.group_key(key).is_some()
        };
        if let Some((key, _)) = self.pairs.iter().find(|(key, _)| !known(key)) {
            return refused(Rejection::ParameterNotSupported, key);
        }
        // A repeated policy is checked by its last value, and counts by its first.
        match self.all("group_policy").next_back() {
            Some(policy) if !matches!(policy, "none" | "isolate") => refused(Rejection::Malformed, "group_policy"),
            _ => Ok(()),
        }
    }

    fn root(&self) -> Result<Traits<'q>, Refused<'q>> {
        let mut values = self.all("root_required");
        let Some(value) = values.next() else { return Ok(Traits::default()) };
        if values.next().is_some() {
            return refused(Rejection::DuplicateParameter, "root_required");
        }
        if value.starts_with("in:") {
            return refused(Rejection::AnyOfNotSupported, "root_required");
        }
        let traits = self.traits("root_required", value)?;
        match conflict(&traits) {
            Some(name) => refused(Rejection::ConflictingTraits, name),
            None => Ok(traits),
        }
    }

    fn same_subtree(&self) -> Result<BTreeSet<&'q str>, Refused<'q>> {
        let suffixes: BTreeSet<&str> =
            self.all("same_subtree").flat_map(|value| value.split(',')).map(str::trim).collect();
        if suffixes.contains("") { refused(Rejection::Malformed, "same_subtree") } else { Ok(suffixes) }
    }

    fn groups(&self) -> Result<Vec<QueryGroup<'q>>, Refused<'q>> {
        let mut groups: Vec<QueryGroup<'q>> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut read: BTreeSet<&str> = BTreeSet::new();
        for (key, value) in self.pairs {
            let Some((kind, suffix)) = self.group_key(key) else { continue };
            let place = *places.entry(suffix).or_insert(groups.len());
            if place == groups.len() {
                groups.push(QueryGroup { suffix, ..QueryGroup::default() });
            }
            let Some(group) = groups.get_mut(place) else { continue };
            match kind {
                // Of a repeated one the last counts.
                "resources" => group.resources = resources(key, value)?,
                "in_tree" => group.in_tree = Some(uuid(key, value.trim())?),
                // All the values of these are read when the first comes up.
                _ if !read.insert(key) => {}
                "required" => group.traits = self.required(key)?,
                _ => (group.member_of, group.not_member_of) = self.member_of(key)?,
            }
        }
        Ok(groups)
    }

    fn required(&self, key: &'q str) -> Result<Traits<'q>, Refused<'q>> {
        let mut all = Traits::default();
        let repeatable = self.version >= Microversion::minor(39);
        let last = self.all(key).next_back().filter(|_| !repeatable);
        for value in self.all(key).filter(|_| repeatable).chain(last) {
            let Traits { required, forbidden } = self.traits(key, value)?;
            all.required.extend(required);
            all.forbidden.extend(forbidden);
        }
        Ok(all)
    }

    fn traits(&self, key: &'q str, value: &'q str) -> Result<Traits<'q>, Refused<'q>> {
        if let Some(list) = value.strip_prefix("in:") {
            let any: Vec<&str> = list.split(',').map(str::trim).collect();
            return match () {
                () if self.version < Microversion::minor(39) => refused(Rejection::AnyOfNotSupported, key),
                () if any.contains(&"") => refused(Rejection::EmptyTraitName, key),
                () if any.iter().any(|name| name.starts_with('!')) => refused(Rejection::ForbiddenInsideAnyOf, key),
                () => Ok(Traits { required: vec![any], forbidden: Vec::new() }),
            };
        }
        let (forbidden, required): (Vec<&str>, Vec<&str>) =
            value.split(',').map(str::trim).partition(|name| name.starts_with('!'));
        let forbidden: Vec<&str> = forbidden.into_iter().map(|name| name.trim_start_matches('!')).collect();
        if self.version < Microversion::minor(22) && !forbidden.is_empty() {
            return refused(Rejection::ForbiddenNotSupported, key);
        }
        if required.contains(&"") || forbidden.contains(&"") {
            return refused(Rejection::EmptyTraitName, key);
        }
        Ok(Traits { required: required.into_iter().map(|name| vec![name]).collect(), forbidden })
    }

    #[allow(clippy::type_complexity, reason = "the two lists have no life of their own")]
    fn member_of(&self, key: &'q str) -> Result<(Vec<Vec<&'q str>>, Vec<&'q str>), Refused<'q>> {
        if self.version < Microversion::minor(24) && self.all(key).nth(1).is_some() {
            return refused(Rejection::DuplicateParameter, key);
        }
        let (mut members, mut strangers) = (Vec::new(), Vec::new());
        for value in self.all(key) {
            let (forbids, list) = value.strip_prefix('!').map_or((false, value), |rest| (true, rest));
            let uuids: Vec<&str> = match list.strip_prefix("in:") {
                Some(list) => list.split(',').collect(),
                None => vec![list],
            };
            for text in &uuids {
                uuid(key, text)?;
            }
            match forbids {
                false => members.push(uuids),
                true if self.version < Microversion::minor(32) => {
                    return refused(Rejection::ForbiddenAggregateNotSupported, key);
                }
                true => strangers.extend(uuids),
            }
        }
        Ok((members, strangers))
    }

    /// A group without resources is only for those that have to share a tree with another.
    fn check_resources(&self, groups: &[QueryGroup<'q>], together: &BTreeSet<&'q str>) -> Result<(), Refused<'q>> {
        let mut without = groups.iter().filter(|group| group.resources.is_empty()).peekable();
        if groups.is_empty() || self.version >= Microversion::minor(36) && without.clone().count() == groups.len() {
            return refused(Rejection::NoResources, "resources");
        }
        if let Some(group) = without.find(|group| !together.contains(group.suffix)) {
            return refused(Rejection::GroupWithoutResources, group.suffix);
        }
        let known: BTreeSet<&str> = groups.iter().map(|group| group.suffix).collect();
        match together.difference(&known).next() {
            Some(suffix) => refused(Rejection::Malformed, suffix),
            None => Ok(()),
        }
    }
}

fn check_conflicts<'q>(groups: &[QueryGroup<'q>]) -> Result<(), Refused<'q>> {
    match groups.iter().find_map(|group| conflict(&group.traits)) {
        Some(name) => refused(Rejection::ConflictingTraits, name),
        None => Ok(()),
    }
}

/// A required trait, or a whole list of which one is required, that is forbidden too.
fn conflict<'q>(traits: &Traits<'q>) -> Option<&'q str> {
    let forbidden: BTreeSet<&str> = traits.forbidden.iter().copied().collect();
    let all = |any: &&Vec<&'q str>| any.iter().all(|name| forbidden.contains(name));
    traits.required.iter().find(all).and_then(|any| any.first().copied())
}

fn resources<'q>(key: &'q str, value: &'q str) -> Result<Vec<(&'q str, i128)>, Refused<'q>> {
    if value.trim().is_empty() {
        return refused(Rejection::GroupWithoutResources, key.strip_prefix("resources").unwrap_or_default());
    }
    let mut resources: Vec<(&str, i128)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for part in value.split(',') {
        let pair = part.split_once(':').filter(|(_, amount)| !amount.contains(':'));
        let amount = pair.and_then(|(class, amount)| Some((class, python_int(amount).filter(|amount| *amount > 0)?)));
        let Some((class, amount)) = amount else { return refused(Rejection::Malformed, key) };
        let place = *places.entry(class).or_insert(resources.len());
        match resources.get_mut(place) {
            Some(known) => known.1 = amount,
            None => resources.push((class, amount)),
        }
    }
    Ok(resources)
}

fn uuid<'q>(key: &'q str, text: &'q str) -> Result<&'q str, Refused<'q>> {
    let digits = text.replace("urn:", "").replace("uuid:", "");
    let digits: String = digits.trim_matches(['{', '}']).chars().filter(|character| *character != '-').collect();
    let is_uuid = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_uuid { Ok(text) } else { refused(Rejection::Malformed, key) }
}
