use super::field::Field;
use super::flaw::{Fault, Flaw};
use super::shape::{Holds, Known, SPEC};
use crate::policy::providers::versions::Api;
use crate::wire::{Kind, Value};

/// Checks that nothing is combined with the debug mode: on creation no other member of the manager may be set, and on
/// update no other member may differ from before. Unknown members are ignored because they have no effect.
pub fn exclusive(manager: Option<Value<'_>>, old: Option<Value<'_>>, place: &Field) -> Vec<Flaw> {
    let Some(manager) = manager.filter(|manager| is_on(*manager)) else { return Vec::new() };
    let mut flaws = Vec::new();
    for key in keys() {
        let (new, old) = (said(manager, key), old.and_then(|old| said(old, key)));
        if new != old {
            flaws.push(Flaw::new(Fault::DebugExclusive, place.key(key), manager.get(key)));
        }
    }
    flaws
}

/// Whether a manager is in debug mode.
pub fn is_on(manager: Value<'_>) -> bool {
    manager.get(DEBUG).and_then(Value::as_bool) == Some(true)
}

const DEBUG: &str = "debug";

/// Returns the keys of all known members of a manager except `debug`.
fn keys() -> Vec<&'static str> {
    let members = |holds: Holds| if let Holds::Object(members) = holds { members } else { &[] };
    let manager = members(SPEC).iter().find(|member| member.key == "manager");
    let inside = manager.map(|manager| members(manager.holds)).unwrap_or_default();
    let known = inside.iter().filter(|member| member.is_known(Known::Both(Api::Management)));
    known.map(|member| member.key).filter(|key| *key != DEBUG).collect()
}

/// Returns the value of a member, or `None` if it is empty or a default that other tools store.
fn said<'a>(manager: Value<'a>, key: &str) -> Option<Value<'a>> {
    let stored = match key {
        "verbosity" => Some("1"),
        "maxConcurrentReconciles" => Some("10"),
        _ => None,
    };
    manager.get(key).filter(|value| match value.kind() {
        Kind::Null => false,
        Kind::String => value.as_str() != Some(""),
        Kind::Array => value.elements().next().is_some(),
        Kind::Object => value.members().next().is_some(),
        Kind::Number => value.as_number() != stored,
        Kind::Bool => true,
    })
}
