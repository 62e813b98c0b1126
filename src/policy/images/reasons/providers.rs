//! What is found about bastions and the artifacts of providers.

use crate::reason::codes;

codes! {
    /// All of them.
    pub(crate) PROVIDERS_CODES;

    /// A machine for bastions.
    pub(crate) BASTION_MACHINE = "bastion-machine" {
        says: "a bastion gets the machine type {subject} with the image {image} in the version {version}",
        means: "the type and image are those that the profile names for bastions, else the smallest type and the first image that suits it",
        why: "a bastion is to be as small as can be",
        source: "images 6",
        cure: "name another type or image in `spec.bastion`",
    }

    /// None.
    pub(crate) NO_BASTION_MACHINE = "no-bastion-machine" {
        says: "a bastion gets no machine: {why:plain}",
        means: "what the profile names for bastions is not there or not supported, or no usable type has an image",
        why: "without type, image and version no machine can be made",
        source: "images 6",
        cure: "name another type or image in `spec.bastion`, or classify a version as supported",
    }

    /// An artifact.
    pub(crate) ARTIFACT_FOUND = "artifact-found" {
        says: "{subject} stands for {1} of {0}",
        means: "of the provider's artifacts of the version, in the region where it has regions, it fits the machine and is preferred",
        why: "an image version is a name, and a machine boots an artifact",
        source: "images 12.4",
        cure: "nothing to do",
    }

    /// None.
    pub(crate) NO_ARTIFACT = "no-artifact" {
        says: "no artifact stands for {1} of {0}: {why:plain}",
        means: "no artifact of the version fits the machine, or several are equally preferred, or the provider knows none there",
        why: "a machine cannot boot what the provider does not know",
        source: "images 12.4",
        cure: "add the artifact to the provider's configuration, or choose another version or region",
    }

    /// Nothing missing.
    pub(crate) MAPPING_COMPLETE = "mapping-complete" {
        says: "{subject} knows all that the profile offers",
        means: "each image version and each of its flavors has an artifact, as far as anybody checks: regions are not",
        why: "what is offered should be bootable",
        source: "images 12.3",
        cure: "nothing to do",
    }

    /// Something missing or wrong.
    pub(crate) MAPPING_REFUSED = "mapping-refused" {
        says: "the configuration of {subject} is refused for {errors} fields",
        means: "an entry is wrong by itself, or the profile offers something that has no artifact",
        why: "what is offered should be bootable",
        source: "images 12.2, 12.3",
        cure: "look at the fields named",
    }

    /// One field.
    pub(crate) FIELD_REFUSED = "field-refused" {
        says: "{subject}: {detail:plain}",
        means: "the field is refused in the words that the API server uses",
        why: "the sentence names the bad value and what is expected",
        source: "images 12",
        cure: "change the field",
    }
}
