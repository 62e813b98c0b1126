//! Codes about the change of a profile.

use crate::reason::codes;

codes! {
    /// All codes about the change of a profile.
    pub(crate) CHANGES_CODES;

    /// The change affects no pair, no pool and no maintenance.
    pub(crate) PROFILES_ALIKE = "profiles-alike" {
        says: "{subject:plain} leaves every pair of machine type and image version as it is; no further pool is refused for its machine type, architecture, version or capabilities, and the next maintenance does the same",
        means: "the same pairs are offered, no further pool is refused, and the next maintenance does the same",
        why: "whoever changes a profile wants to know that nobody will notice",
        source: "images 5, 9, 11",
        cure: "nothing to do",
    }

    /// The API server would refuse the new profile.
    pub(crate) NEW_PROFILE_INVALID = "new-profile-invalid" {
        says: "the API server would refuse the new profile: {field:plain}: {detail:plain} ({count:error} in all); `fitment review -f NEW --old OLD` shows why",
        means: "the profile after the change is not valid, or may not replace the one before",
        why: "what a change does matters little where it cannot be made",
        source: "images 4, 10",
        cure: "correct the profile; a fragment may stay as it is",
    }

    /// The two documents are different profiles rather than two states of one.
    pub(crate) PROFILES_ARE_TWO = "profiles-are-two" {
        says: "{field:plain} is {before} before the change and {after} afterwards: these are two profiles rather than two states of one",
        means: "what tells profiles apart, their name, namespace or provider, differs in what is compared",
        why: "users of one profile are not moved to the other by a change of either",
        source: "images 1.1, 8.8",
        cure: "compare two states of one profile, or read what is said of pools as what would happen to them with the other profile",
    }

    /// The provider's configuration changes.
    pub(crate) PROVIDER_CONFIG_CHANGES = "provider-config-changes" {
        says: "the provider's configuration changes, and not every pool was checked for whether it still finds its artifact",
        means: "`spec.providerConfig`, which says where each version's artifacts are, changes; given pools are checked if their provider's rules are known and there are not too many pools",
        why: "a pool whose version has no artifact in its region any more gets no new machines",
        source: "images 12.4, 17",
        cure: "review the update, or ask `images/validate-mapping` for gaps",
    }

    /// Pairs of machine type and image version become available.
    pub(crate) PAIRS_APPEAR = "pairs-appear" {
        says: "{count:pair} of {types} with {versions}: {before:plain} before, {after:plain} afterwards, because of {subject:plain}",
        means: "a machine type, a version, a flavor or the time makes a version available where it was not",
        why: "whoever changes a profile should see what it offers afterwards",
        source: "images 2, 5",
        cure: "nothing to do",
    }

    /// Pairs of machine type and image version are no longer available.
    pub(crate) PAIRS_VANISH = "pairs-vanish" {
        says: "{count:pair} of {types} with {versions}: {before:plain} before, {after:plain} afterwards, because of {subject:plain}",
        means: "a version is no longer available where it was, or only to whoever names it",
        why: "whoever makes a pool tomorrow will not find what was there today",
        source: "images 2, 5",
        cure: "nothing to do where that is meant; otherwise keep the version, the machine type or the flavor",
    }

    /// Pairs that still fit get another flavor of the version.
    pub(crate) PAIRS_GET_ANOTHER_FLAVOR = "pairs-get-another-flavor" {
        says: "{extent:plain}{count:pair} of machine type and image version that fit before and afterwards get another flavor of the version than before: {pairs} first",
        means: "by the order of the definitions, or of the flavors, or because the preferred one goes or comes, another artifact is taken",
        why: "new machines of a pool that nobody touched would boot something else than those beside them",
        source: "images 6",
        cure: "nothing to do where that is meant; otherwise keep the order of the definitions and the flavor, and publish what is new as a version of its own",
    }

    /// The change removes an image version that pools run.
    pub(crate) POOLS_LOSE_VERSION = "pools-lose-version" {
        says: "without the image version {subject}, {count:pool} would be refused: {pools}",
        means: "a version that is removed runs on machines",
        why: "machines of a pool could not be replaced any more",
        source: "images 8.4, 11",
        cure: "let the version expire and wait for its pools to move",
    }

    /// Pools stay that would have moved before the change.
    pub(crate) POOLS_WILL_STAY = "pools-will-stay" {
        says: "the next maintenance leaves {count:pool} on {from}: {pools} first",
        means: "by the previous profile they would have moved, or would have had to",
        why: "whoever changes a profile should know whose machines are not replaced as a result",
        source: "images 9, 15: maintenance",
        cure: "nothing to do where that is meant",
    }

    /// Pools have to move, and no version is within reach.
    pub(crate) POOLS_WILL_FAIL = "pools-will-fail" {
        says: "the next maintenance has to move {count:pool} from {from} and finds nowhere to go: {pools} first",
        means: "their version is gone, does not suit them or has expired, and no version within reach does",
        why: "maintenance reports such a pool as failed and tries again in the next window",
        source: "images 9",
        cure: "publish a version that suits the pools before the old one goes",
    }

    /// Maintenance stops before it comes to these pools.
    pub(crate) POOLS_NOT_REACHED = "pools-not-reached" {
        says: "the next maintenance stops before it comes to {count:pool} on {from}: {pools} first",
        means: "the machine type or the image of the pool, or of one before it in its Shoot, is gone",
        why: "a missing entry ends the maintenance of images in that Shoot, without an event that says so",
        source: "images 9",
        cure: "keep machine types and images until no pool names them",
    }

    /// The pools would have moved before the change.
    pub(crate) WOULD_HAVE_MOVED = "would-have-moved" {
        says: "before the change the move would have been to {subject}",
        means: "this is what the next maintenance would have done by the old profile",
        why: "only differences are reported, so this says what they differ from",
        source: "images 9",
        cure: "nothing to do",
    }

    /// The pools would have stayed before the change.
    pub(crate) WOULD_HAVE_STAYED = "would-have-stayed" {
        says: "before the change {subject} would have stayed",
        means: "this is what the next maintenance would have done by the old profile",
        why: "only differences are reported, so this says what they differ from",
        source: "images 9",
        cure: "nothing to do",
    }

    /// The pools would have been stuck before the change.
    pub(crate) WOULD_HAVE_FAILED = "would-have-failed" {
        says: "before the change they would have been stuck on {subject}",
        means: "the next maintenance by the profile as it was would have failed, or not come to them",
        why: "only differences are reported, so this says what they differ from",
        source: "images 9",
        cure: "nothing to do",
    }

    /// The Shoots and profiles that were looked at.
    pub(crate) CHANGE_LOOKED_AT = "change-looked-at" {
        says: "looked at: {shoots:Shoot} with {pools:pool} and {profiles:NamespacedCloudProfile}; passed over, as made from another profile or none that is known, or being deleted: {others:Shoot}",
        means: "the answer knows of these, loaded or given, and of no others",
        why: "that nothing breaks means little where nothing was looked at",
        source: "images 11",
        cure: "load the Shoots and NamespacedCloudProfiles that may use the profile",
    }

    /// Some pools were refused before the change and still are.
    pub(crate) POOLS_REFUSED_ALREADY = "pools-refused-already" {
        says: "pools that were refused before the change and still are: {subject:plain}",
        means: "the machine type, architecture, version or capabilities of a pool did not suit the previous profile either",
        why: "what was broken before is not reported as an effect of the change, and should not be taken to be fine",
        source: "images 8, 15: things in use, Shoots",
        cure: "ask about their Shoots separately",
    }
}
