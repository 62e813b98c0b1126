//! The six providers whose extensions' rules are known, and in what their artifacts differ (section 17.1).

use crate::wire::words;

words! {
    /// A provider.
    pub enum Provider {
        /// Artifacts for each region, an `ami` each.
        Aws = "aws",
        /// One artifact for all regions, in one of four forms.
        Azure = "azure",
        /// One artifact for all regions.
        Gcp = "gcp",
        /// Artifacts for each region, an `id` each, or a name that holds in every region.
        Openstack = "openstack",
        /// Artifacts for each region, an `id` each, for one architecture alone.
        Alicloud = "alicloud",
        /// One artifact for all regions.
        Local = "local",
    }
}

/// What follows the provider in the group of its configuration.
pub const GROUP: &str = ".provider.extensions.gardener.cloud";
/// The version of the configuration.
pub const VERSION: &str = "v1alpha1";

/// The kind of every provider's configuration.
pub const KIND: &str = "CloudProfileConfig";

/// The capability of an artifact's network card on azure, and its values.
pub const NETWORKING: &str = "azure-networking";
/// A network card of its own.
pub const ACCELERATED: &str = "accelerated";
/// A shared one.
pub const BASIC: &str = "basic";

/// The provider that an `apiVersion` names, known or not; `None` where it is not that of a provider's configuration.
pub fn named_by(api_version: &str) -> Option<&str> {
    let (group, version) = api_version.split_once('/')?;
    group.strip_suffix(GROUP).filter(|name| version == VERSION && !name.is_empty())
}

impl Provider {
    /// The key of the reference in an item of `regions`, of providers whose artifacts are regional.
    pub fn regional_key(self) -> Option<&'static str> {
        match self {
            Self::Aws => Some("ami"),
            Self::Openstack | Self::Alicloud => Some("id"),
            Self::Azure | Self::Gcp | Self::Local => None,
        }
    }

    /// Whether an artifact without regions is wrong. On openstack a name may take their place.
    pub fn needs_regions(self) -> bool {
        matches!(self, Self::Aws | Self::Alicloud)
    }

    /// Whether an item of `regions` may name an architecture.
    pub fn items_name_architectures(self) -> bool {
        matches!(self, Self::Aws | Self::Openstack)
    }

    /// Whether an old entry may name an architecture, and a version has an entry for each.
    pub fn entries_name_architectures(self) -> bool {
        matches!(self, Self::Azure | Self::Gcp)
    }

    /// Whether definitions and machines that name no architecture are completed before an artifact is chosen.
    pub fn completes_machines(self) -> bool {
        !matches!(self, Self::Alicloud | Self::Local)
    }

    /// How many of a flavor's architectures the old entries are asked for.
    pub fn architectures_asked_for(self) -> usize {
        if self == Self::Openstack { 1 } else { usize::MAX }
    }

    /// Whether the images are not mapped at all as long as the list is wrong by itself.
    pub fn maps_only_a_valid_list(self) -> bool {
        matches!(self, Self::Azure | Self::Local)
    }
}
