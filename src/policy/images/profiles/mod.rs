//! Profiles as documents: completing, validating, merging and guarding them (sections 3, 4, 10 and 11).

mod accessors;
pub mod admission;
mod certificate;
mod changes;
pub mod defaulting;
mod gates;
pub mod in_use;
pub mod merge;
mod names;
mod older_fields;
pub mod preparation;
mod questions;
pub mod reasons;
mod selector;
pub mod sync;
pub mod transformation;
pub mod validation;
mod walk;
pub mod why;

pub use changes::Changes;
pub use gates::FeatureGates;
pub use questions::{
    AdmitProfile, DefaultProfile, InUse, MergeProfile, PrepareProfile, SyncProfile, TransformProfile, ValidateProfile,
};
pub use selector::LabelSelector;

#[cfg(test)]
mod tests;
