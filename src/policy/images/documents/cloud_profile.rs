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
        /// What names it.
        metadata: Option<Metadata<'a>>,
        /// What it offers.
        spec: Option<ProfileSpec<'a>>,
    } then in_no_namespace
}

/// An API server passes over the namespace of what is in none. Here the profile would be taken for another one.
fn in_no_namespace<'a>(profile: &mut CloudProfile<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let namespace = profile.metadata.as_ref().and_then(|metadata| metadata.namespace);
    let Some(namespace) = namespace.filter(|namespace| !namespace.is_empty()) else { return Ok(()) };
    let found = format!("the namespace `{namespace}`");
    let place = PathStep::Key(from.step(), "metadata");
    let cause = Cause::WrongType { found, expected: "none: a CloudProfile is in no namespace" };
    Err(Fault::at(&PathStep::Key(&place, "namespace"), cause))
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

impl Metadata<'_> {
    /// Whether the document's deletion has begun. What is no time begins nothing.
    pub fn is_being_deleted(&self) -> bool {
        self.deletion_timestamp.is_some_and(|text| Instant::parse(text).is_some())
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
    /// The Kubernetes versions of a profile.
    #[derive(Default)]
    foreign pub struct KubernetesSettings<'a> {
        /// The versions.
        versions: Vec<ExpirableVersion<'a>>,
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
        /// What access may be restricted to there.
        access_restrictions ["accessRestrictions"]: Vec<AccessRestriction<'a>>,
    }
}

given! {
    /// What access is restricted to.
    foreign pub struct AccessRestriction<'a> {
        /// Its name.
        name: Option<&'a str>,
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

impl<'a> Zone<'a> {
    /// Its name, where it has one.
    pub fn named(&self) -> Option<&'a str> {
        self.name.filter(|name| !name.is_empty())
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

impl<'a> ProfileSpec<'a> {
    /// Its Kubernetes versions.
    pub fn kubernetes_versions(&self) -> &[ExpirableVersion<'a>] {
        self.kubernetes.as_ref().map(|kubernetes| kubernetes.versions.as_slice()).unwrap_or_default()
    }

    /// How many nodes a Shoot may have, where it says that.
    pub fn most_nodes(&self) -> Option<i64> {
        self.limits.as_ref()?.max_nodes_total
    }
}
