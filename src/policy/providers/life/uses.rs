//! Which providers each workload cluster uses, according to the references in its objects.

use super::class;
use super::references::{
    BOOTSTRAP, CLASS, CLUSTER_API, CONTROL_PLANE, DEFINITION, Definitions, INFRASTRUCTURE, REFERENCES, Resolved,
    Unknown, Unresolved, id, identity, of_kind,
};
use crate::base::Index;
use crate::base::sort::{sort, sort_by_key};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{CLUSTER_USES, CLUSTERS_NONE, REFERENCE_UNRESOLVED};
use crate::question::{Answers, Asked, Decision, Documents, Outcome, Undecided, list};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Document, Json, Pointer, Value, answer, given};

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
    pub struct UsesAnswer<'a> {
        /// The workload clusters, sorted by namespace and name.
        clusters: Vec<ClusterUses<'a>>,
        /// The referenced kinds whose provider is unknown.
        unresolved: Vec<Unresolved<'a>>,
    }
}

answer! {
    /// A workload cluster and the providers it uses.
    pub struct ClusterUses<'a> {
        /// The cluster's namespace.
        namespace: &'a str,
        /// The cluster's name.
        name: &'a str,
        /// The providers the cluster uses, as `Kind/name`, sorted.
        uses: Vec<String>,
    }
}

/// A workload cluster and what it uses.
#[derive(Debug)]
pub struct User<'a> {
    /// The cluster's namespace.
    pub namespace: &'a str,
    /// The cluster's name.
    pub name: &'a str,
    /// The kinds and names of the providers that it uses.
    uses: Vec<(Kind, &'a str)>,
    /// What it uses whose provider is unknown, sorted.
    unresolved: Vec<Unknown<'a>>,
}

impl Answers for Uses {
    const NAME: &'static str = "providers/uses";
    const ASKS: &'static str = "which providers each workload cluster uses";
    type Given<'a> = UsesGiven<'a>;
    type Answer<'a> = UsesAnswer<'a>;

    fn decide<'a>(given: UsesGiven<'a>, asked: &Asked<'a>) -> Outcome<UsesAnswer<'a>> {
        let users = match &given.objects {
            Some(objects) => {
                refuse_lists(objects)?;
                of_objects(objects)
            }
            None => of_documents(asked.documents),
        };
        let unknown = || users.iter().flat_map(|user| user.unresolved.iter().map(move |found| (user, found)));
        let mut unresolved: Vec<Unresolved<'_>> = unknown().map(|(_, found)| found.kind()).collect();
        sort(&mut unresolved);
        unresolved.dedup();
        let answer = UsesAnswer { clusters: users.iter().map(User::told).collect(), unresolved };
        let mut because: Reasons = answer
            .clusters
            .iter()
            .map(|cluster| {
                let names = cluster.uses.iter().map(String::as_str).collect::<Json>();
                let id = format!("{}/{}", cluster.namespace, cluster.name);
                Reason::new(&CLUSTER_USES, id).fact(Fact::named("uses", names))
            })
            .collect();
        let is_object = |found: &Unknown<'_>| matches!(found, Unknown::Object(_));
        let mut objects: Vec<_> = unknown().map(|(_, found)| *found).filter(is_object).collect();
        sort(&mut objects);
        objects.dedup();
        because.extend(
            objects
                .iter()
                .map(Unknown::kind)
                .map(|found| Reason::new(&REFERENCE_UNRESOLVED, found.kind).fact(Fact::named("group", found.group))),
        );
        because.extend(unknown().filter_map(|(user, found)| found.of_class(&user.id())));
        if because.is_empty() {
            because.push(Reason::new(&CLUSTERS_NONE, "objects"));
        }
        Ok(Decision { answer, because, problems: Vec::new() })
    }
}

/// Refuses a list among the objects that come with a question.
pub fn refuse_lists(objects: &[Value<'_>]) -> Result<(), Undecided> {
    let place = |index| Pointer::to("given").key("objects").index(index);
    let found = objects.iter().enumerate().find_map(|(index, object)| list(*object, &place(index)));
    found.map_or(Ok(()), |problem| Err(Undecided::request(problem)))
}

/// The kinds of the machines of workload clusters. All but the last have a template of the machine.
pub const MACHINES: [&str; 4] = ["MachineDeployment", "MachinePool", "MachineSet", "Machine"];

/// Returns which providers the workload clusters use that the loaded documents have, sorted by namespace and name.
pub fn of_documents(documents: &Documents) -> Vec<User<'_>> {
    let kinds = ["Cluster", CLASS].into_iter().chain(MACHINES).map(|kind| (CLUSTER_API, kind));
    let objects: Vec<Value<'_>> = kinds
        .chain([DEFINITION])
        .flat_map(|(group, kind)| documents.of_kind::<Document>(group, kind))
        .map(|document| document.root())
        .collect();
    of_objects(&objects)
}

fn of_objects<'a>(objects: &[Value<'a>]) -> Vec<User<'a>> {
    let definitions = Definitions::of(objects);
    let mut users: Vec<User<'a>> = of_kind(objects, CLUSTER_API, "Cluster").map(User::of).collect();
    sort_by_key(&mut users, |user| (user.namespace, user.name));
    users.dedup_by_key(|user| (user.namespace, user.name));
    let names: Vec<String> = users.iter().map(User::id).collect();
    let index: Index<'_> = names.iter().map(String::as_str).collect();
    let mut add = |owner: &str, resolved: Resolved<'a>| {
        let Some(user) = index.find(owner).and_then(|place| users.get_mut(place)) else { return };
        match resolved {
            Ok(provider) => user.uses.push(provider),
            Err(unknown) => user.unresolved.push(unknown),
        }
    };
    for (owner, reference) in references(objects) {
        if let Some(resolved) = definitions.resolve(reference) {
            add(&owner, resolved);
        }
    }
    let resolve = |reference: Value<'a>| definitions.resolve(reference);
    class::each(objects, &resolve, &mut |cluster, resolved| add(&id(cluster), resolved));
    for user in &mut users {
        sort(&mut user.unresolved);
        user.unresolved.dedup();
    }
    users
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
    for kind in MACHINES {
        for object in of_kind(objects, CLUSTER_API, kind) {
            let Some(spec) = object.get("spec") else { continue };
            let Some(cluster) = spec.get("clusterName").and_then(Value::as_str) else { continue };
            let owner = format!("{}/{cluster}", identity(object).0);
            let inside = match kind {
                "Machine" => Some(spec),
                _ => spec.get("template").and_then(|template| template.get("spec")),
            };
            let Some(inside) = inside else { continue };
            let bootstrap = inside.get("bootstrap").and_then(|bootstrap| bootstrap.get("configRef"));
            let found = [bootstrap, inside.get("infrastructureRef")];
            references.extend(found.into_iter().flatten().map(|reference| (owner.clone(), reference)));
        }
    }
    references
}

impl<'a> User<'a> {
    fn of(cluster: Value<'a>) -> Self {
        let (namespace, name) = identity(cluster);
        Self { namespace, name, uses: vec![(Kind::Core, "cluster-api")], unresolved: Vec::new() }
    }

    /// Returns the `namespace/name` of the cluster.
    pub fn id(&self) -> String {
        format!("{}/{}", self.namespace, self.name)
    }

    fn told(&self) -> ClusterUses<'a> {
        let mut uses = self.uses.clone();
        sort(&mut uses);
        uses.dedup();
        let mut uses: Vec<String> = uses.iter().map(|(kind, name)| format!("{}/{name}", kind.word())).collect();
        sort(&mut uses);
        ClusterUses { namespace: self.namespace, name: self.name, uses }
    }

    /// Returns what the cluster has to do with the provider.
    pub fn tie(&self, kind: Kind, name: &str) -> Tie<'a> {
        let group = match kind {
            _ if kind == Kind::Core || self.uses.contains(&(kind, name)) => return Tie::Uses,
            Kind::Infrastructure => INFRASTRUCTURE,
            Kind::Bootstrap => BOOTSTRAP,
            Kind::ControlPlane => CONTROL_PLANE,
            _ => "",
        };
        let typed = [INFRASTRUCTURE, BOOTSTRAP, CONTROL_PLANE];
        // A group that belongs to no provider type may belong to any provider.
        let may = |found: &&Unknown<'_>| {
            let found = found.kind().group;
            found == group || !typed.contains(&found)
        };
        self.unresolved.iter().find(may).map_or(Tie::None, |found| Tie::MayUse(*found))
    }
}

/// What a workload cluster has to do with a provider.
#[derive(Clone, Copy, Debug)]
pub enum Tie<'a> {
    /// It uses the provider.
    Uses,
    /// It does not use the provider.
    None,
    /// It may use the provider, because of this.
    MayUse(Unknown<'a>),
}
