//! Which driver runs a cluster template (Magnum).
//!
//! A template gets its driver once, when it is created: from the request, else the image, else the configured
//! default, else the first by name ([`Resolve`]). From then on the stored name counts ([`CreateCluster`]), and only
//! templates from before that feature still look up a driver by what it provides ([`Lookup`]).

mod attributes;
mod cluster;
mod create;
pub mod divergences;
mod image;
mod levels;
mod lookup;
mod microversion;
mod patch;
pub mod question;
pub mod reasons;
mod registry;
mod show;

pub use cluster::CreateCluster;
pub use create::Resolve;
pub use lookup::{Default, Lookup};
pub use patch::PatchTemplate;
pub use show::{ListTemplates, ShowTemplate};
