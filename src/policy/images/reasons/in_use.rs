//! Codes about the users of a profile.

use crate::reason::codes;

codes! {
    /// All codes about the users of a profile.
    pub(crate) IN_USE_CODES;

    /// The change removes nothing that is used.
    pub(crate) NOTHING_IN_USE = "nothing-in-use" {
        says: "{subject:plain} takes away nothing that is used",
        means: "no Shoot and no profile of a namespace uses what goes",
        why: "a change should not break what runs",
        source: "images 11",
        cure: "nothing to do",
    }

    /// The change removes a Kubernetes version that is used.
    pub(crate) KUBERNETES_VERSION_IN_USE = "kubernetes-version-in-use" {
        says: "Kubernetes {subject} is still used by the {kind:plain} {user} ({count} in all)",
        means: "a version that is removed runs a control plane or is overridden",
        why: "a cluster whose version is gone can no longer be changed",
        source: "images 11",
        cure: "first update the users listed, or keep the version until it expires",
    }

    /// The change removes an image version that is used.
    pub(crate) IMAGE_VERSION_IN_USE = "image-version-in-use" {
        says: "the image version {subject} is still used by the {kind:plain} {user} ({count} in all)",
        means: "a version that is removed runs on machines or is overridden",
        why: "machines of a pool could not be replaced any more",
        source: "images 11",
        cure: "first update the users listed, or keep the version until it expires",
    }

    /// The change removes an image that is used.
    pub(crate) IMAGE_IN_USE = "image-in-use" {
        says: "the image {subject} is still mentioned by the {kind:plain} {user} ({count} in all)",
        means: "a whole image is removed that a profile of a namespace builds on",
        why: "the override would become an image of its own that lacks everything",
        source: "images 11",
        cure: "first remove the image from the profiles listed",
    }

    /// The change adds an image that a NamespacedCloudProfile already defines.
    pub(crate) IMAGE_DEFINED_ALREADY = "image-defined-already" {
        says: "the image {subject} is already defined by the {kind:plain} {user} ({count} in all)",
        means: "an image is added that a profile of a namespace has defined itself",
        why: "one name would mean two images",
        source: "images 11",
        cure: "use another name, or first remove the image from the profiles listed",
    }

    /// The new limit is below the minimum of a cluster.
    pub(crate) LIMIT_EXCEEDED = "limit-exceeded" {
        says: "the limit {subject} is below the minimum of the {kind:plain} {user} ({count} in all)",
        means: "the minimums of a cluster's pools add up to more machines than the new limit",
        why: "a cluster over its limit can no longer be changed",
        source: "images 11",
        cure: "raise the limit, or lower the minimums first",
    }

    /// The change removes a capability or value that a NamespacedCloudProfile names.
    pub(crate) CAPABILITY_IN_USE = "capability-in-use" {
        says: "the capability and values {subject} are still named by the {kind:plain} {user} ({count} in all)",
        means: "a capability or value is removed that flavors or machine types of a profile of a namespace name",
        why: "a value without a definition is compared as plain text, which nobody intends",
        source: "images 11",
        cure: "remove the capability and values from the profiles listed, then from this one",
    }

    /// The change removes or alters a machine type that pools run.
    pub(crate) MACHINE_TYPE_IN_USE = "machine-type-in-use" {
        says: "without the machine type {subject} as it is, {count:pool} would be refused: {pools}",
        means: "a machine type goes, or gets other capabilities or another architecture, and an existing pool does not suit it any more",
        why: "the next change of such a Shoot would be refused, even one that has nothing to do with it",
        source: "images 15: things in use, Shoots",
        cure: "move the pools first, or set `usable` to `false` to keep new ones from it",
    }

    /// The change removes a flavor that pools boot.
    pub(crate) FLAVOR_IN_USE = "flavor-in-use" {
        says: "without this flavor of {subject}, {count:pool} would be refused: {pools}",
        means: "a flavor goes that suited a pool, and no other one of the version does",
        why: "the next change of such a Shoot would be refused, even one that has nothing to do with it",
        source: "images 15: things in use, Shoots",
        cure: "keep the flavor, or let the version expire and wait for its pools to move",
    }

    /// The change removes the only value that a pool's machine type and flavor share.
    pub(crate) CAPABILITY_VALUE_IN_USE = "capability-value-in-use" {
        says: "without the value {subject}, {count:pool} would be refused: {pools}",
        means: "a value goes that is all a machine type and a flavor of its pool's image share of the capability",
        why: "the next change of such a Shoot would be refused, even one that has nothing to do with it",
        source: "images 15: things in use, Shoots",
        cure: "move the pools first, or keep the value",
    }

    /// The next change of the Shoot will be refused because of the pool.
    pub(crate) POOL_WILL_BE_REFUSED = "pool-will-be-refused" {
        says: "the pool {pool} will be refused at the next change of its Shoot, for lack of {value}",
        means: "the profile takes away what an existing pool needs, and nobody checks",
        why: "whoever changes the Shoot next is refused for what somebody else did",
        source: "images 8.5, 15: things in use, Shoots",
        cure: "move the pool first, or leave the profile as it is",
    }

    /// The next write of the NamespacedCloudProfile will be refused.
    pub(crate) CHILD_WILL_BE_REFUSED = "child-will-be-refused" {
        says: "the NamespacedCloudProfile {profile} will be refused when it is written next: {field:plain}: {detail:plain}",
        means: "a profile of a namespace that builds on this one is not valid with what this one becomes, and nobody checks",
        why: "whoever changes that profile next is refused for what somebody else did",
        source: "images 10.3, 17.6",
        cure: "change the profile of the namespace together with this one, or leave this one as it is",
    }

    /// The change is not refused but affects existing pools.
    pub(crate) CHANGE_HURTS_POOLS = "change-hurts-pools" {
        says: "{hurt:plain}; in use by {count:pool}, {pools} first",
        means: "existing pools may stay as they are but no new one like them can be made, or they will have to move",
        why: "whoever changes a profile should know whom to tell",
        source: "images 8, 11",
        cure: "tell the owners of the pools",
    }

    /// The change is not refused but affects existing control planes.
    pub(crate) CHANGE_HURTS_CONTROL_PLANES = "change-hurts-control-planes" {
        says: "{hurt:plain}; this affects {count:control plane}, those of {pools} first",
        means: "existing control planes may stay as they are for now, but are moved later or stay where no new one can be made",
        why: "whoever changes a profile should know whom to tell",
        source: "images 11",
        cure: "tell the owners of the Shoots",
    }

    /// The change takes something away, now or soon, that no pool looked at needs.
    pub(crate) CHANGE_TAKES_AWAY = "change-takes-away" {
        says: "{hurt:plain}",
        means: "the profile does not have it any more, or not for long, and no pool that was looked at is hurt by it",
        why: "whoever changes a profile should know what nobody can have afterwards, whether somebody has it now or not",
        source: "images 8, 11",
        cure: "nothing to do where that is meant and all Shoots were looked at",
    }

    /// The Shoots and profiles that were looked at.
    pub(crate) USERS_LOOKED_AT = "users-looked-at" {
        says: "looked at: {shoots:Shoot} and {profiles:NamespacedCloudProfile}",
        means: "the answer knows of these, loaded or given, and of no others",
        why: "that nothing breaks means little where nothing was looked at",
        source: "design, images",
        cure: "load the Shoots and NamespacedCloudProfiles that may use the profile",
    }

    /// Some pools do not name a whole image version, so they are not judged.
    pub(crate) POOLS_LEFT_OPEN = "pools-left-open" {
        says: "not judged: {count:pool} without an image or a whole version of it, {pools} first",
        means: "the Shoot of such a pool leaves its image to the API server, as a file in git does, and only the cluster has what was chosen",
        why: "nobody can say whether the change takes away what a pool runs if the pool does not say what it runs",
        source: "images 7, 11",
        cure: "give the Shoots as the cluster has them, or write the image and its version, and ask again",
    }

    /// Pools have a machine type or image version that the profile has neither before nor after the change.
    pub(crate) POOLS_OF_NEITHER = "pools-of-neither-profile" {
        says: "not judged: {count:pool} with a machine type or an image version that the profile has neither before nor after, {pools} first",
        means: "such a pool is very old, or it or the previous profile is misspelt or only half filled in",
        why: "the name that was meant may be one that the change takes away",
        source: "images 11",
        cure: "give the Shoots and the previous profile as the cluster has them, and ask again",
    }

    /// Shoots have a Kubernetes version that the profile has neither before nor after the change.
    pub(crate) KUBERNETES_OF_NEITHER = "kubernetes-of-neither-profile" {
        says: "not judged: {count:Shoot} with a Kubernetes version that the profile has neither before nor after, {value} of {shoots} first",
        means: "such a Shoot is very old, or its version is misspelt",
        why: "the name that was meant may be one that the change takes away",
        source: "images 11",
        cure: "give the Shoots and the previous profile as the cluster has them, and ask again",
    }

    /// Shoots name a profile that differs from this one only by a slip.
    pub(crate) SHOOTS_OF_NEARLY = "shoots-of-nearly-this-profile" {
        says: "{count:Shoot} may use the profile {profile}, {shoots} first: they name {nearly}, which is not loaded",
        means: "a Shoot names a profile that nobody loaded and that is this one but for a slip in its name, a namespace that is left out, or its kind",
        why: "such a Shoot was not counted among those that use the profile",
        source: "images 1.6, 11",
        cure: "correct the name in the Shoot, or load the profile that it names",
    }

    /// It is not known whether a NamespacedCloudProfile builds on the profile.
    pub(crate) CHILDREN_NOT_PLACED = "children-not-placed" {
        says: "{count:NamespacedCloudProfile} may build on {profile}, {profiles} first: the parent is not named as such",
        means: "the parent of a NamespacedCloudProfile has no kind `CloudProfile`, or no name, or nearly the name of this one",
        why: "neither what such a profile uses nor what its Shoots use was looked at",
        source: "images 11",
        cure: "correct `spec.parent` in the NamespacedCloudProfile, and ask again",
    }

    /// Shoots do not name a whole Kubernetes version.
    pub(crate) KUBERNETES_LEFT_OPEN = "kubernetes-left-open" {
        says: "not judged: whether Kubernetes {value}, which goes, is used by {count:Shoot} without a whole Kubernetes version, {shoots} first",
        means: "the Shoot leaves the version or a part of it to the API server, as a file in git does, and only the cluster has what was chosen",
        why: "a yes that passes over a Shoot whose version may go would promise too much",
        source: "images 7, 11",
        cure: "give the Shoots as the cluster has them, or write the version with all its parts, and ask again",
    }

    /// It is not known whether some Shoots use the profile.
    pub(crate) SHOOTS_UNPLACED = "shoots-unplaced" {
        says: "{count:Shoot} may use the profile through others that are not loaded, {profile} for one",
        means: "a Shoot names a NamespacedCloudProfile that is not there, which may build on the CloudProfile that changes",
        why: "a yes that passes over a Shoot would promise too much",
        source: "images 11, 15",
        cure: "load the NamespacedCloudProfiles too",
    }

    /// Shoots name a profile of a kind that does not exist.
    pub(crate) PROFILE_KIND_UNKNOWN = "profile-kind-unknown" {
        says: "{count:Shoot} may use the profile {profile}, {shoots} first: the kind that they name, {kind}, does not exist",
        means: "the `spec.cloudProfile.kind` of a Shoot is neither CloudProfile nor NamespacedCloudProfile",
        why: "such a Shoot was not counted among those that use the profile",
        source: "images 1.6, 11",
        cure: "correct the kind in the Shoot, and ask again",
    }

    /// The profile has no name or namespace by which its users are found.
    pub(crate) PROFILE_UNNAMED = "profile-unnamed" {
        says: "the profile has no `{field:plain}`, by which its users are found",
        means: "Shoots and NamespacedCloudProfiles name the profile that they use, and are looked up by its name, and by its namespace if it has one",
        why: "a yes that leaves a Shoot out promises too much",
        source: "images 11",
        cure: "give the profile as the cluster has it",
    }

    /// Shoots name no profile.
    pub(crate) SHOOTS_WITHOUT_PROFILE = "shoots-without-profile" {
        says: "{count:Shoot} may use the profile {profile}, {shoots} first: they name none",
        means: "a Shoot has neither a `spec.cloudProfile` with a name nor a `spec.cloudProfileName`",
        why: "such a Shoot was not counted among those that use the profile",
        source: "images 1.6, 11",
        cure: "name the profile in the Shoot, and ask again",
    }

    /// The document is being deleted, so its users were not looked at.
    pub(crate) USE_NOT_LOOKED_AT = "use-not-looked-at" {
        says: "the {kind:plain} {name} is being deleted, so its users were not looked at",
        means: "a document has a `metadata.deletionTimestamp`; anything may be removed from such a profile",
        why: "Shoots may still use it, and what the change takes is gone for them",
        source: "images 11",
        cure: "if no deletion is intended or the file is out of date, take `deletionTimestamp` out and ask again",
    }

    /// It is not known whether anything refers to the profile.
    pub(crate) USERS_NOT_KNOWN = "users-not-known" {
        says: "nothing is known of any {kind}, so nobody can say whether one refers to the profile",
        means: "whether a profile may go, or lose something, depends on documents of a kind of which none is loaded, and nobody said that there is none: a deletion is not decided, an update is judged as if there were none",
        why: "a profile that goes, or loses something, while something refers to it leaves clusters that cannot be changed any more",
        source: "design, The protocol: complete; images 11",
        cure: "load such documents, or declare that there are no others, with `complete` in a load or `--complete` on the command line",
    }

    /// Something still refers to the profile.
    pub(crate) PROFILE_IN_USE = "profile-in-use" {
        says: "{subject} is still referred to by the {kind:plain} {user} ({count} in all)",
        means: "a profile is kept until nothing refers to it",
        why: "a cluster without its profile cannot even be deleted",
        source: "images 11",
        cure: "move or delete what refers to it first",
    }
}
