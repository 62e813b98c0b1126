//! Codes about what is filled in, dropped, transformed and merged before a profile is stored.

use crate::reason::codes;

codes! {
    /// All codes about the stages before a profile is stored.
    pub(crate) STAGES_CODES;

    /// Every field with a default has a value.
    pub(crate) ALREADY_COMPLETE = "already-complete" {
        says: "{subject}: nothing is left open that the API server would fill in",
        means: "every field with a default has a value",
        why: "whoever reads a stored profile finds these fields filled",
        source: "images 3.1",
        cure: "nothing to do",
    }

    /// A missing architecture is filled in.
    pub(crate) ARCHITECTURE_FILLED = "architecture-filled" {
        says: "{subject}: an architecture that nothing names is `amd64`, or what the capabilities come to ({count} in all)",
        means: "an image version or machine type says nothing of its architecture",
        why: "older profiles are from a time when there was one architecture",
        source: "images 3.1, 10.4",
        cure: "name the architecture if it is another",
    }

    /// A missing container runtime interface is filled in.
    pub(crate) RUNTIME_FILLED = "runtime-filled" {
        says: "{subject}: without a container runtime interface it is `containerd` ({count} in all)",
        means: "an image version says nothing of its container runtimes",
        why: "every image brings containerd",
        source: "images 3.1",
        cure: "nothing to do",
    }

    /// A missing update strategy is filled in.
    pub(crate) STRATEGY_FILLED = "strategy-filled" {
        says: "{subject}: without an update strategy it is `major` ({count} in all)",
        means: "an image says nothing of how far an automatic update goes",
        why: "an update to the latest version is what most want",
        source: "images 3.1",
        cure: "set `updateStrategy` to `patch` or `minor` for less",
    }

    /// A type is usable unless it says otherwise.
    pub(crate) USABLE_FILLED = "usable-filled" {
        says: "{subject}: a type that does not say otherwise is usable ({count} in all)",
        means: "a machine or volume type says nothing of whether it may be used",
        why: "types are listed to be used",
        source: "images 3.1",
        cure: "set `usable` to `false` to keep a type from being used",
    }

    /// The API server prepares nothing before validation.
    pub(crate) NOTHING_TO_PREPARE = "nothing-to-prepare" {
        says: "{subject}: nothing is dropped or brought along before validation",
        means: "no version is over, and no older field has to follow",
        why: "a profile is tidied before it is validated",
        source: "images 3.2",
        cure: "nothing to do",
    }

    /// An inactive version is dropped.
    pub(crate) VERSION_DROPPED = "version-dropped" {
        says: "{subject}: a version that is over is dropped ({count} in all)",
        means: "a version that nobody may use any more is taken out before validation",
        why: "an expired version in a new profile would be of use to nobody",
        source: "images 3.2",
        cure: "to keep it, give it an `expirationDate` in the future, and neither `classification: expired` nor a `lifecycle` that is over",
    }

    /// The profile is stored without its inactive versions.
    pub(crate) VERSIONS_NOT_KEPT = "versions-not-kept" {
        says: "the profile is stored without the versions that are over, {versions} ({count} in all): they are dropped before anything is validated, and the places of errors found then count without them; questions about what fits still include them, as in a stored profile",
        means: "versions are expired or unavailable: creating a profile drops them, and in a namespace so does a change that adds them; any other change that names them is judged with them",
        why: "the same file is valid when a profile is made and may be refused when it replaces one",
        source: "images 3.2",
        cure: "take them out, or give them an `expirationDate` in the future, and neither `classification: expired` nor a `lifecycle` that is over",
    }

    /// A NamespacedCloudProfile is stored without images that have no versions.
    pub(crate) IMAGES_NOT_KEPT = "images-not-kept" {
        says: "a profile of a namespace is stored without {images} ({count} in all): an image without versions is dropped before anything is validated",
        means: "an image of the profile has neither versions nor an `updateStrategy`",
        why: "what is only begun is neither refused nor stored, and nothing is offered of it",
        source: "images 3.2",
        cure: "write its versions, or take it out",
    }

    /// An image without remaining versions is dropped.
    pub(crate) IMAGE_DROPPED = "image-dropped" {
        says: "{subject}: an image that has no version left is dropped ({count} in all)",
        means: "all versions of an image of a profile of a namespace are over, and it does not set `updateStrategy` either",
        why: "an image without versions changes nothing",
        source: "images 3.2",
        cure: "keep a version that is not over",
    }

    /// Capabilities and older fields agree already.
    pub(crate) ALREADY_CANONICAL = "already-canonical" {
        says: "{subject}: capabilities and older fields agree already",
        means: "no older field is empty that capabilities would fill",
        why: "clients that know only the older fields have to find the architectures there",
        source: "images 3.3",
        cure: "nothing to do",
    }

    /// Capabilities are filled from the older architecture fields.
    pub(crate) CAPABILITIES_FROM_ARCHITECTURES = "capabilities-from-architectures" {
        says: "{subject}: the older field for architectures becomes a capability ({count} in all)",
        means: "the profile defines capabilities, and an entry still names its architectures in the older field only",
        why: "an existing profile should be able to take up capabilities in one step",
        source: "images 3.3, 10.2",
        cure: "add flavors and capabilities for what else the images and machines support",
    }

    /// The older architecture fields are filled from capabilities.
    pub(crate) ARCHITECTURES_FOLLOW = "architectures-follow" {
        says: "{subject}: the older field for architectures follows the capabilities ({count} in all)",
        means: "an older field was empty and gets what the capabilities come to",
        why: "clients that know only the older fields have to find the architectures there",
        source: "images 3.3, 10.2",
        cure: "nothing to do",
    }

    /// Capabilities are removed because none are defined.
    pub(crate) CAPABILITIES_REMOVED = "capabilities-removed" {
        says: "{subject}: capabilities go because the profile defines none ({count} in all)",
        means: "flavors and capabilities are removed where nothing defines them",
        why: "values without a definition can be compared with nothing",
        source: "images 3.3, 10.2",
        cure: "define the capabilities in `spec.machineCapabilities` to keep them",
    }

    /// The profile is in its parent's format already.
    pub(crate) ALREADY_IN_FORMAT = "already-in-format" {
        says: "{subject}: the profile is in its parent's format already",
        means: "every entry has what its parent's format asks for",
        why: "a profile and its parent are merged entry by entry",
        source: "images 10.2",
        cure: "nothing to do",
    }

    /// The profile changes nothing in its parent.
    pub(crate) NOTHING_OVERRIDDEN = "nothing-overridden" {
        says: "{subject}: the profile changes nothing in its parent",
        means: "the two come to what the parent offers",
        why: "a profile of a namespace inherits what it does not change",
        source: "images 10.4",
        cure: "nothing to do",
    }

    /// The profile overrides the expiration of a version.
    pub(crate) EXPIRATION_OVERRIDDEN = "expiration-overridden" {
        says: "{subject}: a version of the parent expires when this profile says ({count} in all)",
        means: "the date of a version known to the parent is overridden, or taken away where none is given",
        why: "a team may need a version longer than others",
        source: "images 10.4",
        cure: "nothing to do",
    }

    /// An entry replaces the parent's entry as a whole.
    pub(crate) ENTRY_REPLACED = "entry-replaced" {
        says: "{subject}: the entry replaces that of the parent as a whole ({count} in all)",
        means: "both have an entry of that name, and this profile's says more than when it expires",
        why: "an entry that the profile had first stays in force when the parent adds one of the same name",
        source: "images 10.4",
        cure: "give the entry everything it needs, for nothing of the parent's is left",
    }

    /// An entry is added to those of the parent.
    pub(crate) ENTRY_ADDED = "entry-added" {
        says: "{subject}: the entry is added to those of the parent ({count} in all)",
        means: "the parent has no entry of that name",
        why: "a team may bring its own images and types",
        source: "images 10.4",
        cure: "nothing to do",
    }

    /// An override has no effect.
    pub(crate) OVERRIDE_IGNORED = "override-ignored" {
        says: "{subject}: the override has no effect ({count} in all)",
        means: "the parent does not know the Kubernetes version, or nothing but `inPlaceUpdates` of an image version is set",
        why: "only what the parent offers can be overridden, and only in the fields that count",
        source: "images 10.4",
        cure: "remove the override, or set `expirationDate`",
    }

    /// The profile overrides the update strategy of an image.
    pub(crate) STRATEGY_OVERRIDDEN = "strategy-overridden" {
        says: "{subject}: the image is updated as this profile says ({count} in all)",
        means: "the profile sets `updateStrategy` for an image of its parent",
        why: "a team may want smaller steps",
        source: "images 10.4",
        cure: "nothing to do",
    }

    /// Certificates are added to those of the parent.
    pub(crate) BUNDLES_JOINED = "bundles-joined" {
        says: "{subject}: the certificates are added to those of the parent",
        means: "both certificates are trusted",
        why: "a team may have authorities of its own",
        source: "images 10.4",
        cure: "nothing to do",
    }

    /// The profile overrides the limit of its parent.
    pub(crate) LIMIT_OVERRIDDEN = "limit-overridden" {
        says: "{subject}: the limit is the one of this profile",
        means: "the profile sets `maxNodesTotal` itself, higher or lower than its parent",
        why: "a team may need more machines, or fewer",
        source: "images 10.4",
        cure: "nothing to do",
    }
}
