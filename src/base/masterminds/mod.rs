//! Versions and constraints as the Go library Masterminds/semver reads them, which Gardener compares images and
//! Kubernetes versions with.

mod constraint;
mod normalized;
mod version;

pub use constraint::Constraint;
pub use normalized::{Operator, compare_normalized};
pub use version::Version;
