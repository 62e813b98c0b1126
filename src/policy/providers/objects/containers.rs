use super::field::Field;
use super::flaw::{Fault, Flaw};
use crate::base::Index;
use crate::base::sort::sort;
use crate::wire::{Kind, Value};

/// Checks the names of containers: each container must have a unique name, and none may be renamed.
pub fn names(containers: Value<'_>, old: Option<Value<'_>>, place: &Field) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let all: Vec<Value<'_>> = containers.elements().collect();
    for (index, container) in all.iter().enumerate().filter(|(_, found)| found.kind() == Kind::Object) {
        let name = container.get("name").filter(|name| !name.is_null());
        if name.is_none_or(|name| name.as_str() == Some("")) {
            flaws.push(Flaw::new(Fault::ContainerNameMissing, place.index(index).key("name"), name));
        }
    }
    let named = written(containers);
    let index: Index<'_> = named.iter().copied().collect();
    for (name, second) in index.repeated().filter(|(name, _)| !name.is_empty()) {
        let name = all.get(second).and_then(|container| container.get("name")).filter(|_| !name.is_empty());
        flaws.push(Flaw::new(Fault::ContainerNameRepeated, place.index(second).key("name"), name));
    }
    let Some(before) = old.map(written) else { return flaws };
    let sorted = |mut names: Vec<_>| {
        sort(&mut names);
        names
    };
    if before.len() == named.len() && sorted(before) != sorted(named) {
        flaws.push(Flaw::new(Fault::ContainerNameChanged, place.clone(), Some(containers)));
    }
    flaws
}

/// Returns the names of all containers in order, `""` for a container without one.
fn written(containers: Value<'_>) -> Vec<&str> {
    containers.elements().map(|container| container.get("name").and_then(Value::as_str).unwrap_or_default()).collect()
}
