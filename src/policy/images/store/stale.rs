//! Whether the status of a NamespacedCloudProfile still matches the result of merging it with its parent.

use super::profiles::status_of;
use crate::policy::images::reasons::MERGED_PROFILE_STALE;
use crate::policy::images::stages::{Changes, canonicalize, default_cloud_profile, merge};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, PathStep, Pointer, Value};

/// The first key of the merged profile in the status that differs from the result of merging the profile with its
/// parent. `providerConfig` is ignored, because it is for the provider to merge.
pub(crate) fn stale(child: Value<'_>, parent: Value<'_>) -> Option<String> {
    let spec = |document: Value<'_>| document.get("spec").map_or_else(Json::object, Json::from);
    let (status, expected) = (
        comparable(Json::from(status_of(child)?)),
        comparable(merge(&spec(parent), &spec(child), &Pointer::default(), &mut Changes::default())),
    );
    let is_other = |key: &str| status.get(key).map(Value::from) != expected.get(key).map(Value::from);
    let keys = expected.members().iter().chain(status.members()).map(|(key, _)| key);
    keys.filter(|key| *key != "providerConfig").find(|key| is_other(key)).cloned()
}

fn comparable(spec: Json) -> Json {
    let mut whole = Json::object();
    whole.set("spec", spec);
    if let Some(spec) = whole.get_mut("spec") {
        default_cloud_profile(spec, &PathStep::Root(""), &mut Changes::default());
    }
    canonicalize(&mut whole);
    let mut spec = whole.remove("spec").unwrap_or_default();
    without_empty(&mut spec);
    spec
}

/// Removes empty lists, which not everyone writes. Among capabilities an empty list has a meaning, so it stays there.
fn without_empty(value: &mut Json) {
    match value {
        Json::Object(members) => {
            for (key, value) in members.iter_mut() {
                if !matches!(key.as_str(), "capabilities" | "capabilityFlavors") {
                    without_empty(value);
                }
            }
            members.retain(|(_, value)| !value.is_empty());
        }
        Json::Array(elements) => elements.iter_mut().for_each(without_empty),
        _ => {}
    }
}

/// Warns of the stale part of the status of a profile that is at `path`.
pub(crate) fn stale_at(path: &Pointer, part: String) -> Problem {
    let at = path.clone().key("status").key("cloudProfileSpec").key(&part);
    Problem::warning(&MERGED_PROFILE_STALE, at).fact(Fact::named("part", part))
}
