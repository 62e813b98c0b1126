//! Problems in a profile that nothing else reports.
//!
//! `definitions` looks at capabilities by themselves, `flavors` at which flavors and machine types fit each other,
//! `mapping` and `combinations` at what the provider publishes, and `versions` and `size` at the rest. `finding` is
//! what these return, `looking` is their order, and `passing` is the part that a review reports.

mod combinations;
mod definitions;
mod finding;
mod flavors;
mod looked;
mod looking;
mod mapping;
mod passing;
mod question;
mod size;
mod versions;

pub use passing::in_passing;
pub use question::LintProfile;
