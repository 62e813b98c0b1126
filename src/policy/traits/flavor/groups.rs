//! What a flavor and an image ask Placement for: groups of resources and traits, and the query that they form.

use super::spec_key::{Asks, SpecKey};
use crate::base::sort::sort;
use crate::base::{Index, Names, python_int};
use crate::policy::traits::documents::{Flavor, Image};
use crate::policy::traits::names::{is_custom, is_standard_class};
use crate::wire::Ordered;

/// The groups of a request, by suffix.
#[derive(Default, Debug)]
pub(crate) struct Groups<'a> {
    /// The groups by suffix, sorted; the group without a suffix has the empty text as its key.
    pub by_suffix: Ordered<&'a str, Group<'a>>,
    /// The policy for groups with suffixes, `none` or `isolate`, which says whether they may share a provider.
    pub policy: Option<&'a str>,
}

/// The requirements that one provider has to meet.
#[derive(Default, Debug)]
pub(crate) struct Group<'a> {
    /// Amounts by class, sorted.
    pub resources: Vec<(&'a str, i128)>,
    /// The required traits.
    pub required: Names<'a>,
    /// The forbidden traits.
    pub forbidden: Names<'a>,
}

/// The demand of one key.
#[derive(Clone, Copy)]
enum Demand<'a> {
    Amount(&'a str, i128),
    Required(&'a str),
    Forbidden(&'a str),
}

impl<'a> Group<'a> {
    /// Combines the demands of one suffix. The last amount of each class counts; an amount of 0 is dropped.
    fn of(demands: &[Demand<'a>]) -> Self {
        let amount = |demand: &Demand<'a>| match demand {
            Demand::Amount(class, amount) => Some((*class, *amount)),
            _ => None,
        };
        let amounts: Vec<(&str, i128)> = demands.iter().filter_map(amount).collect();
        let classes: Index<'_> = amounts.iter().map(|(class, _)| *class).collect();
        let last = classes.groups().filter_map(|(_, mut places)| amounts.get(places.next_back()?).copied());
        let required = demands.iter().filter_map(|demand| match demand {
            Demand::Required(name) => Some(*name),
            _ => None,
        });
        let forbidden = demands.iter().filter_map(|demand| match demand {
            Demand::Forbidden(name) => Some(*name),
            _ => None,
        });
        Self {
            resources: last.filter(|(_, amount)| *amount != 0).collect(),
            required: required.collect(),
            forbidden: forbidden.collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.required.is_empty() && self.forbidden.is_empty()
    }
}

impl<'a> Groups<'a> {
    /// Reads the extra specs, then the image, and then adds the flavor's own sizes for classes that no group mentions.
    pub(crate) fn read(flavor: &Flavor<'a>, image: Option<&Image<'a>>, boot_from_volume: bool) -> Self {
        let mut demands: Vec<(&str, Demand<'_>)> =
            flavor.extra_specs.iter().filter_map(|(key, value)| demand(key, value.text)).collect();
        demands.extend(image.into_iter().flat_map(Image::required).map(|name| ("", Demand::Required(name))));
        let sizes = unmentioned_sizes(flavor, boot_from_volume, &demands);
        demands.extend(sizes);
        let suffixes: Index<'_> = demands.iter().map(|(suffix, _)| *suffix).collect();
        let groups = suffixes.groups().map(|(suffix, places)| {
            let demands: Vec<Demand<'_>> = places.filter_map(|place| Some(demands.get(place)?.1)).collect();
            (suffix, Group::of(&demands))
        });
        let policy = flavor.extra_specs.get("group_policy").map(|value| value.text);
        Self {
            by_suffix: groups.filter(|(_, group)| !group.is_empty()).collect(),
            policy: policy.filter(|policy| matches!(*policy, "none" | "isolate")),
        }
    }

    /// Returns the groups in the order of their suffixes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Group<'a>> {
        self.by_suffix.iter().map(|(_, group)| group)
    }

    /// Returns the class that a bare metal node has to have, if all that is asked for is one unit of it, as nodes have.
    pub(crate) fn bare_metal_class(&self) -> Option<&'a str> {
        let mut groups = self.iter();
        let mut resources = groups.next().filter(|_| groups.next().is_none())?.resources.iter();
        let (class, amount) = resources.next().filter(|_| resources.next().is_none())?;
        (*amount == 1).then_some(*class)
    }

    /// Returns the parameters of the query, sorted. Their order decides which group Placement looks at first.
    pub(crate) fn parameters(&self) -> Vec<(String, String)> {
        let policy = self.policy.map(|policy| ("group_policy".to_owned(), policy.to_owned()));
        let groups = self.by_suffix.iter().flat_map(|(suffix, group)| {
            let mut resources: Vec<String> =
                group.resources.iter().map(|(class, amount)| format!("{class}:{amount}")).collect();
            sort(&mut resources);
            let traits = group.required.iter().map(str::to_owned);
            let traits: Vec<String> = traits.chain(group.forbidden.iter().map(|name| format!("!{name}"))).collect();
            let required = Some((format!("required{suffix}"), traits.join(",")));
            let required = required.filter(|(_, traits)| !traits.is_empty());
            [(format!("resources{suffix}"), resources.join(","))].into_iter().chain(required)
        });
        let mut parameters: Vec<(String, String)> = policy.into_iter().chain(groups).collect();
        sort(&mut parameters);
        parameters
    }
}

/// Returns the demand of an extra spec, with the suffix of its group.
fn demand<'a>(key: &'a str, value: &'a str) -> Option<(&'a str, Demand<'a>)> {
    let SpecKey { asks, suffix, name } = SpecKey::parse(key)?;
    let demand = match (asks, value) {
        (Asks::Resource, _) => Demand::Amount(name, amount(name, value)?),
        (Asks::Trait, "required") => Demand::Required(name),
        (Asks::Trait, "forbidden") => Demand::Forbidden(name),
        (Asks::Trait, _) => return None,
    };
    Some((suffix, demand))
}

/// Returns the flavor's own sizes for classes that no group mentions, not even with the amount 0. `PCPU` also counts as
/// a mention of `VCPU`.
fn unmentioned_sizes<'a>(
    flavor: &Flavor<'a>,
    boot_from_volume: bool,
    demands: &[(&'a str, Demand<'a>)],
) -> impl Iterator<Item = (&'a str, Demand<'a>)> + use<'a> {
    let is_mentioned =
        |wanted: &str| demands.iter().any(|(_, demand)| matches!(demand, Demand::Amount(class, _) if *class == wanted));
    let size = |size: Option<u64>| i128::from(size.unwrap_or_default());
    let swap_gb = (size(flavor.swap.0) + 1023) / 1024;
    let root_gb = if boot_from_volume { 0 } else { size(flavor.root_gb) };
    let own = [
        ("VCPU", size(flavor.vcpus), is_mentioned("VCPU") || is_mentioned("PCPU")),
        ("MEMORY_MB", size(flavor.memory_mb), is_mentioned("MEMORY_MB")),
        ("DISK_GB", size(flavor.ephemeral_gb) + swap_gb + root_gb, is_mentioned("DISK_GB")),
    ];
    let unmentioned = own.into_iter().filter(|(.., mentioned)| !mentioned);
    unmentioned.map(|(class, amount, _)| ("", Demand::Amount(class, amount)))
}

/// Returns the amount that an extra spec asks for, unless the scheduler ignores it.
pub(crate) fn amount(class: &str, value: &str) -> Option<i128> {
    let known = is_custom(class) || is_standard_class(class);
    python_int(value).filter(|amount| known && *amount >= 0)
}
