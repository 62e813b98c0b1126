//! How Nova changes a node's traits on their way to the node's resource provider.

use crate::base::Names;
use crate::wire::given;

given! {
    /// The capabilities that a driver reports, as traits.
    pub(crate) struct CapabilityTraits<'a> {
        /// The capabilities that the driver has.
        supported: Vec<&'a str>,
        /// The capabilities that the driver lacks.
        unsupported: Vec<&'a str>,
    }
}

/// Marks the provider of every compute node.
pub(crate) const COMPUTE_NODE: &str = "COMPUTE_NODE";
/// Marks the providers that Nova owns.
pub(crate) const OWNER_NOVA: &str = "OWNER_NOVA";
/// Marks the providers of a disabled compute service.
pub(crate) const STATUS_DISABLED: &str = "COMPUTE_STATUS_DISABLED";
/// Marks providers of PCI devices. Nova refuses to report a node that has it.
pub(crate) const MANAGED_PCI_DEVICE: &str = "COMPUTE_MANAGED_PCI_DEVICE";

const IMAGE_TYPE: &str = "COMPUTE_IMAGE_TYPE_";

/// The capabilities that today's Ironic driver has.
const SUPPORTED: [&str; 4] =
    ["COMPUTE_NET_ATTACH_INTERFACE", "COMPUTE_IMAGE_TYPE_AMI", "COMPUTE_IMAGE_TYPE_QCOW2", "COMPUTE_IMAGE_TYPE_RAW"];

/// The capabilities that today's Ironic driver lacks.
const UNSUPPORTED: [&str; 18] = [
    "COMPUTE_SAME_HOST_COLD_MIGRATE",
    "COMPUTE_VOLUME_MULTI_ATTACH",
    "COMPUTE_TRUSTED_CERTS",
    "COMPUTE_ACCELERATORS",
    "COMPUTE_REMOTE_MANAGED_PORTS",
    "COMPUTE_ADDRESS_SPACE_PASSTHROUGH",
    "COMPUTE_ADDRESS_SPACE_EMULATED",
    "COMPUTE_SECURITY_STATELESS_FIRMWARE",
    "COMPUTE_STORAGE_VIRTIO_FS",
    "COMPUTE_MEM_BACKING_FILE",
    "COMPUTE_IMAGE_TYPE_AKI",
    "COMPUTE_IMAGE_TYPE_ARI",
    "COMPUTE_IMAGE_TYPE_ISO",
    "COMPUTE_IMAGE_TYPE_VDI",
    "COMPUTE_IMAGE_TYPE_VHD",
    "COMPUTE_IMAGE_TYPE_VHDX",
    "COMPUTE_IMAGE_TYPE_VMDK",
    "COMPUTE_IMAGE_TYPE_PLOOP",
];

/// The traits that Nova decides about: capabilities that the driver has are added, and those it lacks are removed, no
/// matter who set them.
#[derive(Clone, Debug)]
pub(crate) struct Capabilities<'a> {
    supported: Names<'a>,
    unsupported: Names<'a>,
    disabled: Option<bool>,
}

impl<'a> Capabilities<'a> {
    /// Takes the driver's capabilities, or those of today's Ironic driver, without the image types in `excluded`.
    /// `disabled` says whether the compute service is disabled. `None`: its record is missing.
    pub(crate) fn new(given: Option<&CapabilityTraits<'a>>, excluded: &[&str], disabled: Option<bool>) -> Self {
        let (supported, unsupported): (&[&str], &[&str]) = match given {
            Some(given) => (&given.supported, &given.unsupported),
            None => (&SUPPORTED, &UNSUPPORTED),
        };
        let off = |name: &&str| {
            let kind = name.strip_prefix(IMAGE_TYPE);
            kind.is_some_and(|kind| excluded.contains(&kind.to_ascii_lowercase().as_str()))
        };
        let (switched_off, supported): (Vec<&str>, Vec<&str>) = supported.iter().partition(|name| off(name));
        Self {
            supported: supported.into_iter().collect(),
            unsupported: unsupported.iter().copied().chain(switched_off).collect(),
            disabled,
        }
    }

    /// Returns whether Nova adds the trait to every provider or removes it. `None`: Nova leaves the trait alone.
    pub(crate) fn decides(&self, name: &str) -> Option<bool> {
        match name {
            COMPUTE_NODE | OWNER_NOVA => Some(true),
            STATUS_DISABLED if self.disabled.is_some() => self.disabled,
            _ if self.supported.contains(name) => Some(true),
            _ if self.unsupported.contains(name) => Some(false),
            _ => None,
        }
    }

    /// Returns the traits that Nova adds to every provider.
    pub(crate) fn added(&self) -> impl Iterator<Item = &'a str> + '_ {
        let disabled = (self.disabled == Some(true)).then_some(STATUS_DISABLED);
        [COMPUTE_NODE, OWNER_NOVA].into_iter().chain(disabled).chain(self.supported.iter())
    }

    /// Returns the traits of a node's provider.
    pub(crate) fn of_node(&self, traits: impl IntoIterator<Item = &'a str>) -> Names<'a> {
        let kept = traits.into_iter().filter(|name| self.decides(name) != Some(false));
        kept.chain(self.added()).collect()
    }
}
