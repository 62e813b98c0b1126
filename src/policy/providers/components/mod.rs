//! Components: the manifests of a provider on their way into the cluster.
//!
//! Variables get their values ([`Render`]), in a language of their own (`template`). Then the spec's say is applied: to
//! a command line ([`Args`]), a Deployment ([`Deployment`]), all of them ([`Deployments`]). The patches of the spec follow
//! ([`Patch`]), and overrides of images come last ([`ImageOf`]).

mod args;
mod command_line;
mod customising;
mod deployment;
mod flags;
mod gates;
mod image;
mod label_text;
mod patching;
mod template;
mod variables;

pub use args::Args;
pub use deployment::{Deployment, Deployments};
pub use gates::FeatureGates;
pub use image::ImageOf;
pub use patching::Patch;
pub use variables::{Render, Variables, missing, read};
