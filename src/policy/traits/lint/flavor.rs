//! What is wrong with a flavor by itself.

use super::finding::{Findings, LintEdit, OneFlavor, finding};
use crate::base::nearest;
use crate::policy::traits::flavor::{Asks, Reading, SpecKey, readings};
use crate::policy::traits::names::is_custom;
use crate::policy::traits::placement::Market;
use crate::policy::traits::reasons::*;
use crate::reason::{Fact, Level};
use crate::wire::Json;

/// What the beginning of a key can be meant to be.
const MEANT: [&str; 3] = ["trait", "resources", "group_policy"];

/// The sizes of a flavor, which are asked for unless they are set to 0.
const SIZES: [&str; 3] = ["VCPU", "MEMORY_MB", "DISK_GB"];

/// Looks at one flavor.
pub(crate) fn check_flavor(one: &OneFlavor<'_, '_>, found: &mut Findings) {
    let OneFlavor { flavor, place, groups, .. } = one;
    let whose = || Fact::named("flavor", flavor.called());
    let at = |key: &str| flavor.extra_specs.place_of(place.clone(), key);
    let set = |key: &str, value: &str| Some(LintEdit::set(key, value));
    let drop = |key: &str| Some(LintEdit::drop(key));
    for (key, value, reading) in readings(flavor) {
        let saw = flavor.fact(place.clone(), key, value);
        let why = Fact::named("why", reading.says());
        let wrong = match reading {
            Reading::Counts => continue,
            Reading::Value => {
                let meant =
                    ["required", "forbidden"].into_iter().find(|word| value.text.trim().eq_ignore_ascii_case(word));
                let edit = meant.and_then(|word| set(key, word));
                Some(finding(Level::Error, &LINT_VALUE_IGNORED, key, at(key), edit, [saw, whose()]))
            }
            Reading::Key if key.starts_with("trait") && !key.contains(':') => {
                Some(finding(Level::Error, &LINT_BREAKS_EVERY_BOOT, key, at(key), drop(key), [saw, whose()]))
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
        let (head, rest) = key.split_once(':').map_or((*key, ""), |(head, rest)| (head, rest));
        let known = MEANT.iter().any(|meant| head.starts_with(meant));
        // Keys of other spaces are long known; only what is almost one of these was meant to be it.
        if let Some(near) = nearest(head.trim(), MEANT).filter(|_| !known) {
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
    let sizes: Json = resources().filter(|(class, _)| SIZES.contains(class)).map(|(class, _)| *class).collect();
    if !sizes.is_empty() && resources().any(|(class, _)| is_custom(class)) {
        let subject = flavor.called();
        let named = sizes.elements().iter().filter_map(Json::as_str);
        let edit = LintEdit::all(named.map(|size| LintEdit::set(format!("resources:{size}"), "0")));
        let place = flavor.extra_specs.place(place.clone());
        found.push(finding(Level::Error, &LINT_NOT_ZEROED, subject, place, edit, [Fact::named("asked", sizes)]));
    }
}

/// Looks at a trait that a flavor names.
fn check_trait(
    one: &OneFlavor<'_, '_>,
    (key, value): (&str, &str),
    (name, suffix): (&str, &str),
    found: &mut Findings,
) {
    let OneFlavor { flavor, place, groups, view, knows_traits } = one;
    let at = flavor.extra_specs.place_of(place.clone(), key);
    let seen = || flavor.fact(place.clone(), key, value);
    let facts = || [seen(), Fact::named("name", name), Fact::named("flavor", flavor.called())];
    if !view.library().accepts(name) {
        found.push(finding(Level::Error, &LINT_TRAIT_CANNOT_EXIST, key, at.clone(), None, facts()));
    } else if *knows_traits && !view.knows_trait(name) {
        found.push(finding(Level::Error, &LINT_TRAIT_UNKNOWN, key, at.clone(), None, facts()));
    }
    let group = groups.by_suffix.get(suffix);
    if group.is_some_and(|group| group.resources.is_empty()) {
        found.push(finding(Level::Error, &LINT_WRONG_GROUP, key, at.clone(), None, facts()));
    }
}
