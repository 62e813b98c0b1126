//! The components of a provider: how its manifests are turned into what is applied to the cluster.
//!
//! First, the variables are replaced by their values ([`Render`]), in a small language of its own (`template`). Then
//! the spec is applied to a command line ([`Args`]), a Deployment ([`Deployment`]), or all of them ([`Deployments`]).
//! The patches of the spec follow ([`Patch`]), and image overrides come last ([`ImageOf`]).

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
