//! How the scheduler treats each extra spec of a flavor that looks as if it were meant for it.

use super::groups::amount;
use super::spec_key::{Asks, SpecKey};
use crate::policy::traits::documents::{Flavor, SpecValue};
use crate::policy::traits::names::{is_custom, is_standard_class};

/// How the scheduler treats an extra spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// It counts.
    Counts,
    /// The scheduler does not read such a key.
    Key,
    /// The class is neither a standard class nor a custom one.
    Class,
    /// The amount is not a whole number of at least 0.
    Amount,
    /// The value is neither `required` nor `forbidden`.
    Value,
    /// The policy is neither `none` nor `isolate`.
    Policy,
}

impl Reading {
    /// The explanation for use in sentences.
    pub(crate) fn says(self) -> &'static str {
        match self {
            Self::Counts => "it counts",
            Self::Key => "the scheduler reads no such key",
            Self::Class => "the class is neither a standard one nor begins with CUSTOM_",
            Self::Amount => "the amount is no whole number from 0 up",
            Self::Value => "the value is neither required nor forbidden",
            Self::Policy => "the policy is neither none nor isolate",
        }
    }
}

/// Returns the extra specs that look as if they were meant for the scheduler, with their values and how it treats them.
pub(crate) fn readings<'f>(flavor: &'f Flavor<'_>) -> impl Iterator<Item = (&'f str, SpecValue<'f>, Reading)> {
    flavor.extra_specs.iter().filter_map(|(key, value)| {
        let meant = key.starts_with("trait") || key.starts_with("resources") || *key == "group_policy";
        meant.then(|| (*key, *value, read(key, value.text)))
    })
}

fn read(key: &str, value: &str) -> Reading {
    if key == "group_policy" {
        return if matches!(value, "none" | "isolate") { Reading::Counts } else { Reading::Policy };
    }
    match SpecKey::parse(key) {
        None => Reading::Key,
        Some(SpecKey { asks: Asks::Trait, .. }) => {
            if matches!(value, "required" | "forbidden") {
                Reading::Counts
            } else {
                Reading::Value
            }
        }
        Some(SpecKey { name, .. }) if !is_custom(name) && !is_standard_class(name) => Reading::Class,
        Some(SpecKey { name, .. }) => amount(name, value).map_or(Reading::Amount, |_| Reading::Counts),
    }
}
