//! Codes about the choice of one version among several.

use crate::reason::codes;

codes! {
    /// All codes about the choice of one version among several.
    pub(crate) CHOICE_CODES;

    /// The recommended version for the machine type.
    pub(crate) VERSION_RECOMMENDED = "version-recommended" {
        says: "{subject} is the one to take for the machine type {0}: no image before it in the profile has a version to offer",
        means: "this is the version that `images/pick` takes of the first image in the profile that has one to offer",
        why: "the best answer may lie outside what was asked",
        source: "images 15: choice between versions",
        cure: "name a version to take another",
    }

    /// The recommended version is of another image than the one asked about.
    pub(crate) ANOTHER_IMAGE_RECOMMENDED = "another-image-recommended" {
        says: "where no image is named {subject} is the one to take for the machine type {0}; of {image}, which was asked about, {instead:plain}",
        means: "the first image of the profile that has a version to offer is another than the one asked about",
        why: "a pool that names no image gets this version, a pool that names the image gets the other",
        source: "images 15: choice between versions",
        cure: "name the image to keep to it",
    }

    /// The version to take for the machine type.
    pub(crate) VERSION_PICKED = "version-picked" {
        says: "{subject} is the one to take for the machine type {0}",
        means: "of the versions that are offered: supported ones first, then the one that gives the machine the more preferred values, then the higher version",
        why: "the order of the definitions says what the operator would rather have",
        source: "design, images",
        cure: "name a version to take another",
    }

    /// The version to take expires soon.
    pub(crate) PICKED_ENDS_SOON = "picked-version-ends-soon" {
        says: "{0} is the one to take, and expires on {expires}",
        means: "the version expires within 30 days",
        why: "from then on maintenance moves the pool by force, if there is anywhere to go",
        source: "images 2, 9",
        cure: "name a version that stays longer",
    }

    /// No version can be taken for the machine type.
    pub(crate) NOTHING_TO_PICK = "nothing-to-pick" {
        says: "no image version can be taken for the machine type {0}",
        means: "every version either does not fit, is a preview, has expired, is not available yet or has a suffix",
        why: "previews have to be asked for by name, and the others would be refused",
        source: "design, images",
        cure: "look at the causes beneath",
    }

    /// The version is the only one of its image that can be taken.
    pub(crate) ONLY_CANDIDATE = "only-candidate" {
        says: "{subject} is the only version of its image that can be taken",
        means: "one version alone of the image is offered",
        why: "there is nothing to choose between",
        source: "design, images",
        cure: "nothing to do",
    }

    /// A supported version goes before a deprecated one.
    pub(crate) SUPPORTED_GOES_FIRST = "supported-goes-first" {
        says: "{subject} is {classification:plain}, {over} is {other:plain}",
        means: "a supported version goes before a deprecated one",
        why: "new machines should not begin with a version that is on its way out",
        source: "design, images",
        cure: "nothing to do",
    }

    /// The version with the more preferred value goes first.
    pub(crate) PREFERRED_VALUE_GOES_FIRST = "preferred-value-goes-first" {
        says: "by {capability} {subject} comes first: it has {value}, {over} has {other}",
        means: "from each version the machine gets, capability by capability, the most preferred value they share, and what comes first in the definitions decides",
        why: "what stands first in a definition is what the operator would rather have",
        source: "images 15",
        cure: "change the order of the definitions to prefer another",
    }

    /// The higher version goes first.
    pub(crate) HIGHER_VERSION_GOES_FIRST = "higher-version-goes-first" {
        says: "{subject} is higher than {over}",
        means: "both are equally good in everything else, so the higher version is taken",
        why: "the newest version has the latest repairs",
        source: "design, images",
        cure: "nothing to do",
    }

    /// The version that comes earlier in the profile goes first.
    pub(crate) EARLIER_VERSION_GOES_FIRST = "earlier-version-goes-first" {
        says: "{subject} stands before {over}",
        means: "both are equally good in everything, even as versions, so the order of the profile decides",
        why: "an answer must not depend on chance",
        source: "design, images",
        cure: "nothing to do",
    }
}
