use fitment_host::Gate;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cli::exit::Failure;

/// A kind of object that decisions may depend on, as the engine names it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Wanted {
    pub group: String,
    pub kind: String,
    /// The members that matter, as JSON pointers; empty means all.
    pub members: Vec<String>,
}

impl Wanted {
    /// Returns all kinds that the engine wants.
    pub fn all(gate: &Gate) -> Result<Vec<Self>, Failure> {
        #[derive(Deserialize)]
        struct About {
            answer: Answer,
        }
        #[derive(Deserialize)]
        struct Answer {
            stored: Vec<Wanted>,
        }
        let about = gate.ask(br#"{"question":"fitment/about"}"#)?.answer;
        let About { answer } =
            serde_json::from_slice(&about).map_err(|error| Failure::Input(format!("the engine's answer: {error}")))?;
        Ok(answer.stored)
    }

    /// The kind as people write it: `Shoot.core.gardener.cloud`.
    pub fn shown(&self) -> String {
        if self.group.is_empty() { self.kind.clone() } else { format!("{}.{}", self.kind, self.group) }
    }

    /// Whether only the metadata matters.
    pub fn is_bare(&self) -> bool {
        !self.members.is_empty() && self.members.iter().all(|member| member == METADATA)
    }

    /// Reduces an object to the members that matter.
    pub fn part_of(&self, object: Value) -> Value {
        if self.members.is_empty() {
            return object;
        }
        let mut part = Map::new();
        for pointer in ["/apiVersion", "/kind"].into_iter().chain(self.members.iter().map(String::as_str)) {
            let Some(found) = object.pointer(pointer) else { continue };
            let mut keys: Vec<&str> = pointer.split('/').skip(1).collect();
            let Some(last) = keys.pop() else { continue };
            let inside = keys.into_iter().try_fold(&mut part, |at, key| {
                at.entry(key).or_insert_with(|| Value::Object(Map::new())).as_object_mut()
            });
            if let Some(inside) = inside {
                inside.insert(last.to_owned(), found.clone());
            }
        }
        Value::Object(part)
    }
}

const METADATA: &str = "/metadata";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_counts_of_an_object_is_kept() {
        let of = |members: &[&str]| Wanted {
            group: "g".to_owned(),
            kind: "K".to_owned(),
            members: members.iter().map(|member| (*member).to_owned()).collect(),
        };
        let object = json!({"apiVersion": "g/v1", "kind": "K", "metadata": {"name": "a"}, "data": {"password": "x"},
            "spec": {"group": "h", "names": {"kind": "H"}, "versions": [1, 2]}});
        assert_eq!(of(&[]).part_of(object.clone()), object);
        let bare = json!({"apiVersion": "g/v1", "kind": "K", "metadata": {"name": "a"}});
        assert_eq!(of(&["/metadata", "/status"]).part_of(object.clone()), bare);
        let mut some = bare.clone();
        some["spec"] = json!({"group": "h", "names": {"kind": "H"}});
        assert_eq!(of(&["/metadata", "/spec/group", "/spec/names"]).part_of(object), some);
        assert!(of(&["/metadata"]).is_bare() && !of(&[]).is_bare() && !of(&["/metadata", "/spec/group"]).is_bare());
    }
}
