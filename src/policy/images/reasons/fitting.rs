//! Codes about machine types and image versions.

use crate::reason::{Fact, Problem, codes};
use crate::wire::Pointer;

/// Warns of the number of findings beyond those reported, if there are any.
pub(crate) fn and_more(more: usize, at: &Pointer) -> Option<Problem> {
    (more > 0).then(|| Problem::warning(&MORE_PLACES, at.clone()).fact(Fact::named("count", more)))
}

codes! {
    /// All codes about machine types and image versions.
    pub(crate) FITTING_CODES;

    /// A machine type or flavor names an undefined capability.
    pub(crate) CAPABILITY_NOT_DEFINED = "capability-not-defined" {
        says: "the profile defines no capability {name}",
        means: "a machine type or a flavor names a capability that `machineCapabilities` does not have, so it keeps nothing apart",
        why: "a misspelt name lets everything fit, and nothing else says so",
        source: "images 5, 15: names that are not defined",
        cure: "correct the name, or define the capability",
    }

    /// A machine type or flavor names an undefined value.
    pub(crate) CAPABILITY_VALUE_NOT_DEFINED = "capability-value-not-defined" {
        says: "the capability {capability} has no value {0}",
        means: "a machine type or a flavor names a value that the definition does not have, so it matches its own text alone",
        why: "a misspelt value matches nothing, or only what is misspelt alike",
        source: "images 5, 15: names that are not defined",
        cure: "correct the value, or define it",
    }

    /// This build does not check whether the region has artifacts.
    pub(crate) ARTIFACTS_NOT_IN_THIS_BUILD = "artifacts-not-in-this-build" {
        says: "this build does not check whether the region {0} has artifacts of what is offered; {entry} does",
        means: "the profile's provider configuration maps images region by region, and only the whole build reads it",
        why: "a smaller build downloads faster, and says what it does not read",
        source: "images 17.4",
        cure: "import the entry that is named, or ask a gate",
    }

    /// The machine type names no architecture although several are defined.
    pub(crate) MACHINE_TYPE_WITHOUT_ARCHITECTURE = "machine-type-without-architecture" {
        says: "the machine type {0} names no architecture, and several are defined",
        means: "neither the capability nor the older field says which architecture the machines have, so none is read from the type",
        why: "admission compares the architecture of a worker with its type's, and so refuses every worker of this type",
        source: "images 3.3, 8.3",
        cure: "name the architecture among the capabilities of the machine type",
    }

    /// A machine type of the parent gets the usual architecture because it does not name exactly one.
    pub(crate) PARENTS_TYPE_OF_USUAL_ARCHITECTURE = "parents-type-of-usual-architecture" {
        says: "the parent's machine type {machine} does not name exactly one architecture, and becomes one of {architecture}",
        means: "the parent defines several architectures, and where a NamespacedCloudProfile is merged with it the API server fills in the usual one",
        why: "a machine of another architecture would get images that it cannot boot, and with the parent used by itself its workers are refused",
        source: "images 8.3, 10.4",
        cure: "name the architecture among the capabilities of the machine type in the parent",
    }

    /// The machine type names several architectures.
    pub(crate) MACHINE_TYPE_OF_SEVERAL_ARCHITECTURES = "machine-type-of-several-architectures" {
        says: "the machine type {0} names several architectures, and a machine has one",
        means: "the capability of the machine type has several values, so that no architecture is read from the type",
        why: "admission compares the architecture of a worker with its type's, and so refuses every worker of this type",
        source: "images 3.3, 8.3",
        cure: "keep only the architecture that the machines have in the capabilities of the machine type",
    }

    /// Further machine types name no architecture.
    pub(crate) MORE_WITHOUT_ARCHITECTURE = "more-machine-types-without-architecture" {
        says: "{count} further machine types name no architecture",
        means: "the first of them are named, each in a warning of its own",
        why: "a list that nobody reads to its end helps nobody",
        source: "images 3.3, 8.3",
        cure: "name the architecture among the capabilities of each machine type",
    }

    /// The older field contradicts the architecture capability and is ignored.
    pub(crate) ARCHITECTURE_FIELD_IGNORED = "architecture-field-ignored" {
        says: "the older field says {0}, the capability `architecture` says {capability}, which holds",
        means: "a machine type or image version names architectures twice, and not the same ones",
        why: "the capability takes precedence over the field that it replaces, and clients that only know the field go by the wrong one",
        source: "images 15: both architecture fields",
        cure: "remove the older field, or let it say the same",
    }

    /// The worker names another machine type or architecture than the one asked about.
    pub(crate) WORKER_IS_ANOTHER = "worker-is-another" {
        says: "found {0} in the worker, and the machine type is {expected}",
        means: "the worker names another machine type than the one that is asked about, or an architecture that this one does not have",
        why: "the answer is about the machine type that is asked about, and admission refuses a pool whose architecture is not its type's",
        source: "images 8.3",
        cure: "correct the worker, or ask about its machine type",
    }

    /// Some machine types asked about do not have the worker's architecture.
    pub(crate) WORKER_OF_ANOTHER_ARCHITECTURE = "worker-of-another-architecture" {
        says: "found {0} in the worker, and {count:machine type} of those asked about are of another architecture, such as {type}",
        means: "the worker says which architecture its machines have, and not all machine types in the answer have it",
        why: "admission refuses a pool whose architecture is not its type's",
        source: "images 8.3",
        cure: "ask with `architecture`, or take the architecture out of the worker",
    }

    /// Admission would refuse the worker's root disk.
    pub(crate) WORKER_VOLUME_REFUSED = "worker-volume-refused" {
        says: "found {0} in the worker, and admission would refuse it: {why:plain}",
        means: "the type of the root disk is not in the profile, not usable, not in one of the zones, or the size is below its minimum",
        why: "no root disk could be made of it, whichever image is taken",
        source: "images 8.2",
        cure: "choose another type, zone or size",
    }

    /// The text of an image version cannot be read as a version.
    pub(crate) VERSION_NOT_READABLE = "version-not-readable" {
        says: "found {0}, expected a version such as `1.2.3`",
        means: "the text of an image version cannot be read as a version",
        why: "it cannot be compared with others, and a profile with it cannot be stored",
        source: "images 1.8, 4.5",
        cure: "correct the version",
    }

    /// Further places with the same finding are not shown.
    pub(crate) MORE_PLACES = "more-names-not-defined" {
        says: "not shown: {count:place} like these",
        means: "the first of them are named, each in a warning of its own",
        why: "a list that nobody reads to its end helps nobody",
        source: "images 15: names that are not defined",
        cure: "mend those that are named and look again: many of one kind have one cause",
    }

    /// How many image versions fit the machine type.
    pub(crate) SOME_VERSIONS_FIT = "some-versions-fit" {
        says: "{fitting} of {versions} image versions fit the machine type {0}",
        means: "each version is compared with the machine type by itself",
        why: "a version fits if it has no flavors, or if one of them shares a value of each capability with the machine",
        source: "images 5",
        cure: "look at the causes beneath, and at the cure of each version",
    }

    /// How many image versions are offered for the machine type.
    pub(crate) SOME_VERSIONS_OFFERED = "some-versions-offered" {
        says: "{count} of {versions} image versions are offered for the machine type {0}",
        means: "a version is offered if it fits, is neither expired nor unavailable, no preview and without a suffix that was not asked for, and the machine type may be used",
        why: "what fits and cannot be had would be refused",
        source: "images 15: active, offered",
        cure: "look at the causes beneath, and at the cure of each version",
    }

    /// The version fits the machine type but is not offered.
    pub(crate) VERSION_WITHHELD = "version-withheld" {
        says: "{subject} fits the machine type {0} and is not offered",
        means: "its capabilities suit the machine, and something else keeps it from those who ask: see beneath",
        why: "a dropdown should not offer what is refused, or what has to be asked for by name",
        source: "images 15: active, offered",
        cure: "choose another version or machine type",
    }

    /// The machine type is marked as not usable.
    pub(crate) MACHINE_TYPE_NOT_USABLE = "machine-type-not-usable" {
        says: "the machine type {subject} is marked as not usable",
        means: "`usable` of the machine type is false",
        why: "no worker may be made of it",
        source: "images 8.3, 15: active, offered",
        cure: "choose another type",
    }

    /// A cause that keeps versions or machine types out, with their number.
    pub(crate) REFUSED_BY = "refused-by" {
        says: "{subject} rules out {count}",
        means: "the image versions, or machine types, counted here fail on this first; each counts once, for its closest attempt at fitting",
        why: "a sum shows where a profile and its machine types have drifted apart",
        source: "design, images",
        cure: "ask about one version and one machine type to see all that keeps them apart",
    }

    /// The image version fits the machine type.
    pub(crate) VERSION_FITS = "version-fits" {
        says: "{subject} fits the machine type {0}",
        means: "the version has no flavors, or one that shares a value of each capability with the machine",
        why: "one artifact that suits the machine is enough",
        source: "images 5",
        cure: "nothing to do",
    }

    /// The smallest change after which the version would fit.
    pub(crate) SMALLEST_CURE = "smallest-cure" {
        says: "the smallest change after which it would fit",
        means: "values corrected, or values added to lists, or one flavor added: the first of these that does it, with the fewest edits",
        why: "whoever is refused wants to know what would help; the flavor that lacks least needs least",
        source: "images 15: cure",
        cure: "make the change if the artifact or the machine really has the value",
    }

    /// A value to add to a list, as part of the cure.
    pub(crate) VALUE_TO_ADD = "value-to-add" {
        says: "add {subject} to {capability} of {owner:plain}",
        means: "one value added to one list, that of the flavor or of the version, or of the machine type if that has no defined value",
        why: "it is part of the smallest change after which the version would fit",
        source: "design, The protocol",
        cure: "make the change if the artifact or the machine really has the value",
    }

    /// An undefined value to correct, as part of the cure.
    pub(crate) VALUE_TO_CORRECT = "value-to-correct" {
        says: "write {subject} for {replaces} in {capability} of {owner:plain}",
        means: "an undefined value may be a misspelling of the defined one nearest to it, and with that one the version would fit",
        why: "a misspelling is corrected before anything is added",
        source: "images 15: cure",
        cure: "make the change if the value was meant",
    }

    /// A flavor to add to the version, as the cure.
    pub(crate) FLAVOR_TO_ADD = "flavor-to-add" {
        says: "add a flavor to {subject} for the architecture {architecture}",
        means: "no flavor can have another value without becoming wrong, because an artifact has one architecture",
        why: "an artifact of its own is what runs on such a machine",
        source: "images 15: cure",
        cure: "publish the artifact and add its flavor, with its capabilities",
    }

    /// The image version does not fit the machine type.
    pub(crate) VERSION_DOES_NOT_FIT = "version-does-not-fit" {
        says: "{subject} does not fit the machine type {0}",
        means: "each flavor has a capability without a value in common with the machine, or something else keeps it out",
        why: "without an artifact that suits the machine there is nothing to boot",
        source: "images 5",
        cure: "apply the cure in the answer, or choose another version or machine type",
    }

    /// The profile defines no capabilities, so everything fits.
    pub(crate) NOTHING_DEFINED = "no-capabilities-defined" {
        says: "the profile defines no capabilities, so nothing keeps anything apart",
        means: "without definitions every flavor fits every machine",
        why: "this is how the software behaves today; the design edition compares the architectures of the older fields",
        source: "images 5, 15",
        cure: "define capabilities",
    }

    /// How many machine types fit.
    pub(crate) SOME_MACHINE_TYPES_FIT = "some-machine-types-fit" {
        says: "{fitting} of {total} machine types fit",
        means: "a machine type fits if it runs one of the image versions asked about and has all else that is asked for",
        why: "a machine can only be made of a type that suits the image and the place",
        source: "images 5",
        cure: "look at the causes beneath, and ask for less where too little is left",
    }

    /// How many machine types run a version that is offered.
    pub(crate) SOME_MACHINE_TYPES_OFFERED = "some-machine-types-offered" {
        says: "{count} of {total} machine types run a version that is offered",
        means: "a machine type counts if it may be used, has all that is asked for, and runs a version that is neither expired nor unavailable, no preview and without a suffix that was not asked for",
        why: "a machine can only be made of a type that suits the image and the place",
        source: "images 15: active, offered",
        cure: "look at the causes beneath, and ask for less where too little is left",
    }

    /// No Kubernetes version of the profile satisfies the image version's constraint.
    pub(crate) NO_KUBERNETES_RUNS = "no-kubernetes-runs" {
        says: "none of the profile's Kubernetes versions runs in {version}: its constraint is {0}",
        means: "`kubeletVersionConstraint` is met by none of `spec.kubernetes.versions`",
        why: "such a version may be stored and looks as if it fits, and every pool passes it over",
        source: "images 7.3, 9.2",
        cure: "correct the constraint, or add a Kubernetes version that meets it",
    }

    /// The minimum for updates in place is higher than the version itself.
    pub(crate) IN_PLACE_FROM_ABOVE = "in-place-from-above" {
        says: "{version} can be reached in place only from {0} on, which is higher than the version itself",
        means: "`inPlaceUpdates.minVersionForUpdate` of a version is higher than the version",
        why: "machines that are updated in place never go down, so none that is there ever gets it",
        source: "images 8.4, 9.2",
        cure: "name the lowest version from which machines can be updated to this one",
    }
}
