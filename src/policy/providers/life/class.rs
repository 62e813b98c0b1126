//! What a workload cluster will use that is made from a ClusterClass and has no objects of its own yet.

use super::references::{REFERENCES, Resolved, identity, text};
use crate::base::sort::sort;
use crate::wire::Value;

/// Returns the `namespace/name` of the class of a Cluster whose topology has not given it all its references yet.
pub fn awaited(cluster: Value<'_>) -> Option<String> {
    let spec = cluster.get("spec")?;
    let topology = spec.get("topology").filter(|topology| !topology.is_null())?;
    if REFERENCES.iter().all(|key| spec.get(key).is_some_and(|reference| text(reference, "kind").is_some())) {
        return None;
    }
    // The members of v1beta2, else those of v1beta1.
    let reference = topology.get("classRef");
    let member = |new: &str, old: &str| reference.and_then(|found| text(found, new)).or_else(|| text(topology, old));
    let namespace = member("namespace", "classNamespace").unwrap_or(identity(cluster).0);
    Some(format!("{namespace}/{}", member("name", "class").unwrap_or_default()))
}

/// Returns the providers of the templates in a ClusterClass. `None` if it has no templates, or more providers than any
/// real one: its clusters would each list them all.
pub fn resolved<'a>(class: Value<'a>, resolve: impl Fn(Value<'a>) -> Option<Resolved>) -> Option<Vec<Resolved>> {
    const MOST: usize = 8;
    let mut found: Vec<Resolved> = templates(class).into_iter().filter_map(resolve).collect();
    sort(&mut found);
    found.dedup();
    (1..=MOST).contains(&found.len()).then_some(found)
}

/// Returns the references to the templates of a class.
fn templates(class: Value<'_>) -> Vec<Value<'_>> {
    let Some(spec) = class.get("spec") else { return Vec::new() };
    let control_plane = spec.get("controlPlane");
    let machines = control_plane.and_then(|control_plane| control_plane.get("machineInfrastructure"));
    let mut owners = vec![spec.get("infrastructure"), control_plane, machines];
    let workers = ["machineDeployments", "machinePools"].into_iter().filter_map(|kind| spec.get("workers")?.get(kind));
    for worker in workers.flat_map(Value::elements) {
        // In v1beta1 there is a `template` around them.
        let worker = worker.get("template").unwrap_or(worker);
        owners.extend([worker.get("bootstrap"), worker.get("infrastructure")]);
    }
    owners.into_iter().flatten().filter_map(|owner| owner.get("templateRef").or_else(|| owner.get("ref"))).collect()
}
