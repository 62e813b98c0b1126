//! Objects in Kubernetes' form.

use super::{Object, Observed, Texts, is_namespaced};
use crate::base::Instant;
use crate::wire::{Cause, Fault, Fill, HasShape, Pointer, Read, Reader, Shape, Value, given};

given! {
    /// An object in Kubernetes' form.
    pub struct KubernetesDocument<'a> {
        /// The object's API version, as `group/version`.
        api_version ["apiVersion"]: Option<&'a str>,
        /// The object's kind.
        kind: Option<&'a str>,
        /// The object's metadata.
        metadata: Metadata<'a>,
        /// The desired state of the object. No rule looks at it.
        spec: Option<Value<'a>>,
        /// The observed state of the object.
        status: Option<Status<'a>>,
    }
}

given! {
    /// The metadata of an object.
    foreign pub struct Metadata<'a> {
        /// The object's name.
        name: Option<&'a str>,
        /// The prefix from which the API server generates a name.
        generate_name ["generateName"]: Option<&'a str>,
        /// The object's namespace. Absent for cluster-scoped objects.
        namespace: Option<&'a str>,
        /// The object's labels.
        labels: Texts<'a>,
        /// The object's annotations.
        annotations: Texts<'a>,
        /// The object's finalizers.
        finalizers: Vec<&'a str>,
        /// The object's owners.
        owner_references ["ownerReferences"]: Vec<Option<Owner<'a>>>,
        /// When the object was created.
        creation_timestamp ["creationTimestamp"]: Option<CreatedAt>,
        /// When the deletion was requested. Absent: the object is not being deleted.
        deletion_timestamp ["deletionTimestamp"]: Option<&'a str>,
    }
}

given! {
    /// The observed state of a cluster or record.
    foreign pub struct Status<'a> {
        /// The object's conditions.
        conditions: Vec<Option<Condition<'a>>>,
        /// The conditions of a newer API version, as objects of an older one carry them.
        v1beta2: Option<Newer<'a>>,
        /// Whether the control plane is ready, from before there was a condition for it.
        control_plane_ready ["controlPlaneReady"]: bool,
        /// Rancher's name for the cluster of a v1 record.
        cluster_name ["clusterName"]: Option<&'a str>,
        /// Whether the agent of a v1 record is deployed.
        agent_deployed ["agentDeployed"]: bool,
    }
}

given! {
    /// The state as a newer API version reports it.
    foreign pub struct Newer<'a> {
        /// The conditions of the newer API version.
        conditions: Vec<Option<Condition<'a>>>,
    }
}

given! {
    /// A condition of an object.
    foreign pub struct Condition<'a> {
        /// The type of the condition; without one it says nothing.
        kind ["type"]: Option<&'a str>,
        /// `True`, `False` or `Unknown`.
        status: Option<ConditionStatus<'a, false>>,
    }
}

given! {
    /// An owner of an object.
    #[derive(Clone, PartialEq)]
    foreign pub struct Owner<'a> {
        /// The API version of the owner, as `group/version`.
        api_version ["apiVersion"]: Option<&'a str>,
        /// The owner's kind.
        kind: Option<&'a str>,
        /// The owner's name.
        name: Option<&'a str>,
    }
}

impl<'a> Owner<'a> {
    /// The API version, the kind and the name, by which owners are compared.
    pub fn parts(&self) -> [Option<&'a str>; 3] {
        [self.api_version, self.kind, self.name]
    }
}

/// The status of a condition: `True`, `False` or `Unknown`. What a controller wrote may be any text; what is written
/// for a question (`STRICT`) may not.
#[derive(Clone, Copy, Debug)]
pub struct ConditionStatus<'a, const STRICT: bool>(pub &'a str);

impl<'a, const STRICT: bool> Fill<'a> for ConditionStatus<'a, STRICT> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let expected = "`True`, `False` or `Unknown`";
        // `Reader::text` would suggest quoting a boolean, but `"true"` is not `True`.
        let text = from.value().as_str().ok_or_else(|| from.wrong_type(expected))?;
        if STRICT && !["True", "False", "Unknown"].contains(&text) {
            return Err(from.fault(Cause::Unreadable { text: text.to_owned(), expected }));
        }
        self.0 = text;
        Ok(())
    }
}

impl<'a, const STRICT: bool> Read<'a> for ConditionStatus<'a, STRICT> {
    fn blank() -> Self {
        Self("")
    }
}

impl<const STRICT: bool> HasShape for ConditionStatus<'_, STRICT> {
    const SHAPE: &'static Shape = &Shape::Text;
}

/// The creation time of an object.
#[derive(Clone, Copy, Debug)]
pub struct CreatedAt(pub Instant);

impl<'a> Fill<'a> for CreatedAt {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let expected = "a time such as `2026-01-01T00:00:00Z`";
        // `Reader::text` would suggest quoting a number, but that would not make it a time.
        let text = from.value().as_str().ok_or_else(|| from.wrong_type(expected))?;
        let unreadable = || from.fault(Cause::Unreadable { text: text.to_owned(), expected });
        self.0 = Instant::parse(text).ok_or_else(unreadable)?;
        Ok(())
    }
}

impl<'a> Read<'a> for CreatedAt {
    fn blank() -> Self {
        Self(Instant::EPOCH)
    }
}

impl HasShape for CreatedAt {
    const SHAPE: &'static Shape = &Shape::Text;
}

impl<'a> KubernetesDocument<'a> {
    /// Converts the document to an object of a kind that is at `place`. Today's controller writes a namespace into
    /// cluster-scoped records, which the API server ignores.
    pub fn object(self, kind: (&str, &str), place: Pointer) -> Object<'a> {
        let Self { metadata, status, .. } = self;
        let status = status.unwrap_or_else(Read::blank);
        Object {
            name: metadata.name.unwrap_or_default(),
            generate_name: metadata.generate_name.unwrap_or_default(),
            namespace: metadata.namespace.filter(|_| is_namespaced(kind)).unwrap_or_default(),
            labels: metadata.labels,
            annotations: metadata.annotations,
            finalizers: metadata.finalizers,
            owners: metadata.owner_references,
            created: metadata.creation_timestamp.map(|CreatedAt(instant)| instant),
            deleting: metadata.deletion_timestamp.is_some(),
            cluster_name: status.cluster_name.unwrap_or_default(),
            agent_deployed: status.agent_deployed,
            conditions: status.observed(),
            place,
            is_document: true,
        }
    }
}

impl<'a> Status<'a> {
    fn observed(&self) -> Vec<Observed<'a>> {
        let list = |conditions: &[Option<Condition<'a>>], at: Pointer| -> Vec<Observed<'a>> {
            let numbered = conditions.iter().enumerate().filter_map(|(index, known)| Some((index, known.as_ref()?)));
            let observed = |(index, known): (usize, &Condition<'a>)| {
                let status = known.status.map_or("", |ConditionStatus(status)| status);
                Some(Observed { kind: known.kind?, status, at: at.clone().index(index).key("status") })
            };
            numbered.filter_map(observed).collect()
        };
        let at = Pointer::to("status");
        let mut all = list(&self.conditions, at.clone().key("conditions"));
        if let Some(newer) = &self.v1beta2 {
            all.extend(list(&newer.conditions, at.clone().key("v1beta2").key("conditions")));
        }
        if self.control_plane_ready {
            all.push(Observed { kind: "ControlPlaneReady", status: "True", at: at.key("controlPlaneReady") });
        }
        all
    }
}
