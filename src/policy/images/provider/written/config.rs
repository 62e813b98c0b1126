//! The part of a provider's configuration that maps images, in one form for all six providers, of which each uses its
//! own keys.

use crate::policy::images::documents::{Capabilities, USUAL};
use crate::wire::{Value, given};

given! {
    /// The configuration of a provider.
    #[derive(Default)]
    foreign pub struct ProviderConfig<'a> {
        /// The images that the provider maps.
        machine_images ["machineImages"]: Vec<ProviderImage<'a>>,
        /// What azure's configuration says about machine types.
        machine_types ["machineTypes"]: Vec<ProviderType<'a>>,
        /// The fault domains of azure's regions, which only one edition reads.
        fault_domains ["countFaultDomains"]: Option<Value<'a>>,
        /// The update domains of azure's regions, likewise.
        update_domains ["countUpdateDomains"]: Option<Value<'a>>,
    }
}

given! {
    /// An image that the provider maps.
    #[derive(Default)]
    foreign pub struct ProviderImage<'a> {
        /// The name of the image.
        name: Option<&'a str>,
        /// The versions of the image.
        versions: Vec<Entry<'a>>,
    }
}

given! {
    /// A version of an image, with flavors or in the old form.
    #[derive(Default)]
    foreign pub struct Entry<'a> {
        /// The version of the image.
        version: Option<&'a str>,
        /// The reference to the artifact, for providers without regions and for openstack.
        #[flatten]
        reference: References<'a>,
        /// The artifacts in each region, for providers with regions.
        regions: Vec<RegionItem<'a>>,
        /// The architecture of the artifact in the old form; amd64 if absent.
        architecture: Option<&'a str>,
        /// Whether the artifact supports azure's accelerated networking, in the old form.
        accelerated_networking ["acceleratedNetworking"]: Option<bool>,
        /// The capabilities of the artifact, in the form of the design text.
        capabilities: Option<Capabilities<'a>>,
        /// The artifacts with their capabilities.
        capability_flavors ["capabilityFlavors"]: Vec<Flavor<'a>>,
    }
}

given! {
    /// An artifact, or one per region, with its capabilities.
    #[derive(Default)]
    foreign pub struct Flavor<'a> {
        /// The capabilities that the artifact supports.
        capabilities: Capabilities<'a>,
        /// The reference to the artifact, for providers without regions and for openstack.
        #[flatten]
        reference: References<'a>,
        /// The artifacts in each region, for providers with regions.
        regions: Vec<RegionItem<'a>>,
    }
}

given! {
    /// The references to an artifact that hold in every region.
    #[derive(Default)]
    foreign pub struct References<'a> {
        /// The name of the image on gcp, local and openstack.
        image: Option<&'a str>,
        /// The URN of an image in azure's marketplace.
        urn: Option<&'a str>,
        /// The ID of an image in an azure account.
        id: Option<&'a str>,
        /// The ID of an image in a community gallery of azure.
        community ["communityGalleryImageID"]: Option<&'a str>,
        /// The ID of an image in a shared gallery of azure.
        shared ["sharedGalleryImageID"]: Option<&'a str>,
        /// Whether the image can be used without agreeing to the terms of azure's marketplace.
        skip_agreement ["skipMarketplaceAgreement"]: Option<bool>,
    }
}

given! {
    /// An artifact in a region.
    #[derive(Default)]
    foreign pub struct RegionItem<'a> {
        /// The name of the region.
        name: Option<&'a str>,
        /// The reference to the artifact on aws.
        ami: Option<&'a str>,
        /// The reference to the artifact on openstack and alicloud.
        id: Option<&'a str>,
        /// The architecture of the artifact in the old form; amd64 if absent.
        architecture: Option<&'a str>,
        /// The capabilities of the artifact, in the form of the design text.
        capabilities: Option<Capabilities<'a>>,
    }
}

given! {
    /// What azure's configuration says about a machine type.
    foreign pub struct ProviderType<'a> {
        /// The name of the machine type.
        name: Option<&'a str>,
        /// Whether the machine type supports azure's accelerated networking.
        accelerated_networking ["acceleratedNetworking"]: Option<bool>,
    }
}

impl<'a> ProviderImage<'a> {
    /// The name of the image; empty if it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }
}

impl<'a> Entry<'a> {
    /// The version; empty if there is none.
    pub fn version(&self) -> &'a str {
        self.version.unwrap_or_default()
    }

    /// The architecture in the old form; the usual one if the entry names none.
    pub fn architecture(&self) -> &'a str {
        self.architecture.unwrap_or(USUAL)
    }

    /// Whether the entry has neither flavors nor capabilities of its own.
    pub fn is_old(&self) -> bool {
        self.capability_flavors.is_empty() && self.capabilities.is_none()
    }
}

impl<'a> References<'a> {
    /// The image name; empty if there is none.
    pub fn image(&self) -> &'a str {
        self.image.unwrap_or_default()
    }

    /// Azure's four references with their keys, in order of precedence.
    pub fn of_azure(&self) -> [(&'static str, Option<&'a str>); 4] {
        [
            ("urn", self.urn),
            ("communityGalleryImageID", self.community),
            ("sharedGalleryImageID", self.shared),
            ("id", self.id),
        ]
    }

    /// Whether one of azure's four references is set, even to an empty text.
    pub fn has_azure(&self) -> bool {
        self.of_azure().iter().any(|(_, reference)| reference.is_some())
    }
}

impl<'a> RegionItem<'a> {
    /// The name of the region; empty if it has none.
    pub fn name(&self) -> &'a str {
        self.name.unwrap_or_default()
    }

    /// The reference to the artifact; empty if there is none.
    pub fn reference(&self) -> &'a str {
        self.ami.or(self.id).unwrap_or_default()
    }

    /// The architecture; the usual one if the item names none.
    pub fn architecture(&self) -> &'a str {
        self.architecture.unwrap_or(USUAL)
    }
}
