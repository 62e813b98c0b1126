//! Names that Gardener's documents and rules share.

/// The capability that every profile has in one way or another.
pub(crate) const ARCHITECTURE: &str = "architecture";

/// The architecture of workers that name none, on machine types that name none.
pub(crate) const USUAL: &str = "amd64";

/// The architectures that Gardener knows.
pub(crate) const KNOWN: [&str; 2] = ["amd64", "arm64"];

/// The group of Gardener's documents.
pub(crate) const GROUP: &str = "core.gardener.cloud";

/// Whether a group is one that somebody writes who means Gardener's: it is called after it, or is the one that its
/// documents were in at first.
pub(crate) fn is_like_our_group(group: &str) -> bool {
    group.to_ascii_lowercase().contains("gardener") || group == "garden.sapcloud.io"
}
