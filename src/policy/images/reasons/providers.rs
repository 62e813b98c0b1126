//! Codes about bastions and the artifacts of providers.

use crate::reason::codes;

codes! {
    /// All codes about bastions and the artifacts of providers.
    pub(crate) PROVIDERS_CODES;

    /// The machine type and image for bastions.
    pub(crate) BASTION_MACHINE = "bastion-machine" {
        says: "a bastion gets the machine type {subject} with the image {image} in the version {version}",
        means: "the type and image are those that the profile names for bastions, else the smallest type and the first image that suits it",
        why: "a bastion is to be as small as can be",
        source: "images 6",
        cure: "name another type or image in `spec.bastion`",
    }

    /// Bastions get no machine.
    pub(crate) NO_BASTION_MACHINE = "no-bastion-machine" {
        says: "a bastion gets no machine: {why:plain}",
        means: "what the profile names for bastions is not there or not supported, or no usable type has an image",
        why: "without type, image and version no machine can be made",
        source: "images 6",
        cure: "name another type or image in `spec.bastion`, or classify a version as supported",
    }

    /// The bastion's image does not run on its machine type.
    pub(crate) BASTION_BOOTS_NOTHING = "bastion-boots-nothing" {
        says: "{image} {0} does not run on {machine}, on which the profile wants bastions",
        means: "the version that the profile names for bastions is built for another architecture than the machine type has, or no flavor of it fits",
        why: "neither the API server, where capabilities are defined, nor the extension compares the two",
        source: "images 4.7, 6",
        cure: "name a machine type and an image version that go together, or leave one of them out",
    }

    /// The artifact that the machine boots.
    pub(crate) ARTIFACT_FOUND = "artifact-found" {
        says: "{subject} stands for {1} of {0}",
        means: "of the provider's artifacts of the version, in the region where it has regions, it fits the machine and is preferred",
        why: "an image version is a name, and a machine boots an artifact",
        source: "images 12.4, 17.4",
        cure: "nothing to do",
    }

    /// The machine finds no artifact of the version.
    pub(crate) NO_ARTIFACT = "no-artifact" {
        says: "no artifact stands for {1} of {0}: {why:plain}",
        means: "no artifact of the version fits the machine, or several are equally preferred, or the provider knows none there, or its configuration cannot be read",
        why: "a machine cannot boot what the provider does not know",
        source: "images 12.4, 17.4",
        cure: "add the artifact to the provider's configuration, or choose another version or region",
    }

    /// The provider's configuration maps everything that the profile offers.
    pub(crate) MAPPING_COMPLETE = "mapping-complete" {
        says: "{subject} knows all that the profile offers",
        means: "each image version and each of its flavors has an artifact, in every region where the regions are known",
        why: "what is offered should be bootable",
        source: "images 17.3",
        cure: "nothing to do",
    }

    /// The provider's configuration is wrong or incomplete.
    pub(crate) MAPPING_REFUSED = "mapping-refused" {
        says: "the configuration of {subject} is refused for {errors:field}",
        means: "an entry is wrong by itself, or the profile offers something that has no artifact",
        why: "what is offered should be bootable",
        source: "images 17.2, 17.3, 17.6",
        cure: "look at the fields named",
    }

    /// A field of the provider's configuration is refused.
    pub(crate) FIELD_REFUSED = "field-refused" {
        says: "{subject}: {detail:plain}",
        means: "the field is refused in the words that the API server uses",
        why: "the sentence names the bad value and what is expected",
        source: "images 17",
        cure: "change the field",
    }

    /// The mapping is accepted, but some regions lack artifacts.
    pub MAPPING_WITH_GAPS = "mapping-has-gaps" {
        says: "{subject} knows all that the profile offers, but not in every region: {gaps:gap}",
        means: "the mapping is accepted, and in some regions of the profile a part of it has no artifact",
        why: "no extension looks at the regions, so a worker there is admitted and its machines never start",
        source: "images 17.7: regions",
        cure: "add the artifacts of the regions that the warnings name",
    }

    /// The mapping is not refused, but not every artifact was looked for.
    pub(crate) MAPPING_OPEN = "mapping-left-open" {
        says: "nothing of what {subject} maps is refused, and not all that the profile offers was looked for",
        means: "some versions do not say for which architectures an artifact is needed",
        why: "no yes is given for what was not looked for",
        source: "images 17.3",
        cure: "name the architectures of the versions that the warning is about",
    }

    /// The provider's extension cannot read its configuration.
    pub MAPPING_UNREADABLE = "mapping-unreadable" {
        says: "the configuration of {subject} cannot be read",
        means: "it has a key or a value that its type does not have, and the extension decodes it strictly",
        why: "an extension that cannot read its configuration refuses the profile and finds no artifact for any image",
        source: "images 17.1",
        cure: "take the key out that the warning names",
    }

    /// The place that makes the provider's configuration unreadable.
    pub CONFIG_UNREADABLE = "provider-config-unreadable" {
        says: "the provider's configuration cannot be read: {what:plain}",
        means: "the extension decodes its configuration strictly, and stumbles here",
        why: "one key that the type does not have makes the whole configuration unreadable",
        source: "images 17.1",
        cure: "take the key out, or give the value the type that it should have",
    }

    /// A region has two artifacts that nothing tells apart.
    pub(crate) REGION_MAPPED_TWICE = "region-mapped-twice" {
        says: "the region {region} is mapped twice, once to {first} and once to {second}",
        means: "two artifacts are mapped to one region, and nothing tells which of them a machine is to boot",
        why: "the extension takes one of them without a word",
        source: "images 17.4",
        cure: "leave one of them out",
    }

    /// A field beside flavors is not read.
    pub(crate) READ_OF_FLAVORS_ALONE = "read-of-flavors-alone" {
        says: "{version} has flavors, so its own {key} {said} is not read",
        means: "a version of the provider's configuration says something beside its `capabilityFlavors`, which are all that counts",
        why: "whoever wrote it expects it to hold for each of them",
        source: "images 17.4",
        cure: "say it in each flavor that it is meant for, or leave it out",
    }

    /// An artifact is mapped to a region that the profile does not have.
    pub(crate) MAPPED_REGION_UNKNOWN = "mapped-region-unknown" {
        says: "the profile has no region {region}",
        means: "an artifact is mapped to a region whose name is nearly that of a region without an artifact",
        why: "a misspelt region leaves machines with another artifact, or none, and nothing else says so",
        source: "images 17.4, 17.7",
        cure: "correct the name of the region",
    }

    /// A version has two artifacts that nothing tells apart.
    pub(crate) VERSION_MAPPED_TWICE = "version-mapped-twice" {
        says: "{version} is mapped twice, once to {first} and once to {second}",
        means: "two artifacts are mapped to one version of an image, and nothing tells which of them a machine is to boot",
        why: "some extensions take one of them without a word, others find none",
        source: "images 17.4",
        cure: "leave one of them out",
    }

    /// A version names no architecture, so no artifact was looked for.
    pub(crate) MAPPING_WITHOUT_ARCHITECTURE = "mapping-without-architecture" {
        says: "{version} names no architecture, so no artifact was looked for ({count:version} of the kind); an API server would fill in {usual}",
        means: "without capabilities artifacts are looked for by architecture; these versions name none, because nobody wrote one and no API server filled it in",
        why: "what was not looked for may not be there",
        source: "images 17.3",
        cure: "name the architectures of the versions",
    }

    /// The configuration has a key that only the design edition ignores.
    pub PROVIDER_KEY_UNKNOWN = "provider-key-unknown" {
        says: "{0} is not a key of the provider's configuration there: it is left out here, and today's extension refuses the configuration for it",
        means: "the key is left out here, and makes the whole configuration unreadable for today's extensions",
        why: "a misspelt key should be reported, and not stop every image",
        source: "images 17.1, 17.7: other unknown keys",
        cure: "take it out, or write it as the provider does",
    }

    /// The older field contradicts the capabilities beside it.
    pub OLDER_FIELD_CONTRADICTS = "older-field-contradicts" {
        says: "the older field says {0}, the capabilities beside it {capability}, which hold",
        means: "an entry says the same thing twice and differently; the capabilities take precedence",
        why: "the design text deprecates the older fields, and lets capabilities take precedence where both are present",
        source: "images 17.7: the text's form",
        cure: "take the older field out",
    }

    /// A flavor, architecture or version has no artifact in some regions.
    pub REGION_NOT_MAPPED = "region-not-mapped" {
        says: "the provider maps {image} in the version {version}{part:plain}, but not in {regions}",
        means: "this flavor, architecture or version is mapped in other regions alone",
        why: "no extension looks at the regions of the profile, so a worker there is admitted and its machines never start",
        source: "images 17.7: regions",
        cure: "add the artifacts of these regions to the provider's configuration",
    }

    /// The provider or its configuration is not a known one, so the mapping is not checked.
    pub CONFIG_NOT_CHECKED = "provider-not-checked" {
        says: "the mapping is not checked: nothing here reads {name}",
        means: "the provider is not one of aws, azure, gcp, openstack, alicloud and local, or its configuration is of another kind or version",
        why: "each extension has rules of its own, and guessing them would promise what nobody keeps",
        source: "images 17.8",
        cure: "ask the extension itself, or correct `apiVersion` and `kind`",
    }

    /// The configuration is for another provider than the profile.
    pub(crate) CONFIG_OF_ANOTHER_PROVIDER = "config-of-another-provider" {
        says: "found {0} in a profile of {provider}",
        means: "the `apiVersion` of the configuration is that of another provider than the profile's `spec.type`",
        why: "the extension that is asked about the profile's machines does not read this configuration at all",
        source: "images 12.1, 17.8",
        cure: "correct the `apiVersion`, or the profile's `spec.type`",
    }

    /// The provider's configuration lacks `apiVersion` or `kind`.
    pub(crate) CONFIG_UNTYPED = "provider-config-untyped" {
        says: "the provider's configuration says nothing of its {missing}: its extension does not decode it, and refuses the profile",
        means: "`spec.providerConfig` is read as the provider's here, although it names no `apiVersion` or no `kind`",
        why: "an extension decodes an object by its `apiVersion` and `kind`, and without them it has nothing to decode",
        source: "images 12.1, 17.1, 17.8",
        cure: "add `apiVersion: <provider>.provider.extensions.gardener.cloud/v1alpha1` and `kind: CloudProfileConfig`",
    }

    /// The reference of the artifact is empty.
    pub(crate) ARTIFACT_WITHOUT_NAME = "artifact-without-name" {
        says: "the artifact that is taken is named by nothing: its reference is empty",
        means: "the configuration has an entry for the image version whose reference is an empty text",
        why: "the extension hands the empty text on, and no machine starts",
        source: "images 17.4",
        cure: "fill in the reference of the artifact",
    }

    /// The given capabilities differ from those of the machine type.
    pub(crate) CAPABILITIES_INSTEAD_OF_THE_TYPES = "capabilities-instead-of-the-types" {
        says: "the capabilities that are given count, and the machine type {type} has others: {name} first",
        means: "a question names a machine type of a profile and gives capabilities that are not the type's",
        why: "an artifact that suits what is given need not boot on a machine of that type",
        source: "images 17.4",
        cure: "take `capabilities` out of the question, or the machine type",
    }

    /// The given definitions differ from the profile's.
    pub(crate) DEFINITIONS_INSTEAD_OF_THE_PROFILES = "definitions-instead-of-the-profiles" {
        says: "the definitions that are given count, and the profile's are others",
        means: "a question names a profile and gives definitions of capabilities that are not the profile's",
        why: "what fits by the definitions that are given need not fit by the profile's",
        source: "images 17.4",
        cure: "take `machineCapabilities` out of the question",
    }

    /// The given images differ from the profile's.
    pub(crate) IMAGES_INSTEAD_OF_THE_PROFILES = "images-instead-of-the-profiles" {
        says: "the images that are given count, and leave out {count:image version} of the profile, or describe them differently: {version} first",
        means: "a question names a profile and gives a list of images that leaves out some of the profile's, or some of their flavors or architectures",
        why: "nobody checked whether those are mapped",
        source: "images 17.2",
        cure: "take `machineImages` out of the question",
    }

    /// The given provider configuration differs from the profile's.
    pub(crate) CONFIG_INSTEAD_OF_THE_PROFILES = "config-instead-of-the-profiles" {
        says: "the configuration that is given counts, and the profile's is another",
        means: "a question names a profile and gives a provider's configuration that is not the profile's",
        why: "machines boot what the profile's configuration names, and that was not looked at",
        source: "images 17.8",
        cure: "take `providerConfig` out of the question",
    }

    /// The given regions leave out some of the profile's.
    pub(crate) REGIONS_INSTEAD_OF_THE_PROFILES = "regions-instead-of-the-profiles" {
        says: "the regions that are given count, and leave out {count:region} of the profile: {region} first",
        means: "a question names a profile and gives a list of regions that leaves out some of the profile's",
        why: "nobody checked whether everything is mapped in those",
        source: "images 17.7, 17.8",
        cure: "take `regions` out of the question",
    }

    /// No images are given, so no artifact was looked for.
    pub(crate) IMAGES_NOT_GIVEN = "images-not-given" {
        says: "no images are given: the configuration was looked at by itself, and nothing was looked for in it",
        means: "a question about a mapping has neither a list of images nor a profile that lists any",
        why: "a configuration that is right by itself may lack what the profile offers",
        source: "images 17.3",
        cure: "give `machineImages`, or the profile",
    }

    /// The machine is not described, so its capabilities are assumed.
    pub(crate) MACHINE_ASSUMED = "machine-assumed" {
        says: "nothing that is given says what the machine has: one of the architecture {architecture} was looked for, with every other capability",
        means: "a question about an artifact has neither a profile with the machine type, nor capabilities, nor an architecture",
        why: "a machine of another architecture, or with less, boots another artifact or none",
        source: "images 17.4, 17.8",
        cure: "give the profile, or `capabilities` or `workerArchitecture`",
    }

    /// The extension would refuse the configuration of a NamespacedCloudProfile checked against its unmerged parent.
    pub(crate) EXTENSION_WOULD_REFUSE = "extension-would-refuse" {
        says: "this configuration is judged merged with its parent's, yet today's extension of the provider refuses it: {field:plain}: {detail:plain}",
        means: "the configuration of a profile of a namespace is judged merged with its parent's; the provider's extension checks it against the parent unmerged, and finds more errors",
        why: "what is valid by the design is not stored by a cluster of today",
        source: "images 17.6, 17.7",
        cure: "mend it if the profile goes to a cluster of today; ask with the edition `upstream` what the extension says",
    }

    /// Today's extension would refuse a mapping that the design accepts.
    pub(crate) TODAY_WOULD_REFUSE = "today-would-refuse" {
        says: "a mapping by the design, and today's extension of {provider} refuses it: {field:plain}: {detail:plain}",
        means: "only the design knows capabilities beside a reference, several entries of one version that count together, names for all regions in place of regions, and a configuration without azure's domains",
        why: "a cluster of today does not store it, or finds no artifact in it",
        source: "images 17.2, 17.3, 17.7",
        cure: "if the profile goes to a cluster of today, write what its extension asks for, as a rule one entry per version with `capabilityFlavors`; ask with the edition `upstream` what the extension says",
    }

    /// Today's extension finds another artifact than the design.
    pub(crate) FOUND_OTHERWISE_TODAY = "found-otherwise-today" {
        says: "the machine boots {artifact} by the design, and with today's extension of {provider} {today:plain}",
        means: "the design reads more forms of a mapping, takes all entries of a version together, and prefers by the order of the definitions in rounds",
        why: "a cluster of today boots what its extension finds",
        source: "images 17.4, 17.7, 15",
        cure: "ask with the edition `upstream` for a cluster of today",
    }

    /// The extension would refuse the mapping merged with its parent's.
    pub(crate) MERGED_MAPPING_REFUSED = "merged-mapping-refused" {
        says: "together with its parent's, the provider's extension would refuse the mapping in {count:place}, first {field}: {detail:plain}",
        means: "an image version that the profile brings, or its parent has, has no artifact of its own kind in the merged configuration, and the parent's own mapping is not sound either",
        why: "no machine of such a version can be made, and the author of this profile may not be to blame",
        source: "images 17.3, 17.6, 17.7",
        cure: "map the version; `images/validate-mapping` names all the places",
    }

    /// The profile has no provider configuration.
    pub CONFIG_NOT_GIVEN = "provider-config-not-given" {
        says: "the profile has no configuration for {provider}",
        means: "`spec.providerConfig` is missing, so no image has an artifact",
        why: "without a mapping no machine can boot anything",
        source: "images 17.8",
        cure: "add `spec.providerConfig`",
    }

    /// Only the provider's configuration lists the flavors of some versions.
    pub FLAVORS_ONLY_MAPPED = "flavors-only-mapped" {
        says: "the flavors of {count:version} are in the provider's configuration alone: {version} first",
        means: "`spec.machineImages` lists no flavors for a version whose entries in `spec.providerConfig` do",
        why: "the profile is judged as written; today the provider's webhook copies the flavors into it before the API server looks at it",
        source: "images 12.5, 17.5",
        cure: "write the flavors into the versions too, as the webhook does",
    }

    /// The parent of a NamespacedCloudProfile has no configuration for its provider.
    pub PARENT_WITHOUT_CONFIG = "parent-without-config" {
        says: "the parent has no configuration for {provider}, without which one of this profile counts for nothing",
        means: "`spec.providerConfig` is missing in the CloudProfile, and only two configurations are merged",
        why: "machines boot what the merged configuration maps, and there is none",
        source: "images 17.6",
        cure: "add `spec.providerConfig` to the CloudProfile",
    }

    /// Nothing says which provider's rules apply.
    pub PROVIDER_NOT_GIVEN = "provider-not-given" {
        says: "nothing says which provider's rules apply",
        means: "neither `provider` nor the configuration's `apiVersion` nor the profile's `spec.type` names a provider",
        why: "each provider maps images in its own way",
        source: "images 17.8",
        cure: "give `provider`",
    }
}
