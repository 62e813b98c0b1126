//! What is wrong with a profile although nobody complains.
//!
//! `definitions` looks at capabilities as such, `flavors` at which flavors and machine types find each other, `mapping`
//! and `combinations` at what the provider publishes, `versions` and `size` at the rest. `finding` is what they hand on,
//! `looking` their order, and `passing` what a review takes of it.

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
