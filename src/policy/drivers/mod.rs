//! Which driver runs a cluster template (Magnum).
//!
//! A template gets its driver once, when it is created: from the request, or else the image, or else the configured
//! default, or else the first by name ([`Resolve`]). From then on the stored name counts ([`CreateCluster`]); only
//! templates from before that feature still look up a driver by cluster type ([`Lookup`]).
//!
//! `installed` has the drivers and their configuration, as given in a question or in a `DriverRegistry`. `registry`
//! applies the rules of an edition to them, and `why` gives the reasons. `lint` and `compare` are for operators.

mod attributes;
mod body;
#[cfg(feature = "operators")]
mod compare;
mod create_cluster;
pub(crate) mod divergences;
mod image;
mod installed;
mod levels;
#[cfg(feature = "operators")]
mod lint;
mod lookup;
mod meant;
mod microversion;
mod names;
mod patch_template;
mod printed;
mod reasons;
mod reference;
mod refusal;
mod registry;
mod resolve;
#[cfg(feature = "operators")]
mod served;
mod show;
#[cfg(feature = "operators")]
mod stored;
mod table;
#[cfg(feature = "operators")]
mod twice;
mod version;
mod why;

use super::Policy;
use crate::question::Question;
use crate::reason::{Codes, examples};

#[cfg(feature = "operators")]
use compare::Compare;
use create_cluster::CreateCluster;
#[cfg(feature = "operators")]
use lint::Lint;
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
        #[cfg(feature = "operators")]
        Question::row::<Lint>(),
        #[cfg(feature = "operators")]
        Question::row::<Compare>(),
    ],
    codes: &[
        Codes { codes: reasons::CHOOSING_CODES, examples: examples!("reasons/choosing.json") },
        Codes { codes: reasons::TEMPLATES_CODES, examples: examples!("reasons/templates.json") },
        #[cfg(feature = "operators")]
        Codes { codes: reasons::OPERATING_CODES, examples: examples!("reasons/operating.json") },
    ],
    divergences: divergences::ALL,
    documents: &[installed::REGISTRY],
    fields: installed::FIELDS,
    contradictions: None,
    reviews: &[],
    beside: &[],
};
