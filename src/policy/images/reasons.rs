//! What the rules about images can find, and its English.

use crate::reason::codes;

codes! {
    /// All of them.
    pub CODES;

    /// One capability fits.
    pub CAPABILITY_SHARED = "capability-shared" {
        says: "{subject}: the machine has {machine}, the image {image}",
        means: "both sides have a value of the capability in common; a side that does not name it has every defined value",
        why: "a machine runs an image where each capability has a value that both support",
        source: "images 3.4, 5",
        cure: "nothing to do",
    }

    /// One capability does not.
    pub CAPABILITY_APART = "capability-apart" {
        says: "{subject}: the machine has {machine}, the image only {image}",
        means: "the sides have no value of the capability in common; values are compared letter by letter",
        why: "a machine cannot run an image that supports nothing it has",
        source: "images 5",
        cure: "choose another machine type or image, or add a value to one of the two",
    }

    /// A pair fits.
    pub ALL_CAPABILITIES_SHARED = "all-capabilities-shared" {
        says: "every defined capability has a value in common",
        means: "no capability keeps the two sides apart; without definitions nothing can",
        why: "a machine runs an image where each capability has a value that both support",
        source: "images 5",
        cure: "nothing to do",
    }

    /// A pair does not.
    pub SOME_CAPABILITY_APART = "some-capability-apart" {
        says: "a defined capability has no value in common",
        means: "at least one capability keeps the two sides apart",
        why: "a machine cannot run an image that supports nothing it has",
        source: "images 5",
        cure: "look at the capabilities named",
    }

    /// A flavor fits.
    pub FLAVOR_FITS = "flavor-fits" {
        says: "{subject} fits",
        means: "every defined capability has a value that the machine and the flavor share",
        why: "one flavor that fits is enough, and values of several flavors are never mixed",
        source: "images 5",
        cure: "nothing to do",
    }

    /// A flavor does not.
    pub FLAVOR_DOES_NOT_FIT = "flavor-does-not-fit" {
        says: "{subject} does not fit",
        means: "at least one capability has no value that the machine and the flavor share",
        why: "each flavor is one artifact, which has to suit the machine as a whole",
        source: "images 5",
        cure: "look at the capabilities named",
    }

    /// No flavor fits.
    pub NO_FLAVOR_FITS = "no-flavor-fits" {
        says: "no flavor fits",
        means: "each flavor of the image version has a capability without a value in common with the machine",
        why: "without an artifact that suits the machine there is nothing to boot",
        source: "images 5, 6",
        cure: "choose another version or machine type, or publish a flavor for it",
    }

    /// Nothing to compare.
    pub NO_FLAVORS = "no-flavors" {
        says: "the image version names no flavors, so it has every defined value",
        means: "a version without flavors counts as one artifact that supports everything",
        why: "profiles from before capabilities stay valid",
        source: "images 3.4, 5",
        cure: "name the flavors to say what the artifacts really support",
    }

    /// The winner.
    pub MOST_PREFERRED_FLAVOR = "most-preferred-flavor" {
        says: "{subject} is the most preferred of those that fit",
        means: "the order of the definitions and of their values ranks the flavors that fit",
        why: "what stands first in a definition is what the operator would rather have",
        source: "images 6, 15",
        cure: "change the order of the definitions to prefer another",
    }

    /// One of those that fit.
    pub FLAVOR_CONTENDS = "flavor-contends" {
        says: "{subject} fits, sharing {shared}",
        means: "the flavor fits, and its values are ranked against those of the others that do",
        why: "several artifacts of one version can suit a machine",
        source: "images 6, 15",
        cure: "nothing to do",
    }

    /// No winner.
    pub FLAVORS_TIED = "flavors-tied" {
        says: "several flavors fit and are equally preferred",
        means: "the flavors have the same defined values, so no preference tells them apart",
        why: "this is how the software behaves today; the design edition takes the first one",
        source: "images 6",
        cure: "remove one of them, or tell them apart by a value",
    }

    /// A version now.
    pub VERSION_IS = "version-is" {
        says: "{subject} is {classification}",
        means: "the last stage in the list that has begun says what the version is; a stage begins after its moment",
        why: "operators announce in advance when a version is to be left",
        source: "images 2",
        cure: "change the stages, or the classification and the expiration date",
    }

    /// A text that is a version.
    pub IS_A_VERSION = "is-a-version" {
        says: "{subject} is a version",
        means: "the text has one to three numbers, perhaps with a pre-release and metadata",
        why: "versions of images are read leniently",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// A text that is none.
    pub NOT_A_VERSION = "not-a-version" {
        says: "{subject} is no version",
        means: "the text does not have one to three numbers between dots, or something it may not have",
        why: "what cannot be read cannot be ordered",
        source: "images 1.8",
        cure: "write a version such as `1592.2.0`",
    }

    /// A text that is no constraint.
    pub NOT_A_CONSTRAINT = "not-a-constraint" {
        says: "{subject} is no constraint",
        means: "the text is no list of comparisons such as `>= 1.26, < 1.29`",
        why: "what cannot be read cannot be checked",
        source: "images 1.8",
        cure: "write comparisons with `=`, `!=`, `>`, `<`, `>=`, `<=`, `~` or `^`",
    }

    /// A constraint that holds.
    pub CONSTRAINT_HOLDS = "constraint-holds" {
        says: "{0} satisfies {1}",
        means: "the version is one of those that the constraint allows",
        why: "an image says which kubelets it runs",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// A constraint that does not.
    pub CONSTRAINT_FAILS = "constraint-fails" {
        says: "{0} does not satisfy {1}",
        means: "the version is none of those that the constraint allows; a pre-release only counts where one is named",
        why: "an image says which kubelets it runs",
        source: "images 1.8",
        cure: "choose another version",
    }

    /// Left below right.
    pub VERSION_IS_LOWER = "version-is-lower" {
        says: "{0} is lower than {1}",
        means: "the first number that differs is lower, or only the other is no pre-release",
        why: "numbers are compared as numbers, and a pre-release comes before its release",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// Left above right.
    pub VERSION_IS_HIGHER = "version-is-higher" {
        says: "{0} is higher than {1}",
        means: "the first number that differs is higher, or only the other is a pre-release",
        why: "numbers are compared as numbers, and a pre-release comes before its release",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// Left equals right.
    pub VERSIONS_ARE_EQUAL = "versions-are-equal" {
        says: "{0} and {1} are equal",
        means: "the numbers and the pre-release are the same; build metadata do not count",
        why: "`1.2` is another way to write `1.2.0`",
        source: "images 1.8",
        cure: "nothing to do",
    }

    /// Nothing known of the profile.
    pub PROFILE_NOT_GIVEN = "profile-not-given" {
        says: "no profile is given",
        means: "the question is about what a CloudProfile offers, and there is none",
        why: "an answer about an empty profile would be no answer",
        source: "images 1.1",
        cure: "give `cloudProfile`, or the name of a loaded one",
    }

    /// No such machine type.
    pub MACHINE_TYPE_UNKNOWN = "machine-type-unknown" {
        says: "the profile has no machine type {0}",
        means: "no machine type of the profile has exactly that name",
        why: "nothing is known of what such a machine can",
        source: "images 1.4",
        cure: "correct the name, or add the type to the profile",
    }

    /// No such image.
    pub IMAGE_UNKNOWN = "image-unknown" {
        says: "the profile has no image {0}",
        means: "no image of the profile has exactly that name",
        why: "nothing is known of such an image",
        source: "images 1.2",
        cure: "correct the name, or add the image to the profile",
    }

    /// No such version.
    pub VERSION_UNKNOWN = "version-unknown" {
        says: "the image has no version {0}",
        means: "no version of the image is written exactly so; `1.7` is another text than `1.7.0`",
        why: "versions are looked up letter by letter",
        source: "images 1.8",
        cure: "write the version as the profile does",
    }

    /// No such region.
    pub REGION_UNKNOWN = "region-unknown" {
        says: "the profile has no region {0}",
        means: "no region of the profile has exactly that name, so no machine type is available there",
        why: "regions are looked up letter by letter",
        source: "images 1.1",
        cure: "correct the name",
    }

    /// A name that stands twice.
    pub MACHINE_TYPE_REPEATED = "machine-type-repeated" {
        says: "the machine type {0} stands in the profile before",
        means: "two machine types have one name, and only the first is ever found",
        why: "a profile is validated when it is stored, but not every profile that is asked about was",
        source: "images 4.6",
        cure: "rename or remove one of them",
    }

    /// Not to be had there.
    pub MACHINE_TYPE_UNAVAILABLE = "machine-type-unavailable" {
        says: "the machine type {subject} is not available in the zones {1} of the region {0}",
        means: "the region or one of the zones lists the type as unavailable, or is not in the profile",
        why: "no machine can be made there",
        source: "images 1.1, 8.3",
        cure: "choose other zones or another type",
    }

    /// Some versions fit.
    pub SOME_VERSIONS_FIT = "some-versions-fit" {
        says: "{fitting} of {versions} image versions fit the machine type {0}",
        means: "each version is held against the machine type by itself",
        why: "a version fits if it has no flavors, or if one of them shares a value of each capability with the machine",
        source: "images 5",
        cure: "look at the causes beneath, and at the cure of each version",
    }

    /// A cause.
    pub REFUSED_BY = "refused-by" {
        says: "{count} do not by {subject}",
        means: "the versions counted here are kept apart by this first; each counts once, by the flavor that comes nearest",
        why: "a sum shows where a profile and its machine types have drifted apart",
        source: "design, images",
        cure: "ask about one version to see all that keeps it apart",
    }

    /// One version fits.
    pub VERSION_FITS = "version-fits" {
        says: "{subject} fits the machine type {0}",
        means: "the version has no flavors, or one that shares a value of each capability with the machine",
        why: "one artifact that suits the machine is enough",
        source: "images 5",
        cure: "nothing to do",
    }

    /// One version does not.
    pub VERSION_DOES_NOT_FIT = "version-does-not-fit" {
        says: "{subject} does not fit the machine type {0}",
        means: "each flavor has a capability without a value in common with the machine, or something else keeps it out",
        why: "without an artifact that suits the machine there is nothing to boot",
        source: "images 5",
        cure: "apply the cure in the answer, or choose another version or machine type",
    }

    /// Nothing that could keep anything apart.
    pub NOTHING_DEFINED = "no-capabilities-defined" {
        says: "the profile defines no capabilities, so nothing keeps anything apart",
        means: "without definitions every flavor fits every machine",
        why: "this is how the software behaves today; the design edition compares the architectures of the older fields",
        source: "images 5, 15",
        cure: "define capabilities",
    }

    /// Some machine types fit.
    pub SOME_MACHINE_TYPES_FIT = "some-machine-types-fit" {
        says: "{fitting} of {total} machine types fit",
        means: "a machine type fits if it runs one of the image versions asked about and has all else that is asked for",
        why: "a machine can only be made of a type that suits the image and the place",
        source: "images 5",
        cure: "look at the causes beneath, and ask for less where too little is left",
    }

    /// The version to take.
    pub VERSION_PICKED = "version-picked" {
        says: "{subject} is the one to take for the machine type {0}",
        means: "of the versions that fit, are active and no preview: supported ones first, then the preferred values, then the higher version",
        why: "the order of the definitions says what the operator would rather have",
        source: "design, images",
        cure: "name a version to take another",
    }

    /// No version to take.
    pub NOTHING_TO_PICK = "nothing-to-pick" {
        says: "no image version can be taken for the machine type {0}",
        means: "each version does not fit, or is a preview, expired or not available yet",
        why: "previews have to be asked for by name, and the others would be refused",
        source: "design, images",
        cure: "look at the causes beneath",
    }

    /// Nothing to decide.
    pub ONLY_CANDIDATE = "only-candidate" {
        says: "nothing else can be taken",
        means: "one version alone fits, is active and no preview",
        why: "there is nothing to choose between",
        source: "design, images",
        cure: "nothing to do",
    }

    /// Supported before deprecated.
    pub SUPPORTED_GOES_FIRST = "supported-goes-first" {
        says: "{subject} is {classification:plain}, {over} is {other:plain}",
        means: "a supported version goes before one that is to be left",
        why: "new machines should not begin with a version that is on its way out",
        source: "design, images",
        cure: "nothing to do",
    }

    /// The preferred values.
    pub PREFERRED_VALUE_GOES_FIRST = "preferred-value-goes-first" {
        says: "by {capability} {subject} comes first: it has {value}, {over} has {other}",
        means: "capability by capability and value by value, what stands first in the definitions decides",
        why: "what stands first in a definition is what the operator would rather have",
        source: "images 15",
        cure: "change the order of the definitions to prefer another",
    }

    /// The higher version.
    pub HIGHER_VERSION_GOES_FIRST = "higher-version-goes-first" {
        says: "{subject} is higher than {over}",
        means: "both are equally good in everything else, so the higher version is taken",
        why: "the newest version has the latest repairs",
        source: "design, images",
        cure: "nothing to do",
    }

    /// The order of the document.
    pub EARLIER_VERSION_GOES_FIRST = "earlier-version-goes-first" {
        says: "{subject} stands before {over}",
        means: "both are equally good in everything, even as versions, so the order of the profile decides",
        why: "an answer must not depend on chance",
        source: "design, images",
        cure: "nothing to do",
    }
}
