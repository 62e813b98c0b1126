//! Versions and constraints as parsed by Masterminds/semver, the Go library with which Gardener compares image and
//! Kubernetes versions.

mod constraint;
mod normalized;
mod version;

pub use constraint::Constraint;
pub use normalized::{Operator, compare_normalized};
pub use version::Version;
