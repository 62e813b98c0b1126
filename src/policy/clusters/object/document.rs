//! Objects as Kubernetes spells them.

use super::{Object, Observed, Texts};
use crate::base::Instant;
use crate::wire::{Cause, Fault, Fill, HasShape, Pointer, Read, Reader, Shape, given};

given! {
    /// An object as Kubernetes spells it.
    foreign pub struct KubernetesDocument<'a> {
        /// What names and describes it.
        metadata: Metadata<'a>,
        /// What was observed of it.
        status: Option<Status<'a>>,
    }
}

given! {
    /// What names and describes an object.
    foreign pub struct Metadata<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// What its name is to be generated from.
        generate_name ["generateName"]: Option<&'a str>,
        /// Its namespace, if its kind lives in one.
        namespace: Option<&'a str>,
        /// Its labels.
        labels: Texts<'a>,
        /// Its annotations.
        annotations: Texts<'a>,
        /// Its finalizers.
        finalizers: Vec<&'a str>,
        /// Its owners.
        owner_references ["ownerReferences"]: Vec<Option<Owner<'a>>>,
        /// When it was made.
        creation_timestamp ["creationTimestamp"]: Option<CreatedAt>,
        /// Since when it is being deleted.
        deletion_timestamp ["deletionTimestamp"]: Option<&'a str>,
    }
}

given! {
    /// What was observed of a cluster.
    foreign pub struct Status<'a> {
        /// The conditions.
        conditions: Vec<Option<Condition<'a>>>,
        /// The conditions of a newer version of the API that an older one carries along.
        v1beta2: Option<Newer<'a>>,
        /// Whether the control plane is ready, before there was a condition for it.
        control_plane_ready ["controlPlaneReady"]: bool,
        /// The name by which Rancher knows the cluster of an old record.
        cluster_name ["clusterName"]: Option<&'a str>,
        /// Whether the agent of an old record runs.
        agent_deployed ["agentDeployed"]: bool,
    }
}

given! {
    /// What a newer version of the API observes.
    foreign pub struct Newer<'a> {
        /// The conditions.
        conditions: Vec<Option<Condition<'a>>>,
    }
}

given! {
    /// A condition.
    foreign pub struct Condition<'a> {
        /// What it is about.
        kind ["type"]: &'a str,
        /// `True`, `False` or `Unknown`.
        status: Option<&'a str>,
    }
}

given! {
    /// An owner of an object.
    #[derive(Clone)]
    foreign pub struct Owner<'a> {
        /// Group and version of its API.
        api_version ["apiVersion"]: Option<&'a str>,
        /// Its kind.
        kind: Option<&'a str>,
        /// Its name.
        name: Option<&'a str>,
    }
}

/// When an object was made.
#[derive(Clone, Copy, Debug)]
pub struct CreatedAt(pub Instant);

impl<'a> Fill<'a> for CreatedAt {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let expected = "a time such as `2026-01-01T00:00:00Z`";
        // Quotes would make no time of a number.
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
    /// The object that it is.
    pub fn object(self, place: Pointer) -> Object<'a> {
        let Self { metadata, status } = self;
        let status = status.unwrap_or_else(Read::blank);
        Object {
            name: metadata.name.unwrap_or_default(),
            generate_name: metadata.generate_name.unwrap_or_default(),
            namespace: metadata.namespace.unwrap_or_default(),
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
            let observed = |(index, known): (usize, &Condition<'a>)| Observed {
                kind: known.kind,
                status: known.status.unwrap_or_default(),
                at: at.clone().index(index).key("status"),
            };
            numbered.map(observed).collect()
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
