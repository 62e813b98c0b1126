//! CAPI clusters, namespaces and Rancher's records, in the short form of the questions or in Kubernetes' form.

mod document;
mod written;

pub use document::{ConditionStatus, CreatedAt, KubernetesDocument, Owner};
pub use written::{Brief, CapiCluster, ClusterReference, Namespace, ProvisioningCluster, RancherCluster, Written};

use super::constants::{CLUSTER, V3_GROUP};
use crate::base::Instant;
use crate::question::reasons::DOCUMENT_OF_ANOTHER_KIND;
use crate::question::{Undecided, duplicate};
use crate::reason::{Fact, MISSING_FIELD, Problem};
use crate::wire::{Ordered, Pointer};

/// A kind of object: its group and kind.
pub type KindOf = (&'static str, &'static str);

/// Whether objects of a kind live in a namespace.
pub fn is_namespaced((group, kind): (&str, &str)) -> bool {
    kind == CLUSTER && group != V3_GROUP
}

/// The problem that a member called `field` is missing, or empty.
pub fn missing(path: Pointer, field: &str) -> Problem {
    Problem::error(&MISSING_FIELD, path).fact(Fact::named("field", field))
}

/// Undecided because a member of `given`, called `field`, is missing or empty.
pub fn not_given(at: &Pointer, field: &str) -> Undecided {
    Undecided::request(missing(Pointer::to("given").join(at), field))
}

/// Labels or annotations.
pub type Texts<'a> = Ordered<&'a str, &'a str>;

/// An API object, with the members that the rules look at. Each kind fills in the ones it has.
#[derive(Clone, Debug)]
pub struct Object<'a> {
    /// The object's name.
    pub name: &'a str,
    /// The prefix from which the API server generates a name.
    pub generate_name: &'a str,
    /// The object's namespace, empty for cluster-scoped objects.
    pub namespace: &'a str,
    /// The object's labels.
    pub labels: Texts<'a>,
    /// The object's annotations.
    pub annotations: Texts<'a>,
    /// The object's finalizers.
    pub finalizers: Vec<&'a str>,
    /// The object's owners, each at its index in the list.
    pub owners: Vec<Option<Owner<'a>>>,
    /// When the object was created, if known.
    pub created: Option<Instant>,
    /// Whether the object is being deleted.
    pub deleting: bool,
    /// Rancher's name for the cluster of a v1 record.
    pub cluster_name: &'a str,
    /// Whether the agent of a v1 record is deployed.
    pub agent_deployed: bool,
    /// The object's conditions.
    conditions: Vec<Observed<'a>>,
    /// The path of the object in facts.
    place: Pointer,
    /// Whether the object came in Kubernetes' form.
    is_document: bool,
}

/// A condition and its path within the object.
#[derive(Clone, Debug)]
struct Observed<'a> {
    kind: &'a str,
    status: &'a str,
    at: Pointer,
}

impl<'a> Object<'a> {
    /// The object as people write it: `namespace/name`, or just the name if it is cluster-scoped.
    pub fn full_name(&self) -> String {
        if self.namespace.is_empty() { self.name.to_owned() } else { format!("{}/{}", self.namespace, self.name) }
    }

    /// The object's name, or its name prefix if the name is still to be generated.
    pub fn shown_name(&self) -> &'a str {
        if self.name.is_empty() { self.generate_name } else { self.name }
    }

    /// Whether a condition is True.
    pub fn is_true(&self, condition: &str) -> bool {
        self.conditions.iter().any(|known| known.kind == condition && known.status == "True")
    }

    /// The fact of what a condition says, or that the condition is missing.
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

    /// Whether the object has a finalizer.
    pub fn has_finalizer(&self, finalizer: &str) -> bool {
        self.finalizers.contains(&finalizer)
    }

    /// The fact of a label's value or absence.
    pub fn label_fact(&self, key: &str) -> Fact {
        Fact::of(self.metadata("labels").key(key), self.labels.get(key).copied())
    }

    /// The fact of an annotation's value or absence.
    pub fn annotation_fact(&self, key: &str) -> Fact {
        Fact::of(self.metadata("annotations").key(key), self.annotations.get(key).copied())
    }

    /// The fact that the object is being deleted.
    pub fn deletion_fact(&self) -> Fact {
        if self.is_document {
            Fact::named("deleting", self.deleting)
        } else {
            Fact::of(self.place.clone().key("deleting"), self.deleting.then_some(true))
        }
    }

    /// The fact of the object's name, with its path.
    pub fn name_fact(&self) -> Fact {
        Fact::of(self.metadata("name"), Some(self.name).filter(|name| !name.is_empty()))
    }

    /// The problem that an earlier object in the list has the same namespace and name.
    pub fn stands_there_already(&self, kind: &str) -> Problem {
        duplicate(Pointer::to("given").join(&self.place), self.name_fact(), kind)
    }

    /// The member that is missing from what identifies an object of this kind, if one is.
    pub fn unidentified(&self, kind: (&str, &str)) -> Option<&'static str> {
        let no_name = self.name.is_empty().then_some("name");
        no_name.or_else(|| (self.namespace.is_empty() && is_namespaced(kind)).then_some("namespace"))
    }

    /// Fails if the object, which is given as `member`, has another full name than the expected one.
    pub fn expect_named(&self, expected: &str, member: &str) -> Result<(), Undecided> {
        let found = self.full_name();
        if found == expected {
            return Ok(());
        }
        let problem = Problem::error(&DOCUMENT_OF_ANOTHER_KIND, Pointer::to("given").key(member));
        Err(Undecided::request(problem.fact(Fact::named("found", found)).fact(Fact::named("expected", expected))))
    }

    /// The path of a metadata member, as facts cite it.
    pub fn metadata(&self, key: &str) -> Pointer {
        let object = self.place.clone();
        if self.is_document { object.key("metadata").key(key) } else { object.key(key) }
    }
}
