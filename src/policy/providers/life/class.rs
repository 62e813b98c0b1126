//! What workload clusters use that are made from a ClusterClass: the templates of the class and of those of its worker
//! classes that the topology of the cluster names.

use super::references::{CLASS, CLUSTER_API, REFERENCES, Resolved, Unknown, id, identity, of_kind, text};
use crate::base::Index;
use crate::base::sort::sort_by_key;
use crate::wire::Value;

/// The members of `workers`, in a class and in a topology.
const WORKERS: [&str; 2] = ["machineDeployments", "machinePools"];

/// What the templates of a class point to.
struct Class<'a> {
    /// The templates of the cluster and of its control plane.
    always: Vec<Resolved<'a>>,
    /// The templates of each worker class by its list and name, sorted.
    workers: Vec<((&'static str, &'a str), Vec<Resolved<'a>>)>,
}

/// Returns the namespace and name of the class of a Cluster that has a topology. The name may be empty.
fn of_cluster(cluster: Value<'_>) -> Option<(&str, &str)> {
    let topology = topology(cluster)?;
    // The members of v1beta2, else those of v1beta1.
    let reference = topology.get("classRef");
    let member = |new: &str, old: &str| reference.and_then(|found| text(found, new)).or_else(|| text(topology, old));
    let namespace = member("namespace", "classNamespace").unwrap_or(identity(cluster).0);
    Some((namespace, member("name", "class").unwrap_or_default()))
}

/// Calls `add` with each Cluster and each thing that it uses according to its class. A Cluster that still waits for its
/// references may use anything if its class is not there, even if all classes are known: the class may follow.
pub fn each<'a>(
    objects: &[Value<'a>],
    resolve: &dyn Fn(Value<'a>) -> Option<Resolved<'a>>,
    add: &mut dyn FnMut(Value<'a>, Resolved<'a>),
) {
    let classes: Vec<(String, Class<'_>)> =
        of_kind(objects, CLUSTER_API, CLASS).map(|class| (id(class), Class::of(class, resolve))).collect();
    let index: Index<'_> = classes.iter().map(|(id, _)| id.as_str()).collect();
    for cluster in of_kind(objects, CLUSTER_API, "Cluster") {
        let Some(named) = of_cluster(cluster) else { continue };
        let (namespace, name) = named;
        match index.find(&format!("{namespace}/{name}")).and_then(|place| classes.get(place)) {
            Some((_, class)) if !class.always.is_empty() => {
                class.each(cluster, named, &mut |found| add(cluster, found))
            }
            found if waits(cluster) => {
                let why = if found.is_some() { "has no templates" } else { "is not known" };
                add(cluster, Err(Unknown::Class(named, why)));
            }
            _ => {}
        }
    }
}

impl<'a> Class<'a> {
    fn of(class: Value<'a>, resolve: &dyn Fn(Value<'a>) -> Option<Resolved<'a>>) -> Self {
        let resolved = |owners: &[Option<Value<'a>>]| -> Vec<Resolved<'a>> {
            let template = |owner: &Value<'a>| present(*owner, "templateRef").or_else(|| owner.get("ref"));
            owners.iter().flatten().filter_map(template).filter_map(resolve).collect()
        };
        let spec = class.get("spec");
        let member = |key: &str| spec.and_then(|spec| spec.get(key));
        let control_plane = member("controlPlane");
        let machines = control_plane.and_then(|control_plane| control_plane.get("machineInfrastructure"));
        let mut workers = Vec::new();
        for list in WORKERS {
            for worker in member("workers").and_then(|workers| workers.get(list)).into_iter().flat_map(Value::elements)
            {
                // In v1beta1 there is a `template` around them.
                let owner = present(worker, "template").unwrap_or(worker);
                let name = text(worker, "class").unwrap_or_default();
                workers.push(((list, name), resolved(&[owner.get("bootstrap"), owner.get("infrastructure")])));
            }
        }
        sort_by_key(&mut workers, |(key, _)| *key);
        Self { always: resolved(&[member("infrastructure"), control_plane, machines]), workers }
    }

    /// Calls `add` with what a Cluster of the class, which is called `named`, uses. A worker class that is not in the
    /// class, or there twice, may use anything.
    fn each(&self, cluster: Value<'a>, named: (&'a str, &'a str), add: &mut dyn FnMut(Resolved<'a>)) {
        self.always.iter().for_each(|found| add(*found));
        let workers = topology(cluster).and_then(|topology| topology.get("workers"));
        for list in WORKERS {
            for worker in workers.and_then(|workers| workers.get(list)).into_iter().flat_map(Value::elements) {
                let wanted = (list, text(worker, "class").unwrap_or_default());
                let first = self.workers.partition_point(|(key, _)| *key < wanted);
                let mut found = self.workers.iter().skip(first).take_while(|(key, _)| *key == wanted);
                match (found.next(), found.next()) {
                    (Some((_, found)), None) => found.iter().for_each(|found| add(*found)),
                    (None, _) => add(Err(Unknown::Worker(named, wanted, "none"))),
                    _ => add(Err(Unknown::Worker(named, wanted, "several"))),
                }
            }
        }
    }
}

fn topology(cluster: Value<'_>) -> Option<Value<'_>> {
    present(cluster.get("spec")?, "topology")
}

/// Whether a Cluster still lacks references to its objects.
fn waits(cluster: Value<'_>) -> bool {
    let has = |key: &&str| {
        let reference = cluster.get("spec").and_then(|spec| spec.get(key));
        reference.is_some_and(|reference| text(reference, "kind").is_some())
    };
    !REFERENCES.iter().all(has)
}

/// Returns a member that is not null.
fn present<'a>(owner: Value<'a>, key: &str) -> Option<Value<'a>> {
    owner.get(key).filter(|member| !member.is_null())
}
