//! Codes about the artifacts that image versions are mapped to.

use crate::reason::codes;

codes! {
    /// All codes about the artifacts that image versions are mapped to.
    pub(crate) ARTIFACTS_CODES;

    /// A machine that fits finds no artifact in the region.
    pub(crate) ARTIFACTS_MISSING = "artifacts-missing" {
        says: "{machine} finds no artifact in the region {0}, though it fits {count:version}: {versions} first",
        means: "by the provider's configuration none of the version's artifacts in that region suits the machine",
        why: "a profile that the provider's extension accepts may leave regions out, and a machine that finds no artifact is never made",
        source: "images 17.4, 17.7",
        cure: "choose another version or region, or map the version there",
    }

    /// The edition `upstream` does not check for artifacts in the region.
    pub(crate) ARTIFACTS_NOT_LOOKED_AT = "artifacts-not-looked-at" {
        says: "upstream nobody checks whether there is an artifact in the region {0}",
        means: "by the edition `upstream` a version is offered whatever the provider's configuration maps",
        why: "a machine that finds no artifact in its region is never made",
        source: "images 17.4, 17.7",
        cure: "ask `images/find-image` as well, or ask in the edition `design`",
    }

    /// The profile maps no image to an artifact.
    pub(crate) NOTHING_MAPPED = "nothing-mapped" {
        says: "the profile maps no image to an artifact of {provider}, and no machine finds anything to boot",
        means: "`spec.providerConfig` is not there, or has no `machineImages`",
        why: "what fits a machine by its capabilities comes from an artifact, and the provider's extension finds none",
        source: "images 17.3, 17.4",
        cure: "give the profile together with the provider's configuration; a fragment may stay as it is",
    }

    /// The machine boots another artifact than that of the named flavor in the region.
    pub(crate) FLAVOR_NOT_IN_REGION = "flavor-not-in-region" {
        says: "in the region {0} {machine} boots something else than the flavor named for {count:version}: {versions} first",
        means: "the flavor that suits the machine best has no artifact in that region, or an artifact that no flavor stands for suits the machine better",
        why: "a provider's extension looks at the artifacts of the region alone, so the machine boots another one",
        source: "images 17.3, 17.4",
        cure: "map the flavor in that region and take out what the profile does not offer, or accept what is booted there",
    }

    /// Some regions have another artifact than the one found without a region.
    pub(crate) ARTIFACT_OF_ANOTHER_REGION = "artifact-of-another-region" {
        says: "no region is named, and the machine boots another artifact in {count:region}: {region} first",
        means: "a name that holds in all regions counts where nothing is named for the region itself",
        why: "those regions have an artifact of their own in the provider's configuration, and it is not the one found",
        source: "images 17.4",
        cure: "ask with the `region`",
    }

    /// One artifact is mapped to two architectures, image versions or regions.
    pub(crate) ARTIFACT_STANDS_FOR_TWO = "artifact-stands-for-two" {
        says: "the artifact {artifact} stands for {first}, and for {other} too",
        means: "the provider's configuration names one artifact for two architectures, image versions or, where each region has its own, regions",
        why: "an artifact is right for one of the two alone: machines of the other find nothing they can boot, or boot what they should have moved off",
        source: "images 17.1, 17.4",
        cure: "give one of the two an artifact of its own, or take it out of the profile",
    }

    /// An image version that stays is mapped to another artifact.
    pub(crate) ARTIFACT_EXCHANGED = "artifact-exchanged" {
        says: "another artifact is named for image versions that stay, in {count:place}: {after} instead of {before} for {version} first",
        means: "the provider's configuration names another artifact for a version that is there before and after",
        why: "machines made from now on boot another image than existing ones, under the same version; and where two artifacts are swapped machines boot nothing",
        source: "images 17.4",
        cure: "publish a version of its own for a new artifact, or put the name back",
    }

    /// The provider's configuration has an artifact that equals no flavor of the profile.
    pub(crate) ARTIFACT_OF_NO_FLAVOR = "artifact-of-no-flavor" {
        says: "the provider's configuration has {count:artifact} of {version} that no flavor of the profile stands for, first {capabilities:plain}",
        means: "a flavor in the provider's configuration equals none of the version in the profile, which every extension accepts",
        why: "machines boot the artifact that suits them best, whether the profile offers it or not; and upstream the webhook writes it into the profile",
        source: "images 17.3, 17.4, 17.5",
        cure: "take it out of the provider's configuration, or add the flavor to the profile",
    }

    /// An architecture of the version has no artifact.
    pub(crate) ARCHITECTURE_WITHOUT_ARTIFACT = "architecture-without-artifact" {
        says: "{version} is for {architectures} too, and its artifact name for all regions counts for `amd64` alone",
        means: "the provider's configuration names one image for all regions and nothing else, which the extension accepts for each architecture and finds for the usual one",
        why: "machines of the other architecture find nothing to boot",
        source: "images 17.3, 17.4",
        cure: "map the version region by region with the `architecture` of each, or take the architecture out of the version",
    }

    /// The provider's extension starts no machine from artifacts that name no architecture.
    pub(crate) ARTIFACT_WITHOUT_ARCHITECTURE = "artifact-without-architecture" {
        says: "machines never come up with {count:artifact} of {version}, because no `architecture` is named there",
        means: "a flavor in the configuration of aws leaves the architecture out, as it may where a single one is defined",
        why: "the extension finds the artifact, and its worker controller then refuses it for want of an architecture",
        source: "images 17.4",
        cure: "write the `architecture` into the flavor, here and in the profile",
    }

    /// An entry in the old form covers only some values of a flavor.
    pub(crate) FLAVOR_PARTLY_MAPPED = "flavor-partly-mapped" {
        says: "{version} is for {capability} {values} too, and the entry that maps it in the old form is not",
        means: "an entry without capabilities maps each flavor of its architecture, whatever else the flavor is for, but the entry's artifact is for other values",
        why: "machines that have nothing but those values find no artifact, though the provider's extension accepts the mapping",
        source: "images 17.3, 17.4",
        cure: "map the flavor with `capabilityFlavors`, or write what the artifact is for, as with `acceleratedNetworking: true`",
    }

    /// An artifact suits the machine, although the version does not fit its machine type.
    pub(crate) ARTIFACT_OF_A_MISFIT = "artifact-of-a-misfit" {
        says: "{version} does not fit the machine type {0}, though the provider's configuration has an artifact that suits it",
        means: "by its flavors or architectures in the profile the version is for other machines, but one of its artifacts in the provider's configuration is for more than those",
        why: "an extension looks at its configuration alone, and a pool of that machine type is refused before it comes to that",
        source: "images 8.5, 17.4",
        cure: "take a version that fits the machine type, or add the flavor or the architecture to the profile",
    }
}
