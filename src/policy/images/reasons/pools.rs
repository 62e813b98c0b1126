//! Codes about the pools of a Shoot that admission refuses.

use crate::reason::codes;

codes! {
    /// All codes about pools that admission refuses.
    pub(crate) POOLS_CODES;

    /// The profile does not have the machine type.
    pub(crate) MACHINE_TYPE_NOT_OFFERED = "machine-type-not-offered" {
        says: "the machine type of the pool {subject} is not one of the profile: found {0}",
        means: "no machine type of the profile has exactly that name",
        why: "no machine can be made of an unknown type",
        source: "images 8.3",
        cure: "choose one that the profile offers",
    }

    /// The values that would suit the pool.
    pub(crate) POOL_COULD_HAVE = "pool-could-have" {
        says: "the pool {subject} could have {valid}",
        means: "these suit the pool as far as they are looked at here; long lists are left out once much has been said",
        why: "whoever asks for what is not there usually means something that is",
        source: "images 8.3, 8.4, 8.7",
        cure: "choose one of them",
    }

    /// The pool cannot use the machine type.
    pub(crate) MACHINE_TYPE_REFUSED = "machine-type-refused" {
        says: "the machine type {0} of the pool {subject} {why:plain}",
        means: "the type is not marked as usable, or one of the pool's zones does not have it, or its architecture is not the pool's",
        why: "no machine of the pool could be made of it",
        source: "images 8.3",
        cure: "choose another type, other zones or another architecture",
    }

    /// The profile does not have the image version.
    pub(crate) IMAGE_NOT_OFFERED = "image-not-offered" {
        says: "the profile has no image version {image} for the pool {subject}",
        means: "no version of an image of that name is written exactly so",
        why: "nothing is known of such an image",
        source: "images 8.4",
        cure: "choose one that the profile offers",
    }

    /// The pool cannot use the image version.
    pub(crate) IMAGE_REFUSED = "image-refused" {
        says: "the image version {image} of the pool {subject} {why:plain}",
        means: "the version is built for another architecture, is not active, or cannot be reached in place",
        why: "new machines need an image that boots and gets repairs; existing ones may only be moved forward through expired versions",
        source: "images 8.4",
        cure: "choose another version",
    }

    /// No flavor of the image version fits the machine type.
    pub(crate) POOL_CAPABILITIES_APART = "pool-capabilities-apart" {
        says: "no flavor of {image} fits the machine type {type} of the pool {subject}",
        means: "each flavor has a capability without a value in common with the machine type",
        why: "a machine cannot run an image that supports nothing it has; every pool is looked at, changed or not",
        source: "images 8.5",
        cure: "choose another version or machine type; `images/fit` names the capabilities",
    }

    /// The image version lacks the container runtime interface.
    pub(crate) CRI_REFUSED = "cri-refused" {
        says: "{image} does not bring the container runtime interface {0} of the pool {subject}",
        means: "the version does not list the interface",
        why: "containers of the pool could not be started",
        source: "images 8.6",
        cure: "choose another version or interface",
    }

    /// The image version lacks the container runtime.
    pub(crate) RUNTIME_REFUSED = "runtime-refused" {
        says: "{image} does not bring the container runtime {0} of the pool {subject}",
        means: "the version does not list the runtime with the interface",
        why: "containers of the pool could not be started",
        source: "images 8.6",
        cure: "choose another version, or leave the runtime out",
    }

    /// The image version does not run the kubelet.
    pub(crate) KUBELET_REFUSED = "kubelet-refused" {
        says: "{image} runs kubelets {0}, the pool {subject} has {kubelet}",
        means: "the pool's Kubernetes version, or else the control plane's, does not satisfy the constraint of the version",
        why: "an image says which kubelets it runs",
        source: "images 8.6",
        cure: "choose another version of the image or of Kubernetes",
    }

    /// The profile does not offer the Kubernetes version.
    pub(crate) KUBERNETES_NOT_OFFERED = "kubernetes-version-not-offered" {
        says: "the pool {subject} cannot have the Kubernetes version {0}, which {why:plain}",
        means: "no active version of the profile is written exactly so; pools that exist may also have one that is not active any more",
        why: "new pools should not begin with a version that is gone",
        source: "images 8.7",
        cure: "choose one that the profile offers",
    }

    /// The pool cannot have the zone.
    pub(crate) ZONE_REFUSED = "zone-refused" {
        says: "the zone {0} of the pool {subject} in the region {region} is refused: {why:plain}",
        means: "no zone of the region has exactly that name, or the pool names the zone twice",
        why: "no machine can be made in a zone that is not there, and the API server takes each zone once",
        source: "images 8.2",
        cure: "choose zones of the region, each once",
    }

    /// The pool cannot have the volume.
    pub(crate) VOLUME_REFUSED = "volume-refused" {
        says: "the volume type {0} of the pool {subject} {why:plain}",
        means: "the type is not in the profile, not usable, not in one of the zones, or the size is below its minimum",
        why: "no root disk could be made of it",
        source: "images 8.2",
        cure: "choose another type, zone or size",
    }

    /// The pool lacks a required field.
    pub(crate) POOL_INCOMPLETE = "pool-incomplete" {
        says: "the pool {subject} lacks {what:plain}",
        means: "an image with name and version has to be there once a Shoot is completed",
        why: "a pool without an image cannot be made",
        source: "images 8.1",
        cure: "name what is missing in the pool",
    }

    /// A field may not change because machines are updated in place.
    pub(crate) IN_PLACE_CHANGED = "in-place-changed" {
        says: "{field:plain} of the pool {subject} may not become {0}",
        means: "machines that are updated in place are never replaced, so a field whose change would need new machines has to stay",
        why: "the change could not be carried out",
        source: "images 8.1",
        cure: "make another pool",
    }

    /// The version may not go down.
    pub(crate) VERSION_GOES_DOWN = "version-goes-down" {
        says: "the version may not go down from {limit} to {subject}",
        means: "images of machines that are updated in place and Kubernetes versions only go up",
        why: "older software does not understand what newer software has stored",
        source: "images 8.1",
        cure: "name a version that is not lower",
    }
}
