//! Codes about profiles as documents.

use crate::reason::{Fact, Problem, codes};
use crate::wire::{Json, Pointer};

/// Warns of a field that an API server would refuse, in the words of the API server.
pub(crate) fn would_be_refused(at: Pointer, field: impl Into<Json>, detail: impl Into<Json>) -> Problem {
    let problem = Problem::warning(&LOADED_DOCUMENT_INVALID, at);
    problem.fact(Fact::named("field", field)).fact(Fact::named("detail", detail))
}

/// Warns that an update is judged without the previous document, which the question would have as `member`.
pub(crate) fn before_not_given(member: &str) -> Problem {
    Problem::warning(&BEFORE_NOT_GIVEN, Pointer::to("given").key(member))
}

codes! {
    /// All codes about profiles as documents.
    pub(crate) PROFILES_CODES;

    /// The profile is nearly too large to store.
    pub(crate) PROFILE_NEARLY_TOO_LARGE = "profile-nearly-too-large" {
        says: "the profile has {bytes} bytes of the {limit} that can be stored; the largest parts are {largest}",
        means: "the profile is at more than 80 % of what the store takes",
        why: "beyond the limit nothing can be stored any more, and an embedded copy gets there sooner",
        source: "images 14, 15: size",
        cure: "remove versions that nobody uses, or flavors and regions that repeat themselves",
    }

    /// An update is judged without the previous document.
    pub(crate) BEFORE_NOT_GIVEN = "document-before-not-given" {
        says: "the update is judged without the document before it: what may not change was not checked",
        means: "`operation` says that there is a document before, and none is given",
        why: "most updates that are refused are refused for what they change",
        source: "images 4, 8, 10",
        cure: "give the previous document as the cluster has it",
    }

    /// A previous document is given for a creation and ignored.
    pub(crate) BEFORE_NOT_READ = "document-before-not-read" {
        says: "what is created has no document before it: the one that is given is ignored",
        means: "a question says that a document is created, and also gives a previous one as for an update",
        why: "what the change takes away, or may not change, was not looked at",
        source: "images 4, 8, 10.3, 11",
        cure: "ask about an update, or leave the previous document out",
    }

    /// A new version has expired already.
    pub(crate) VERSION_COMES_EXPIRED = "version-comes-expired" {
        says: "{version} is new in the profile and has expired already",
        means: "an update adds a version that has already ended, as happens with a wrong year",
        why: "the update is stored, nobody is offered the version, and no pool moves to it",
        source: "images 2, 3.2",
        cure: "correct its `expirationDate` or its `lifecycle`, or leave it out",
    }

    /// The API server would refuse a document that is loaded or given.
    pub(crate) LOADED_DOCUMENT_INVALID = "loaded-document-invalid" {
        says: "the API server would not store this: {field:plain}: {detail:plain}",
        means: "a document that was loaded with `defaulted` is not valid, by itself or, in a namespace, with its parent, so it has the API server's defaults and not its canonical form; or the capabilities of a profile that is asked about are not valid, so its machine types or image versions fit more, or less, than is meant; or a profile that comes with the question says something else that is refused; or a profile of a namespace names no CloudProfile as its parent, and is merged with the one given",
        why: "an answer about a profile that cannot be stored is not about what would be in force",
        source: "images 15: documents loaded with `defaulted`",
        cure: "validate the profile and mend it; a fragment may stay as it is",
    }

    /// The profile given is not the one that the document names.
    pub(crate) PROFILE_IS_ANOTHER = "profile-is-another" {
        says: "the profile given beside this is {given}, and this names {0}",
        means: "a NamespacedCloudProfile or a Shoot comes with a profile that it does not name",
        why: "the answer is about the two that were given, which never meet",
        source: "images 1.5, 1.6",
        cure: "give the profile that is named, or correct the name",
    }

    /// The NamespacedCloudProfile and the Shoot are in different namespaces.
    pub(crate) PROFILE_OF_ANOTHER_NAMESPACE = "profile-of-another-namespace" {
        says: "the profile given beside this is one of the namespace {given}, and the Shoot is one of {0}",
        means: "a Shoot comes with a NamespacedCloudProfile of another namespace than its own",
        why: "a Shoot names a profile of its own namespace, so that it gets another one of that name, or none",
        source: "images 1.5, 1.6",
        cure: "give the profile of the Shoot's namespace",
    }

    /// The previous Shoot is a different Shoot.
    pub(crate) SHOOT_BEFORE_IS_ANOTHER = "shoot-before-is-another" {
        says: "the Shoot is {given}, and the one before it is {0}",
        means: "a Shoot comes with a different Shoot as its state before the change",
        why: "an update may keep what the Shoot had before, and this one did not have it",
        source: "images 8",
        cure: "give the same Shoot as it is stored, or ask about the creation of a new one",
    }

    /// The Shoot names no profile and is judged by the given one.
    pub(crate) SHOOT_NAMES_NO_PROFILE = "shoot-names-no-profile" {
        says: "the Shoot names no profile, and is judged by the one that is given",
        means: "there is neither a `spec.cloudProfile` with a name nor a `spec.cloudProfileName`, if this is a Shoot at all",
        why: "the API server refuses a Shoot without a profile, and the rules about pools do not look at it",
        source: "images 1.6",
        cure: "name the profile in the Shoot, and ask again",
    }

    /// The merged profile in the status is out of date.
    pub(crate) MERGED_PROFILE_STALE = "merged-profile-stale" {
        says: "{part} in the status is not what the profile and its parent come to",
        means: "a NamespacedCloudProfile was loaded with a merged profile in its status, and merging it with its parent gives another",
        why: "everyone reads the status, so answers go by it, and it does not show the change of the profile or of its parent",
        source: "images 1.5, 10.4",
        cure: "leave the `status` out to ask about the two merged, or wait for Gardener to update it",
    }

    /// A list of capability values is empty, so it fits no flavor.
    pub(crate) CAPABILITY_WITHOUT_VALUES = "capability-without-values" {
        says: "{owner:plain} lists no value for the capability {capability}: it fits nothing that has flavors",
        means: "the list of values is there and empty, which is not the same as a capability that is left out and has all values",
        why: "such a type or flavor may be stored, and nothing is offered for it",
        source: "images 3.4, 16",
        cure: "leave the capability out where every value is meant, or name values",
    }

    /// The machine type has less memory than a node needs.
    pub(crate) MEMORY_TOO_SMALL = "memory-too-small" {
        says: "the machine type {machine} has less memory than any node runs in: found {0}",
        means: "the amount is less than 256 MiB; without a suffix it is in bytes, and with `m` in thousandths of a byte",
        why: "such a type may be stored, its machines never become nodes, and it is left out wherever an amount of memory is asked for",
        source: "images 1.4, 4.6",
        cure: "write the amount with its unit, such as `8Gi`",
    }

    /// A minimum size is less than a gibibyte.
    pub(crate) LEAST_SIZE_TOO_SMALL = "least-size-too-small" {
        says: "the least size of {owner:plain} is less than a gibibyte: found {0}",
        means: "an amount without a suffix is in bytes, and with `m` in thousandths of a byte",
        why: "such a size may be stored, and then no disk is refused as too small",
        source: "images 1.4, 8.3",
        cure: "write the size with its unit, such as `50Gi`, or leave it out",
    }

    /// The machine type does not state its processors or memory.
    pub(crate) MACHINE_TYPE_WITHOUT_AMOUNT = "machine-type-without-amount" {
        says: "the machine type {machine} does not say how much {what} it has",
        means: "`cpu` or `memory` is not there, which is taken for nothing",
        why: "such a type may be stored, and is left out wherever processors or memory are asked for",
        source: "images 1.4, 4.6",
        cure: "write the amount, such as `memory: 8Gi`",
    }

    /// A machine type of the NamespacedCloudProfile gets the usual architecture because it names none.
    pub(crate) OWN_TYPE_OF_USUAL_ARCHITECTURE = "own-type-of-usual-architecture" {
        says: "the machine type {machine} names no architecture, and becomes one of {architecture}",
        means: "the parent defines several architectures, or the one of the type is empty, and the API server fills in the usual one in a NamespacedCloudProfile that names none",
        why: "a machine of another architecture would get images that it cannot boot",
        source: "images 10.2, 10.4",
        cure: "name the architecture, among the capabilities of the machine type where the parent defines some",
    }

    /// Capabilities are dropped because the parent defines none.
    pub(crate) CAPABILITIES_DROPPED = "capabilities-dropped" {
        says: "the capabilities of {what:plain} are dropped, because the parent defines none: its architecture is {architectures}",
        means: "where a CloudProfile defines no capabilities the API server turns those of a NamespacedCloudProfile into the older fields for the architecture, which count before them, and nothing else of them is kept",
        why: "machines get images that the capabilities would have kept from them",
        source: "images 10.2",
        cure: "write the older field alone, or define the capabilities in the parent",
    }

    /// A type replaces the parent's type of that name as a whole.
    pub(crate) OWN_TYPE_REPLACES = "own-type-replaces-parents" {
        says: "the {kind:plain} type {name} takes the place of that of the parent as a whole",
        means: "a NamespacedCloudProfile has a type of a name that its parent has too, of which nothing is left: neither capabilities nor whether it may be used",
        why: "clusters of the namespace get a type that whoever keeps the parent does not know of",
        source: "images 10.3, 10.4",
        cure: "give it another name, or leave it out: newer releases of Gardener refuse a new machine type with a name that the parent has; it may stay where the parent added the name later",
    }

    /// The profile is valid.
    pub(crate) PROFILE_IS_VALID = "profile-is-valid" {
        says: "{subject} is valid",
        means: "no rule is broken",
        why: "a profile is validated whenever it is written",
        source: "images 4",
        cure: "nothing to do",
    }

    /// A required field is missing.
    pub(crate) FIELD_REQUIRED = "profile-field-required" {
        says: "{subject} is missing ({count} in all): {detail:plain}",
        means: "a field has to be there and is not, or is empty",
        why: "a profile that says too little cannot be used",
        source: "images 4",
        cure: "fill in the fields listed in `errors`",
    }

    /// The value of a field is wrong.
    pub(crate) FIELD_INVALID = "profile-field-invalid" {
        says: "{subject} is wrong ({count} in all): {detail:plain}",
        means: "the value of a field breaks a rule",
        why: "what is wrong in a profile shows when a machine does not come up",
        source: "images 4",
        cure: "correct the fields listed in `errors`",
    }

    /// The value of a field is not supported.
    pub(crate) FIELD_NOT_SUPPORTED = "profile-field-not-supported" {
        says: "{subject} has a value that is not supported ({count} in all): {detail:plain}",
        means: "a value is none of those that are possible there; capabilities have to be defined first",
        why: "a misspelt capability would match nothing, or everything",
        source: "images 4.2, 4.5, 4.6",
        cure: "use a value that is listed, or define it",
    }

    /// A name or value is listed twice.
    pub(crate) FIELD_DUPLICATE = "profile-field-duplicate" {
        says: "{subject} is listed twice ({count} in all): {detail:plain}",
        means: "a name or value is in a list twice where it may be there once",
        why: "nobody knows which of two entries with one name is meant",
        source: "images 4",
        cure: "remove one of the two",
    }

    /// A field is not allowed here.
    pub(crate) FIELD_FORBIDDEN = "profile-field-forbidden" {
        says: "{subject} may not be there ({count} in all): {detail:plain}",
        means: "a field or combination of fields is not allowed here",
        why: "what would be ignored or contradict another field is refused",
        source: "images 4",
        cure: "remove the fields listed in `errors`",
    }

    /// The override of a Kubernetes version is not allowed.
    pub(crate) KUBERNETES_OVERRIDE_REFUSED = "kubernetes-override-refused" {
        says: "{subject}: {message:plain}",
        means: "a profile of a namespace overrides a Kubernetes version in a way it may not",
        why: "Kubernetes versions are the parent's, and a team may change nothing of them but their expiration dates",
        source: "images 10.3",
        cure: "override only versions of the parent, with an `expirationDate` in the future",
    }

    /// The override of an image is not allowed.
    pub(crate) IMAGE_OVERRIDE_REFUSED = "image-override-refused" {
        says: "{subject} changes images in a way it may not",
        means: "a profile of a namespace overrides more of a version than when it expires, or adds one that is not valid",
        why: "one name should not mean two artifacts",
        source: "images 10.3",
        cure: "look at the fields listed in `errors`",
    }

    /// The profile is not valid when merged with its parent.
    pub(crate) MERGED_PROFILE_INVALID = "merged-profile-invalid" {
        says: "{subject}: {message:plain}",
        means: "the profile may be valid by itself, but merged with its parent it is not",
        why: "clusters use the two merged",
        source: "images 10.3",
        cure: "look at the fields listed in `mergedErrors`",
    }

    /// The update changes nothing that has to be admitted.
    pub(crate) NOTHING_TO_ADMIT = "nothing-to-admit" {
        says: "{subject}: nothing changed that would have to be admitted",
        means: "the update leaves the `spec` as it was, or the profile is deleted",
        why: "a profile that was admitted stays admitted, even when its parent changed",
        source: "images 10.3",
        cure: "nothing to do",
    }

    /// The profile is compatible with its parent.
    pub(crate) PROFILE_ADMITTED = "profile-admitted" {
        says: "{subject} is compatible with its parent",
        means: "the overrides are allowed, and what the two come to is valid",
        why: "clusters use the two merged",
        source: "images 10.3",
        cure: "nothing to do",
    }
}
