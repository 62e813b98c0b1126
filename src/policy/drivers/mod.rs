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

use super::Policy;
use crate::question::Question;
use crate::reason::Codes;

pub use cluster::CreateCluster;
pub use create::Resolve;
pub use lookup::{Default, Lookup};
pub use patch::PatchTemplate;
pub use show::{ListTemplates, ShowTemplate};

/// What this policy brings to the engine.
pub static POLICY: Policy = Policy {
    name: "drivers",
    questions: &[
        Question::row::<Resolve>(),
        Question::row::<Default>(),
        Question::row::<Lookup>(),
        Question::row::<CreateCluster>(),
        Question::row::<PatchTemplate>(),
        Question::row::<ShowTemplate>(),
        Question::row::<ListTemplates>(),
    ],
    codes: &[Codes { codes: reasons::CODES, examples: include_str!("examples.json") }],
    divergences: divergences::ALL,
    documents: &[],
    reviews: &[],
};
