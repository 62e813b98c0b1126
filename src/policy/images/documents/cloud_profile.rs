//! CloudProfiles (section 1.1).

use super::capabilities::Definition;
use super::machine_images::{ExpirableVersion, MachineImage};
use super::machine_types::MachineType;
use super::scalars::Quantity;
use super::selector::LabelSelector;
use crate::base::Instant;
use crate::wire::{Cause, Fault, Ordered, PathStep, Reader, Value, given};

given! {
    /// A CloudProfile.
    #[derive(Default)]
    foreign pub struct CloudProfile<'a> {
        /// The name of the profile.
        metadata: Option<Metadata<'a>>,
        /// What the profile offers.
        spec: Option<ProfileSpec<'a>>,
    } then in_no_namespace
}

/// Refuses a namespace. The API server ignores the namespace of a cluster-scoped document; here it would make the
/// profile look like a different one.
fn in_no_namespace<'a>(profile: &mut CloudProfile<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let namespace = profile.metadata.as_ref().and_then(|metadata| metadata.namespace);
    let Some(namespace) = namespace.filter(|namespace| !namespace.is_empty()) else { return Ok(()) };
    let found = format!("the namespace `{namespace}`");
    let place = PathStep::Key(from.step(), "metadata");
    let cause = Cause::WrongType { found, expected: "none: a CloudProfile is in no namespace" };
    Err(Fault::at(&PathStep::Key(&place, "namespace"), cause))
}

given! {
    /// The name of a document, its namespace, and whether it is being deleted.
    #[derive(Default)]
    foreign pub struct Metadata<'a> {
        /// The name of the document.
        name: Option<&'a str>,
        /// The namespace of the document.
        namespace: Option<&'a str>,
        /// When the deletion of the document began.
        deletion_timestamp ["deletionTimestamp"]: Option<&'a str>,
    }
}

impl Metadata<'_> {
    /// Whether the deletion of the document has begun. A timestamp that is not a valid time does not count.
    pub fn is_being_deleted(&self) -> bool {
        self.deletion_timestamp.is_some_and(|text| Instant::parse(text).is_some())
    }
}

given! {
    /// What a profile offers.
    #[derive(Default)]
    foreign pub struct ProfileSpec<'a> {
        /// The type of the provider.
        provider_type ["type"]: Option<&'a str>,
        /// The certificates that machines trust, as PEM.
        ca_bundle ["caBundle"]: Option<&'a str>,
        /// The offered Kubernetes versions.
        kubernetes: Option<KubernetesSettings<'a>>,
        /// The offered machine images.
        machine_images ["machineImages"]: Vec<MachineImage<'a>>,
        /// The offered machine types.
        machine_types ["machineTypes"]: Vec<MachineType<'a>>,
        /// The capabilities that machine types and images can have, most preferred first.
        machine_capabilities ["machineCapabilities"]: Vec<Definition<'a>>,
        /// The offered volume types.
        volume_types ["volumeTypes"]: Vec<VolumeType<'a>>,
        /// The regions where clusters can be created.
        regions: Vec<Region<'a>>,
        /// Configuration that only the provider's extension reads.
        provider_config ["providerConfig"]: Option<Value<'a>>,
        /// The seeds that may be used.
        seed_selector ["seedSelector"]: Option<LabelSelector<'a>>,
        /// The machine type and image of bastions.
        bastion: Option<Bastion<'a>>,
        /// The limits on the size of a cluster.
        limits: Option<Limits>,
    }
}

given! {
    /// The Kubernetes versions of a profile.
    #[derive(Default)]
    foreign pub struct KubernetesSettings<'a> {
        /// The offered Kubernetes versions.
        versions: Vec<ExpirableVersion<'a>>,
    }
}

given! {
    /// A volume type.
    #[derive(Default)]
    foreign pub struct VolumeType<'a> {
        /// The name of the volume type.
        name: Option<&'a str>,
        /// The class of the volume type.
        class: Option<&'a str>,
        /// Whether the volume type may be used.
        usable: Option<bool>,
        /// The smallest size of a volume.
        min_size ["minSize"]: Option<Quantity<'a>>,
    }
}

given! {
    /// A region.
    foreign pub struct Region<'a> {
        /// The name of the region.
        name: Option<&'a str>,
        /// The zones of the region.
        zones: Vec<Zone<'a>>,
        /// The labels of the region.
        labels: Ordered<&'a str, Value<'a>>,
        /// The access restrictions that the region supports.
        access_restrictions ["accessRestrictions"]: Vec<AccessRestriction<'a>>,
    }
}

given! {
    /// A restriction on the access to a cluster.
    foreign pub struct AccessRestriction<'a> {
        /// The name of the restriction.
        name: Option<&'a str>,
    }
}

given! {
    /// A zone of a region.
    foreign pub struct Zone<'a> {
        /// The name of the zone.
        name: Option<&'a str>,
        /// The machine types that are not available in the zone.
        unavailable_machine_types ["unavailableMachineTypes"]: Vec<&'a str>,
        /// The volume types that are not available in the zone.
        unavailable_volume_types ["unavailableVolumeTypes"]: Vec<&'a str>,
    }
}

given! {
    /// The machine type and image of bastions.
    foreign pub struct Bastion<'a> {
        /// The machine image of bastions.
        machine_image ["machineImage"]: Option<BastionImage<'a>>,
        /// The machine type of bastions.
        machine_type ["machineType"]: Option<Named<'a>>,
    }
}

given! {
    /// The machine image of bastions.
    foreign pub struct BastionImage<'a> {
        /// The name of the image.
        name: Option<&'a str>,
        /// The version of the image.
        version: Option<&'a str>,
    }
}

given! {
    /// A reference by name.
    foreign pub struct Named<'a> {
        /// The name of the referenced object.
        name: Option<&'a str>,
    }
}

given! {
    /// The limits on the size of a cluster.
    foreign pub struct Limits {
        /// The largest number of nodes.
        max_nodes_total ["maxNodesTotal"]: Option<i32>,
    }
}

impl<'a> ProfileSpec<'a> {
    /// A profile that offers nothing.
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

    /// Returns the first image with the given name.
    pub fn image(&self, name: &str) -> Option<&MachineImage<'a>> {
        self.machine_images.iter().find(|image| image.name() == name)
    }

    /// Returns the first machine type with the given name.
    pub fn machine_type(&self, name: &str) -> Option<&MachineType<'a>> {
        self.machine_types.iter().find(|machine| machine.name() == name)
    }
}

impl<'a> Zone<'a> {
    /// The name of the zone, if it is not empty.
    pub fn named(&self) -> Option<&'a str> {
        self.name.filter(|name| !name.is_empty())
    }
}

impl Limits {
    /// The largest number of nodes, as wide as their sums are.
    pub fn most_nodes(&self) -> Option<i64> {
        self.max_nodes_total.map(i64::from)
    }
}

impl<'a> CloudProfile<'a> {
    /// The name of the profile, empty if absent.
    pub fn name(&self) -> &'a str {
        self.metadata.as_ref().and_then(|metadata| metadata.name).unwrap_or_default()
    }

    /// What the profile offers: nothing if the document has no `spec`.
    pub fn spec(&self) -> &ProfileSpec<'a> {
        const NOTHING: &ProfileSpec<'static> = &ProfileSpec::NOTHING;
        self.spec.as_ref().unwrap_or(NOTHING)
    }
}

impl<'a> ProfileSpec<'a> {
    /// The Kubernetes versions of the profile.
    pub fn kubernetes_versions(&self) -> &[ExpirableVersion<'a>] {
        self.kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default()
    }

    /// The largest number of nodes that a Shoot may have, if the profile limits it.
    pub fn most_nodes(&self) -> Option<i64> {
        self.limits.as_ref()?.most_nodes()
    }
}
