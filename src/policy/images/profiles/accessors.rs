//! The parts of profiles, with nothing where they are not given.

use crate::policy::images::model::{Definition, ExpirableVersion, NamespacedCloudProfile, NamespacedSpec, ProfileSpec};

impl<'a> Definition<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}

impl<'a> ProfileSpec<'a> {
    /// Its Kubernetes versions.
    pub fn kubernetes_versions(&self) -> &[ExpirableVersion<'a>] {
        self.kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default()
    }
}

impl<'a> NamespacedSpec<'a> {
    /// A profile that changes nothing.
    const NOTHING: Self = Self {
        parent: None,
        ca_bundle: None,
        kubernetes: None,
        machine_images: Vec::new(),
        machine_types: Vec::new(),
        volume_types: Vec::new(),
        provider_config: None,
        limits: None,
    };

    /// Its Kubernetes versions.
    pub fn kubernetes_versions(&self) -> &[ExpirableVersion<'a>] {
        self.kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default()
    }

    /// The name of the CloudProfile it builds on, empty where none is named.
    pub fn parent_name(&self) -> &'a str {
        self.parent.as_ref().and_then(|parent| parent.name).unwrap_or_default()
    }
}

impl<'a> NamespacedCloudProfile<'a> {
    /// What it changes; a document without a `spec` changes nothing.
    pub fn spec(&self) -> &NamespacedSpec<'a> {
        const NOTHING: &NamespacedSpec<'static> = &NamespacedSpec::NOTHING;
        self.spec.as_ref().unwrap_or(NOTHING)
    }
}
