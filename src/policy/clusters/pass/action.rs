use crate::policy::clusters::object::Texts;
use crate::wire::{answer, words};

words! {
    /// The kind of an action.
    pub enum Deed {
        /// Creates a record.
        CreateRancherCluster = "create-rancher-cluster",
        /// Deletes all records with the given labels.
        DeleteRancherClusters = "delete-rancher-clusters",
        /// Creates a registration token.
        CreateRegistrationToken = "create-registration-token",
        /// Creates the objects of the manifest in the workload cluster.
        ApplyImportManifest = "apply-import-manifest",
        /// Adds a finalizer.
        AddFinalizer = "add-finalizer",
        /// Removes a finalizer.
        RemoveFinalizer = "remove-finalizer",
        /// Sets an annotation.
        SetAnnotation = "set-annotation",
        /// Removes an annotation.
        RemoveAnnotation = "remove-annotation",
        /// Deletes a namespace of the workload cluster.
        DeleteNamespace = "delete-namespace",
        /// Reconciles the cluster again later.
        Requeue = "requeue",
    }
}

words! {
    /// The object that an action changes.
    pub enum ObjectWord {
        /// The CAPI cluster.
        CapiCluster = "capi-cluster",
        /// The Rancher record.
        RancherCluster = "rancher-cluster",
    }
}

answer! {
    /// The owner of a v1 record.
    pub struct OwnerReference<'a> {
        /// The API version of the owner, as `group/version`.
        api_version ["apiVersion"]: &'static str,
        /// The owner's kind.
        kind: &'static str,
        /// The owner's name.
        name: &'a str,
    }
}

answer! {
    /// An action of a pass. Which members are present depends on the kind of action.
    pub struct Action<'a> {
        /// The kind of action.
        action: Deed,
        /// The object that is changed.
        object: Option<ObjectWord>,
        /// The API version of the new object, as `group/version`.
        api_version ["apiVersion"]: Option<&'static str>,
        /// The name of the object that is created, changed or deleted.
        name: Option<String>,
        /// The prefix from which the name of the new object is generated.
        generate_name ["generateName"]: Option<&'static str>,
        /// The namespace of the new object.
        namespace: Option<&'a str>,
        /// The name that the dashboard shows for the record.
        display_name ["displayName"]: Option<&'a str>,
        /// The description that the dashboard shows for the record.
        description: Option<&'a str>,
        /// The labels of the new object.
        labels: Option<Texts<'a>>,
        /// The annotations of the new object.
        annotations: Option<Texts<'a>>,
        /// The finalizers of the new object.
        finalizers: Option<Vec<&'static str>>,
        /// The owners of the new object.
        owner_references ["ownerReferences"]: Option<Vec<OwnerReference<'a>>>,
        /// The labels by which records are selected for deletion.
        match_labels ["matchLabels"]: Option<Texts<'a>>,
        /// The finalizer that is added or removed.
        finalizer: Option<&'static str>,
        /// The annotation that is set or removed.
        key: Option<&'static str>,
        /// The value to which the annotation is set.
        value: Option<&'static str>,
        /// The name of the cluster that the token is for.
        cluster_name ["clusterName"]: Option<&'a str>,
        /// The number of seconds after which the cluster is reconciled again.
        after_seconds ["afterSeconds"]: Option<u64>,
    }
}

/// The object that an action changes.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// The CAPI cluster.
    CapiCluster,
    /// The record with this name.
    Record(&'a str),
}

impl<'a> Action<'a> {
    /// Whether the action creates a record.
    pub fn is_creation(&self) -> bool {
        self.action == Deed::CreateRancherCluster
    }

    /// An action of a kind, without any other members.
    pub fn of(action: Deed) -> Self {
        Self {
            action,
            object: None,
            api_version: None,
            name: None,
            generate_name: None,
            namespace: None,
            display_name: None,
            description: None,
            labels: None,
            annotations: None,
            finalizers: None,
            owner_references: None,
            match_labels: None,
            finalizer: None,
            key: None,
            value: None,
            cluster_name: None,
            after_seconds: None,
        }
    }

    fn on(action: Deed, target: Target<'a>) -> Self {
        let (object, name) = match target {
            Target::CapiCluster => (ObjectWord::CapiCluster, None),
            Target::Record(name) => (ObjectWord::RancherCluster, Some(name.to_owned())),
        };
        Self { object: Some(object), name, ..Self::of(action) }
    }

    /// Adds a finalizer.
    pub fn add_finalizer(target: Target<'a>, finalizer: &'static str) -> Self {
        Self { finalizer: Some(finalizer), ..Self::on(Deed::AddFinalizer, target) }
    }

    /// Removes a finalizer.
    pub fn remove_finalizer(target: Target<'a>, finalizer: &'static str) -> Self {
        Self { finalizer: Some(finalizer), ..Self::on(Deed::RemoveFinalizer, target) }
    }

    /// Sets an annotation to `true`.
    pub fn set_annotation(target: Target<'a>, key: &'static str) -> Self {
        Self::annotate(target, key, "true")
    }

    /// Sets an annotation.
    pub fn annotate(target: Target<'a>, key: &'static str, value: &'static str) -> Self {
        Self { key: Some(key), value: Some(value), ..Self::on(Deed::SetAnnotation, target) }
    }

    /// The annotation that the action sets on a record, if it sets one.
    pub fn annotation(&self) -> Option<(&'static str, &'static str)> {
        let is_on_record = self.object == Some(ObjectWord::RancherCluster);
        self.key.zip(self.value).filter(|_| is_on_record)
    }

    /// Deletes a namespace of the workload cluster.
    pub fn delete_namespace(name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..Self::of(Deed::DeleteNamespace) }
    }

    /// Removes an annotation.
    pub fn remove_annotation(target: Target<'a>, key: &'static str) -> Self {
        Self { key: Some(key), ..Self::on(Deed::RemoveAnnotation, target) }
    }

    /// Deletes the records that have these labels.
    pub fn delete_records(labels: Texts<'a>) -> Self {
        Self { match_labels: Some(labels), ..Self::of(Deed::DeleteRancherClusters) }
    }

    /// Creates the registration token of a cluster.
    pub fn create_token(name: &'a str, namespace: &'a str) -> Self {
        Self {
            name: Some(name.to_owned()),
            namespace: Some(namespace),
            cluster_name: Some(name),
            ..Self::of(Deed::CreateRegistrationToken)
        }
    }

    /// Creates the objects of the manifest.
    pub fn apply_manifest() -> Self {
        Self::of(Deed::ApplyImportManifest)
    }

    /// Reconciles the cluster again after this many seconds.
    pub fn requeue(seconds: u64) -> Self {
        Self { after_seconds: Some(seconds), ..Self::of(Deed::Requeue) }
    }
}
