//! What a flavor and an image ask Placement for: groups of resources and traits, and the query they are sent as.

use std::collections::{BTreeMap, BTreeSet};

use super::extra_specs::{Asks, SpecKey};
use super::model::{Flavor, Image};
use super::names::is_custom;
use super::standard::is_standard_class;
use crate::base::python_int;

/// The groups of a request, by suffix.
#[derive(Default, Debug)]
pub struct Groups<'a> {
    /// The groups; the one without a suffix under the empty text.
    pub by_suffix: BTreeMap<&'a str, Group<'a>>,
    /// Whether groups with suffixes may share a provider: `none` or `isolate`.
    pub policy: Option<&'a str>,
}

/// What has to come from one provider.
#[derive(Default, Debug)]
pub struct Group<'a> {
    /// Amounts by class.
    pub resources: BTreeMap<&'a str, i128>,
    /// Traits it has to have.
    pub required: BTreeSet<&'a str>,
    /// Traits it may not have.
    pub forbidden: BTreeSet<&'a str>,
}

impl Group<'_> {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.required.is_empty() && self.forbidden.is_empty()
    }
}

impl<'a> Groups<'a> {
    /// Reads the extra specs, then the image, then fills in the flavor's own amounts of what nobody mentioned.
    pub fn read(flavor: &Flavor<'a>, image: Option<&Image<'a>>, boot_from_volume: bool) -> Self {
        let mut groups = Self::default();
        for (key, value) in &flavor.extra_specs {
            groups.spec(key, value.0);
        }
        for name in image.into_iter().flat_map(|image| image.required()) {
            groups.by_suffix.entry("").or_default().required.insert(name);
        }
        groups.fill_in(flavor, boot_from_volume);
        groups.strip();
        groups
    }

    fn spec(&mut self, key: &'a str, value: &'a str) {
        if key == "group_policy" {
            self.policy = Some(value).filter(|policy| matches!(*policy, "none" | "isolate")).or(self.policy);
            return;
        }
        let Some(SpecKey { asks, suffix, name }) = SpecKey::parse(key) else { return };
        let group = self.by_suffix.entry(suffix).or_default();
        match (asks, value) {
            (Asks::Resource, _) => {
                if let Some(amount) = amount(name, value) {
                    group.resources.insert(name, amount);
                }
            }
            (Asks::Trait, "required") => _ = group.required.insert(name),
            (Asks::Trait, "forbidden") => _ = group.forbidden.insert(name),
            (Asks::Trait, _) => {}
        }
    }

    /// The sizes of the flavor count for each class that no group mentions, not even with nothing of it.
    fn fill_in(&mut self, flavor: &Flavor<'a>, boot_from_volume: bool) {
        let mentioned: BTreeSet<&str> =
            self.by_suffix.values().flat_map(|group| group.resources.keys().copied()).collect();
        let size = |size: Option<u64>| i128::from(size.unwrap_or_default());
        let swap_gb = (size(flavor.swap) + 1023) / 1024;
        let root_gb = if boot_from_volume { 0 } else { size(flavor.root_gb) };
        let own = [
            ("VCPU", size(flavor.vcpus), mentioned.contains("VCPU") || mentioned.contains("PCPU")),
            ("MEMORY_MB", size(flavor.memory_mb), mentioned.contains("MEMORY_MB")),
            ("DISK_GB", size(flavor.ephemeral_gb) + swap_gb + root_gb, mentioned.contains("DISK_GB")),
        ];
        let unmentioned = own.into_iter().filter(|(.., mentioned)| !mentioned);
        let group = self.by_suffix.entry("").or_default();
        group.resources.extend(unmentioned.map(|(class, amount, _)| (class, amount)));
    }

    fn strip(&mut self) {
        for group in self.by_suffix.values_mut() {
            group.resources.retain(|_, amount| *amount != 0);
        }
        self.by_suffix.retain(|_, group| !group.is_empty());
    }

    /// The class that a bare metal node has to be of: the only thing that is asked for, one unit of it. Where more is
    /// asked for, no node has it all.
    pub fn bare_metal_class(&self) -> Option<&'a str> {
        let mut groups = self.by_suffix.values();
        let mut resources = groups.next().filter(|_| groups.next().is_none())?.resources.iter();
        let (class, amount) = resources.next().filter(|_| resources.next().is_none())?;
        (*amount == 1).then_some(*class)
    }

    /// The parameters of the query, sorted. The order decides which group Placement looks at first.
    pub fn parameters(&self) -> Vec<(String, String)> {
        let policy = self.policy.map(|policy| ("group_policy".to_owned(), policy.to_owned()));
        let groups = self.by_suffix.iter().flat_map(|(suffix, group)| {
            let mut resources: Vec<String> =
                group.resources.iter().map(|(class, amount)| format!("{class}:{amount}")).collect();
            resources.sort();
            let traits = group.required.iter().map(|name| (*name).to_owned());
            let traits: Vec<String> = traits.chain(group.forbidden.iter().map(|name| format!("!{name}"))).collect();
            let required = Some((format!("required{suffix}"), traits.join(",")));
            let required = required.filter(|(_, traits)| !traits.is_empty());
            [(format!("resources{suffix}"), resources.join(","))].into_iter().chain(required)
        });
        let mut parameters: Vec<(String, String)> = policy.into_iter().chain(groups).collect();
        parameters.sort();
        parameters
    }
}

/// The amount that an extra spec asks for, unless the scheduler drops it.
pub fn amount(class: &str, value: &str) -> Option<i128> {
    let known = is_custom(class) || is_standard_class(class);
    python_int(value).filter(|amount| known && *amount >= 0)
}
