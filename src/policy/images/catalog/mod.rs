//! A compiled profile: what it offers, ready for matching without comparing text.

pub(super) mod architectures;
mod availability;
mod by_name;
mod compiled;
mod doubtful_types;
mod kubernetes;
mod lacked_names;
mod mapped;
mod names;
mod offer;
mod older_fields;
mod overruled;
mod refused;
mod undefined;
mod unknown_places;
mod unreadable;

pub(super) use architectures::WantedArchitecture;
pub(super) use availability::{Availability, Lacking};
pub use compiled::Catalog;
pub(crate) use compiled::effective_capabilities;
pub(crate) use doubtful_types::{
    parents_types_of_usual_architecture, repeated_types, types_of_usual_architecture, types_without_architecture,
};
pub(crate) use kubernetes::{has_kubernetes, known_kubernetes, unknown_kubernetes};
pub(crate) use lacked_names::unknown_types;
pub(crate) use mapped::MappedVersions;
pub(super) use names::Names;
pub use offer::Offer;
pub(crate) use offer::SharedArtifact;
pub(crate) use older_fields::with_architecture;
pub(crate) use overruled::{Overruling, field_ignored, fields_ignored};
pub(crate) use refused::{refused, repeated_of_child, undated_of_child, words_of_none, words_of_pools};
pub(crate) use undefined::{
    Undefined, doubtful_of_pools, is_architecture, undefined_names, undefined_of, undefined_of_all,
};
pub(crate) use unknown_places::unknown_places;
pub(crate) use unreadable::unreadable_versions;
