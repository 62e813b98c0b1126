//! NamespacedCloudProfiles (section 1.5).

use std::ops::Deref;

use super::cloud_profile::{KubernetesSettings, Limits, Metadata, ProfileSpec, VolumeType};
use super::machine_images::{ExpirableVersion, MachineImage};
use super::machine_types::MachineType;
use crate::wire::{Fault, Fill, Read, Reader, Value, given};

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

given! {
    /// A NamespacedCloudProfile.
    #[derive(Default)]
    foreign pub struct NamespacedCloudProfile<'a> {
        /// What names it.
        metadata: Option<Metadata<'a>>,
        /// What it changes in its parent.
        spec: Option<NamespacedSpec<'a>>,
        /// The result of merging it with its parent.
        status: Option<NamespacedStatus<'a>>,
    }
}

/// A NamespacedCloudProfile with the text it was read from, so that it can be merged with its parent.
#[derive(Debug)]
pub struct NamespacedDocument<'a> {
    /// The whole document.
    pub value: Value<'a>,
    /// What the rules look at.
    pub profile: NamespacedCloudProfile<'a>,
}

impl<'a> Fill<'a> for NamespacedDocument<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.value = from.value();
        self.profile.fill(from)
    }
}

impl<'a> Read<'a> for NamespacedDocument<'a> {
    fn blank() -> Self {
        Self { value: Value::NULL, profile: NamespacedCloudProfile::blank() }
    }
}

impl<'a> Deref for NamespacedDocument<'a> {
    type Target = NamespacedCloudProfile<'a>;

    fn deref(&self) -> &NamespacedCloudProfile<'a> {
        &self.profile
    }
}

given! {
    /// What a NamespacedCloudProfile changes in its parent.
    #[derive(Default)]
    foreign pub struct NamespacedSpec<'a> {
        /// The CloudProfile it builds on.
        parent: Option<Reference<'a>>,
        /// Certificates that machines trust, as PEM.
        ca_bundle ["caBundle"]: Option<&'a str>,
        /// Kubernetes versions.
        kubernetes: Option<KubernetesSettings<'a>>,
        /// Machine images.
        machine_images ["machineImages"]: Vec<MachineImage<'a>>,
        /// Machine types.
        machine_types ["machineTypes"]: Vec<MachineType<'a>>,
        /// Volume types.
        volume_types ["volumeTypes"]: Vec<VolumeType<'a>>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// How large a cluster may become.
        limits: Option<Limits>,
    }
}

given! {
    /// The status of a NamespacedCloudProfile.
    #[derive(Default)]
    foreign pub struct NamespacedStatus<'a> {
        /// The whole profile, the parent's offers and the changes together.
        cloud_profile_spec ["cloudProfileSpec"]: Option<ProfileSpec<'a>>,
    }
}

given! {
    /// A reference to a profile.
    #[derive(Default)]
    foreign pub struct Reference<'a> {
        /// Its kind.
        kind: Option<&'a str>,
        /// Its name.
        name: Option<&'a str>,
    }
}
