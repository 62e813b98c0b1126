//! The six providers whose extensions' rules are known, and how their artifacts differ (section 17.1).

use crate::wire::words;

words! {
    /// A provider whose rules are known.
    pub enum Provider {
        /// Artifacts per region, each with an `ami`.
        Aws = "aws",
        /// One artifact for all regions, with one of four kinds of references.
        Azure = "azure",
        /// One artifact for all regions.
        Gcp = "gcp",
        /// Artifacts per region, each with an `id`, or a name that holds in every region.
        Openstack = "openstack",
        /// Artifacts per region, each with an `id`; in the old form always for amd64.
        Alicloud = "alicloud",
        /// One artifact for all regions.
        Local = "local",
    }
}

/// The suffix after the provider's name in the group of its configuration.
pub const GROUP: &str = ".provider.extensions.gardener.cloud";
/// The version of the configuration.
pub const VERSION: &str = "v1alpha1";

/// The kind of every provider's configuration.
pub const KIND: &str = "CloudProfileConfig";

/// The capability of azure that describes an artifact's networking.
pub const NETWORKING: &str = "azure-networking";
/// The value for accelerated networking.
pub const ACCELERATED: &str = "accelerated";
/// The value for networking without acceleration.
pub const BASIC: &str = "basic";

/// Returns the provider that an `apiVersion` names, known or not. `None`: it is not the version of a provider's
/// configuration.
pub fn named_by(api_version: &str) -> Option<&str> {
    let (group, version) = api_version.split_once('/')?;
    group.strip_suffix(GROUP).filter(|name| version == VERSION && !name.is_empty())
}

impl Provider {
    /// Returns the key of the reference in an item of `regions`. `None`: the provider's artifacts are not regional.
    pub fn regional_key(self) -> Option<&'static str> {
        match self {
            Self::Aws => Some("ami"),
            Self::Openstack | Self::Alicloud => Some("id"),
            Self::Azure | Self::Gcp | Self::Local => None,
        }
    }

    /// Whether an artifact without regions is an error. On openstack a name may take their place.
    pub fn needs_regions(self) -> bool {
        matches!(self, Self::Aws | Self::Alicloud)
    }

    /// Whether an item of `regions` may name an architecture.
    pub fn items_name_architectures(self) -> bool {
        matches!(self, Self::Aws | Self::Openstack)
    }

    /// Whether an old entry may name an architecture, so that a version has one entry per architecture.
    pub fn entries_name_architectures(self) -> bool {
        matches!(self, Self::Azure | Self::Gcp)
    }

    /// Whether missing definitions, and machines that name no architecture, are completed before an artifact is chosen.
    pub fn completes_machines(self) -> bool {
        !matches!(self, Self::Alicloud | Self::Local)
    }

    /// Returns the number of a flavor's architectures that the old entries must have.
    pub fn architectures_asked_for(self) -> usize {
        if self == Self::Openstack { 1 } else { usize::MAX }
    }

    /// Whether the mapping is checked only if the list by itself has no errors.
    pub fn maps_only_a_valid_list(self) -> bool {
        matches!(self, Self::Azure | Self::Local)
    }
}
