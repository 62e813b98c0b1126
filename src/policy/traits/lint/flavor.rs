//! Checks a flavor by itself.

use super::finding::{Findings, LintEdit, OneFlavor, finding};
use crate::base::nearest;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::flavor::{Asks, Reading, SpecKey, further, readings};
use crate::policy::traits::names::{Library, is_custom};
use crate::policy::traits::placement::Market;
use crate::policy::traits::reasons::*;
use crate::reason::{Fact, Level};
use crate::wire::Json;

/// What the beginning of a key can be meant to be.
const MEANT: [&str; 3] = ["trait", "resources", "group_policy"];

/// The classes of a flavor's sizes, which are asked for unless they are set to 0.
const SIZES: [&str; 3] = ["VCPU", "MEMORY_MB", "DISK_GB"];

/// Whether the scheduler ignores a key that was meant for a trait, so that it is unknown which trait was meant.
#[cfg(feature = "operators")]
pub(crate) fn drops_a_trait(flavor: &Flavor<'_>) -> bool {
    let dropped = |reading| matches!(reading, Reading::Value | Reading::Key);
    readings(flavor).any(|(key, _, reading)| key.starts_with("trait") && dropped(reading))
        || flavor.extra_specs.iter().any(|(key, _)| misspelt(key) == Some("trait"))
}

/// Returns what the beginning of a key was probably meant to be. Keys with other beginnings are common, so only those
/// that are similar to one of [`MEANT`] count.
fn misspelt(key: &str) -> Option<&'static str> {
    let head = key.split_once(':').map_or(key, |(head, _)| head);
    let known = MEANT.iter().any(|meant| head.starts_with(meant));
    nearest(head.trim(), MEANT).filter(|_| !known)
}

/// Checks one flavor.
pub(crate) fn check_flavor(one: &OneFlavor<'_, '_>, found: &mut Findings) {
    let OneFlavor { flavor, place, groups, .. } = one;
    let whose = || Fact::named("flavor", flavor.called());
    let at = |key: &str| flavor.extra_specs.place_of(place.clone(), key);
    let set = |key: &str, value: &str| Some(LintEdit::set(key, value));
    // A query for an unknown trait is refused, so such an edit would not help.
    let can_be_asked = |name: &str| one.view.knows_trait(name) || !one.knows_traits && one.view.library().accepts(name);
    for (key, value, reading) in readings(flavor) {
        let saw = flavor.fact(place.clone(), key, value);
        let why = Fact::named("why", reading.says());
        let wrong = match reading {
            Reading::Counts => continue,
            Reading::Value => {
                let meant =
                    ["required", "forbidden"].into_iter().find(|word| value.text.trim().eq_ignore_ascii_case(word));
                let name = SpecKey::parse(key).map_or("", |key| key.name);
                let edit = meant.filter(|_| can_be_asked(name)).and_then(|word| set(key, word));
                Some(finding(Level::Error, &LINT_VALUE_IGNORED, key, at(key), edit, [saw, whose()]))
            }
            Reading::Key if key.starts_with("trait") && !key.contains(':') => {
                // If the key were only removed, the trait would not be required any more.
                let name = key.strip_prefix("trait").and_then(|rest| rest.get(1..)).unwrap_or_default();
                let is_meant = can_be_asked(name) && matches!(value.text, "required" | "forbidden");
                let meant = is_meant.then(|| LintEdit::set(format!("trait:{name}"), value.text));
                let edit = LintEdit::all(meant.into_iter().chain([LintEdit::drop(key)]));
                Some(finding(Level::Error, &LINT_BREAKS_EVERY_BOOT, key, at(key), edit, [saw, whose()]))
            }
            // The boot still reads the key.
            Reading::Key if key.starts_with("trait") && value.text == "required" => {
                let name = Fact::named("name", key.split_once(':').map_or("", |(_, name)| name));
                Some(finding(Level::Error, &LINT_KEY_READ_AT_BOOT, key, at(key), None, [saw, name, whose()]))
            }
            Reading::Key if key.contains(':') => {
                Some(finding(Level::Error, &LINT_KEY_IGNORED, key, at(key), None, [saw, whose()]))
            }
            Reading::Key => None,
            Reading::Class | Reading::Amount => {
                Some(finding(Level::Warning, &LINT_AMOUNT_IGNORED, key, at(key), None, [saw, why, whose()]))
            }
            Reading::Policy => {
                let meant = ["none", "isolate"].into_iter().find(|word| value.text.trim().eq_ignore_ascii_case(word));
                let edit = meant.and_then(|word| set(key, word));
                Some(finding(Level::Warning, &LINT_POLICY_IGNORED, key, at(key), edit, [saw, whose()]))
            }
        };
        if let Some(wrong) = wrong {
            found.push(wrong);
        }
    }
    for (key, value) in flavor.extra_specs.iter() {
        let rest = key.split_once(':').map_or("", |(_, rest)| rest);
        if let Some(near) = misspelt(key) {
            let like = if rest.is_empty() { near.to_owned() } else { format!("{near}:{rest}") };
            let facts = [flavor.fact(place.clone(), key, *value), Fact::named("like", like.as_str()), whose()];
            found.push(finding(Level::Warning, &LINT_KEY_MISSPELT, key, at(key), None, facts));
        }
        if let Some(SpecKey { asks: Asks::Trait, name, suffix }) = SpecKey::parse(key)
            && matches!(value.text, "required" | "forbidden")
        {
            check_trait(one, (key, value.text), (name, suffix), found);
        }
    }
    let resources = || groups.iter().flat_map(|group| &group.resources);
    // Such keys are normal in flavors for virtual machines.
    let is_for_metal = resources().any(|(class, _)| is_custom(class));
    for (key, facts) in further::of_flavor(flavor, place).filter(|_| is_for_metal) {
        found.push(finding(Level::Warning, &NOVA_ASKS_FURTHER, key, at(key), None, facts));
    }
    let unsaid = unsaid(flavor);
    if is_for_metal && !unsaid.is_empty() {
        let members: Json = unsaid.into_iter().collect();
        let place = flavor.extra_specs.place(place.clone());
        let facts = [Fact::named("members", members)];
        found.push(finding(Level::Warning, &LINT_AMOUNTS_NOT_GIVEN, flavor.called(), place, None, facts));
    }
    let sizes: Json = resources().filter(|(class, _)| SIZES.contains(class)).map(|(class, _)| *class).collect();
    if !sizes.is_empty() && is_for_metal {
        let subject = flavor.called();
        let asked = groups.by_suffix.iter().flat_map(|(suffix, group)| {
            let sizes = group.resources.iter().filter(|(class, _)| SIZES.contains(class));
            sizes.map(move |(class, _)| LintEdit::set(format!("resources{suffix}:{class}"), "0"))
        });
        let edit = LintEdit::all(asked);
        let place = flavor.extra_specs.place(place.clone());
        found.push(finding(Level::Error, &LINT_NOT_ZEROED, subject, place, edit, [Fact::named("asked", sizes)]));
        return;
    }
    let asks =
        |asks: Asks| flavor.extra_specs.iter().any(|(key, _)| SpecKey::parse(key).is_some_and(|key| key.asks == asks));
    let asked: Vec<String> = resources().map(|(class, amount)| format!("{class}:{amount}")).collect();
    let whole = resources().count() == 1 && resources().all(|(_, amount)| *amount == 1);
    let subject = flavor.called();
    let place = flavor.extra_specs.place(place.clone());
    if asked.is_empty() && asks(Asks::Resource) {
        found.push(finding(Level::Error, &LINT_ASKS_FOR_NOTHING, subject, place, None, []));
    } else if is_for_metal && !whole && !one.view.inventoried().is_empty() {
        let asked: Json = asked.iter().map(String::as_str).collect();
        let facts = [Fact::named("asked", asked)];
        found.push(finding(Level::Error, &LINT_MORE_THAN_A_NODE, subject, place, None, facts));
    }
}

/// Returns the sizes that the flavor does not give but would ask for: every flavor in Nova has them.
fn unsaid(flavor: &Flavor<'_>) -> Vec<&'static str> {
    let amounts = [("vcpus", flavor.vcpus), ("memory_mb", flavor.memory_mb), ("root_gb", flavor.root_gb)];
    let is_asked_for = |class: &str| {
        flavor
            .extra_specs
            .iter()
            .any(|(key, _)| SpecKey::parse(key).is_some_and(|key| key.asks == Asks::Resource && key.name == class))
    };
    let unsaid = amounts.into_iter().zip(SIZES).filter(|((_, amount), class)| amount.is_none() && !is_asked_for(class));
    unsaid.map(|((member, _), _)| member).collect()
}

/// Checks a trait that a flavor names.
fn check_trait(
    one: &OneFlavor<'_, '_>,
    (key, value): (&str, &str),
    (name, suffix): (&str, &str),
    found: &mut Findings,
) {
    let OneFlavor { flavor, place, groups, view, knows_traits } = one;
    let at = flavor.extra_specs.place_of(place.clone(), key);
    let seen = || flavor.fact(place.clone(), key, value);
    let facts_of = |owner| [seen(), Fact::named("name", name), Fact::named(owner, flavor.called())];
    let facts = || facts_of("flavor");
    let is_of_nodes = || view.fleet.anybody_has(name, view.inventoried());
    if value == "required" && view.decides(name) == Some(true) && !view.inventoried().is_empty() && !is_of_nodes() {
        found.push(finding(Level::Warning, &LINT_TRAIT_OF_SERVICE, key, at.clone(), None, facts()));
    }
    if !view.library().accepts(name) && Library::default().is_standard(name) {
        found.push(finding(Level::Error, &LINT_TRAIT_UNKNOWN, key, at.clone(), None, facts()));
    } else if !view.library().accepts(name) {
        found.push(finding(Level::Error, &LINT_TRAIT_CANNOT_EXIST, key, at.clone(), None, facts_of("owner")));
    } else if *knows_traits && !view.knows_trait(name) {
        found.push(finding(Level::Error, &LINT_TRAIT_UNKNOWN, key, at.clone(), None, facts()));
    }
    let group = groups.by_suffix.get(suffix);
    // If the flavor asks for no resources at all, there is no group to move the trait to, and another finding says so.
    let is_anywhere = groups.iter().any(|group| !group.resources.is_empty());
    if is_anywhere && group.is_some_and(|group| group.resources.is_empty()) {
        found.push(finding(Level::Error, &LINT_WRONG_GROUP, key, at.clone(), None, facts()));
    }
}
