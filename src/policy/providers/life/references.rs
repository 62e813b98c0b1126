//! References between the objects of a management cluster, and the providers that they point to.

use crate::base::sort::sort;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{CLUSTER_CLASS_UNKNOWN, WORKER_CLASS_UNKNOWN};
use crate::question::group_of;
use crate::reason::{Fact, Reason};
use crate::wire::{Value, answer};

answer! {
    /// A referenced kind whose provider is unknown.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Unresolved<'a> {
        /// The API group of the kind.
        group: &'a str,
        /// The kind.
        kind: &'a str,
    }
}

/// Something that a workload cluster uses whose provider is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unknown<'a> {
    /// An object of this kind.
    Object(Unresolved<'a>),
    /// What the ClusterClass of this namespace and name uses, and why that is not known.
    Class((&'a str, &'a str), &'static str),
    /// What a worker class of this list and name uses, and how many such the ClusterClass has.
    Worker((&'a str, &'a str), (&'static str, &'a str), &'static str),
}

impl<'a> Unknown<'a> {
    /// Returns the kind that leaves it open: the one of the object, or that of classes.
    pub fn kind(&self) -> Unresolved<'a> {
        match self {
            Self::Object(found) => *found,
            Self::Class(..) | Self::Worker(..) => Unresolved { group: CLUSTER_API, kind: CLASS },
        }
    }

    /// Returns why it is unknown if a class is the cause. `cluster` is the `namespace/name` of the workload cluster.
    pub fn of_class(&self, cluster: &str) -> Option<Reason> {
        let about = |code, (namespace, name): (&str, &str)| {
            Reason::new(code, cluster).fact(Fact::named("class", format!("{namespace}/{name}")))
        };
        match self {
            Self::Object(_) => None,
            Self::Class(class, why) => Some(about(&CLUSTER_CLASS_UNKNOWN, *class).fact(Fact::named("why", *why))),
            Self::Worker(class, (list, worker), found) => {
                let facts = [("list", *list), ("worker", *worker), ("found", *found)];
                let facts = facts.map(|(name, value)| Fact::named(name, value));
                Some(about(&WORKER_CLASS_UNKNOWN, *class).facts(facts))
            }
        }
    }
}

/// The kind and name of the provider that a reference points to, or what is unknown.
pub type Resolved<'a> = Result<(Kind, &'a str), Unknown<'a>>;

/// The API group of the objects whose references are followed.
pub const CLUSTER_API: &str = "cluster.x-k8s.io";
/// The kind of what Clusters with a topology are made from.
pub const CLASS: &str = "ClusterClass";
/// The members of a Cluster's spec that refer to its objects.
pub const REFERENCES: [&str; 2] = ["infrastructureRef", "controlPlaneRef"];
/// The API group and kind of CustomResourceDefinitions.
pub const DEFINITION: (&str, &str) = ("apiextensions.k8s.io", "CustomResourceDefinition");

/// Returns the objects of a kind.
pub fn of_kind<'o, 'a>(
    objects: &'o [Value<'a>],
    group: &'o str,
    kind: &'o str,
) -> impl Iterator<Item = Value<'a>> + 'o {
    let text = |object: &Value<'a>, key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
    objects
        .iter()
        .copied()
        .filter(move |object| group_of(text(object, "apiVersion")) == group && text(object, "kind") == kind)
}

/// Returns the namespace and name of an object.
pub fn identity(object: Value<'_>) -> (&str, &str) {
    let of_metadata = |key: &str| object.get("metadata").and_then(|metadata| text(metadata, key)).unwrap_or_default();
    (of_metadata("namespace"), of_metadata("name"))
}

/// Returns the `namespace/name` of an object.
pub fn id(object: Value<'_>) -> String {
    let (namespace, name) = identity(object);
    format!("{namespace}/{name}")
}

/// Returns a member that is a text and not empty.
pub fn text<'a>(owner: Value<'a>, key: &str) -> Option<&'a str> {
    owner.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// The length that Kubernetes allows for the value of a label. A longer one names no provider.
const LONGEST_LABEL: usize = 63;

/// The provider labels of CustomResourceDefinitions.
pub struct Definitions<'a> {
    /// Group, kind and provider label of each definition, sorted.
    labels: Vec<(&'a str, &'a str, &'a str)>,
}

impl<'a> Definitions<'a> {
    /// Reads the definitions among the objects.
    pub fn of(objects: &[Value<'a>]) -> Self {
        let label = |definition: Value<'a>| {
            let spec = definition.get("spec")?;
            let group = spec.get("group")?.as_str()?;
            let kind = spec.get("names")?.get("kind")?.as_str()?;
            let label = definition.get("metadata")?.get("labels")?.get("cluster.x-k8s.io/provider")?.as_str()?;
            Some((group, kind, label)).filter(|(_, _, label)| (1..=LONGEST_LABEL).contains(&label.len()))
        };
        let (group, kind) = DEFINITION;
        let mut labels: Vec<_> = of_kind(objects, group, kind).filter_map(label).collect();
        sort(&mut labels);
        Self { labels }
    }

    /// Returns what a reference points to. `None` if it names nothing; one that only leaves out the kind is unknown.
    pub fn resolve(&self, reference: Value<'a>) -> Option<Resolved<'a>> {
        let kind = text(reference, "kind").or_else(|| text(reference, "name").map(|_| ""))?;
        let version = || text(reference, "apiVersion")?.rsplit_once('/').map(|(group, _)| group);
        let group = text(reference, "apiGroup").or_else(version).unwrap_or_default();
        let found = self.provider(group, kind).or_else(|| by_table(group, kind));
        Some(found.ok_or(Unknown::Object(Unresolved { group, kind })))
    }

    /// Whether a definition in a group of machines' objects has the label of this provider.
    pub fn are_for_machines(&self, provider: (Kind, &str)) -> bool {
        let is_its = |label| Kind::of_label(label) == provider;
        self.labels.iter().any(|(group, _, label)| [INFRASTRUCTURE, BOOTSTRAP].contains(group) && is_its(label))
    }

    fn provider(&self, group: &str, kind: &str) -> Option<(Kind, &'a str)> {
        let first = self.labels.partition_point(|(known, named, _)| (*known, *named) < (group, kind));
        let (known, named, label) = self.labels.get(first)?;
        let provider = ((*known, *named) == (group, kind)).then(|| Kind::of_label(label))?;
        // A label without a type prefix names the core if it is `cluster-api`; any other is not a provider's.
        Some(provider).filter(|(kind, name)| *kind != Kind::Core || *name == "cluster-api")
    }
}

/// Returns the provider that the table lists for a kind. The longest matching prefix wins.
fn by_table(group: &str, kind: &str) -> Option<(Kind, &'static str)> {
    let fits = TABLE.iter().filter(|(known, begins, _, _)| *known == group && kind.starts_with(begins));
    let longest = fits.max_by_key(|(_, begins, _, _)| begins.len());
    longest.map(|(_, _, provider, name)| (*provider, *name))
}

/// The API groups of the objects of providers.
pub const INFRASTRUCTURE: &str = "infrastructure.cluster.x-k8s.io";
pub const BOOTSTRAP: &str = "bootstrap.cluster.x-k8s.io";
pub const CONTROL_PLANE: &str = "controlplane.cluster.x-k8s.io";

static TABLE: &[(&str, &str, Kind, &str)] = &[
    (INFRASTRUCTURE, "AWS", Kind::Infrastructure, "aws"),
    (INFRASTRUCTURE, "ROSA", Kind::Infrastructure, "aws"),
    (INFRASTRUCTURE, "Azure", Kind::Infrastructure, "azure"),
    (INFRASTRUCTURE, "Byo", Kind::Infrastructure, "byoh"),
    (INFRASTRUCTURE, "CloudStack", Kind::Infrastructure, "cloudstack"),
    (INFRASTRUCTURE, "DO", Kind::Infrastructure, "digitalocean"),
    (INFRASTRUCTURE, "Docker", Kind::Infrastructure, "docker"),
    (INFRASTRUCTURE, "GCP", Kind::Infrastructure, "gcp"),
    (INFRASTRUCTURE, "HCloud", Kind::Infrastructure, "hetzner"),
    (INFRASTRUCTURE, "Hetzner", Kind::Infrastructure, "hetzner"),
    (INFRASTRUCTURE, "IBM", Kind::Infrastructure, "ibmcloud"),
    (INFRASTRUCTURE, "Kubevirt", Kind::Infrastructure, "kubevirt"),
    (INFRASTRUCTURE, "Metal3", Kind::Infrastructure, "metal3"),
    (INFRASTRUCTURE, "Nutanix", Kind::Infrastructure, "nutanix"),
    (INFRASTRUCTURE, "OCI", Kind::Infrastructure, "oci"),
    (INFRASTRUCTURE, "OpenStack", Kind::Infrastructure, "openstack"),
    (INFRASTRUCTURE, "Proxmox", Kind::Infrastructure, "proxmox"),
    (INFRASTRUCTURE, "VSphere", Kind::Infrastructure, "vsphere"),
    (BOOTSTRAP, "Kubeadm", Kind::Bootstrap, "kubeadm"),
    (BOOTSTRAP, "RKE2", Kind::Bootstrap, "rke2"),
    (BOOTSTRAP, "Talos", Kind::Bootstrap, "talos"),
    (BOOTSTRAP, "EKS", Kind::Infrastructure, "aws"),
    (CONTROL_PLANE, "Kubeadm", Kind::ControlPlane, "kubeadm"),
    (CONTROL_PLANE, "RKE2", Kind::ControlPlane, "rke2"),
    (CONTROL_PLANE, "Talos", Kind::ControlPlane, "talos"),
    (CONTROL_PLANE, "AWSManaged", Kind::Infrastructure, "aws"),
    (CONTROL_PLANE, "ROSA", Kind::Infrastructure, "aws"),
];
