//! CAPI clusters, namespaces and Rancher's records, whether they come as a question spells them or as Kubernetes does.

mod document;
mod written;

pub use document::{CreatedAt, KubernetesDocument, Owner};
pub use written::{Brief, CapiCluster, ClusterReference, Namespace, ProvisioningCluster, RancherCluster, Written};

use crate::base::Instant;
use crate::question::duplicate;
use crate::reason::{Fact, Problem};
use crate::wire::{Ordered, Pointer};

/// Labels or annotations.
pub type Texts<'a> = Ordered<&'a str, &'a str>;

/// An object of the API server, as far as the rules look at it. Each kind fills in what it has.
#[derive(Clone, Debug)]
pub struct Object<'a> {
    /// Its name.
    pub name: &'a str,
    /// What its name is to be generated from.
    pub generate_name: &'a str,
    /// Its namespace, empty where it lives in none.
    pub namespace: &'a str,
    /// Its labels.
    pub labels: Texts<'a>,
    /// Its annotations.
    pub annotations: Texts<'a>,
    /// Its finalizers.
    pub finalizers: Vec<&'a str>,
    /// Its owners, each at its place in the list.
    pub owners: Vec<Option<Owner<'a>>>,
    /// When it was made.
    pub created: Option<Instant>,
    /// Whether it is being deleted.
    pub deleting: bool,
    /// The name by which Rancher knows the cluster of an old record.
    pub cluster_name: &'a str,
    /// Whether the agent of an old record runs.
    pub agent_deployed: bool,
    /// What was observed of it.
    conditions: Vec<Observed<'a>>,
    /// Where it is.
    place: Pointer,
    /// Whether it is spelled as Kubernetes spells it.
    is_document: bool,
}

/// A condition and where it is in the object.
#[derive(Clone, Debug)]
struct Observed<'a> {
    kind: &'a str,
    status: &'a str,
    at: Pointer,
}

impl<'a> Object<'a> {
    /// Its namespace and name, as people write them.
    pub fn full_name(&self) -> String {
        if self.namespace.is_empty() { self.name.to_owned() } else { format!("{}/{}", self.namespace, self.name) }
    }

    /// Its name, or what that is to be generated from.
    pub fn shown_name(&self) -> &'a str {
        if self.name.is_empty() { self.generate_name } else { self.name }
    }

    /// Whether a condition is True.
    pub fn is_true(&self, condition: &str) -> bool {
        self.conditions.iter().any(|known| known.kind == condition && known.status == "True")
    }

    /// What a condition says, or that there is none.
    pub fn condition_fact(&self, condition: &str) -> Fact {
        let of_kind = |known: &&Observed<'_>| known.kind == condition;
        let is_true = |known: &&Observed<'_>| known.status == "True";
        let all = || self.conditions.iter().filter(of_kind);
        match all().find(is_true).or_else(|| all().next()) {
            Some(known) => Fact::at(self.place.clone().join(&known.at), known.status),
            None if self.is_document => Fact::named("condition", condition),
            None => Fact::absent(self.place.clone().key("conditions").key(condition)),
        }
    }

    /// Whether it has a finalizer.
    pub fn has_finalizer(&self, finalizer: &str) -> bool {
        self.finalizers.contains(&finalizer)
    }

    /// A label or its absence.
    pub fn label_fact(&self, key: &str) -> Fact {
        Fact::of(self.metadata("labels").key(key), self.labels.get(key).copied())
    }

    /// An annotation or its absence.
    pub fn annotation_fact(&self, key: &str) -> Fact {
        Fact::of(self.metadata("annotations").key(key), self.annotations.get(key).copied())
    }

    /// That it is being deleted.
    pub fn deletion_fact(&self) -> Fact {
        if self.is_document {
            Fact::named("deleting", self.deleting)
        } else {
            Fact::of(self.place.clone().key("deleting"), self.deleting.then_some(true))
        }
    }

    /// Its name, where it stands.
    pub fn name_fact(&self) -> Fact {
        Fact::of(self.metadata("name"), Some(self.name).filter(|name| !name.is_empty()))
    }

    /// The problem that another one of its namespace and name is in the list before it.
    pub fn stands_there_already(&self, kind: &str) -> Problem {
        duplicate(Pointer::to("given").join(&self.place), self.name_fact(), kind)
    }

    /// Where a member of its metadata is, as a fact's path.
    pub fn metadata(&self, key: &str) -> Pointer {
        let object = self.place.clone();
        if self.is_document { object.key("metadata").key(key) } else { object.key(key) }
    }
}
