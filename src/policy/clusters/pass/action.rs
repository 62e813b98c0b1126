use crate::policy::clusters::object::Texts;
use crate::wire::{answer, words};

words! {
    /// What a pass does.
    pub enum Deed {
        /// Makes a record.
        CreateRancherCluster = "create-rancher-cluster",
        /// Deletes all records with certain labels.
        DeleteRancherClusters = "delete-rancher-clusters",
        /// Makes a registration token.
        CreateRegistrationToken = "create-registration-token",
        /// Makes the objects of the manifest in the workload cluster.
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
        /// Looks again later.
        Requeue = "requeue",
    }
}

words! {
    /// What an action is done to.
    pub enum ObjectWord {
        /// The CAPI cluster.
        CapiCluster = "capi-cluster",
        /// The record.
        RancherCluster = "rancher-cluster",
    }
}

answer! {
    /// The owner of a record of the old strategy.
    pub struct OwnerReference<'a> {
        /// Group and version of its API.
        api_version ["apiVersion"]: &'static str,
        /// Its kind.
        kind: &'static str,
        /// Its name.
        name: &'a str,
    }
}

answer! {
    /// Something that a pass does. Each kind of action has its own members.
    pub struct Action<'a> {
        /// What is done.
        action: Deed,
        /// What it is done to.
        object: Option<ObjectWord>,
        /// Group and version of what is made.
        api_version ["apiVersion"]: Option<&'static str>,
        /// The name of what is made or changed.
        name: Option<String>,
        /// The prefix that the new name is generated from.
        generate_name ["generateName"]: Option<&'static str>,
        /// The namespace of what is made.
        namespace: Option<&'a str>,
        /// What the dashboard calls the record.
        display_name ["displayName"]: Option<&'a str>,
        /// How the dashboard describes the record.
        description: Option<&'a str>,
        /// The labels of what is made.
        labels: Option<Texts<'a>>,
        /// The annotations of what is made.
        annotations: Option<Texts<'a>>,
        /// The finalizers of what is made.
        finalizers: Option<Vec<&'static str>>,
        /// The owners of what is made.
        owner_references ["ownerReferences"]: Option<Vec<OwnerReference<'a>>>,
        /// The labels of what is deleted.
        match_labels ["matchLabels"]: Option<Texts<'a>>,
        /// The finalizer that is added or removed.
        finalizer: Option<&'static str>,
        /// The annotation that is set or removed.
        key: Option<&'static str>,
        /// What it is set to.
        value: Option<&'static str>,
        /// The cluster that a token is for.
        cluster_name ["clusterName"]: Option<&'a str>,
        /// After how many seconds it is checked again.
        after_seconds ["afterSeconds"]: Option<u64>,
    }
}

/// What an action changes.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// The CAPI cluster.
    CapiCluster,
    /// The record of this name.
    Record(&'a str),
}

impl<'a> Action<'a> {
    /// Whether it makes a record.
    pub fn is_creation(&self) -> bool {
        self.action == Deed::CreateRancherCluster
    }

    /// An action without members.
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

    /// The annotation of a record that it sets.
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

    /// Deletes the records with these labels.
    pub fn delete_records(labels: Texts<'a>) -> Self {
        Self { match_labels: Some(labels), ..Self::of(Deed::DeleteRancherClusters) }
    }

    /// Makes the registration token of a cluster.
    pub fn create_token(name: &'a str, namespace: &'a str) -> Self {
        Self {
            name: Some(name.to_owned()),
            namespace: Some(namespace),
            cluster_name: Some(name),
            ..Self::of(Deed::CreateRegistrationToken)
        }
    }

    /// Makes the objects of the manifest.
    pub fn apply_manifest() -> Self {
        Self::of(Deed::ApplyImportManifest)
    }

    /// Looks again later.
    pub fn requeue(seconds: u64) -> Self {
        Self { after_seconds: Some(seconds), ..Self::of(Deed::Requeue) }
    }
}
