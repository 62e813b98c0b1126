//! Profiles as documents: completing, validating, merging and guarding them (sections 3, 4, 10 and 11).

mod accessors;
pub mod admission;
mod certificate;
mod changes;
pub mod defaulting;
mod gates;
pub mod in_use;
mod judgements;
pub mod merge;
mod names;
mod older_fields;
pub mod preparation;
pub mod reasons;
mod selector;
mod stages;
mod subject;
pub mod sync;
pub mod transformation;
pub mod validation;
mod walk;
pub mod why;

pub use changes::Changes;
pub use gates::FeatureGates;
pub use judgements::{AdmitProfile, InUse, ValidateProfile};
pub use selector::LabelSelector;
pub use stages::{DefaultProfile, MergeProfile, PrepareProfile, SyncProfile, TransformProfile};

#[cfg(test)]
mod tests;
