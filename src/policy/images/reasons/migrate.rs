//! Codes about the migration from architectures and tags to capabilities.

use crate::reason::codes;

codes! {
    /// All codes about the migration from architectures and tags to capabilities.
    pub(crate) MIGRATE_CODES;

    /// The profile can be migrated.
    pub(crate) PROFILE_MIGRATED = "profile-migrated" {
        says: "{subject} goes from {before:version} to {after}; {inferred:conclusion}, {lost:lost pair}, {pools:pool} on another version or artifact, or without one that fits",
        means: "the patch brings definitions, machine types, versions and the provider's configuration into capabilities at once",
        why: "a tag is a version of its own, which maintenance does not leave; a flavor is an artifact of a version",
        source: "images 3.3, 12.1; the design text: Current Workaround",
        cure: "read what was concluded and what is lost, then apply the patch",
    }

    /// The profile has capabilities already.
    pub(crate) NOTHING_TO_MIGRATE = "nothing-to-migrate" {
        says: "{subject} has capabilities already",
        means: "the profile defines capabilities, and nothing in it is left in the older form",
        why: "a migration that is applied twice changes nothing",
        source: "images 3.3",
        cure: "nothing to do",
    }

    /// Errors prevent the migration.
    pub(crate) MIGRATION_REFUSED = "migration-refused" {
        says: "{subject} is not migrated: {errors:finding} to mend first",
        means: "a migration is done whole or not at all",
        why: "half of it would leave versions that no artifact is found for",
        source: "images 12.3",
        cure: "mend what is beneath",
    }

    /// Machine types no longer fit the artifacts of some versions.
    pub(crate) MIGRATED_PAIRS_LOST = "migrated-pairs-lost" {
        says: "lost to {count:machine type} because of {by}: {versions}; the machine types are {types}; {kept} of them can boot another artifact of the version",
        means: "the machine types were allowed on the artifacts of these versions, and do not fit them",
        why: "by architectures alone the pair was allowed, and the machine did not start",
        source: "images 5; the design text: Use Case Example",
        cure: "nothing to do where they really do not fit; otherwise correct what is said of the machine types or of the tag",
    }

    /// A pool has to move to another version.
    pub(crate) MIGRATED_POOLS = "migrated-pools" {
        says: "the pool {subject} is on {from} and has to go to {to}, {fits:plain}",
        means: "the version with the tag is removed, or no artifact fits the machine type of the pool any more",
        why: "a version that a pool has cannot be taken out of a profile as long as it is used",
        source: "images 9, 11",
        cure: "move the pool to the version without the tag, which has to exist first: migrate in two steps where pools are listed",
    }

    /// A pool stays on its version, and no artifact of it fits any more.
    pub(crate) POOL_PARTED = "pool-parted-from-its-version" {
        says: "the pool {subject} stays on {version}, {fits:plain}",
        means: "no artifact of the version is left that the machine type of the pool could boot",
        why: "its machines are there, and new ones would not start",
        source: "images 5, 17.4",
        cure: "first give the pool another machine type or version, or correct what is said of the machine type or of the tag",
    }

    /// A pool stays on its version but boots another artifact.
    pub(crate) POOL_GETS_ANOTHER_ARTIFACT = "pool-gets-another-artifact" {
        says: "the pool {subject} stays on {version}, and its new machines get what was {artifact}",
        means: "of the artifacts that become one version the machine type prefers another than that of the pool's own version",
        why: "machines that are made before and after the migration boot different artifacts under one name",
        source: "images 6, 17.4",
        cure: "nothing to do where that is meant; otherwise say of the machine type only what its pools boot today",
    }

    /// Machine types boot another artifact than that of the version named.
    pub(crate) PAIRS_GET_ANOTHER_ARTIFACT = "pairs-get-another-artifact" {
        says: "with {versions}, {count:machine type} may boot either artifact afterwards and get what was {artifacts}: {types}",
        means: "of the artifacts that become one version the machine types prefer another than that of the version named",
        why: "they can no longer get what they booted under that name",
        source: "images 6, 17.4",
        cure: "nothing to do where that is meant; otherwise say of the machine types only what they boot today, or order the definition's values the other way round",
    }

    /// The definition of a capability is inferred.
    pub(crate) DEFINITIONS_INFERRED = "definitions-inferred" {
        says: "{subject} is defined as {value}, in the order in which the values are named",
        means: "nobody gave the definition, so it has the architectures of the profile, or the values that tags and machine types name",
        why: "the order of values is the order of preference, and nobody said it",
        source: "images 1.1, 6",
        cure: "give `machineCapabilities` where another order is meant",
    }

    /// The meaning of a tag is inferred.
    pub(crate) TAG_INFERRED = "tag-inferred" {
        says: "the tag of {subject} is taken for {value}",
        means: "nobody said what the tag means, and exactly one given capability has a value of that name",
        why: "the tags that people write are most often the values themselves",
        source: "the design text: Current Workaround",
        cure: "describe the tag where something else is meant",
    }

    /// The values of the version without a tag are inferred.
    pub(crate) BASE_INFERRED = "base-inferred" {
        says: "{subject} without a tag is taken for {value}",
        means: "beside versions with tags it has the values that none of these claims",
        why: "the tag was there to tell such a version from the one without",
        source: "the design text: Current Workaround",
        cure: "give the tag `\"\"` where something else is meant",
    }

    /// Machine types without a description are assumed to have every value.
    pub(crate) TYPES_TAKEN_FOR_ALL = "types-taken-for-all" {
        says: "{count:machine type} not described and so assumed to have every value that is not concluded otherwise: {value}",
        means: "a machine type has all defined values of a capability that it does not name",
        why: "so nothing is lost to them, and they may get an artifact that they cannot boot",
        source: "images 3.4",
        cure: "give `machineTypes` with their capabilities",
    }

    /// Versions without a description are assumed to have every value.
    pub(crate) VERSIONS_TAKEN_FOR_ALL = "versions-taken-for-all" {
        says: "{count:version} not described and so assumed to have every value that is not concluded otherwise",
        means: "a flavor has all defined values of a capability that it does not name",
        why: "so nothing is lost to them, and a machine may get an artifact that it cannot boot",
        source: "images 3.4",
        cure: "give the tag `\"\"`, which is that of versions without one",
    }

    /// The networking of a machine type is inferred.
    pub(crate) NETWORKING_INFERRED = "networking-inferred" {
        says: "the machine type {subject} is taken to have the networking {value}",
        means: "azure's configuration does not mark it with `acceleratedNetworking: true`",
        why: "once capabilities are defined that mark is not read any more",
        source: "images 17.4",
        cure: "describe the machine type where something else is meant",
    }

    /// The profile defines capabilities, and an entry has none.
    pub(crate) PROFILE_HALF_MIGRATED = "profile-half-migrated" {
        says: "the profile defines capabilities, and {subject} has none",
        means: "with several architectures a flavor has to name one, and so should a machine type",
        why: "nobody can tell what was meant for the other half, so nothing is changed",
        source: "images 3.3, 4.5",
        cure: "finish by hand what was begun, or take `machineCapabilities`, flavors and capabilities out and migrate again",
    }

    /// An entry has capabilities in a profile that defines none.
    pub(crate) FORMS_MIXED = "forms-mixed" {
        says: "{subject} has capabilities already, and the profile defines none",
        means: "a machine type, a version or an entry of the provider is in the new form in a profile of the older one",
        why: "nobody can tell which of the two holds, so nothing is changed",
        source: "images 4.5, 4.6, 12.1",
        cure: "take the capabilities out, and give them to the migration instead",
    }

    /// The text before the tag is not a version.
    pub(crate) TAG_NOT_OF_A_VERSION = "tag-not-of-a-version" {
        says: "{subject} ends in the tag {tag} and is no version",
        means: "what comes before a tag has to be a version of one to three numbers",
        why: "such a version is refused, with a tag and without",
        source: "images 1.8",
        cure: "correct the version",
    }

    /// A tag is not described, so its version stays separate.
    pub(crate) TAG_LEFT = "tag-left" {
        says: "{subject} stays a version of its own: nobody said what {tag} means",
        means: "it may be a pre-release rather than a tag",
        why: "what a tag means is not guessed",
        source: "images 1.8, 15",
        cure: "describe the tag if it is one",
    }

    /// No version has the tag that is described.
    pub(crate) TAG_UNUSED = "tag-unused" {
        says: "no version has the tag {subject}",
        means: "a tag was described that the profile does not have, for that image or for any",
        why: "it may be misspelt, and the version that was meant is then taken for something else",
        source: "the design text: Current Workaround",
        cure: "correct the tag, or leave it out",
    }

    /// A tag is described twice.
    pub(crate) TAG_GIVEN_TWICE = "tag-given-twice" {
        says: "the tag {subject} is described twice",
        means: "two descriptions are of the same tag and image",
        why: "nobody can tell which of them holds",
        source: "this project's own",
        cure: "leave one of them out",
    }

    /// A machine type is described twice.
    pub(crate) TYPE_GIVEN_TWICE = "type-given-twice" {
        says: "the machine type {subject} is described twice",
        means: "two descriptions are of the same machine type",
        why: "nobody can tell which of them holds",
        source: "this project's own",
        cure: "leave one of them out",
    }

    /// The versions differ in what flavors of one version share.
    pub(crate) TAGS_DIFFER = "tags-differ" {
        says: "{subject} cannot become one version with {head}: they differ in {key}",
        means: "flavors of one version share its classification, dates, container runtimes, kubelets and updates in place",
        why: "one of the two would be offered longer, or to others, than it was",
        source: "images 1.3",
        cure: "make them alike first, or leave the tag out of what is given",
    }

    /// It is not known what the version without a tag supports.
    pub(crate) BASE_NOT_KNOWN = "base-not-known" {
        says: "nobody said what {subject} supports without a tag, and the definitions do not tell",
        means: "beside versions with tags it has the values that none of these claims, where definitions are given and leave any",
        why: "taken to have every value it would fit machines that cannot boot it",
        source: "the design text: Current Workaround",
        cure: "give the tag `\"\"`, or `machineCapabilities` with all values",
    }

    /// Two versions would become equal flavors.
    pub(crate) TAGS_CLAIM_THE_SAME = "tags-claim-the-same" {
        says: "{subject} and {other} would be the same: {capabilities}",
        means: "two versions that become one have equal capabilities for an architecture",
        why: "between equal flavors Gardener cannot choose",
        source: "images 6",
        cure: "say in what they differ, with a capability of its own if need be",
    }

    /// A capability or value is not defined.
    pub(crate) MIGRATED_NAME_NOT_DEFINED = "migrated-name-not-defined" {
        says: "{subject} is given the value {written}, which `machineCapabilities` does not define",
        means: "each capability and value that a tag or machine type has must be defined",
        why: "what is not defined is refused",
        source: "images 4.5, 4.6",
        cure: "correct it, or define it",
    }

    /// A description names a machine type that the profile does not have.
    pub(crate) MACHINE_TYPE_NOT_THERE = "machine-type-not-there" {
        says: "the profile has no machine type {subject}",
        means: "something was said of a machine type that is not in `spec.machineTypes`",
        why: "it may be misspelt, and the type that was meant is then taken to have every value",
        source: "images 1.4",
        cure: "correct the name, or leave it out",
    }

    /// The given architecture contradicts the profile.
    pub(crate) ARCHITECTURE_CONTRADICTS = "architecture-contradicts" {
        says: "{subject} has the architecture {written}, and {given} is given",
        means: "what is given names another architecture than the profile, or none that the version has",
        why: "nobody can tell which of the two holds",
        source: "images 4.6",
        cure: "correct one of the two",
    }

    /// The provider's artifacts are all of one architecture.
    pub(crate) ARTIFACTS_OF_ONE_ARCHITECTURE = "artifacts-of-one-architecture" {
        says: "{subject} has the architectures {written}, and the provider's artifacts of the older form are all for {artifact}",
        means: "alicloud's configuration names no architecture, and nobody compared it with the profile",
        why: "with capabilities each flavor needs an artifact, and the profile would be refused",
        source: "images 17.3",
        cure: "leave the other architectures out of the version: machines that have them never booted it",
    }

    /// The provider's configuration is of an unknown form, so it cannot be migrated.
    pub(crate) CONFIG_NOT_MIGRATED = "config-not-migrated" {
        says: "nobody knows the configuration of {subject}, so its entries cannot be migrated with the versions",
        means: "artifacts are found by version, and those of a version with a tag would no longer be found",
        why: "half of a migration leaves versions without artifacts",
        source: "images 17.8",
        cure: "take `providerConfig` out, migrate, and write its flavors by hand",
    }

    /// The networking capability that the configuration needs is not defined.
    pub(crate) NETWORKING_NOT_DEFINED = "networking-not-defined" {
        says: "the configuration says `acceleratedNetworking`, and {subject} is not defined with `accelerated` and `basic`",
        means: "with definitions azure's extension reads that capability alone, and not the older field",
        why: "machines then get no accelerated networking, and nobody is told",
        source: "images 17.4",
        cure: "define `azure-networking: [accelerated, basic]`",
    }

    /// Shoots of other profiles, or being deleted, are passed over.
    pub(crate) SHOOTS_OF_ANOTHER_PROFILE = "shoots-of-another-profile" {
        says: "passed over, as made from another profile than {subject} or being deleted: {count:Shoot}",
        means: "only pools that use this profile are reported",
        why: "that no pool is listed means little if the wrong Shoots were looked at",
        source: "images 11",
        cure: "give the Shoots of this profile",
    }

    /// Some pools name no image version of the profile, so they are not followed.
    pub(crate) POOLS_NOT_FOLLOWED = "pools-not-followed" {
        says: "not followed, as they name no image and version that {subject} has: {count:pool}, {pools}",
        means: "what such pools boot is chosen when they are made, or refused",
        why: "a pool that is in no list is not one that stays as it is",
        source: "images 9, 11",
        cure: "give the Shoots as the API server has them, with the versions of all pools written out",
    }

    /// The API server would refuse the migrated profile.
    pub(crate) MIGRATED_PROFILE_REFUSED = "migrated-profile-refused" {
        says: "the migrated profile would be refused: {subject:plain}: {detail:plain}",
        means: "the API server takes the profile as it is, and not what the migration would make of it",
        why: "a patch that is refused, or breaks what follows, is no migration",
        source: "images 4, 17.3",
        cure: "correct what is given of definitions, tags and machine types: names, values, and all architectures of the profile",
    }

    /// A NamespacedCloudProfile has a version that the migration removes.
    pub(crate) MIGRATED_VERSION_OVERRIDDEN = "migrated-version-overridden" {
        says: "{subject} goes, and the NamespacedCloudProfile {user} has it",
        means: "a profile of a namespace changes a version with a tag, or adds to it, and the migration takes that version out",
        why: "the update would be refused as long as it is so, and the profile of the namespace would be invalid",
        source: "images 10, 11",
        cure: "take the version out of the NamespacedCloudProfile first",
    }

    /// The migrated profile would be too large, or has too many pairs to look at.
    pub(crate) MIGRATION_TOO_LARGE = "migration-too-large" {
        says: "{subject} would become too large, or its pairs are too many to look at",
        means: "the values of a tag are written once for each version and architecture, up to four times what there is",
        why: "an answer must not grow with the product of two lists that somebody else writes",
        source: "images 14",
        cure: "say of tags only what tells them apart, and take expired versions out",
    }
}
