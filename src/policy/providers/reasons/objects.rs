//! Codes about provider objects: their flaws and their defaults.

use crate::reason::codes;

codes! {
    /// All codes about provider objects.
    pub OBJECTS_CODES;

    /// The object has no flaws.
    pub PROVIDER_VALID = "provider-valid" {
        says: "nothing is wrong with this {subject:plain}",
        means: "each member of the object is one that its API has, of the right type and within its bounds",
        why: "a provider that cannot be installed should be refused when it is written, not in a condition later",
        source: "clusters-and-providers 2.4, 2.22",
        cure: "nothing to do",
    }

    /// A name is not a DNS-1123 subdomain.
    pub PROVIDER_NAME_INVALID = "provider-name-invalid" {
        says: "{subject} is {0}, which is no DNS-1123 subdomain",
        means: "names are labels of small letters, digits and dashes, with dots between them, at most 253 characters",
        why: "the names of a provider and of what it refers to are names of objects",
        source: "clusters-and-providers 2.22 row metadata.name",
        cure: "write small letters, digits, dashes and dots",
    }

    /// The version is invalid.
    pub PROVIDER_VERSION_INVALID = "provider-version-invalid" {
        says: "{subject} is {0}, which is no semantic version with a `v` in front",
        means: "the version is not `v` and three numbers with an optional pre-release; objects of today's API may leave out the `v`",
        why: "releases are tagged like this, and a version that no release is tagged with is never found",
        source: "clusters-and-providers 2.4, 2.22 row version",
        cure: "write the tag of a release, such as `v1.9.3`",
    }

    /// Today's operator cannot parse the version.
    pub VERSION_REFUSED_AT_PREFLIGHT = "version-refused-at-preflight" {
        says: "{subject} is {0}, which is no semantic version",
        means: "the object is stored, and the operator refuses the version before it installs anything",
        why: "today nothing but the schema is checked when the object is written",
        source: "clusters-and-providers 2.4, 2.6",
        cure: "write three numbers, with a `v` or without",
    }

    /// The fetch configuration does not have exactly one source.
    pub FETCH_CONFIG_NOT_ONE = "fetch-config-not-one" {
        says: "{subject} names {given}, and exactly one source is expected",
        means: "a fetch configuration has one of `url`, `selector` and `oci`; an empty text counts as given, `null` does not",
        why: "components cannot come from two places, nor from none",
        source: "clusters-and-providers 2.4, 2.22 row fetchConfig",
        cure: "keep one of them, or leave out `fetchConfig` for a provider that is built in",
    }

    /// The URL is not a release page.
    pub SOURCE_URL_INVALID = "source-url-invalid" {
        says: "{subject} is {0}, which is no release page",
        means: "the address is not `https://{host}/{owner}/{repo}/releases` with an optional version and file",
        why: "components are looked for among the releases of a repository",
        source: "clusters-and-providers 2.22 row release pages",
        cure: "write the address of the releases, or use ConfigMaps with `selector`",
    }

    /// The name of a Secret is invalid.
    pub SECRET_NAME_INVALID = "secret-name-invalid" {
        says: "{subject} is {0}, which is no name of a Secret",
        means: "the name is no DNS-1123 subdomain; the Secret is always in the provider's namespace, so it takes no slash",
        why: "a Secret elsewhere would let one namespace read the credentials of another",
        source: "clusters-and-providers 2.4, 2.22 row secretName",
        cure: "write the name alone, and keep the Secret in the provider's namespace",
    }

    /// Both kinds of patches are given.
    pub PATCHES_NOT_ONE = "patches-not-one" {
        says: "{subject} has both `manifestPatches` and `patches`",
        means: "only one of the two may be given; an empty list counts as given",
        why: "the order in which both would apply is not defined",
        source: "clusters-and-providers 2.4",
        cure: "keep `patches`, which can do all that the other does",
    }

    /// A value has the wrong type.
    pub FIELD_OF_WRONG_TYPE = "field-of-wrong-type" {
        says: "{subject} is of the type {found:plain}, and {expected:plain} is expected",
        means: "the member holds a value of another type than its API has there",
        why: "a value that cannot be read would be dropped without a word",
        source: "clusters-and-providers 2.2, 2.22",
        cure: "write a value of that type",
    }

    /// A value is not a duration.
    pub DURATION_INVALID = "duration-invalid" {
        says: "{subject} is {0}, which is no duration",
        means: "durations are text with units, such as `10m` or `1h30m`, or a whole number of seconds",
        why: "a number without a unit has been taken for seconds and for nanoseconds",
        source: "clusters-and-providers 2.22 row durations",
        cure: "write the unit: `660s`",
    }

    /// A number is out of bounds.
    pub NUMBER_INVALID = "number-invalid" {
        says: "{subject} is {0}, and {expected:plain} is expected",
        means: "the number is a fraction or out of its bounds",
        why: "a manager that is started with it would not run",
        source: "clusters-and-providers 2.22 row numbers",
        cure: "write a number within the bounds",
    }

    /// The renew deadline is longer than the lease.
    pub RENEW_DEADLINE_TOO_LONG = "renew-deadline-too-long" {
        says: "{subject} is {0}, longer than the lease of {lease:plain}",
        means: "a leader that renews its lease after the lease has ended has lost it",
        why: "two managers would lead at once",
        source: "clusters-and-providers 2.4, 2.22",
        cure: "make `renewDeadline` at most `leaseDuration`",
    }

    /// Another property is set or changed together with the debug mode.
    pub DEBUG_EXCLUSIVE = "debug-exclusive" {
        says: "the manager is in debug mode, and {subject} is set or changes",
        means: "in debug mode no other property of the manager may be given on creation or change on an update",
        why: "debug mode sets values of its own, and what is written beside it would silently not count",
        source: "clusters-and-providers 2.4, 2.22 row debug",
        cure: "switch `debug` off first, or leave the other property as it is",
    }

    /// A container has no name.
    pub CONTAINER_NAME_MISSING = "container-name-missing" {
        says: "{subject} is missing or empty",
        means: "each container of `deployment.containers` names one of the manifest",
        why: "nobody can tell which container is meant",
        source: "clusters-and-providers 2.4, 2.22 row containers",
        cure: "write the name of the container, usually `manager`",
    }

    /// Two containers have the same name.
    pub CONTAINER_NAME_REPEATED = "container-name-repeated" {
        says: "{subject} is {0}, as in an entry before it",
        means: "two entries of `deployment.containers` have one name",
        why: "which of the two counts would depend on their order",
        source: "clusters-and-providers 2.22 row containers",
        cure: "put both into one entry",
    }

    /// A container was renamed.
    pub CONTAINER_NAME_CHANGED = "container-name-changed" {
        says: "{subject} has as many entries as before, with other names",
        means: "an update has as many containers with other names; adding, removing and reordering are allowed",
        why: "a container's name cannot be updated",
        source: "clusters-and-providers 2.4, 2.22 row containers",
        cure: "remove the entry in one update and add the new one in another",
    }

    /// A member is unknown.
    pub MEMBER_UNKNOWN = "provider-member-unknown" {
        says: "the provider's API has no member {key} here",
        means: "the member is not one of the API's; it has no effect",
        why: "an API server drops such members unless it is asked to be strict, and what was asked for never happens",
        source: "clusters-and-providers 2.22 row unknown key",
        cure: "correct the key, or leave it out",
    }

    /// An unknown member is probably meant for another.
    pub MEMBER_MEANT = "provider-member-meant" {
        says: "the manager has no member {key}",
        means: "the key is one that examples and older texts have, and it has no effect",
        why: "the design text's own example writes it",
        source: "clusters-and-providers 2.22 row unknown key",
        cure: "write the path that is meant",
    }

    /// The values in effect, defaults included.
    pub DEFAULTS_IN_EFFECT = "provider-defaults-in-effect" {
        says: "where this {subject:plain} says nothing, defaults count, and none of them is stored",
        means: "these are the values in effect: the written ones, those of the debug mode, and the defaults",
        why: "a default that is written into the object cannot be told from a choice any more",
        source: "clusters-and-providers 2.3, 2.22 row default",
        cure: "write a value to have another",
    }

    /// The defaults that today's webhook stores.
    pub DEFAULTS_STORED = "provider-defaults-stored" {
        says: "this {subject:plain} is stored as its webhook reads and writes it",
        means: "the webhook fills in defaults and writes the object by its types: durations in one spelling, zero values where a section is begun, unknown members gone",
        why: "today's webhook does so",
        source: "clusters-and-providers 2.3, 2.4",
        cure: "nothing to do",
    }

    /// Today's webhook cannot read the object.
    pub PROVIDER_NOT_READ = "provider-not-read" {
        says: "the webhook cannot read this {subject:plain}",
        means: "a member has a value of another type, so the object is refused as a whole",
        why: "today's webhook reads the object into its types first",
        source: "clusters-and-providers 2.4",
        cure: "correct the members named below",
    }
}
