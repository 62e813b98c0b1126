//! The rules, one folder a policy. No policy knows another.
//!
//! A policy's folder holds its rules, a file for each idea, with the types of each question beside its rule; `reasons/`
//! has its codes with their English and a request that provokes each, `divergences.rs` the places where the editions
//! differ, `review/` the kinds it judges in admission. Its `mod.rs` is the map, and ends in the [`Policy`] that
//! `engine/policies.rs` lists.

#[cfg(feature = "clusters")]
pub mod clusters;
#[cfg(feature = "drivers")]
pub(crate) mod drivers;
#[cfg(feature = "images-fit")]
pub mod images;
#[cfg(feature = "providers")]
pub mod providers;
#[cfg(feature = "traits")]
pub mod traits;

use crate::base::Divergence;
use crate::question::{Asked, KnownFields, Loadable, Question};
use crate::reason::{Codes, Problem};
use crate::review::{Judge, Stored};
use crate::wire::Value;

/// What is said of documents in what a question, by its name, is given.
pub type Contradictions = fn(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem>;

/// What a policy brings to the engine. Dispatch, schemas, documentation and the lists on the command line are made from
/// these tables.
///
/// ```
/// let drivers = fitment::policies().find(|policy| policy.name == "drivers").unwrap();
/// assert!(drivers.questions.iter().all(|question| question.name.starts_with("drivers/")));
/// ```
#[derive(Debug)]
pub struct Policy {
    /// Its name, which its questions begin with.
    pub name: &'static str,
    /// What it answers.
    pub questions: &'static [Question],
    /// What its rules can find.
    pub codes: &'static [Codes],
    /// Where the editions differ.
    pub divergences: &'static [&'static Divergence],
    /// The kinds of documents that it works up when they are loaded.
    pub documents: &'static [Loadable],
    /// The keys of the documents that it reads, where they are known.
    pub fields: &'static [KnownFields],
    /// What it says of documents that come with a question and do not go together, if it says anything.
    pub contradictions: Option<Contradictions>,
    /// The kinds of objects that it judges in admission.
    pub reviews: &'static [Judge],
    /// The kinds of stored objects that it judges those by, besides those kinds themselves.
    pub beside: &'static [Stored],
}
