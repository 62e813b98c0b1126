//! NamespacedCloudProfiles (section 1.5).

use std::ops::Deref;

use super::cloud_profile::{KubernetesSettings, Limits, Metadata, ProfileSpec, VolumeType};
use super::machine_images::{ExpirableVersion, MachineImage};
use super::machine_types::MachineType;
use crate::wire::{Fault, Fill, Read, Reader, Value, given};

impl<'a> NamespacedSpec<'a> {
    /// A `spec` that changes nothing.
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

    /// The Kubernetes versions in the `spec`.
    pub fn kubernetes_versions(&self) -> &[ExpirableVersion<'a>] {
        self.kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default()
    }

    /// The name of the parent CloudProfile, empty if absent.
    pub fn parent_name(&self) -> &'a str {
        self.parent.as_ref().and_then(|parent| parent.name).unwrap_or_default()
    }
}

impl<'a> NamespacedCloudProfile<'a> {
    /// What the profile changes in its parent: nothing if the document has no `spec`.
    pub fn spec(&self) -> &NamespacedSpec<'a> {
        const NOTHING: &NamespacedSpec<'static> = &NamespacedSpec::NOTHING;
        self.spec.as_ref().unwrap_or(NOTHING)
    }
}

given! {
    /// A NamespacedCloudProfile.
    #[derive(Default)]
    foreign pub struct NamespacedCloudProfile<'a> {
        /// The name and namespace of the profile.
        metadata: Option<Metadata<'a>>,
        /// What the profile changes in its parent.
        spec: Option<NamespacedSpec<'a>>,
        /// The result of merging the profile with its parent.
        status: Option<NamespacedStatus<'a>>,
    }
}

/// A NamespacedCloudProfile and the JSON it was read from, so that it can be merged with its parent.
#[derive(Debug)]
pub struct NamespacedDocument<'a> {
    /// The whole document.
    pub value: Value<'a>,
    /// The parts that the rules look at.
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
        /// The CloudProfile that is the parent.
        parent: Option<Reference<'a>>,
        /// The additional certificates that machines trust, as PEM.
        ca_bundle ["caBundle"]: Option<&'a str>,
        /// The Kubernetes versions whose expiration dates are overridden.
        kubernetes: Option<KubernetesSettings<'a>>,
        /// The machine images that are changed or added.
        machine_images ["machineImages"]: Vec<MachineImage<'a>>,
        /// The machine types that are replaced or added.
        machine_types ["machineTypes"]: Vec<MachineType<'a>>,
        /// The volume types that are replaced or added.
        volume_types ["volumeTypes"]: Vec<VolumeType<'a>>,
        /// Configuration that only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// The limits on the size of a cluster, which override the parent's.
        limits: Option<Limits>,
    }
}

given! {
    /// The status of a NamespacedCloudProfile.
    #[derive(Default)]
    foreign pub struct NamespacedStatus<'a> {
        /// The complete profile, merged from the parent and the changes.
        cloud_profile_spec ["cloudProfileSpec"]: Option<ProfileSpec<'a>>,
    }
}

given! {
    /// A reference to a profile.
    #[derive(Default)]
    foreign pub struct Reference<'a> {
        /// The kind of the profile.
        kind: Option<&'a str>,
        /// The name of the profile.
        name: Option<&'a str>,
    }
}
