//! The parts of Gardener's documents that the rules look at. The documents are Gardener's: whatever else they hold
//! stays where it is and is nobody's mistake.

use super::profiles::LabelSelector;
use super::scalars::{Moment, Quantity};
use crate::wire::{Ordered, Value, given};

pub use super::runtimes::{ContainerRuntime, Cri};

/// Capabilities as a document gives them: values by name.
pub type Capabilities<'a> = Ordered<&'a str, Vec<&'a str>>;

given! {
    /// A CloudProfile.
    #[derive(Default)]
    foreign pub struct CloudProfile<'a> {
        /// What names it.
        metadata: Option<Metadata<'a>>,
        /// What it offers.
        spec: Option<ProfileSpec<'a>>,
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
        /// What it comes to together with its parent.
        status: Option<NamespacedStatus<'a>>,
    }
}

given! {
    /// What names a document, and whether it is on its way out.
    #[derive(Default)]
    foreign pub struct Metadata<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its namespace.
        namespace: Option<&'a str>,
        /// When its deletion began.
        deletion_timestamp ["deletionTimestamp"]: Option<&'a str>,
    }
}

given! {
    /// What a profile offers.
    #[derive(Default)]
    foreign pub struct ProfileSpec<'a> {
        /// The provider.
        provider_type ["type"]: Option<&'a str>,
        /// Certificates that machines trust, as PEM.
        ca_bundle ["caBundle"]: Option<&'a str>,
        /// Kubernetes versions.
        kubernetes: Option<KubernetesSettings<'a>>,
        /// Machine images.
        machine_images ["machineImages"]: Vec<MachineImage<'a>>,
        /// Machine types.
        machine_types ["machineTypes"]: Vec<MachineType<'a>>,
        /// The capabilities that types and images can have, the preferred ones first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// Volume types.
        volume_types ["volumeTypes"]: Vec<VolumeType<'a>>,
        /// Regions.
        regions: Vec<Region<'a>>,
        /// What only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// Which seeds may be used.
        seed_selector ["seedSelector"]: Option<LabelSelector<'a>>,
        /// The machine of bastions.
        bastion: Option<Bastion<'a>>,
        /// How large a cluster may become.
        limits: Option<Limits>,
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
    /// What a NamespacedCloudProfile comes to.
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

given! {
    /// The Kubernetes versions of a profile.
    #[derive(Default)]
    foreign pub struct KubernetesSettings<'a> {
        /// The versions.
        versions: Vec<ExpirableVersion<'a>>,
    }
}

given! {
    /// A version with its life.
    #[derive(Default)]
    foreign pub struct ExpirableVersion<'a> {
        /// The version.
        version: Option<&'a str>,
        /// What it is said to be.
        classification: Option<&'a str>,
        /// When it expires.
        expiration_date ["expirationDate"]: Option<Moment<'a>>,
        /// Its stages, which replace the two fields before.
        lifecycle: Vec<Stage<'a>>,
    }
}

given! {
    /// A stage in the life of a version.
    foreign pub struct Stage<'a> {
        /// What the version is from then on.
        classification: Option<&'a str>,
        /// When that begins; always, unless given.
        start_time ["startTime"]: Option<Moment<'a>>,
    }
}

given! {
    /// A machine image.
    #[derive(Default)]
    foreign pub struct MachineImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its versions.
        versions: Vec<ImageVersion<'a>>,
        /// How far an automatic update goes.
        update_strategy ["updateStrategy"]: Option<&'a str>,
    }
}

given! {
    /// A version of a machine image.
    #[derive(Default)]
    foreign pub struct ImageVersion<'a> {
        /// The version.
        version: Option<&'a str>,
        /// What it is said to be.
        classification: Option<&'a str>,
        /// When it expires.
        expiration_date ["expirationDate"]: Option<Moment<'a>>,
        /// Its stages, which replace the two fields before.
        lifecycle: Vec<Stage<'a>>,
        /// Container runtimes it brings.
        cri: Vec<Cri<'a>>,
        /// Architectures it is built for; the capability of that name replaces the field.
        architectures: Vec<&'a str>,
        /// Which kubelets it runs.
        kubelet_version_constraint ["kubeletVersionConstraint"]: Option<&'a str>,
        /// Whether machines can be updated to it in place.
        in_place_updates ["inPlaceUpdates"]: Option<InPlaceUpdates<'a>>,
        /// Its artifacts, each with what it can; one that is not given keeps its place.
        capability_flavors ["capabilityFlavors"]: Vec<Option<Capabilities<'a>>>,
    }
}

given! {
    /// Whether machines can be updated to a version in place.
    foreign pub struct InPlaceUpdates<'a> {
        /// Whether they can.
        supported: bool,
        /// From which version on.
        min_version_for_update ["minVersionForUpdate"]: Option<&'a str>,
    }
}

given! {
    /// A machine type.
    #[derive(Default)]
    foreign pub struct MachineType<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its processors.
        cpu: Option<Quantity<'a>>,
        /// Its graphics processors.
        gpu: Option<Quantity<'a>>,
        /// Its memory.
        memory: Option<Quantity<'a>>,
        /// Its root disk.
        storage: Option<Storage<'a>>,
        /// Whether it may be used.
        usable: Option<bool>,
        /// Its architecture; the capability of that name replaces the field.
        architecture: Option<&'a str>,
        /// What it can.
        capabilities: Capabilities<'a>,
    }
}

given! {
    /// The root disk of a machine type.
    foreign pub struct Storage<'a> {
        /// The type of volumes that it is of.
        storage_type ["type"]: Option<&'a str>,
        /// Its size, where it is fixed.
        size: Option<Quantity<'a>>,
        /// Its least size, where it is not.
        min_size ["minSize"]: Option<Quantity<'a>>,
    }
}

given! {
    /// A capability with its values, the preferred ones first.
    foreign pub struct Definition<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its values.
        values: Vec<&'a str>,
    }
}

given! {
    /// A volume type.
    #[derive(Default)]
    foreign pub struct VolumeType<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its class.
        class: Option<&'a str>,
        /// Whether it may be used.
        usable: Option<bool>,
        /// Its least size.
        min_size ["minSize"]: Option<Quantity<'a>>,
    }
}

given! {
    /// A region.
    foreign pub struct Region<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its zones.
        zones: Vec<Zone<'a>>,
        /// Its labels.
        labels: Ordered<&'a str, Value<'a>>,
    }
}

given! {
    /// A zone of a region.
    foreign pub struct Zone<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Machine types it does not have.
        unavailable_machine_types ["unavailableMachineTypes"]: Vec<&'a str>,
        /// Volume types it does not have.
        unavailable_volume_types ["unavailableVolumeTypes"]: Vec<&'a str>,
    }
}

given! {
    /// The machine of bastions.
    foreign pub struct Bastion<'a> {
        /// Its image.
        machine_image ["machineImage"]: Option<BastionImage<'a>>,
        /// Its type.
        machine_type ["machineType"]: Option<Named<'a>>,
    }
}

given! {
    /// The image of bastions.
    foreign pub struct BastionImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its version.
        version: Option<&'a str>,
    }
}

given! {
    /// Something with a name.
    foreign pub struct Named<'a> {
        /// The name.
        name: Option<&'a str>,
    }
}

given! {
    /// How large a cluster may become.
    foreign pub struct Limits {
        /// The most nodes.
        max_nodes_total ["maxNodesTotal"]: Option<i64>,
    }
}

impl<'a> MachineType<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}

impl<'a> MachineImage<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// The first of its versions written exactly so.
    pub fn version(&self, text: &str) -> Option<&ImageVersion<'a>> {
        self.versions.iter().find(|version| version.version() == text)
    }
}

impl<'a> ImageVersion<'a> {
    /// The version, empty where there is none.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// Its flavors with their places, those that are not given left out.
    pub fn flavors(&self) -> impl Iterator<Item = (usize, &Capabilities<'a>)> {
        self.capability_flavors.iter().enumerate().filter_map(|(index, flavor)| Some((index, flavor.as_ref()?)))
    }
}

impl<'a> ProfileSpec<'a> {
    /// A profile without any offer.
    pub const NOTHING: Self = Self {
        provider_type: None,
        ca_bundle: None,
        kubernetes: None,
        machine_images: Vec::new(),
        machine_types: Vec::new(),
        machine_capabilities: Vec::new(),
        volume_types: Vec::new(),
        regions: Vec::new(),
        provider_config: None,
        seed_selector: None,
        bastion: None,
        limits: None,
    };

    /// The first image of that name.
    pub fn image(&self, name: &str) -> Option<&MachineImage<'a>> {
        self.machine_images.iter().find(|image| image.name() == name)
    }

    /// The first machine type of that name.
    pub fn machine_type(&self, name: &str) -> Option<&MachineType<'a>> {
        self.machine_types.iter().find(|machine| machine.name() == name)
    }
}

impl<'a> CloudProfile<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.name).unwrap_or_default()
    }

    /// What it offers; a document without a `spec` offers nothing.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        const NOTHING: &ProfileSpec<'static> = &ProfileSpec::NOTHING;
        self.spec.as_ref().unwrap_or(NOTHING)
    }
}
