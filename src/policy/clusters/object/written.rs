//! Objects in the short form of the questions. Each may also be given in Kubernetes' form.

use super::{ConditionStatus, CreatedAt, KubernetesDocument, Object, Observed, Owner, Texts, not_given};
use crate::policy::clusters::constants::{CAPI_GROUP, CLUSTER, NAMESPACE, V1_GROUP, V3_GROUP};
use crate::question::{Undecided, group_of};
use crate::wire::{Cause, Fault, Fill, HasShape, Kind, Ordered, PathStep, Pointer, Read, Reader, Shape, given};

/// The status of each condition, by type.
type Statuses<'a> = Ordered<&'a str, ConditionStatus<'a, true>>;

given! {
    /// A CAPI cluster.
    pub struct CapiCluster<'a> {
        /// The cluster's name.
        name: &'a str,
        /// The cluster's namespace.
        namespace: &'a str,
        /// The cluster's labels.
        labels: Texts<'a>,
        /// The cluster's annotations.
        annotations: Texts<'a>,
        /// The cluster's finalizers.
        finalizers: Vec<&'a str>,
        /// The status of each condition, by type.
        conditions: Statuses<'a>,
        /// Whether the cluster is being deleted.
        deleting: bool,
    }
}

given! {
    /// A namespace of CAPI clusters.
    pub struct Namespace<'a> {
        /// The namespace's name.
        name: &'a str,
        /// The namespace's labels.
        labels: Texts<'a>,
    }
}

given! {
    /// A v3 record: a `management.cattle.io/v3` Cluster.
    pub struct RancherCluster<'a> {
        /// The record's name. Absent: the API server is still to generate it.
        name: Option<&'a str>,
        /// The prefix from which the API server generates the name.
        generate_name ["generateName"]: Option<&'a str>,
        /// The name that the dashboard shows. No rule looks at it.
        display_name ["displayName"]: Option<&'a str>,
        /// The record's labels.
        labels: Texts<'a>,
        /// The record's annotations.
        annotations: Texts<'a>,
        /// The record's finalizers.
        finalizers: Vec<&'a str>,
        /// The record's owners.
        owner_references ["ownerReferences"]: Vec<Option<Owner<'a>>>,
        /// The status of each condition, by type.
        conditions: Statuses<'a>,
        /// When the record was created.
        created_at ["createdAt"]: Option<CreatedAt>,
        /// Whether the record is being deleted.
        deleting: bool,
    }
}

given! {
    /// A v1 record: a `provisioning.cattle.io/v1` Cluster.
    pub struct ProvisioningCluster<'a> {
        /// The record's name.
        name: &'a str,
        /// The record's namespace.
        namespace: &'a str,
        /// The record's labels.
        labels: Texts<'a>,
        /// The record's annotations.
        annotations: Texts<'a>,
        /// The record's owners.
        owner_references ["ownerReferences"]: Vec<Option<Owner<'a>>>,
        /// Whether the record is being deleted.
        deleting: bool,
        /// The observed state of the record.
        status: Option<ProvisioningStatus<'a>>,
    }
}

given! {
    /// The observed state of a v1 record.
    pub struct ProvisioningStatus<'a> {
        /// Rancher's name for the cluster.
        cluster_name ["clusterName"]: Option<&'a str>,
        /// Whether the agent is deployed.
        agent_deployed ["agentDeployed"]: bool,
    }
}

/// A kind of object that has a short form in questions.
pub trait Brief<'a>: Read<'a> + HasShape {
    /// The API group of the kind.
    const GROUP: &'static str;
    /// The name of the kind.
    const KIND: &'static str;
    /// The description of the kind, for the error about a document of another kind.
    const WHAT: &'static str;

    /// Converts the short form to an object that is at `place`.
    fn object(self, place: Pointer) -> Object<'a>;
}

/// An object in either of its two forms.
#[derive(Debug)]
pub enum Written<'a, B> {
    /// The short form of the questions.
    Brief(B),
    /// Kubernetes' form.
    Document(Box<KubernetesDocument<'a>>),
}

impl<'a, B: Brief<'a>> Written<'a, B> {
    /// Converts either form to an object that is at `place`.
    pub fn object(self, place: Pointer) -> Object<'a> {
        match self {
            Self::Brief(brief) => brief.object(place),
            Self::Document(document) => document.object((B::GROUP, B::KIND), place),
        }
    }

    /// Converts either form to an object that exists, so that it has a name, and a namespace if its kind has one.
    pub fn existing(self, place: Pointer) -> Result<Object<'a>, Undecided> {
        let object = self.object(place);
        match object.unidentified((B::GROUP, B::KIND)) {
            Some(field) => Err(not_given(&object.metadata(field), field)),
            None => Ok(object),
        }
    }
}

impl<'a, B: Brief<'a>> Fill<'a> for Written<'a, B> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let text = |key: &str| from.value().get(key).and_then(|value| value.as_str());
        if from.value().kind() != Kind::Object || ["kind", "metadata"].iter().all(|key| from.value().get(key).is_none())
        {
            *self = Self::Brief(B::read(from)?);
            return Ok(());
        }
        let is_of_group = |version: &&str| group_of(version) == B::GROUP;
        let other_kind = text("kind").filter(|kind| *kind != B::KIND).map(|kind| ("kind", kind));
        let other_group = text("apiVersion").filter(|version| !is_of_group(version));
        if let Some((key, found)) = other_kind.or(other_group.map(|version| ("apiVersion", version))) {
            let found = Cause::Unreadable { text: found.to_owned(), expected: B::WHAT };
            return Err(Fault::at(&PathStep::Key(from.step(), key), found));
        }
        *self = Self::Document(Box::new(KubernetesDocument::read(from)?));
        Ok(())
    }
}

impl<'a, B: Brief<'a>> Read<'a> for Written<'a, B> {
    fn blank() -> Self {
        Self::Brief(B::blank())
    }
}

impl<B: HasShape> HasShape for Written<'_, B> {
    const SHAPE: &'static Shape = &Shape::Either(&[B::SHAPE, <KubernetesDocument<'static> as HasShape>::SHAPE]);
}

/// A CAPI cluster, or the name of a loaded one.
#[derive(Debug)]
pub enum ClusterReference<'a> {
    /// The name of a loaded cluster, as `namespace/name`.
    Named(&'a str),
    /// The cluster itself.
    Inline(Box<Written<'a, CapiCluster<'a>>>),
}

impl<'a> Fill<'a> for ClusterReference<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        *self = match (from.value().as_str(), from.value().kind()) {
            (Some(name), _) => Self::Named(name),
            (None, Kind::Object) => Self::Inline(Box::new(Written::read(from)?)),
            _ => return Err(from.wrong_type("a cluster or the name of a loaded one")),
        };
        Ok(())
    }
}

impl<'a> Read<'a> for ClusterReference<'a> {
    fn blank() -> Self {
        Self::Named("")
    }
}

impl HasShape for ClusterReference<'_> {
    const SHAPE: &'static Shape =
        &Shape::Either(&[&Shape::Text, <Written<'static, CapiCluster<'static>> as HasShape>::SHAPE]);
}

/// An object of which only the path is known.
fn blank<'a>(place: Pointer) -> Object<'a> {
    Object {
        name: "",
        generate_name: "",
        namespace: "",
        labels: Texts::default(),
        annotations: Texts::default(),
        finalizers: Vec::new(),
        owners: Vec::new(),
        created: None,
        deleting: false,
        cluster_name: "",
        agent_deployed: false,
        conditions: Vec::new(),
        place,
        is_document: false,
    }
}

fn observed<'a>(conditions: &Statuses<'a>) -> Vec<Observed<'a>> {
    let at = |kind| Pointer::to("conditions").key(kind);
    conditions.iter().map(|(kind, ConditionStatus(status))| Observed { kind, status, at: at(kind) }).collect()
}

impl<'a> Brief<'a> for CapiCluster<'a> {
    const GROUP: &'static str = CAPI_GROUP;
    const KIND: &'static str = CLUSTER;
    const WHAT: &'static str = "a Cluster of `cluster.x-k8s.io`";

    fn object(self, place: Pointer) -> Object<'a> {
        Object {
            name: self.name,
            namespace: self.namespace,
            conditions: observed(&self.conditions),
            labels: self.labels,
            annotations: self.annotations,
            finalizers: self.finalizers,
            deleting: self.deleting,
            ..blank(place)
        }
    }
}

impl<'a> Brief<'a> for Namespace<'a> {
    const GROUP: &'static str = "";
    const KIND: &'static str = NAMESPACE;
    const WHAT: &'static str = "a Namespace of `v1`";

    fn object(self, place: Pointer) -> Object<'a> {
        Object { name: self.name, labels: self.labels, ..blank(place) }
    }
}

impl<'a> Brief<'a> for RancherCluster<'a> {
    const GROUP: &'static str = V3_GROUP;
    const KIND: &'static str = CLUSTER;
    const WHAT: &'static str = "a Cluster of `management.cattle.io`";

    fn object(self, place: Pointer) -> Object<'a> {
        Object {
            name: self.name.unwrap_or_default(),
            generate_name: self.generate_name.unwrap_or_default(),
            conditions: observed(&self.conditions),
            labels: self.labels,
            annotations: self.annotations,
            finalizers: self.finalizers,
            owners: self.owner_references,
            created: self.created_at.map(|CreatedAt(instant)| instant),
            deleting: self.deleting,
            ..blank(place)
        }
    }
}

impl<'a> Brief<'a> for ProvisioningCluster<'a> {
    const GROUP: &'static str = V1_GROUP;
    const KIND: &'static str = CLUSTER;
    const WHAT: &'static str = "a Cluster of `provisioning.cattle.io`";

    fn object(self, place: Pointer) -> Object<'a> {
        let status = self.status.unwrap_or_else(Read::blank);
        Object {
            name: self.name,
            namespace: self.namespace,
            labels: self.labels,
            annotations: self.annotations,
            owners: self.owner_references,
            deleting: self.deleting,
            cluster_name: status.cluster_name.unwrap_or_default(),
            agent_deployed: status.agent_deployed,
            ..blank(place)
        }
    }
}
