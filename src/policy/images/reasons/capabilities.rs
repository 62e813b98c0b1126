//! Codes about capabilities and flavors.

use crate::reason::codes;

codes! {
    /// All codes about capabilities and flavors.
    pub(crate) CAPABILITIES_CODES;

    /// Both sides have a value of the capability in common.
    pub(crate) CAPABILITY_SHARED = "capability-shared" {
        says: "{subject}: the machine has {machine}, the image {image}",
        means: "both sides have a value of the capability in common; a side that does not name it has every defined value",
        why: "a machine runs an image where each capability has a value that both support",
        source: "images 3.4, 5",
        cure: "nothing to do",
    }

    /// The two sides have no value of the capability in common.
    pub(crate) CAPABILITY_APART = "capability-apart" {
        says: "{subject}: the machine has {machine}, but the image {image}",
        means: "the sides have no value of the capability in common; values are compared letter by letter",
        why: "a machine cannot run an image that supports nothing it has",
        source: "images 5",
        cure: "choose another machine type or image, or add a value to one of the two",
    }

    /// The two sides have a value of every capability in common.
    pub(crate) ALL_CAPABILITIES_SHARED = "all-capabilities-shared" {
        says: "every defined capability has a value in common",
        means: "no capability keeps the two sides apart; without definitions nothing can",
        why: "a machine runs an image where each capability has a value that both support",
        source: "images 5",
        cure: "nothing to do",
    }

    /// Some capability has no value in common.
    pub(crate) SOME_CAPABILITY_APART = "some-capability-apart" {
        says: "a defined capability has no value in common",
        means: "at least one capability keeps the two sides apart",
        why: "a machine cannot run an image that supports nothing it has",
        source: "images 5",
        cure: "look at the capabilities named",
    }

    /// The flavor fits the machine.
    pub(crate) FLAVOR_FITS = "flavor-fits" {
        says: "{subject:plain} fits",
        means: "every defined capability has a value that the machine and the flavor share",
        why: "one flavor that fits is enough, and values of several flavors are never mixed",
        source: "images 5",
        cure: "nothing to do",
    }

    /// The flavor does not fit the machine.
    pub(crate) FLAVOR_DOES_NOT_FIT = "flavor-does-not-fit" {
        says: "{subject:plain} does not fit",
        means: "at least one capability has no value that the machine and the flavor share",
        why: "each flavor is one artifact, which has to suit the machine as a whole",
        source: "images 5",
        cure: "look at the capabilities named",
    }

    /// No flavor of the version fits the machine.
    pub(crate) NO_FLAVOR_FITS = "no-flavor-fits" {
        says: "no flavor fits",
        means: "each flavor of the image version has a capability without a value in common with the machine; an empty list has no flavor that fits",
        why: "without an artifact that suits the machine there is nothing to boot",
        source: "images 5, 6",
        cure: "choose another version or machine type, or publish a flavor for it",
    }

    /// The image version has no flavors, so it supports everything.
    pub(crate) NO_FLAVORS = "no-flavors" {
        says: "the image version names no flavors, so it has every defined value",
        means: "a version without flavors counts as one artifact that supports everything",
        why: "profiles from before capabilities stay valid",
        source: "images 3.4, 5",
        cure: "name the flavors to say what the artifacts really support",
    }

    /// The flavor is the most preferred of those that fit.
    pub(crate) MOST_PREFERRED_FLAVOR = "most-preferred-flavor" {
        says: "{subject:plain} is the most preferred of those that fit",
        means: "the order of the definitions and of their values ranks the flavors that fit",
        why: "what stands first in a definition is what the operator would rather have",
        source: "images 6, 15",
        cure: "change the order of the definitions to prefer another",
    }

    /// The flavor fits and is ranked against the others that fit.
    pub(crate) FLAVOR_CONTENDS = "flavor-contends" {
        says: "{subject:plain} fits; values that rank it: {ranked}",
        means: "the flavor fits, and its values are ranked against those of the others that do",
        why: "several artifacts of one version can suit a machine",
        source: "images 6, 15",
        cure: "nothing to do",
    }

    /// Several flavors are equally preferred, so none is taken.
    pub(crate) FLAVORS_TIED = "flavors-tied" {
        says: "several flavors fit and are equally preferred",
        means: "the flavors have the same defined values, so no preference tells them apart",
        why: "this is how the software behaves today; the design edition takes the first one",
        source: "images 6",
        cure: "remove one of them, or tell them apart by a value",
    }
}
