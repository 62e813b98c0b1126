use std::collections::BTreeMap;

use serde_json::json;

use super::Wanted;

/// An object's namespace and name.
pub type Name = (String, String);

/// The most bytes of documents in one load; the engine accepts a few times as many.
const PORTION: usize = 8 << 20;

/// The objects of each kind, and whether they are complete.
pub struct Held {
    kinds: Vec<(Wanted, Listed)>,
    changes: u64,
}

#[derive(Default)]
struct Listed {
    objects: BTreeMap<Name, String>,
    /// Whether all of them were listed once; afterwards only changes arrive.
    is_complete: bool,
    /// Why they cannot be listed or watched.
    fault: Option<String>,
}

impl Held {
    /// Holds nothing yet.
    pub fn new(wanted: Vec<Wanted>) -> Self {
        Self { kinds: wanted.into_iter().map(|wanted| (wanted, Listed::default())).collect(), changes: 0 }
    }

    /// Increases with every change in the cluster. `None` until all kinds have been listed.
    pub fn revision(&self) -> Option<u64> {
        self.kinds.iter().all(|(_, listed)| listed.is_complete).then_some(self.changes)
    }

    /// Describes the kinds that are not listed yet or no longer watched.
    pub fn faults(&self) -> Vec<String> {
        let of = |(wanted, listed): &(Wanted, Listed)| match &listed.fault {
            Some(fault) => Some(format!("{}: {fault}", wanted.shown())),
            None => (!listed.is_complete).then(|| format!("{} is not listed yet", wanted.shown())),
        };
        self.kinds.iter().filter_map(of).collect()
    }

    /// Replaces all objects of a kind.
    pub fn list(&mut self, kind: usize, objects: BTreeMap<Name, String>) {
        self.change(kind, |listed| {
            let is_news = !listed.is_complete || listed.objects != objects;
            *listed = Listed { objects, is_complete: true, fault: None };
            is_news
        });
    }

    /// Adds or replaces an object.
    pub fn put(&mut self, kind: usize, name: Name, object: String) {
        self.change(kind, |listed| {
            listed.fault = None;
            let before = listed.objects.insert(name, object.clone());
            before.is_none_or(|before| before != object)
        });
    }

    /// Removes an object.
    pub fn remove(&mut self, kind: usize, name: &Name) {
        self.change(kind, |listed| {
            listed.fault = None;
            listed.objects.remove(name).is_some()
        });
    }

    /// Whether an object is among them.
    pub fn has(&self, group: &str, kind: &str, name: &Name) -> bool {
        let mut kinds = self.kinds.iter().filter(|(wanted, _)| wanted.group == group && wanted.kind == kind);
        kinds.any(|(_, listed)| listed.objects.contains_key(name))
    }

    /// Records why a kind cannot be listed or watched. Its objects stay.
    pub fn fail(&mut self, kind: usize, fault: String) {
        self.change(kind, |listed| {
            listed.fault = Some(fault);
            false
        });
    }

    /// Records that a kind is watched again. Only a list tells whether one is complete that was not yet.
    pub fn resume(&mut self, kind: usize) {
        self.change(kind, |listed| {
            if listed.is_complete {
                listed.fault = None;
            }
            false
        });
    }

    fn change(&mut self, kind: usize, change: impl FnOnce(&mut Listed) -> bool) {
        if self.kinds.get_mut(kind).is_some_and(|(_, listed)| change(listed)) {
            self.changes += 1;
        }
    }

    /// Returns the requests that load the same state into an engine: the objects as they are in the cluster, then the
    /// statement that each kind is complete.
    pub fn loads(&self) -> Vec<String> {
        let load = |documents: &[&str]| {
            let documents = documents.join(",");
            format!(r#"{{"documents":[{documents}],"defaulted":false,"fieldValidation":"Ignore","text":true}}"#)
        };
        let (mut loads, mut portion, mut size) = (Vec::new(), Vec::new(), 0);
        for object in self.kinds.iter().flat_map(|(_, listed)| listed.objects.values()) {
            if size > 0 && size + object.len() > PORTION {
                loads.push(load(&portion));
                portion.clear();
                size = 0;
            }
            portion.push(object);
            size += object.len();
        }
        if !portion.is_empty() {
            loads.push(load(&portion));
        }
        // Only the group matters.
        let api = |group: &str| if group.is_empty() { "v1".to_owned() } else { format!("{group}/v1") };
        let complete: Vec<_> = self
            .kinds
            .iter()
            .map(|(wanted, _)| json!({ "apiVersion": api(&wanted.group), "kind": wanted.kind }))
            .collect();
        loads.push(json!({ "documents": [], "complete": complete }).to_string());
        loads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held() -> Held {
        let wanted = |kind: &str| Wanted { group: String::new(), kind: kind.to_owned(), members: Vec::new() };
        Held::new(vec![wanted("Namespace"), wanted("Secret")])
    }

    fn name(name: &str) -> Name {
        (String::new(), name.to_owned())
    }

    #[test]
    fn nothing_rests_on_kinds_before_all_are_listed() {
        let mut held = held();
        held.list(0, BTreeMap::from([(name("a"), "{}".to_owned())]));
        assert_eq!((held.revision(), held.faults()), (None, vec!["Secret is not listed yet".to_owned()]));
        held.fail(1, "forbidden".to_owned());
        assert_eq!((held.revision(), held.faults()), (None, vec!["Secret: forbidden".to_owned()]));
        held.list(1, BTreeMap::new());
        assert!(held.revision().is_some() && held.faults().is_empty());
    }

    #[test]
    fn only_what_is_new_is_a_change() {
        let mut held = held();
        (0..2).for_each(|kind| held.list(kind, BTreeMap::new()));
        let mut before = held.revision();
        let mut changes = |held: &mut Held| std::mem::replace(&mut before, held.revision()) != held.revision();
        held.put(0, name("a"), "1".to_owned());
        assert!(changes(&mut held));
        held.put(0, name("a"), "1".to_owned());
        held.remove(0, &name("b"));
        held.list(0, BTreeMap::from([(name("a"), "1".to_owned())]));
        held.fail(0, "the connection broke".to_owned());
        assert!(!changes(&mut held), "the same again, and what is not known");
        assert!(held.has("", "Namespace", &name("a")) && !held.has("", "Secret", &name("a")));
        held.remove(0, &name("a"));
        assert!(changes(&mut held) && !held.has("", "Namespace", &name("a")));
        assert!(held.faults().is_empty(), "who tells of a change is heard again");
    }

    #[test]
    fn loads_hold_every_object_and_say_that_there_are_no_others() {
        let mut held = held();
        let large = "x".repeat(PORTION / 2 + 1);
        held.list(0, ["a", "b", "c"].map(|object| (name(object), large.clone())).into());
        let loads = held.loads();
        assert_eq!(loads.iter().filter(|load| load.contains(&large)).count(), 3, "each is a portion");
        assert!(loads[0].ends_with(r#""text":true}"#), "what is wrong is said in words: {}", &loads[0][large.len()..]);
        let complete = loads.last().expect("there is one");
        assert!(complete.contains(r#"{"apiVersion":"v1","kind":"Secret"}"#), "{complete}");
    }
}
