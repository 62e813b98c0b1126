//! Whether an update changes a part of a document.

use crate::base::Instant;
use crate::base::sort::sort_by_key;
use crate::wire::{Kind, Value};

/// The members that hold a time.
const TIMES: [&str; 4] = ["creationTimestamp", "deletionTimestamp", "expirationDate", "startTime"];

/// The members whose content the API server keeps as it is written: extensions' own objects, and maps of text.
const KEPT: [&str; 5] = ["annotations", "controlPlaneConfig", "infrastructureConfig", "labels", "providerConfig"];

/// Whether the API server reads the same from both parts: a member that is `null` counts as absent, and times are
/// compared as instants.
pub fn is_same(a: Option<Value<'_>>, b: Option<Value<'_>>) -> bool {
    is_same_member("", a.unwrap_or(Value::NULL), b.unwrap_or(Value::NULL))
}

fn is_same_member(key: &str, a: Value<'_>, b: Value<'_>) -> bool {
    if KEPT.contains(&key) {
        return a == b;
    }
    match (a.kind(), b.kind()) {
        (Kind::Object, Kind::Object) => {
            let [a, b] = [a, b].map(written_members);
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0 && is_same_member(a.0, a.1, b.1))
        }
        (Kind::Array, Kind::Array) => {
            a.elements().count() == b.elements().count()
                && a.elements().zip(b.elements()).all(|(a, b)| is_same_member("", a, b))
        }
        _ => {
            let instant = |value: Value<'_>| value.as_str().and_then(Instant::parse);
            a == b || TIMES.contains(&key) && instant(a).is_some_and(|time| instant(b) == Some(time))
        }
    }
}

/// The members that are not `null`, sorted by key.
fn written_members(object: Value<'_>) -> Vec<(&str, Value<'_>)> {
    let mut members: Vec<_> = object.members().filter(|(_, value)| !value.is_null()).collect();
    sort_by_key(&mut members, |(key, _)| *key);
    members
}
