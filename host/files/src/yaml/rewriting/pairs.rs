//! Pairs the elements of a list with those of another.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::tree::Node;

/// Pairs the elements before and after, in order: equal ones or those with the same name, and between them each removed
/// element with its replacement.
pub fn aligned<'l>(before: &'l [Node], after: &'l [Value]) -> Vec<(Option<&'l Node>, Option<&'l Value>)> {
    let called = |node: &'l Node| name(|key| node.text(key));
    let is_called = |(node, value): (&'l Node, &'l Value)| called(node) == name_of(value);
    if before.len() == after.len() && before.iter().zip(after).all(is_called) {
        return before.iter().map(Some).zip(after.iter().map(Some)).collect();
    }
    let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
    for (place, node) in before.iter().enumerate() {
        let identity = identity(called(node), || node.value());
        places.entry(identity).or_default().push_back(place);
    }
    let (mut pairs, mut done, mut new) = (Vec::new(), 0, Vec::new());
    for value in after {
        let found = places.get_mut(&identity(name_of(value), || value.clone())).and_then(|places| {
            while places.front().is_some_and(|place| *place < done) {
                places.pop_front();
            }
            places.pop_front()
        });
        match found {
            Some(place) => {
                between(&mut pairs, before.get(done..place).unwrap_or_default(), std::mem::take(&mut new));
                pairs.push((before.get(place), Some(value)));
                done = place + 1;
            }
            None => new.push(value),
        }
    }
    between(&mut pairs, before.get(done..).unwrap_or_default(), new);
    pairs
}

fn between<'l>(pairs: &mut Vec<(Option<&'l Node>, Option<&'l Value>)>, gone: &'l [Node], new: Vec<&'l Value>) {
    for place in 0..gone.len().max(new.len()) {
        pairs.push((gone.get(place), new.get(place).copied()));
    }
}

/// The identity of an element: its name, or else the whole value.
fn identity(name: Option<(&str, &str)>, whole: impl FnOnce() -> Value) -> String {
    name.map_or_else(|| whole().to_string(), |(key, name)| format!("{key}={name}"))
}

fn name_of(value: &Value) -> Option<(&str, &str)> {
    name(|key| value.get(key)?.as_str())
}

/// The key and name that identify an element in the lists of Kubernetes; `text` looks up its members.
fn name<'n>(text: impl Fn(&str) -> Option<&'n str>) -> Option<(&'static str, &'n str)> {
    ["name", "version"].into_iter().find_map(|key| Some((key, text(key)?)))
}
