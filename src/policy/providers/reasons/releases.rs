//! Codes about releases, and about versions in ConfigMaps.

use crate::reason::codes;

codes! {
    /// All codes about releases.
    pub RELEASES_CODES;

    /// The release is the first candidate with metadata.
    pub RELEASE_IS_LATEST = "release-is-latest" {
        says: "{subject} counts as the latest",
        means: "it is the first of the newest candidates that has a metadata file",
        why: "releases come before pre-releases, each newest first, and a release without metadata was not published yet",
        source: "clusters-and-providers 2.9",
        cure: "name a version to have another",
    }

    /// A tag was skipped because its release has no metadata.
    pub RELEASE_WITHOUT_METADATA = "release-without-metadata" {
        says: "{subject} has no metadata and is passed over",
        means: "there is a tag but no release with a metadata file",
        why: "tags are pushed before releases are published",
        source: "clusters-and-providers 2.9",
        cure: "wait for the release, or name an older version",
    }

    /// Tags were skipped because they are not versions.
    pub TAGS_PASSED_OVER = "tags-passed-over" {
        says: "these tags are no versions and are passed over: {tags}",
        means: "a version is three numbers, with a `v` in front or none",
        why: "repositories have tags for other purposes",
        source: "clusters-and-providers 2.9",
        cure: "nothing to do",
    }

    /// None of the newest candidates has metadata.
    pub NO_RELEASE_WITH_METADATA = "no-release-with-metadata" {
        says: "no candidate has metadata (asked: {probes})",
        means: "there are no versions, or the newest ones were not published with a metadata file",
        why: "only a few are asked, so that a page of old releases costs nothing",
        source: "clusters-and-providers 2.9",
        cure: "name a version",
    }

    /// The metadata file does not list the contract.
    pub CONTRACT_UNKNOWN_TO_METADATA = "contract-unknown-to-metadata" {
        says: "no series speaks {subject}, so the latest version is taken",
        means: "the metadata of the latest release lists no series of the contract",
        why: "a provider that does not know the contract yet offers what it has",
        source: "clusters-and-providers 2.9",
        cure: "name a version whose contract is known",
    }

    /// The latest release speaks the contract.
    pub LATEST_HAS_CONTRACT = "latest-has-contract" {
        says: "{subject} counts as the latest and speaks the contract",
        means: "the newest series of the contract is that of the latest release",
        why: "nothing newer speaks it",
        source: "clusters-and-providers 2.9",
        cure: "nothing to do",
    }

    /// The release is the newest patch of the contract's newest series.
    pub LATEST_OF_CONTRACT = "latest-of-contract" {
        says: "{subject} is the newest series of the contract {0}",
        means: "the latest release speaks another contract, so the newest patch of the newest series of this one is taken",
        why: "a provider of another contract does not work with the core",
        source: "clusters-and-providers 2.9",
        cure: "name a version to have another",
    }

    /// The contract's newest series has no release.
    pub SERIES_WITHOUT_RELEASE = "series-without-release" {
        says: "the series {subject}, the newest of the contract {0}, has no candidate with metadata",
        means: "the metadata lists a series that nobody has released yet, or its newest tags have no metadata file",
        why: "an older series of the contract is not looked for",
        source: "clusters-and-providers 2.9 O9",
        cure: "name a version of an older series",
    }

    /// The URL names a version.
    pub ADDRESS_NAMES_VERSION = "address-names-version" {
        says: "the address names the version {subject}",
        means: "where an address could say `latest` it says a version",
        why: "whoever writes a version into an address means that one",
        source: "clusters-and-providers 2.9",
        cure: "write `latest` in its place",
    }

    /// The URL means the latest release.
    pub ADDRESS_FOLLOWS_LATEST = "address-follows-latest" {
        says: "the address means the latest release, which is {subject}",
        means: "the address ends in `releases` or has `latest` where a version could stand",
        why: "most users want the newest that works",
        source: "clusters-and-providers 2.9",
        cure: "write a version into the address to stay with it",
    }

    /// The URL names no version, and the latest release is unknown.
    pub ADDRESS_NOT_UNDERSTOOD = "address-not-understood" {
        says: "{subject} says nothing of versions, or the latest release is not known",
        means: "the address has none of the known forms, or means the latest release and nobody said which that is",
        why: "a guess would install something else",
        source: "clusters-and-providers 2.9, 2.10",
        cure: "write it as `https://github.com/{{owner}}/{{repo}}/releases/{{version}}/{{file}}`",
    }

    /// The version in the spec is available.
    pub VERSION_OF_SPEC = "version-of-spec" {
        says: "the provider names {subject}, which is there",
        means: "`spec.version` is one of the versions on offer",
        why: "a version that is named never moves by itself",
        source: "clusters-and-providers 2.9, 2.22",
        cure: "change `spec.version` to upgrade",
    }

    /// The spec has no version, so the latest is written to it.
    pub VERSION_WRITTEN = "version-written" {
        says: "the provider names no version, so {subject} is written to its spec",
        means: "the latest version is looked up once and becomes part of the provider",
        why: "a version that floats would upgrade by surprise",
        source: "clusters-and-providers 2.9, 2.22",
        cure: "name a version to have another",
    }

    /// The wanted version is not available.
    pub VERSION_NOT_OFFERED = "version-not-offered" {
        says: "{subject} is none of the versions there are: {known}",
        means: "the version that is wanted is not in the repository or among the ConfigMaps",
        why: "what is not there cannot be installed",
        source: "clusters-and-providers 2.9, 2.22",
        cure: "name one of those listed, or add the missing one",
    }

    /// There is no version to choose from.
    pub NO_VERSION_OFFERED = "no-version-offered" {
        says: "there is no version to choose from in {subject}",
        means: "no tag is a version, no ConfigMap is selected, or a selected one cannot be used",
        why: "a provider needs a version",
        source: "clusters-and-providers 2.9, 2.22",
        cure: "add a release or a good ConfigMap",
    }

    /// The list of versions is empty.
    pub NO_VERSION_THERE = "no-version-there" {
        says: "there are no versions",
        means: "the list is empty",
        why: "the latest of nothing is nothing",
        source: "clusters-and-providers 2.9",
        cure: "add a version",
    }

    /// The version is the newest release: the design's rule.
    pub NEWEST_RELEASE = "newest-release" {
        says: "{subject} counts as the newest",
        means: "a release comes before every pre-release, and among each kind the highest version counts",
        why: "nobody should get a pre-release unasked",
        source: "clusters-and-providers 2.22",
        cure: "name the pre-release to have it",
    }

    /// The version is the highest, pre-releases included: today's rule.
    pub HIGHEST_VERSION = "highest-version" {
        says: "{subject} is the highest version, pre-releases included",
        means: "today's operator compares the versions in ConfigMaps by precedence alone",
        why: "that is what the operator does",
        source: "clusters-and-providers 2.9",
        cure: "name a version",
    }

    /// Neither the label nor the name of the ConfigMap is a version.
    pub CONFIGMAP_WITHOUT_VERSION = "configmap-without-version" {
        says: "the ConfigMap {subject} says the version {version}, which is none",
        means: "neither its label {label:plain} nor its name is a semantic version",
        why: "the operator would not know what it installs",
        source: "clusters-and-providers 2.10",
        cure: "set the label, or name the ConfigMap after the version",
    }

    /// The ConfigMap has no metadata.
    pub CONFIGMAP_WITHOUT_METADATA = "configmap-without-metadata" {
        says: "the ConfigMap {subject} has no key `metadata` in its `data`",
        means: "a version needs its metadata file",
        why: "without it nobody knows the contract of the version",
        source: "clusters-and-providers 2.10",
        cure: "add the content of `metadata.yaml` under the key",
    }

    /// The metadata in the ConfigMap cannot be read.
    pub CONFIGMAP_METADATA_UNREAD = "configmap-metadata-unread" {
        says: "the metadata of the ConfigMap {subject} is not read: found {found:plain}, expected {expected:plain}",
        means: "what is under the key `metadata` is no metadata file, or is written in a way that is not understood, so the contract of the version is not known",
        why: "a contract that is guessed would make a plan that fails half-way",
        source: "clusters-and-providers 2.8, 2.10",
        cure: "write `metadata.yaml` plainly, as the provider's release has it",
    }

    /// The ConfigMap has no components.
    pub CONFIGMAP_WITHOUT_COMPONENTS = "configmap-without-components" {
        says: "the ConfigMap {subject} has no key `components` in its `{member:plain}`",
        means: "the components are in `data`, or in `binaryData` if the annotation says that they are compressed",
        why: "there would be nothing to install",
        source: "clusters-and-providers 2.10",
        cure: "add the components, or correct the annotation",
    }

    /// The compressed components in the ConfigMap cannot be unpacked.
    pub CONFIGMAP_DAMAGED = "configmap-damaged" {
        says: "the compressed components of the ConfigMap {subject} are {found:plain}",
        means: "the components are annotated as compressed, and what is there cannot be unpacked",
        why: "they would fail when the provider is installed",
        source: "clusters-and-providers 2.10",
        cure: "compress them with gzip and store the file as it is",
    }

    /// The selector selects no ConfigMap.
    pub NO_CONFIGMAP_SELECTED = "no-configmap-selected" {
        says: "the selector finds no ConfigMap in the provider's namespace",
        means: "no ConfigMap there has the labels, or there is no selector",
        why: "those of other namespaces do not count",
        source: "clusters-and-providers 2.10",
        cure: "label the ConfigMaps, and put them into the provider's namespace",
    }

    /// The selector does not have the form of a label selector.
    pub SELECTOR_UNREADABLE = "selector-unreadable" {
        says: "{subject} is no selector of labels",
        means: "a selector has `matchLabels` and `matchExpressions`, and a label's value is text",
        why: "what cannot be read selects nothing",
        source: "clusters-and-providers 2.10",
        cure: "write it as a Kubernetes label selector",
    }

    /// A requirement of the selector is malformed.
    pub SELECTOR_MALFORMED = "selector-malformed" {
        says: "the requirement on {key} with the operator {0} cannot be understood",
        means: "operators are `In` and `NotIn` with values, `Exists` and `DoesNotExist` without",
        why: "API servers refuse such a selector",
        source: "clusters-and-providers 2.10",
        cure: "correct the operator, or its values",
    }

    /// The version is that of the first ConfigMap: today's default.
    pub CONFIGMAP_LISTED_FIRST = "configmap-listed-first" {
        says: "{subject} is listed first",
        means: "today's operator takes the first ConfigMap in the order of names",
        why: "that is what the operator does",
        source: "clusters-and-providers 2.10 O5",
        cure: "name a version",
    }

    /// A ConfigMap holds the requested version.
    pub CONFIGMAP_VERSION_WANTED = "configmap-version-wanted" {
        says: "a ConfigMap holds {subject}, which is wanted",
        means: "the version that is wanted is among those in the ConfigMaps",
        why: "the provider picks by its version",
        source: "clusters-and-providers 2.10, 2.22",
        cure: "nothing to do",
    }

    /// No ConfigMap holds the requested version.
    pub CONFIGMAP_VERSION_MISSING = "configmap-version-missing" {
        says: "no ConfigMap holds {subject}, only {known}",
        means: "the version that is wanted is not among those in the ConfigMaps",
        why: "what is not there cannot be installed",
        source: "clusters-and-providers 2.10, 2.22",
        cure: "add a ConfigMap with the version",
    }

    /// Two ConfigMaps hold the same version.
    pub CONFIGMAP_VERSION_REPEATED = "configmap-version-repeated" {
        says: "the ConfigMap {name} holds {version} once more",
        means: "two ConfigMaps behind the selector hold the same version",
        why: "which of the two is installed is luck",
        source: "clusters-and-providers 2.10",
        cure: "delete one of them, or take its label away",
    }
}
