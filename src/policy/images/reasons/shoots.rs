//! What is found about Shoots on their way into the API server.

use crate::reason::codes;

codes! {
    /// All of them.
    pub(crate) SHOOTS_CODES;

    /// It may.
    pub(crate) SHOOT_ADMITTED = "shoot-admitted" {
        says: "the Shoot {subject} may be stored, as far as its pools are concerned",
        means: "each pool has a machine type, an image and runtimes that suit one another and that the profile offers",
        why: "a Shoot that is stored is made",
        source: "images 8",
        cure: "nothing to do",
    }

    /// It may not.
    pub(crate) SHOOT_REFUSED = "shoot-refused" {
        says: "the Shoot {subject} may not be stored",
        means: "at least one pool asks for something that the profile does not offer, or that does not fit",
        why: "its machines could not be made, or would not work",
        source: "images 8",
        cure: "look at the causes beneath",
    }

    /// A Shoot that is made elsewhere than its profile is for.
    pub(crate) SHOOT_OF_ANOTHER_PROVIDER = "shoot-of-another-provider" {
        says: "the Shoot would be refused by Gardener, which is not decided here: it is for the provider {0}, and its profile for {expected}",
        means: "`spec.provider.type` of the Shoot is not `spec.type` of the profile",
        why: "the rules about pools do not look at it, so that a yes does not count with it",
        source: "images 1.6",
        cure: "correct the type, or take a profile of that provider",
    }

    /// An image that is called alike but for capitals.
    pub(crate) IMAGE_OF_ANOTHER_CASE = "image-of-another-case" {
        says: "the profile has no machine image {0}, but one called {meant}: capitals count",
        means: "the name of the image of a pool is written in other capitals than in the profile",
        why: "admission refuses such a pool, and maintenance alone takes the two for one",
        source: "images 8.4, 9",
        cure: "write the name as the profile does",
    }

    /// What Gardener refuses and no rule here decides.
    pub(crate) SHOOT_NOT_STORED = "shoot-not-stored" {
        says: "the Shoot would be refused by Gardener, which is not decided here: {what:plain}",
        means: "the Shoot lacks a name, a region or a provider, names a region or a Kubernetes version that its profile does not have now, or has labels, annotations or finalizers that Kubernetes spells in another way",
        why: "the rules about pools do not look at it, so that a yes does not count with it",
        source: "images 1.6",
        cure: "correct it, or take another profile",
    }

    /// A version that nothing can be held against.
    pub(crate) VERSION_BEFORE_UNREAD = "version-before-unreadable" {
        says: "whether {0} is lower than before is not known: found {before}, expected a version",
        means: "the Shoot before says no Kubernetes version that can be read, as it does where an API server has stored it",
        why: "a version that goes down or skips one is refused, and here nobody could look",
        source: "images 8.1",
        cure: "give the Shoot before as the cluster has it",
    }

    /// Another version than is written.
    pub(crate) VERSION_TAKEN_INSTEAD = "version-taken-instead" {
        says: "{0} is neither a version nor the beginning of one, and {taken} is taken instead",
        means: "whatever has not three parts is completed to the highest version that is like what can be read of it",
        why: "a slip of the pen chooses a version that nobody wrote",
        source: "images 7",
        cure: "write the version in full",
    }

    /// A pool that cannot grow where it is told to.
    pub(crate) NEW_ZONE_LACKS = "new-zone-lacks" {
        says: "the pool {pool} gets the zone {0}, which does not have the {kind:plain} {name}",
        means: "a pool is given one more zone and keeps its types, and the profile says that the zone lacks one of them",
        why: "the Shoot is stored, because only changed types are looked at there, and no machine can be made in that zone",
        source: "images 8.2, 8.3",
        cure: "leave the zone out, or choose a type that it has",
    }

    /// There was nothing to judge.
    pub(crate) SHOOT_WITHOUT_POOLS = "shoot-without-pools" {
        says: "the Shoot has no pools of workers, so nothing of it was judged",
        means: "`spec.provider.workers` is not there or empty, as it is in what is no Shoot",
        why: "that nothing is refused means little where there was nothing to judge",
        source: "images 8",
        cure: "nothing to do where the Shoot is to have no workers; otherwise give the whole Shoot",
    }

    /// It could not even be completed.
    pub(crate) SHOOT_NOT_COMPLETED = "shoot-not-completed" {
        says: "the Shoot {subject} may not be stored, because it cannot be completed",
        means: "a version or an image is not named in full, and nothing can be found for it, so nothing else was judged",
        why: "what is not known cannot be judged",
        source: "images 7",
        cure: "name the image and the version in full",
    }

    /// Nothing to judge.
    pub(crate) SHOOT_UNCHANGED = "shoot-unchanged" {
        says: "the Shoot {subject} stays as it is, so nothing is judged",
        means: "neither spec nor metadata change",
        why: "what was stored before is not refused afterwards",
        source: "images 8",
        cure: "nothing to do",
    }

    /// The software fails.
    pub(crate) UPSTREAM_CRASH = "upstream-crash" {
        says: "for the pool {subject} the software fails, because the machine type {0} is gone",
        means: "the pool does not change, so its type was not looked for; then its capabilities are read",
        why: "what is not there has no capabilities, and the software of today reads them all the same; the design edition refuses the machine type by name",
        source: "images 8.5, 15",
        cure: "add the machine type to the profile again",
    }

    /// An architecture of its own.
    pub(crate) ARCHITECTURE_NAMED = "architecture-named" {
        says: "the pool {subject} names the architecture {0}",
        means: "who names an architecture gets it",
        why: "the machine type may have several",
        source: "images 3.5",
        cure: "nothing to do",
    }

    /// An architecture of its type.
    pub(crate) ARCHITECTURE_INFERRED = "architecture-inferred" {
        says: "the pool {subject} gets the architecture {architecture} by its machine type {0}",
        means: "the architecture is that of the machine type if it has exactly one, else `amd64`",
        why: "most types have one architecture, and nobody should have to repeat it",
        source: "images 3.5",
        cure: "name the architecture of the pool to have another",
    }

    /// An image as before.
    pub(crate) IMAGE_KEPT = "image-kept" {
        says: "the pool {pool} keeps {subject}",
        means: "the pool existed with this image, and nothing else is asked for",
        why: "machines are not replaced by accident",
        source: "images 7.1",
        cure: "name another version to change it",
    }

    /// An image by name.
    pub(crate) IMAGE_NAMED = "image-named" {
        says: "the pool {pool} names {subject}",
        means: "the version is named in full, so it is taken as it is and judged afterwards",
        why: "who names a version gets it or is told why not",
        source: "images 7.2",
        cure: "nothing to do",
    }

    /// An image by default.
    pub(crate) DEFAULT_IMAGE = "default-image" {
        says: "the pool {pool} gets {subject}, which is {classification:plain}",
        means: "it is the highest version that suits the pool and begins as asked, no preview, and deprecated only if there is no other",
        why: "who names no version should get the newest",
        source: "images 7.2, 7.3",
        cure: "name a version in full to have another",
    }

    /// No image by default.
    pub(crate) NO_DEFAULT_IMAGE = "no-default-image" {
        says: "the pool {subject} gets no image: {why:plain}",
        means: "the profile has no such image, or no version of it suits the pool and begins as asked",
        why: "a pool without an image cannot be made",
        source: "images 7.2, 7.3",
        cure: "name an image and a version that the profile offers",
    }

    /// No Kubernetes version by default.
    pub(crate) KUBERNETES_UNRESOLVED = "kubernetes-version-unresolved" {
        says: "the Kubernetes version {0} cannot be completed: {why:plain}",
        means: "the version is not written in full, and no supported version of the profile begins so",
        why: "machines need one version",
        source: "images 7",
        cure: "name a version that the profile offers",
    }

    /// Another architecture.
    pub(crate) ARCHITECTURE_UNKNOWN = "architecture-unknown" {
        says: "the pool {subject} has the architecture {architecture}, known are {known}",
        means: "the architecture is none of those that can be had at all",
        why: "there are no images for it",
        source: "images 8.3",
        cure: "name one of them, or none",
    }

    /// No such machine type.
    pub(crate) MACHINE_TYPE_NOT_OFFERED = "machine-type-not-offered" {
        says: "the profile has no machine type {0} for the pool {subject}",
        means: "no machine type of the profile has exactly that name",
        why: "no machine can be made of an unknown type",
        source: "images 8.3",
        cure: "choose one that the profile offers",
    }

    /// Something else.
    pub(crate) POOL_COULD_HAVE = "pool-could-have" {
        says: "the pool {subject} could have {valid}",
        means: "these suit the pool as far as they are looked at here; long lists are left out once much has been said",
        why: "who asks for what is not there usually means something that is",
        source: "images 8.3, 8.4, 8.7",
        cure: "choose one of them",
    }

    /// A machine type that cannot be used.
    pub(crate) MACHINE_TYPE_REFUSED = "machine-type-refused" {
        says: "the machine type {0} of the pool {subject} {why:plain}",
        means: "the type is not marked as usable, or one of the pool's zones does not have it, or its architecture is not the pool's",
        why: "no machine of the pool could be made of it",
        source: "images 8.3",
        cure: "choose another type, other zones or another architecture",
    }

    /// No such image version.
    pub(crate) IMAGE_NOT_OFFERED = "image-not-offered" {
        says: "the profile has no image version {image} for the pool {subject}",
        means: "no version of an image of that name is written exactly so",
        why: "nothing is known of such an image",
        source: "images 8.4",
        cure: "choose one that the profile offers",
    }

    /// An image version that cannot be used.
    pub(crate) IMAGE_REFUSED = "image-refused" {
        says: "the image version {image} of the pool {subject} {why:plain}",
        means: "the version is built for another architecture, is not active, or cannot be reached in place",
        why: "new machines need an image that boots and gets repairs; existing ones may only be moved forward through expired versions",
        source: "images 8.4",
        cure: "choose another version",
    }

    /// Apart.
    pub(crate) POOL_CAPABILITIES_APART = "pool-capabilities-apart" {
        says: "no flavor of {image} fits the machine type {type} of the pool {subject}",
        means: "each flavor has a capability without a value in common with the machine type",
        why: "a machine cannot run an image that supports nothing it has; every pool is looked at, changed or not",
        source: "images 8.5",
        cure: "choose another version or machine type; `images/fit` names the capabilities",
    }

    /// No such interface.
    pub(crate) CRI_REFUSED = "cri-refused" {
        says: "{image} does not bring the container runtime interface {0} of the pool {subject}",
        means: "the version does not list the interface",
        why: "containers of the pool could not be started",
        source: "images 8.6",
        cure: "choose another version or interface",
    }

    /// No such runtime.
    pub(crate) RUNTIME_REFUSED = "runtime-refused" {
        says: "{image} does not bring the container runtime {0} of the pool {subject}",
        means: "the version does not list the runtime with the interface",
        why: "containers of the pool could not be started",
        source: "images 8.6",
        cure: "choose another version, or leave the runtime out",
    }

    /// No such kubelet.
    pub(crate) KUBELET_REFUSED = "kubelet-refused" {
        says: "{image} runs kubelets {0}, the pool {subject} has {kubelet}",
        means: "the pool's Kubernetes version, or else the control plane's, does not satisfy the constraint of the version",
        why: "an image says which kubelets it runs",
        source: "images 8.6",
        cure: "choose another version of the image or of Kubernetes",
    }

    /// Nothing is left for pods.
    pub(crate) KUBELET_RESERVES_ALL = "kubelet-reserves-all" {
        says: "the kubelet of the pool {subject} reserves {reserved} of {what:plain}, but machines of type {0} have only {capacity}",
        means: "what is reserved for Kubernetes and the system together is as much as the machine has, or more",
        why: "no pod could run there",
        source: "images 8.2",
        cure: "reserve less, or choose a larger machine type",
    }

    /// More than the profile allows.
    pub(crate) TOO_MANY_NODES = "too-many-nodes" {
        says: "{subject} would have {nodes:node}, the profile allows {0}",
        means: "the most nodes of one pool, or the fewest of all together, are more than the profile's `limits.maxNodesTotal`",
        why: "a provider's networks and quotas carry only so many",
        source: "images 8, `spec.limits`",
        cure: "lower `maximum` or `minimum` of the pools",
    }

    /// No such Kubernetes version.
    pub(crate) KUBERNETES_NOT_OFFERED = "kubernetes-version-not-offered" {
        says: "the profile has no Kubernetes version {0} for the pool {subject}",
        means: "no active version of the profile is written exactly so; pools that exist may also have one that is not active any more",
        why: "new pools should not begin with a version that is gone",
        source: "images 8.7",
        cure: "choose one that the profile offers",
    }

    /// No such zone.
    pub(crate) ZONE_REFUSED = "zone-refused" {
        says: "the zone {0} of the pool {subject} cannot be had in the region {region}: {why:plain}",
        means: "no zone of the region has exactly that name, or the pool names it before",
        why: "no machine can be made there",
        source: "images 8.2",
        cure: "choose zones of the region, each once",
    }

    /// No such volume.
    pub(crate) VOLUME_REFUSED = "volume-refused" {
        says: "the volume type {0} of the pool {subject}: {why:plain}",
        means: "the type is not in the profile, not usable, not in one of the zones, or the size is below its least",
        why: "no root disk could be made of it",
        source: "images 8.2",
        cure: "choose another type, zone or size",
    }

    /// Not all there.
    pub(crate) POOL_INCOMPLETE = "pool-incomplete" {
        says: "the pool {subject} lacks {what:plain}",
        means: "an image with name and version has to be there once a Shoot is completed",
        why: "a pool without an image cannot be made",
        source: "images 8.1",
        cure: "name it",
    }

    /// What may not change.
    pub(crate) IN_PLACE_CHANGED = "in-place-changed" {
        says: "{field:plain} of the pool {subject} may not become {0}",
        means: "machines that are updated in place are never replaced, so what would need new machines stays",
        why: "the change could not be carried out",
        source: "images 8.1",
        cure: "make another pool",
    }

    /// Down.
    pub(crate) VERSION_GOES_DOWN = "version-goes-down" {
        says: "the version may not go down from {limit} to {subject}",
        means: "images of machines that are updated in place and Kubernetes versions only go up",
        why: "older software does not understand what newer software has stored",
        source: "images 8.1",
        cure: "name a version that is not lower",
    }

    /// Too high.
    pub(crate) ABOVE_CONTROL_PLANE = "above-control-plane" {
        says: "the Kubernetes version {version} of the pool {subject} is above the control plane's {limit}",
        means: "kubelets may be as new as the control plane, and not newer",
        why: "a control plane does not understand what a newer kubelet says",
        source: "images 8.7",
        cure: "update the control plane first",
    }

    /// Another family.
    pub(crate) PROFILE_OF_ANOTHER_ROOT = "profile-of-another-root" {
        says: "the profile comes from {subject}, the one before from {root}",
        means: "a Shoot may only change between a CloudProfile and the profiles of namespaces that build on it",
        why: "another CloudProfile may stand for another place altogether",
        source: "images 8.8",
        cure: "choose a profile that builds on the same CloudProfile",
    }

    /// Less than before.
    pub(crate) PROFILE_LACKS = "profile-lacks" {
        says: "the new profile does not offer the {what:plain} {subject}",
        means: "the Shoot uses it, and would be left without",
        why: "machines that exist could not be made again",
        source: "images 8.8",
        cure: "choose another profile, or change the pools first",
    }

    /// Made from nothing.
    pub(crate) PROFILE_NOT_NAMED = "profile-not-named" {
        says: "the Shoot {subject} names no profile",
        means: "neither `spec.cloudProfile` nor the older `spec.cloudProfileName` names a profile of a known kind",
        why: "machine types and images are those of a profile",
        source: "images 1.6",
        cure: "name a CloudProfile, or a NamespacedCloudProfile of the Shoot's namespace",
    }

    /// Gone.
    pub(crate) IMAGE_EXPIRED = "image-expired" {
        says: "{subject} of the pool {pool} has expired",
        means: "the version is no more, but a pool that exists may stay on it until maintenance moves it",
        why: "expired versions get no repairs any more, and the next maintenance leaves them by force",
        source: "images 2, 8.4, 9",
        cure: "choose a version that is supported",
    }

    /// To be left.
    pub(crate) IMAGE_DEPRECATED = "image-deprecated" {
        says: "{subject} of the pool {pool} is deprecated",
        means: "the version may be used and is to be left",
        why: "new machines should not begin with a version that is on its way out",
        source: "images 2, 8.4",
        cure: "choose a version that is supported",
    }

    /// To be tried.
    pub(crate) IMAGE_PREVIEW = "image-preview" {
        says: "{subject} of the pool {pool} is a preview",
        means: "the version may be used by who names it, and nobody is moved to it",
        why: "previews are there to be tried",
        source: "images 2, 8.4",
        cure: "choose a version that is supported",
    }

    /// Soon gone.
    pub(crate) IMAGE_EXPIRES_SOON = "image-expires-soon" {
        says: "{subject} of the pool {pool} expires on {expires}",
        means: "the version expires within 30 days",
        why: "from then on maintenance moves the pool by force",
        source: "images 2, 9",
        cure: "choose a version that stays longer",
    }
}
