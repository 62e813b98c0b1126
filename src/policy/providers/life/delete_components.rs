//! Which objects are deleted with a provider's components.

use crate::base::Index;
use crate::base::sort::sort;
use crate::policy::providers::divergences::UNKNOWN_KINDS_KEEP_THEIR_PREFIX;
use crate::policy::providers::reasons::{COMPONENT_DELETED, COMPONENT_KEPT, COMPONENTS_NONE};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Ordered, Pointer, answer, given};

/// `providers/delete-components`
#[derive(Debug)]
pub struct DeleteComponents;

given! {
    /// A provider whose components are deleted, and the objects of the cluster.
    pub struct ComponentsGiven<'a> {
        /// The provider whose components are deleted.
        provider: Owner<'a>,
        /// Whether the provider's Namespace is deleted too.
        include_namespace ["includeNamespace"]: bool,
        /// Whether the provider's CustomResourceDefinitions are deleted too.
        include_crds ["includeCRDs"]: bool,
        /// Whether the provider's entry in clusterctl's inventory is kept.
        skip_inventory ["skipInventory"]: bool,
        /// The objects of the management cluster.
        objects: Vec<Component<'a>>,
    }
}

given! {
    /// The provider that owns the components.
    foreign pub struct Owner<'a> {
        /// The provider's label, for example `infrastructure-aws`.
        label: &'a str,
        /// The provider's namespace.
        namespace: &'a str,
    }
}

given! {
    /// An object of the management cluster.
    foreign pub struct Component<'a> {
        /// The object's kind.
        kind: &'a str,
        /// The object's namespace; absent or empty for a cluster-scoped object.
        namespace: Option<&'a str>,
        /// The object's name.
        name: &'a str,
        /// The object's labels.
        labels: Ordered<&'a str, &'a str>,
    }
}

answer! {
    /// Which objects are deleted and which are kept.
    pub struct ComponentsAnswer {
        /// The deleted objects, as `Kind/namespace/name` or `Kind/name`.
        deleted: Vec<String>,
        /// The kept objects, in the same form.
        kept: Vec<String>,
    }
}

/// The label of all components. Its value is empty.
const COMPONENT: &str = "clusterctl.cluster.x-k8s.io";
/// The label that names the provider a component belongs to.
const PROVIDER: &str = "cluster.x-k8s.io/provider";

/// The kinds that today's software treats as cluster-scoped.
const CLUSTER_KINDS: [&str; 16] = [
    "Namespace",
    "Node",
    "PersistentVolume",
    "PodSecurityPolicy",
    "CertificateSigningRequest",
    "ClusterRoleBinding",
    "ClusterRole",
    "VolumeAttachment",
    "StorageClass",
    "CSIDriver",
    "CSINode",
    "ValidatingWebhookConfiguration",
    "MutatingWebhookConfiguration",
    "CustomResourceDefinition",
    "PriorityClass",
    "RuntimeClass",
];

impl Component<'_> {
    fn namespace(&self) -> &str {
        self.namespace.unwrap_or_default()
    }

    fn id(&self) -> String {
        match self.namespace() {
            "" => format!("{}/{}", self.kind, self.name),
            namespace => format!("{}/{namespace}/{}", self.kind, self.name),
        }
    }

    /// Returns why the object is kept, or `None` if it is deleted.
    fn kept(&self, given: &ComponentsGiven<'_>, any_kind: bool) -> Option<&'static str> {
        let owner = &given.provider;
        let label = |key: &str| self.labels.get(key).copied();
        if label(COMPONENT) != Some("") || label(PROVIDER) != Some(owner.label) {
            return Some("it does not have the labels of the provider");
        }
        if !self.namespace().is_empty() && self.namespace() != owner.namespace {
            return Some("it is in another namespace");
        }
        match self.kind {
            "CustomResourceDefinition" => {
                (!given.include_crds).then_some("definitions are kept, with the objects of users")
            }
            "Namespace" if self.name != owner.namespace => Some("it is not the provider's namespace"),
            "Namespace" => (!given.include_namespace).then_some("namespaces are kept"),
            "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration" => None,
            "Provider" if given.skip_inventory => Some("the inventory is kept"),
            kind => {
                let clusters = if any_kind { self.namespace().is_empty() } else { CLUSTER_KINDS.contains(&kind) };
                let own = self.name.strip_prefix(owner.namespace).is_some_and(|rest| rest.starts_with('-'));
                (clusters && !own).then_some("it is the cluster's and does not have the prefix of the namespace")
            }
        }
    }
}

impl Answers for DeleteComponents {
    const NAME: &'static str = "providers/delete-components";
    const ASKS: &'static str = "which objects go when a provider's components are deleted";
    type Given<'a> = ComponentsGiven<'a>;
    type Answer<'a> = ComponentsAnswer;

    fn decide<'a>(given: ComponentsGiven<'a>, asked: &Asked<'a>) -> Outcome<ComponentsAnswer> {
        let any_kind = asked.edition.applies(&UNKNOWN_KINDS_KEEP_THEIR_PREFIX);
        let (mut deleted, mut kept, mut because) = (Vec::new(), Vec::new(), Reasons::default());
        let mut told: Vec<(String, usize)> =
            given.objects.iter().enumerate().map(|(index, object)| (object.id(), index)).collect();
        sort(&mut told);
        // Deleting a Namespace deletes everything in it, no matter which provider it belongs to.
        let goes = |object: &&Component<'_>| object.kind == "Namespace" && object.kept(&given, any_kind).is_none();
        let namespaces: Index<'_> = given.objects.iter().filter(goes).map(|object| object.name).collect();
        for (id, index) in told {
            let Some(object) = given.objects.get(index) else { continue };
            let name = Fact::at(Pointer::to("objects").index(index).key("name"), object.name);
            match object.kept(&given, any_kind).filter(|_| !namespaces.contains(object.namespace())) {
                None => {
                    because.push(Reason::new(&COMPONENT_DELETED, id.as_str()).fact(name));
                    deleted.push(id);
                }
                Some(why) => {
                    because.push(Reason::new(&COMPONENT_KEPT, id.as_str()).fact(name).fact(Fact::named("why", why)));
                    kept.push(id);
                }
            }
        }
        if because.is_empty() {
            because.push(Reason::new(&COMPONENTS_NONE, given.provider.label));
        }
        Ok(Decision { answer: ComponentsAnswer { deleted, kept }, because, problems: Vec::new() })
    }
}
