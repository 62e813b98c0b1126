//! The settings that would restrict a provider to one namespace, and that have no effect.

use super::validation::member;
use crate::policy::providers::reasons::{CACHE_NOT_RESTRICTED, NAMESPACE_IGNORED};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value};

/// Warns of such settings in a manager and in the containers of a Deployment. `section` is the place of what has both,
/// in what facts point into, and `root` is the path of that in the request.
pub fn ignored(
    manager: Option<Value<'_>>,
    deployment: Option<Value<'_>>,
    section: &Pointer,
    root: &Pointer,
) -> Vec<Problem> {
    let warning = |code, place: Pointer, value: Value<'_>| {
        Problem::warning(code, root.clone().join(&place)).fact(Fact::at(place, value))
    };
    let mut problems = Vec::new();
    let further = manager.and_then(|manager| member(manager, "additionalArgs")).into_iter().flat_map(Value::members);
    for (key, value) in further.filter(|(key, _)| is_namespace(key)) {
        let place = section.clone().key("manager").key("additionalArgs").key(key);
        problems.push(warning(&NAMESPACE_IGNORED, place, value));
    }
    let namespace = manager.and_then(|manager| member(manager, "cacheNamespace"));
    if let Some(namespace) = namespace.filter(|namespace| namespace.as_str() != Some("")) {
        let place = section.clone().key("manager").key("cacheNamespace");
        problems.push(warning(&CACHE_NOT_RESTRICTED, place, namespace));
    }
    let containers = deployment.and_then(|deployment| member(deployment, "containers"));
    for (index, container) in containers.into_iter().flat_map(Value::elements).enumerate() {
        let arguments = member(container, "args").into_iter().flat_map(Value::members);
        for (key, value) in arguments.filter(|(key, _)| is_namespace(key)) {
            let place = section.clone().key("deployment").key("containers").index(index).key("args").key(key);
            problems.push(warning(&NAMESPACE_IGNORED, place, value));
        }
    }
    problems
}

/// Whether an argument names a namespace, with or without dashes.
pub fn is_namespace(key: &str) -> bool {
    key.trim_start_matches('-') == "namespace"
}
