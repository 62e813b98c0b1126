//! Which providers each workload cluster uses, according to the references in its objects.

use super::class;
use super::references::{
    BOOTSTRAP, CONTROL_PLANE, DEFINITION, Definitions, INFRASTRUCTURE, REFERENCES, Resolved, Unresolved, id, identity,
    of_kind,
};
use crate::base::Index;
use crate::base::sort::sort;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{CLUSTER_USES, CLUSTERS_NONE, REFERENCE_UNRESOLVED};
use crate::question::{Answers, Asked, Decision, Documents, Outcome, Undecided, list};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Document, Json, Pointer, Value, answer, given};

/// The API group of the objects whose references are followed.
pub const CLUSTER_API: &str = "cluster.x-k8s.io";
/// The kind of what Clusters with a topology are made from.
const CLASS: &str = "ClusterClass";
/// `providers/uses`
#[derive(Debug)]
pub struct Uses;

given! {
    /// The objects of a management cluster.
    pub struct UsesGiven<'a> {
        /// The objects of the management cluster; absent: the loaded ones.
        objects: Option<Vec<Value<'a>>>,
    }
}

answer! {
    /// The providers each workload cluster uses.
    pub struct UsesAnswer {
        /// The workload clusters, sorted by namespace and name.
        clusters: Vec<ClusterUses>,
        /// The referenced kinds whose provider is unknown.
        unresolved: Vec<Unresolved>,
    }
}

answer! {
    /// A workload cluster and the providers it uses.
    #[derive(Clone)]
    pub struct ClusterUses {
        /// The cluster's namespace.
        namespace: String,
        /// The cluster's name.
        name: String,
        /// The providers the cluster uses, as `Kind/name`, sorted.
        uses: Vec<String>,
    }
}

/// The providers each workload cluster uses.
#[derive(Default, Debug)]
pub struct Used {
    /// The workload clusters, sorted by namespace and name.
    pub clusters: Vec<ClusterUses>,
    /// The referenced kinds whose provider is unknown.
    pub unresolved: Vec<Unresolved>,
}

impl Answers for Uses {
    const NAME: &'static str = "providers/uses";
    const ASKS: &'static str = "which providers each workload cluster uses";
    type Given<'a> = UsesGiven<'a>;
    type Answer<'a> = UsesAnswer;

    fn decide<'a>(given: UsesGiven<'a>, asked: &Asked<'a>) -> Outcome<UsesAnswer> {
        let used = match &given.objects {
            Some(objects) => {
                refuse_lists(objects)?;
                of_objects(objects)
            }
            None => of_documents(asked.documents),
        };
        let mut because: Reasons = used
            .clusters
            .iter()
            .map(|cluster| {
                let names = cluster.uses.iter().map(String::as_str).collect::<Json>();
                let id = format!("{}/{}", cluster.namespace, cluster.name);
                Reason::new(&CLUSTER_USES, id).fact(Fact::named("uses", names))
            })
            .collect();
        because.extend(used.unresolved.iter().map(|found| {
            Reason::new(&REFERENCE_UNRESOLVED, found.kind.as_str()).fact(Fact::named("group", found.group.as_str()))
        }));
        if because.is_empty() {
            because.push(Reason::new(&CLUSTERS_NONE, "objects"));
        }
        let answer = UsesAnswer { clusters: used.clusters, unresolved: used.unresolved };
        Ok(Decision { answer, because, problems: Vec::new() })
    }
}

/// Refuses a list among the objects that come with a question.
pub fn refuse_lists(objects: &[Value<'_>]) -> Result<(), Undecided> {
    let place = |index| Pointer::to("given").key("objects").index(index);
    let found = objects.iter().enumerate().find_map(|(index, object)| list(*object, &place(index)));
    found.map_or(Ok(()), |problem| Err(Undecided::request(problem)))
}

/// Returns which providers the loaded documents use.
pub fn of_documents(documents: &Documents) -> Used {
    let kinds = ["Cluster", CLASS, "MachineDeployment", "MachinePool", "MachineSet", "Machine"];
    let kinds = kinds.map(|kind| (CLUSTER_API, kind));
    let loaded = kinds.into_iter().chain([DEFINITION]);
    let objects: Vec<Value<'_>> = loaded
        .flat_map(|(group, kind)| documents.of_kind::<Document>(group, kind))
        .map(|document| document.root())
        .collect();
    of_objects(&objects)
}

fn of_objects(objects: &[Value<'_>]) -> Used {
    let definitions = Definitions::of(objects);
    let mut clusters: Vec<(&str, &str)> = of_kind(objects, CLUSTER_API, "Cluster").map(identity).collect();
    sort(&mut clusters);
    clusters.dedup();
    let names: Vec<String> = clusters.iter().map(|(namespace, name)| format!("{namespace}/{name}")).collect();
    let index: Index<'_> = names.iter().map(String::as_str).collect();
    let mut uses: Vec<Vec<String>> = clusters.iter().map(|_| vec!["CoreProvider/cluster-api".to_owned()]).collect();
    let mut unresolved = Vec::new();
    let mut found: Vec<(String, Resolved)> = references(objects)
        .into_iter()
        .filter_map(|(owner, reference)| Some((owner, definitions.resolve(reference)?)))
        .collect();
    found.extend(of_classes(objects, &definitions));
    for (owner, resolved) in found {
        let Some(uses) = index.find(&owner).and_then(|place| uses.get_mut(place)) else { continue };
        match resolved {
            Ok(provider) => uses.push(provider),
            Err(unknown) => unresolved.push(unknown),
        }
    }
    sort(&mut unresolved);
    unresolved.dedup();
    let clusters = clusters.iter().zip(uses).map(|((namespace, name), mut uses)| {
        sort(&mut uses);
        uses.dedup();
        ClusterUses { namespace: (*namespace).to_owned(), name: (*name).to_owned(), uses }
    });
    Used { clusters: clusters.collect(), unresolved }
}

/// Returns what the clusters use that still wait for objects of their class, each with the `namespace/name` of the
/// cluster. A class that is not there may use anything.
fn of_classes(objects: &[Value<'_>], definitions: &Definitions<'_>) -> Vec<(String, Resolved)> {
    let classes: Vec<(String, Option<Vec<Resolved>>)> = of_kind(objects, CLUSTER_API, CLASS)
        .map(|class| (id(class), class::resolved(class, |reference| definitions.resolve(reference))))
        .collect();
    let index: Index<'_> = classes.iter().map(|(id, _)| id.as_str()).collect();
    let unknown = || Err(Unresolved { group: CLUSTER_API.to_owned(), kind: CLASS.to_owned() });
    let of_cluster = |cluster: Value<'_>| {
        let class = index.find(&class::awaited(cluster)?).and_then(|place| classes.get(place));
        let resolved = class.and_then(|(_, resolved)| resolved.clone()).unwrap_or_else(|| vec![unknown()]);
        let owner = id(cluster);
        Some(resolved.into_iter().map(move |resolved| (owner.clone(), resolved)))
    };
    of_kind(objects, CLUSTER_API, "Cluster").filter_map(of_cluster).flatten().collect()
}

/// Returns the references to provider objects, each with the `namespace/name` of its workload cluster.
fn references<'a>(objects: &[Value<'a>]) -> Vec<(String, Value<'a>)> {
    let mut references = Vec::new();
    for cluster in of_kind(objects, CLUSTER_API, "Cluster") {
        for key in REFERENCES {
            let reference = cluster.get("spec").and_then(|spec| spec.get(key));
            references.extend(reference.map(|reference| (id(cluster), reference)));
        }
    }
    for (kind, template) in
        [("MachineDeployment", true), ("MachinePool", true), ("MachineSet", true), ("Machine", false)]
    {
        for object in of_kind(objects, CLUSTER_API, kind) {
            let Some(spec) = object.get("spec") else { continue };
            let Some(cluster) = spec.get("clusterName").and_then(Value::as_str) else { continue };
            let owner = format!("{}/{cluster}", identity(object).0);
            let inside =
                if template { spec.get("template").and_then(|template| template.get("spec")) } else { Some(spec) };
            let Some(inside) = inside else { continue };
            let bootstrap = inside.get("bootstrap").and_then(|bootstrap| bootstrap.get("configRef"));
            let found = [bootstrap, inside.get("infrastructureRef")];
            references.extend(found.into_iter().flatten().map(|reference| (owner.clone(), reference)));
        }
    }
    references
}

impl Used {
    /// Returns an unresolved reference that may point to a provider of this kind, if there is one.
    pub fn may_be(&self, kind: Kind) -> Option<&Unresolved> {
        let group = |kind: Kind| match kind {
            Kind::Infrastructure => Some(INFRASTRUCTURE),
            Kind::Bootstrap => Some(BOOTSTRAP),
            Kind::ControlPlane => Some(CONTROL_PLANE),
            _ => None,
        };
        let typed = [INFRASTRUCTURE, BOOTSTRAP, CONTROL_PLANE];
        let may = |found: &&Unresolved| match typed.contains(&found.group.as_str()) {
            true => group(kind) == Some(found.group.as_str()),
            // A group that belongs to no provider type may belong to any provider.
            false => true,
        };
        self.unresolved.iter().find(may)
    }
}
