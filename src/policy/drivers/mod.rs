//! Which driver runs a cluster template (Magnum).
//!
//! A template gets its driver once, when it is created: from the request, else the image, else the configured
//! default, else the first by name ([`Resolve`]). From then on the stored name counts ([`CreateCluster`]), and only
//! templates from before that feature still look up a driver by what it provides ([`Lookup`]).

mod attributes;
mod create_cluster;
pub(crate) mod divergences;
mod image;
mod levels;
mod lookup;
mod microversion;
mod patch_template;
mod reasons;
mod registry;
mod resolve;
mod show;

use super::Policy;
use crate::question::Question;
use crate::reason::{Codes, examples};

use create_cluster::CreateCluster;
use lookup::{Default, Lookup};
use patch_template::PatchTemplate;
use resolve::Resolve;
use show::{ListTemplates, ShowTemplate};

/// What this policy brings to the engine.
pub(crate) static POLICY: Policy = Policy {
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
    codes: &[
        Codes { codes: reasons::CHOOSING_CODES, examples: examples!("reasons/choosing.json") },
        Codes { codes: reasons::TEMPLATES_CODES, examples: examples!("reasons/templates.json") },
    ],
    divergences: divergences::ALL,
    documents: &[],
    fields: &[],
    contradictions: None,
    reviews: &[],
};
