//! What providers' extensions read in a profile (section 12.1).

use crate::policy::images::documents::{Capabilities, USUAL};
use crate::wire::given;

given! {
    /// The configuration of a provider.
    #[derive(Default)]
    foreign pub(super) struct ProviderConfig<'a> {
        /// The images that it knows.
        machine_images ["machineImages"]: Vec<ProviderImage<'a>>,
    }
}

given! {
    /// An image.
    foreign pub(super) struct ProviderImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its versions.
        versions: Vec<ProviderVersion<'a>>,
    }
}

given! {
    /// A version of an image, in the older form or with flavors.
    foreign pub(super) struct ProviderVersion<'a> {
        /// The version.
        version: Option<&'a str>,
        /// Its artifact; the older form of providers without regions.
        image: Option<&'a str>,
        /// Its artifacts; the older form of providers with regions.
        regions: Vec<RegionImage<'a>>,
        /// Its artifacts with what they can.
        capability_flavors ["capabilityFlavors"]: Vec<ProviderFlavor<'a>>,
    }
}

given! {
    /// An artifact with what it can.
    foreign pub(super) struct ProviderFlavor<'a> {
        /// What it can.
        capabilities: Capabilities<'a>,
        /// The artifact, of providers without regions.
        image: Option<&'a str>,
        /// The artifacts, of providers with regions.
        regions: Vec<RegionImage<'a>>,
    }
}

given! {
    /// An artifact in a region.
    foreign pub(super) struct RegionImage<'a> {
        /// The region.
        name: Option<&'a str>,
        /// The artifact.
        ami: Option<&'a str>,
        /// Its architecture, in the older form.
        architecture: Option<&'a str>,
    }
}

impl<'a> ProviderImage<'a> {
    /// Its name, empty where it has none.
    pub(super) fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}

impl<'a> ProviderVersion<'a> {
    /// The version, empty where there is none.
    pub(super) fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }
}

impl<'a> RegionImage<'a> {
    /// Its architecture; the usual one where it names none.
    pub(super) fn architecture(&self) -> &'a str {
        self.architecture.unwrap_or(USUAL)
    }
}
