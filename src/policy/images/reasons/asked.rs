//! Codes about what questions name: documents, types, versions and places that are unknown, missing or repeated.

use crate::reason::codes;

/// Why a Kubernetes version that is written in part cannot be had.
pub(crate) const ONLY_BEGUN: &str = "is only the beginning of a version, and what it leaves out counts as 0";

codes! {
    /// All codes about what questions name.
    pub(crate) ASKED_CODES;

    /// The question has no profile.
    pub(crate) PROFILE_NOT_GIVEN = "profile-not-given" {
        says: "no profile is given",
        means: "the question is about what a CloudProfile offers, and there is none",
        why: "an answer about an empty profile would be no answer",
        source: "images 1.1",
        cure: "give `cloudProfile`, or the name of a loaded one",
    }

    /// The profile has no such machine type.
    pub(crate) MACHINE_TYPE_UNKNOWN = "machine-type-unknown" {
        says: "the profile has no machine type {0}",
        means: "no machine type of the profile has exactly that name",
        why: "nothing is known of the capabilities of such a machine",
        source: "images 1.4",
        cure: "correct the name, or add the type to the profile",
    }

    /// The profile has no such image.
    pub(crate) IMAGE_UNKNOWN = "image-unknown" {
        says: "the profile has no image {0}",
        means: "no image of the profile has exactly that name",
        why: "nothing is known of such an image",
        source: "images 1.2",
        cure: "correct the name, or add the image to the profile",
    }

    /// The image has no such version.
    pub(crate) VERSION_UNKNOWN = "version-unknown" {
        says: "the image has no version {0}",
        means: "no version of the image is written exactly so; `1.7` is another text than `1.7.0`",
        why: "versions are looked up letter by letter",
        source: "images 1.8",
        cure: "write the version as the profile does",
    }

    /// The profile has no such region.
    pub(crate) REGION_UNKNOWN = "region-unknown" {
        says: "the profile has no region {0}",
        means: "no region of the profile has exactly that name",
        why: "regions have to match exactly, and nothing is known of this one",
        source: "images 1.1",
        cure: "correct the name",
    }

    /// The region has no such zone.
    pub(crate) ZONE_UNKNOWN = "zone-unknown" {
        says: "the region {1} of the profile has no zone {0}",
        means: "no zone of the region has exactly that name",
        why: "zones have to match exactly, and nothing is known of this one",
        source: "images 1.1, 8.3",
        cure: "correct the name, or the region",
    }

    /// A version is given without its image.
    pub(crate) VERSION_WITHOUT_IMAGE = "version-without-image" {
        says: "found the version {0} without an image, expected the image that it is a version of",
        means: "a version is given and no image, so the version would be ignored",
        why: "each image numbers its own versions, so a version without its image says nothing",
        source: "design, images",
        cure: "give `image` too, or leave `version` out",
    }

    /// Zones are given without their region.
    pub(crate) ZONES_WITHOUT_REGION = "zones-without-region" {
        says: "found the zones {0} without a region, expected the region that they belong to",
        means: "zones are given and no region, so the zones would be ignored",
        why: "a profile lists zones by region, and two regions may each have a zone of one name",
        source: "images 1.1",
        cure: "give `region` too, or leave `zones` out",
    }

    /// The question names no machine type.
    pub(crate) MACHINE_TYPE_NOT_GIVEN = "machine-type-not-given" {
        says: "found no machine type, expected one or several",
        means: "neither `machineType` nor `machineTypes` names a machine type",
        why: "an answer about no machine type would be no answer",
        source: "design, images",
        cure: "give `machineType`; `images/fit` takes `machineTypes` for several, too",
    }

    /// The question has both `machineType` and `machineTypes`.
    pub(crate) MACHINE_TYPE_AND_SEVERAL = "machine-type-and-several" {
        says: "found the machine type {0} and the machine types {1}, expected either",
        means: "`machineType` asks for an answer about one machine type, and `machineTypes` for a list of answers",
        why: "one answer cannot be both, and one of the two would be ignored",
        source: "design, images",
        cure: "name all of them in `machineTypes`, or one in `machineType`",
    }

    /// The question names a machine type twice.
    pub(crate) MACHINE_TYPE_NAMED_TWICE = "machine-type-named-twice" {
        says: "found the machine type {0} a second time, expected each once",
        means: "`machineTypes` has the same name more than once",
        why: "the same answer again tells nothing, and a long list of one name would cost as much as that many names",
        source: "design, images",
        cure: "name each machine type once",
    }

    /// The profile has a machine type more than once.
    pub(crate) MACHINE_TYPE_REPEATED = "machine-type-repeated" {
        says: "the machine type {0} is in the profile more than once",
        means: "two machine types have one name, and only the first is ever found",
        why: "a profile is validated when it is stored, but not every profile that is asked about was",
        source: "images 4.6",
        cure: "rename or remove one of them",
    }

    /// A zone is said to lack a type that the profile does not have.
    pub(crate) LACKED_TYPE_UNKNOWN = "lacked-type-unknown" {
        says: "the zone {zone} is said to lack {0}, and the profile has no type of that name",
        means: "a name in `unavailableMachineTypes` or `unavailableVolumeTypes` is none of the profile's types, so it makes nothing unavailable",
        why: "a misspelt name leaves a type available where there is none, and nothing else says so",
        source: "images 1.1, 8.3",
        cure: "correct the name, or take it out",
    }

    /// Every zone of every region lacks the machine type.
    pub(crate) MACHINE_TYPE_NOWHERE = "machine-type-nowhere" {
        says: "every zone of every region lacks the machine type {0}",
        means: "no region was named, and the machine type stands in `unavailableMachineTypes` of each zone there is",
        why: "images run on it, but no pool can be made of it anywhere",
        source: "images 1.1, 8.3",
        cure: "choose another machine type, or take it out of `unavailableMachineTypes` where it is available",
    }

    /// The profile has no such Kubernetes version.
    pub(crate) KUBERNETES_VERSION_UNKNOWN = "kubernetes-version-unknown" {
        says: "the profile has no Kubernetes version {0}, only {known}",
        means: "images are checked against that kubelet, but `kubernetes.versions` has no such version, nor one that begins with it",
        why: "no Shoot of the profile can have it, so what is offered for it cannot be had either",
        source: "images 7.2, 8.7",
        cure: "ask for a version of the profile, or add it",
    }

    /// No new Shoot can have the Kubernetes version.
    pub(crate) KUBERNETES_VERSION_NOT_TO_BE_HAD = "kubernetes-version-not-to-be-had" {
        says: "the Kubernetes version {0} {why:plain}",
        means: "images are checked against that kubelet, and no new Shoot can have it",
        why: "what is offered for a version that nobody can have is no promise",
        source: "images 2, 7.2, 8.7",
        cure: "ask for a version of the profile that new Shoots can have, written in full",
    }

    /// The machine type is not available in the region or zones.
    pub(crate) MACHINE_TYPE_UNAVAILABLE = "machine-type-unavailable" {
        says: "the machine type {subject} is not available in the region {0} (zones asked for: {1})",
        means: "the region or one of the zones lists the type as unavailable, or is not in the profile",
        why: "no machine can be made there",
        source: "images 1.1, 8.3",
        cure: "choose other zones or another type",
    }
}
