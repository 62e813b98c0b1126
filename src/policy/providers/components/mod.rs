//! Components: the manifests of a provider on their way into the cluster.
//!
//! Variables get their values ([`Render`]), in a language of their own (`template`).

mod template;
mod variables;

pub use variables::{Render, Variables};
