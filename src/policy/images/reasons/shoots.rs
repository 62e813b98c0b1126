//! Codes about the admission of Shoots.

use crate::reason::codes;

codes! {
    /// All codes about the admission of Shoots.
    pub(crate) SHOOTS_CODES;

    /// The Shoot may be stored.
    pub(crate) SHOOT_ADMITTED = "shoot-admitted" {
        says: "the Shoot {subject} may be stored, as far as its pools are concerned",
        means: "each pool has a machine type, an image and runtimes that suit one another and that the profile offers",
        why: "once a Shoot is stored, Gardener makes it",
        source: "images 8",
        cure: "nothing to do",
    }

    /// The Shoot may not be stored.
    pub(crate) SHOOT_REFUSED = "shoot-refused" {
        says: "the Shoot {subject} may not be stored",
        means: "at least one pool asks for something that the profile does not offer, or that does not fit",
        why: "its machines could not be made, or would not work",
        source: "images 8",
        cure: "look at the causes beneath",
    }

    /// The Shoot is for another provider than its profile.
    pub(crate) SHOOT_OF_ANOTHER_PROVIDER = "shoot-of-another-provider" {
        says: "the Shoot would be refused by Gardener, which is not decided here: it is for the provider {0}, and its profile for {expected}",
        means: "`spec.provider.type` of the Shoot is not `spec.type` of the profile",
        why: "the rules about pools do not look at it, so a yes does not take it into account",
        source: "images 1.6",
        cure: "correct the type, or take a profile of that provider",
    }

    /// The image name differs from the profile's only in upper and lower case.
    pub(crate) IMAGE_OF_ANOTHER_CASE = "image-of-another-case" {
        says: "the profile has no machine image {0}, but one called {meant}: capitals count",
        means: "the name of the image of a pool differs from the profile's in upper and lower case",
        why: "admission refuses such a pool, and maintenance alone takes the two for one",
        source: "images 8.4, 9",
        cure: "write the name as the profile does",
    }

    /// Gardener would refuse the Shoot for a reason that is not decided here.
    pub(crate) SHOOT_NOT_STORED = "shoot-not-stored" {
        says: "the Shoot would be refused by Gardener, which is not decided here: {what:plain}",
        means: "the Shoot lacks a name, a region or a provider, names a region or a Kubernetes version that its profile does not have now, has fields about pools but no pools, or has labels, annotations or finalizers in a form that Kubernetes refuses",
        why: "the rules about pools do not look at it, so a yes does not take it into account",
        source: "images 1.6",
        cure: "correct what is named, or take a profile that offers it",
    }

    /// The previous Kubernetes version cannot be read, so the new one cannot be compared.
    pub(crate) VERSION_BEFORE_UNREAD = "version-before-unreadable" {
        says: "whether {0} is lower than before is not known: found {before}, expected a version",
        means: "the previous Shoot has no Kubernetes version that can be read, although every Shoot that an API server has stored has one",
        why: "a version that goes down or skips one is refused, and this could not be checked here",
        source: "images 8.1",
        cure: "give the previous Shoot as the cluster has it",
    }

    /// Another version is taken instead of the unreadable one.
    pub(crate) VERSION_TAKEN_INSTEAD = "version-taken-instead" {
        says: "{0} is neither a version nor the beginning of one, and {taken} is taken instead",
        means: "whatever does not have three parts is completed to the highest version that matches the part that can be read",
        why: "a slip of the pen chooses a version that nobody wrote",
        source: "images 7",
        cure: "write the version in full",
    }

    /// An incomplete Kubernetes version moves the cluster or the pool.
    pub(crate) KUBERNETES_MOVES_UNWRITTEN = "kubernetes-moves-unwritten" {
        says: "{of:plain} does not say its whole Kubernetes version, and moves from {before} to {taken}",
        means: "a version that is not written in full is completed to the highest one, whatever the stored Shoot has; a pool without one gets that of the control plane",
        why: "the control plane and its pools are updated, which cannot be taken back",
        source: "images 7",
        cure: "write the version that the stored Shoot has",
    }

    /// An incomplete image version moves the pool.
    pub(crate) IMAGE_MOVES_UNWRITTEN = "image-moves-unwritten" {
        says: "{of:plain} says only a part of its image version, and moves from {before} to {taken}",
        means: "a part of a version is completed to the highest one that begins with it, whatever the stored Shoot has",
        why: "the machines of the pool are replaced or updated, and again with each new version when the same is applied again",
        source: "images 7",
        cure: "write the version that the stored Shoot has, or none",
    }

    /// The pool keeps its version but boots another artifact.
    pub(crate) POOL_BOOTS_ANOTHER = "pool-boots-another" {
        says: "the pool {pool} keeps {version} and boots {after} instead of {before}",
        means: "the Shoot goes to another profile, whose provider's configuration has another artifact for the version that the pool keeps",
        why: "new machines of the pool differ from the existing ones, and nothing shows it",
        source: "images 8.8, 17.4",
        cure: "check whether that is intended, and if so replace the machines of the pool right away",
    }

    /// The Kubernetes version of the Shoot has expired.
    pub(crate) KUBERNETES_EXPIRED = "kubernetes-expired" {
        says: "Kubernetes {0}, which the Shoot runs, has expired",
        means: "a Shoot that exists may stay on a version that has expired, and may be updated to one",
        why: "maintenance moves it on by force, to the next minor version, whether automatic updates are on or not",
        source: "images 2, 8.7",
        cure: "update to a version that is supported",
    }

    /// A new zone of the pool lacks one of its types.
    pub(crate) NEW_ZONE_LACKS = "new-zone-lacks" {
        says: "the pool {pool} gets the zone {0}, which does not have the {kind:plain} {name}",
        means: "a pool is given one more zone and keeps its types, and the profile says that the zone lacks one of them",
        why: "the Shoot is stored, because only changed types are looked at there, and no machine can be made in that zone",
        source: "images 8.2, 8.3",
        cure: "leave the zone out, or choose a type that it has",
    }

    /// The Shoot has no pools, so nothing was judged.
    pub(crate) SHOOT_WITHOUT_POOLS = "shoot-without-pools" {
        says: "the Shoot has no pools of workers, so no machine type and no image was judged",
        means: "`spec.provider.workers` is not there or empty, as in a document that is no Shoot",
        why: "that nothing is refused means little where there was nothing to judge",
        source: "images 8",
        cure: "nothing to do where the Shoot is to have no workers; otherwise give the whole Shoot",
    }

    /// The pool gives neither a minimum nor a maximum of machines.
    pub(crate) POOL_WITHOUT_MACHINES = "pool-without-machines" {
        says: "the pool {0} gives neither a minimum nor a maximum of machines, which counts as none",
        means: "`minimum` and `maximum` are not there, and a number that is not written is 0",
        why: "such a pool may be stored as long as another has machines, and never gets any itself",
        source: "images 8.1",
        cure: "write `minimum` and `maximum`; `maximum: 0` where it is to have none",
    }

    /// The Shoot cannot be completed, so it may not be stored.
    pub(crate) SHOOT_NOT_COMPLETED = "shoot-not-completed" {
        says: "the Shoot {subject} may not be stored, because it cannot be completed",
        means: "a version or an image is not named in full, and nothing can be found for it, so nothing else was judged",
        why: "what is not known cannot be judged",
        source: "images 7",
        cure: "name the image and the version in full",
    }

    /// The Shoot does not change, so nothing is judged.
    pub(crate) SHOOT_UNCHANGED = "shoot-unchanged" {
        says: "the Shoot {subject} stays as it is, so nothing is judged",
        means: "neither spec nor metadata change",
        why: "what was stored before is not refused afterwards",
        source: "images 8",
        cure: "nothing to do",
    }

    /// The upstream software fails because the machine type is gone.
    pub(crate) UPSTREAM_CRASH = "upstream-crash" {
        says: "for the pool {subject} the software fails, because the machine type {0} is gone",
        means: "the pool does not change, so its type was not looked for; then its capabilities are read",
        why: "what is not there has no capabilities, and the software of today reads them all the same; the design edition refuses the machine type by name",
        source: "images 8.5, 15",
        cure: "add the machine type to the profile again",
    }

    /// The pool names its architecture.
    pub(crate) ARCHITECTURE_NAMED = "architecture-named" {
        says: "the pool {subject} names the architecture {0}",
        means: "whoever names an architecture gets it",
        why: "the machine type may have several",
        source: "images 3.5",
        cure: "nothing to do",
    }

    /// The pool gets the architecture of its machine type.
    pub(crate) ARCHITECTURE_INFERRED = "architecture-inferred" {
        says: "the pool {subject} gets the architecture {architecture} by its machine type {0}",
        means: "the architecture is that of the machine type if it has exactly one, else `amd64`",
        why: "most types have one architecture, and nobody should have to repeat it",
        source: "images 3.5",
        cure: "name the architecture of the pool to have another",
    }

    /// The pool keeps its image version.
    pub(crate) IMAGE_KEPT = "image-kept" {
        says: "the pool {pool} keeps {subject}",
        means: "the pool existed with this image, and nothing else is asked for",
        why: "machines are not replaced by accident",
        source: "images 7.1",
        cure: "name another version to change it",
    }

    /// The pool names its image version in full.
    pub(crate) IMAGE_NAMED = "image-named" {
        says: "the pool {pool} names {subject}",
        means: "the version is named in full, so it is taken as it is and judged afterwards",
        why: "whoever names a version gets it or is told why not",
        source: "images 7.2",
        cure: "nothing to do",
    }

    /// The image version that the pool gets by default.
    pub(crate) DEFAULT_IMAGE = "default-image" {
        says: "the pool {pool} gets {subject}, which is {classification:plain}",
        means: "it is the highest version that suits the pool and begins as asked, is not a preview, and is deprecated only if there is no other; in the edition `design` one that gives the machine the values which the profile prefers goes before a higher one, and one that has expired, is not available yet or has a suffix is never taken",
        why: "whoever names no version should get the best that the profile has now",
        source: "images 7.2, 7.3",
        cure: "name a version in full to have another",
    }

    /// The pool gets no image version by default.
    pub(crate) NO_DEFAULT_IMAGE = "no-default-image" {
        says: "the pool {subject} gets no image: {why:plain}",
        means: "the profile has no such image, or no version of it suits the pool and begins as asked",
        why: "a pool without an image cannot be made",
        source: "images 7.2, 7.3",
        cure: "name an image and a version that the profile offers",
    }

    /// The Kubernetes version cannot be completed.
    pub(crate) KUBERNETES_UNRESOLVED = "kubernetes-version-unresolved" {
        says: "the Kubernetes version {0} cannot be completed: {why:plain}",
        means: "the version is not written in full, and no supported version of the profile begins so",
        why: "machines need one version",
        source: "images 7",
        cure: "name a version that the profile offers",
    }

    /// The architecture of the pool is unknown.
    pub(crate) ARCHITECTURE_UNKNOWN = "architecture-unknown" {
        says: "the pool {subject} has the architecture {architecture}, the known ones are {known}",
        means: "the architecture is none of those that can be had at all",
        why: "there are no images for it",
        source: "images 8.3",
        cure: "name one of them, or none",
    }

    /// The new profile comes from another CloudProfile.
    pub(crate) PROFILE_OF_ANOTHER_ROOT = "profile-of-another-root" {
        says: "the profile comes from {subject}, the one before from {root}",
        means: "a Shoot may only change between a CloudProfile and the profiles of namespaces that build on it",
        why: "another CloudProfile may stand for another place altogether",
        source: "images 8.8",
        cure: "choose a profile that builds on the same CloudProfile",
    }

    /// The new profile lacks something that the Shoot uses.
    pub(crate) PROFILE_LACKS = "profile-lacks" {
        says: "the new profile does not offer the {what:plain} {subject}",
        means: "the Shoot uses it, and would be left without",
        why: "machines that exist could not be made again",
        source: "images 8.8",
        cure: "choose another profile, or change the pools first",
    }

    /// The Shoot names no profile.
    pub(crate) PROFILE_NOT_NAMED = "profile-not-named" {
        says: "the Shoot {subject} names no profile",
        means: "neither `spec.cloudProfile` nor the older `spec.cloudProfileName` names a profile of a known kind",
        why: "machine types and images are those of a profile",
        source: "images 1.6",
        cure: "name a CloudProfile, or a NamespacedCloudProfile of the Shoot's namespace",
    }

    /// The image version of the pool has expired.
    pub(crate) IMAGE_EXPIRED = "image-expired" {
        says: "{subject} of the pool {pool} has expired",
        means: "the version has expired, but an existing pool may stay on it until maintenance moves it",
        why: "expired versions get no repairs any more, and the next maintenance forces pools off them",
        source: "images 2, 8.4, 9",
        cure: "choose a version that is supported",
    }

    /// The image version of the pool is deprecated.
    pub(crate) IMAGE_DEPRECATED = "image-deprecated" {
        says: "{subject} of the pool {pool} is deprecated",
        means: "the version may still be used, but pools should move off it",
        why: "new machines should not begin with a version that is on its way out",
        source: "images 2, 8.4",
        cure: "choose a version that is supported",
    }

    /// The image version of the pool is a preview.
    pub(crate) IMAGE_PREVIEW = "image-preview" {
        says: "{subject} of the pool {pool} is a preview",
        means: "the version may be used by whoever names it, and nobody is moved to it",
        why: "previews are there to be tried",
        source: "images 2, 8.4",
        cure: "choose a version that is supported",
    }

    /// The classification of the image version is unknown.
    pub(crate) IMAGE_OF_UNKNOWN_CLASS = "image-of-unknown-class" {
        says: "the classification of {subject} of the pool {pool} is none of `preview`, `supported`, `deprecated` and `expired`",
        means: "the classification of the version is a word that nobody knows, so that it may be a preview, or over",
        why: "a misspelt word hides what was meant, and nobody is moved to such a version",
        source: "images 2, 8.4",
        cure: "correct the classification in the profile, or choose a version that is supported",
    }

    /// The image version of the pool expires soon.
    pub(crate) IMAGE_EXPIRES_SOON = "image-expires-soon" {
        says: "{subject} of the pool {pool} expires on {expires}",
        means: "the version expires within 30 days",
        why: "from then on maintenance moves the pool by force",
        source: "images 2, 9",
        cure: "choose a version that stays longer",
    }
}
