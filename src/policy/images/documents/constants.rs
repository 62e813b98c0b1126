//! Names that Gardener's documents and rules share.

/// The name of the capability that every profile has, defined or through the legacy fields.
pub(crate) const ARCHITECTURE: &str = "architecture";

/// The architecture of a worker when neither it nor its machine type names one.
pub(crate) const USUAL: &str = "amd64";

/// The architectures known to Gardener.
pub(crate) const KNOWN: [&str; 2] = ["amd64", "arm64"];

/// The API group of Gardener's documents.
pub(crate) const GROUP: &str = "core.gardener.cloud";

/// Whether a group was probably meant to be Gardener's: it contains `gardener`, or it is `garden.sapcloud.io`, the
/// group that Gardener's documents were in at first.
pub(crate) fn is_like_our_group(group: &str) -> bool {
    group.to_ascii_lowercase().contains("gardener") || group == "garden.sapcloud.io"
}
