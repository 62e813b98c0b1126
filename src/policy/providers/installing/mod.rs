//! Whether a provider can be installed, and whether it is ready afterwards.
//!
//! [`Preflight`] has the operator's checks, both in the form of the design (`fleet`) and in that of today's operator
//! (`today`). [`CheckInstall`] and [`SingleInstance`] are clusterctl's checks. [`Readiness`] derives the condition
//! `Ready` from the Deployment.

mod check_install;
mod condition;
mod fleet;
mod preflight;
mod readiness;
mod today;

pub use check_install::{CheckInstall, SingleInstance};
pub use preflight::Preflight;
pub use readiness::Readiness;
