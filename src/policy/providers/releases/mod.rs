//! The versions of a provider: which ones are available, and which one is used.
//!
//! A release page offers tags ([`LatestRelease`], [`LatestForContract`]); in an air-gapped cluster, the ConfigMaps
//! behind a selector take its place ([`ConfigMapRepository`]). A provider without a version gets the latest one, which
//! does not change afterwards ([`ResolveVersion`]).

mod compressed;
mod config_map;
mod contract;
mod default_version;
mod latest;
mod newest;
mod offers;
mod repository;
mod resolve;
mod selector;

pub use config_map::{ConfigMap, ObjectMeta};
pub use contract::LatestForContract;
pub use default_version::{DefaultVersion, Named, named_version};
pub use latest::LatestRelease;
pub use newest::{LatestFromConfigMaps, newest};
pub use offers::{Metadata, Offer, Places, contract_in, metadata_of, offers};
pub use repository::{ConfigMapRepository, is_same_version, plain};
pub use resolve::ResolveVersion;
