//! Names that Gardener's documents and rules share.

/// The capability that every profile has in one way or another.
pub const ARCHITECTURE: &str = "architecture";

/// The architecture of workers that say nothing, on types that say nothing.
pub const USUAL: &str = "amd64";

/// The architectures that Gardener knows.
pub const KNOWN: [&str; 2] = ["amd64", "arm64"];

/// The group of Gardener's documents.
pub const GROUP: &str = "core.gardener.cloud";
