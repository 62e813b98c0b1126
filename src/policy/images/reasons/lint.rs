//! Codes about flaws of a profile that validation does not report.

use crate::reason::codes;

codes! {
    /// All codes about flaws of a profile.
    pub(crate) LINT_CODES;

    /// The number of machine types, versions and findings.
    pub(crate) PROFILE_LINTED = "profile-linted" {
        says: "{subject} has {types:machine type} and {versions:image version}; {findings:finding}",
        means: "a profile was looked over, and each finding is beneath",
        why: "nobody learns of a gap between what a profile promises and what its machines find until a machine does not start",
        source: "images 18",
        cure: "read the findings, the errors first",
    }

    /// The API server would refuse the profile for an error that `images/lint` does not look for.
    pub(crate) LINTED_PROFILE_INVALID = "linted-profile-invalid" {
        says: "the API server would refuse this profile for an error that is not looked for here: {field:plain}: {detail:plain} ({count:error} in all)",
        means: "the profile is not valid, whatever else is found or not found in it",
        why: "nothing found in a profile that nobody can apply is no good news",
        source: "images 4",
        cure: "let `fitment check` or `fitment review -f FILE` show every error; a fragment may stay as it is",
    }

    /// The profile has too many pairs to look at them all.
    pub(crate) LINT_STOPPED = "lint-stopped" {
        says: "not everything was looked at: the lists of this profile are so long that they have too many pairs to compare",
        means: "machine types are compared with flavors, and flavors with artifacts, in up to four million steps; in a review up to a tenth of that",
        why: "time must not grow with the product of two lists that somebody else writes",
        source: "images 14",
        cure: "ask `images/lint` where a review says so; otherwise take expired versions out, or split the profile",
    }

    /// A review does not show all findings.
    pub(crate) FINDINGS_LEFT_OUT = "findings-left-out" {
        says: "not shown: {count:finding} in this profile; ask `images/lint` for them",
        means: "a review reports the ten worst findings about a profile that may be stored",
        why: "whoever applies a profile reads no more than that, and an API server cuts long lists of warnings short",
        source: "images 18",
        cure: "look the profile over before it is applied: `fitment lint`",
    }

    /// The values of a capability say whether something is there instead of what it is.
    pub(crate) CAPABILITY_FRAMED_NEGATIVELY = "capability-framed-negatively" {
        says: "the values of {subject} are {0}: they say whether, and not what",
        means: "a capability is matched where both sides have a value in common, and `false` is a value like any other",
        why: "a machine that can do without is kept from images that support it, and there is no room for a third kind",
        source: "the design text: How should a Capability be designed?",
        cure: "name what there is instead, as `discController: [NVMe, SCSI]` in place of `supportsNVMe: [true, false]`",
    }

    /// Only one side, or neither, has the value.
    pub(crate) VALUE_NEVER_USED = "value-never-used" {
        says: "{by:plain} has the value {0} of {subject}",
        means: "a value counts only where a machine type and an image version both have it",
        why: "it is read by people who look for such a machine or image, and the default set promises it",
        source: "images 3.4, 5",
        cure: "take the value out unless a NamespacedCloudProfile names it, or publish a machine type or image version that has it",
    }

    /// Two flavors of a version are equal.
    pub(crate) FLAVOR_REPEATED = "flavor-repeated" {
        says: "flavor {flavor} of {subject} is equal to flavor {first}",
        means: "two flavors of a version have the same values after defaulting",
        why: "between equal flavors Gardener cannot choose, and each costs room",
        source: "images 6",
        cure: "take one of them out, here and in the provider's configuration",
    }

    /// Another flavor is always preferred.
    pub(crate) FLAVOR_NEVER_TAKEN = "flavor-never-taken" {
        says: "flavor {flavor} of {subject} is taken by no machine type: where it fits another one is preferred",
        means: "each machine type of the profile that the flavor fits gets another one of the version",
        why: "an artifact is built, published and paid for, and no machine of this profile boots it",
        source: "images 6, 15: preference",
        cure: "take the flavor out unless a machine type of a NamespacedCloudProfile takes it, or change the order of the definition where it should be preferred",
    }

    /// The flavor fits no usable machine type.
    pub(crate) FLAVOR_WITHOUT_MACHINE_TYPE = "flavor-without-machine-type" {
        says: "flavor {flavor} of {subject} fits no machine type that may be used",
        means: "with each machine type some capability of the flavor has no value in common",
        why: "an artifact is built, published and paid for, and no machine of this profile can boot it",
        source: "images 5",
        cure: "take the flavor out unless it fits a machine type of a NamespacedCloudProfile, or say in `spec.machineTypes` which machines it is for",
    }

    /// The machine type fits no image version.
    pub(crate) MACHINE_TYPE_WITHOUT_IMAGE = "machine-type-without-image" {
        says: "the machine type {subject} fits no image version at all",
        means: "with each flavor of each version some capability of the machine type has no value in common",
        why: "people choose it, and every pool of it is refused",
        source: "images 5, 8.5",
        cure: "correct its capabilities or its architecture, publish an image for it, or set `usable: false`",
    }

    /// The provider's configuration lacks the image.
    pub(crate) IMAGE_NOT_MAPPED_AT_ALL = "image-without-mapping" {
        says: "the provider's configuration does not know the image {subject}",
        means: "`spec.machineImages` offers an image that `spec.providerConfig.machineImages` lacks",
        why: "no machine finds an artifact of it, and the provider's extension refuses the profile",
        source: "images 12.3, 17.3",
        cure: "add the image to the provider's configuration, or take it out",
    }

    /// The provider's configuration lacks the version.
    pub(crate) VERSION_NOT_MAPPED_AT_ALL = "version-without-mapping" {
        says: "the provider's configuration does not know {subject}",
        means: "`spec.machineImages` offers a version that `spec.providerConfig.machineImages` lacks",
        why: "no machine finds an artifact of it, and the provider's extension refuses the profile",
        source: "images 12.3, 17.3",
        cure: "add the version to the provider's configuration, letter by letter as it is written here, or take it out",
    }

    /// No artifact is equal to the flavor.
    pub(crate) FLAVOR_NOT_MAPPED = "flavor-without-mapping" {
        says: "no artifact of {subject} is equal to flavor {flavor}",
        means: "after defaulting a flavor has to have the very values of one artifact; a broader artifact is not enough",
        why: "the provider's extension refuses such a profile",
        source: "images 12.3, 17.3",
        cure: "write one flavor for each artifact, with the capabilities of that artifact",
    }

    /// The flavor combines values that no artifact has together.
    pub(crate) COMBINATION_NOT_PUBLISHED = "combination-not-published" {
        says: "flavor {flavor} of {subject} promises {combination}, and no artifact has these values together",
        means: "a flavor is put together from the values of several artifacts, and not each combination of them is built",
        why: "a machine that needs just that combination is admitted and never starts",
        source: "the design text: Alternatives, 2",
        cure: "write one flavor for each artifact, with the capabilities of that artifact",
    }

    /// Artifacts of a version have the same capabilities.
    pub(crate) ARTIFACTS_TIED = "artifacts-tied" {
        says: "{count:artifact} of {subject} have the same capabilities{region:plain}: the other one is at {other}",
        means: "artifacts of one version with the same values after defaulting are both there for a machine",
        why: "neither is taken and a machine gets an error; in the design edition the first one is taken",
        source: "images 6, 15: ambiguous flavors",
        cure: "take one out, or define the capability in which they differ",
    }

    /// Several versions of one minor are supported.
    pub(crate) SEVERAL_SUPPORTED = "several-supported" {
        says: "{count:version} of {subject} {minor:plain} are supported at once: {versions}",
        means: "a version without a classification counts as supported, and shows so in the dashboard",
        why: "one for each minor is what Gardener wants; leaving the classification out goes round the rule, and people cannot tell which one to take",
        source: "images 4.4, 15, 18",
        cure: "deprecate all but one; where they are one release with different capabilities, make them flavors of one version, see `images/migrate-profile`",
    }

    /// The profile is nearly too large to store.
    pub(crate) PROFILE_NEAR_ITS_LIMIT = "profile-near-its-limit" {
        says: "the profile takes {bytes:byte} of the {limit} that can be stored; the largest parts are {largest}, and superfluous lists take {saved}",
        means: "80 % of the space is used; Gardener copies the profile into the Cluster of every Shoot, which fills up sooner",
        why: "the next image version may be refused when it is needed most",
        source: "images 14",
        cure: "apply `images/minimize-profile`, and take expired versions out",
    }

    /// The profile is too large to store.
    pub(crate) PROFILE_OVER_ITS_LIMIT = "profile-over-its-limit" {
        says: "the profile takes {bytes:byte}, and no more than {limit} can be stored; the largest parts are {largest}, and superfluous lists take {saved}",
        means: "the store behind the API server takes no larger document",
        why: "the profile cannot be written at all",
        source: "images 14",
        cure: "apply `images/minimize-profile`, and take expired versions out",
    }
}
