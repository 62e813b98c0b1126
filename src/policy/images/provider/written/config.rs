//! The part of a provider's configuration that maps images: one form for all six, of which each uses its keys.

use crate::policy::images::documents::{Capabilities, USUAL};
use crate::wire::given;

given! {
    /// The configuration of a provider.
    #[derive(Default)]
    foreign pub struct ProviderConfig<'a> {
        /// The images that it knows.
        machine_images ["machineImages"]: Vec<ProviderImage<'a>>,
        /// What azure knows of machine types.
        machine_types ["machineTypes"]: Vec<ProviderType<'a>>,
        /// The fault domains of azure's regions.
        fault_domains ["countFaultDomains"]: Vec<DomainCount<'a>>,
        /// The update domains of azure's regions.
        update_domains ["countUpdateDomains"]: Vec<DomainCount<'a>>,
    }
}

given! {
    /// An image.
    #[derive(Default)]
    foreign pub struct ProviderImage<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Its versions.
        versions: Vec<Entry<'a>>,
    }
}

given! {
    /// A version of an image, with flavors or in the old form.
    #[derive(Default)]
    foreign pub struct Entry<'a> {
        /// The version.
        version: Option<&'a str>,
        /// Its artifact, of providers without regions and of openstack.
        #[flatten]
        reference: References<'a>,
        /// Its artifacts, of providers with regions.
        regions: Vec<RegionItem<'a>>,
        /// Its architecture in the old form.
        architecture: Option<&'a str>,
        /// Whether it has azure's network cards, in the old form.
        accelerated_networking ["acceleratedNetworking"]: Option<bool>,
        /// The capabilities of its artifact: the form of the design text.
        capabilities: Option<Capabilities<'a>>,
        /// Its artifacts with their capabilities.
        capability_flavors ["capabilityFlavors"]: Vec<Flavor<'a>>,
    }
}

given! {
    /// An artifact, or one a region, with its capabilities.
    #[derive(Default)]
    foreign pub struct Flavor<'a> {
        /// The capabilities.
        capabilities: Capabilities<'a>,
        /// The artifact, of providers without regions and of openstack.
        #[flatten]
        reference: References<'a>,
        /// The artifacts, of providers with regions.
        regions: Vec<RegionItem<'a>>,
    }
}

given! {
    /// What names an artifact that holds in every region.
    #[derive(Default)]
    foreign pub struct References<'a> {
        /// Of gcp, local and openstack.
        image: Option<&'a str>,
        /// In azure's marketplace.
        urn: Option<&'a str>,
        /// In an account of azure.
        id: Option<&'a str>,
        /// In a community gallery of azure.
        community ["communityGalleryImageID"]: Option<&'a str>,
        /// In a shared gallery of azure.
        shared ["sharedGalleryImageID"]: Option<&'a str>,
        /// Whether nobody has to agree to the terms of azure's marketplace.
        skip_agreement ["skipMarketplaceAgreement"]: Option<bool>,
    }
}

given! {
    /// An artifact in a region.
    #[derive(Default)]
    foreign pub struct RegionItem<'a> {
        /// The region.
        name: Option<&'a str>,
        /// The artifact on aws.
        ami: Option<&'a str>,
        /// The artifact on openstack and alicloud.
        id: Option<&'a str>,
        /// Its architecture in the old form.
        architecture: Option<&'a str>,
        /// Its capabilities: the form of the design text.
        capabilities: Option<Capabilities<'a>>,
    }
}

given! {
    /// What azure knows of a machine type.
    foreign pub struct ProviderType<'a> {
        /// Its name.
        name: Option<&'a str>,
        /// Whether it has azure's network cards.
        accelerated_networking ["acceleratedNetworking"]: Option<bool>,
    }
}

given! {
    /// How many domains a region of azure has.
    foreign pub struct DomainCount<'a> {
        /// The region.
        region: Option<&'a str>,
        /// How many.
        count: Option<i64>,
    }
}

impl<'a> ProviderImage<'a> {
    /// Its name, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}

impl<'a> Entry<'a> {
    /// The version, empty where there is none.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// Its architecture in the old form; the usual one where it names none.
    pub fn architecture(&self) -> &'a str {
        self.architecture.unwrap_or(USUAL)
    }

    /// Whether it has neither flavors nor capabilities of its own.
    pub fn is_old(&self) -> bool {
        self.capability_flavors.is_empty() && self.capabilities.is_none()
    }
}

impl<'a> References<'a> {
    /// The image, empty where there is none.
    pub fn image(&self) -> &'a str {
        self.image.unwrap_or_default()
    }

    /// Azure's four with their keys, the one first that goes before the others.
    pub fn of_azure(&self) -> [(&'static str, Option<&'a str>); 4] {
        [
            ("urn", self.urn),
            ("communityGalleryImageID", self.community),
            ("sharedGalleryImageID", self.shared),
            ("id", self.id),
        ]
    }

    /// Whether one of azure's four is there, even an empty one.
    pub fn has_azure(&self) -> bool {
        self.of_azure().iter().any(|(_, reference)| reference.is_some())
    }
}

impl<'a> RegionItem<'a> {
    /// The region, empty where it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// The artifact, empty where there is none.
    pub fn reference(&self) -> &'a str {
        self.ami.or(self.id).unwrap_or_default()
    }

    /// Its architecture; the usual one where it names none.
    pub fn architecture(&self) -> &'a str {
        self.architecture.unwrap_or(USUAL)
    }
}
