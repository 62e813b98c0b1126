//! Whether a provider is installed: the checks before, and the readiness after.
//!
//! [`Preflight`] is the operator's, in the form of the design (`fleet`) and that of today's objects (`today`);
//! [`CheckInstall`] and [`SingleInstance`] are clusterctl's. [`Readiness`] is what the Deployment says afterwards.

mod check_install;
mod condition;
mod fleet;
mod preflight;
mod readiness;
mod today;

pub use check_install::{CheckInstall, SingleInstance};
pub use preflight::Preflight;
pub use readiness::Readiness;
