//! The rules, with one folder for each policy. No policy knows another.
//!
//! A policy's folder holds its rules, one file for each idea, with the types of each question beside its rule.
//! `reasons/` has its codes with their English and an example request for each, `divergences.rs` lists where the
//! editions differ, and `review/` has the kinds it judges in admission. Its `mod.rs` is the map and ends in the
//! [`Policy`] that `engine/policies.rs` lists.

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

/// A check for contradictions between the documents that the question of the given name gets as input.
pub type Contradictions = fn(question: &str, given: Value<'_>, asked: &Asked<'_>) -> Vec<Problem>;

/// What a policy brings to the engine. Dispatch, schemas, documentation and the lists on the command line are generated
/// from these tables.
///
/// ```
/// let drivers = fitment::policies().find(|policy| policy.name == "drivers").unwrap();
/// assert!(drivers.questions.iter().all(|question| question.name.starts_with("drivers/")));
/// ```
#[derive(Debug)]
pub struct Policy {
    /// The name of the policy, which prefixes the names of its questions.
    pub name: &'static str,
    /// The questions that it answers.
    pub questions: &'static [Question],
    /// The codes of everything that its rules can find.
    pub codes: &'static [Codes],
    /// The differences between the editions.
    pub divergences: &'static [&'static Divergence],
    /// The kinds of documents that it compiles when they are loaded.
    pub documents: &'static [Loadable],
    /// The known keys of the documents that it reads.
    pub fields: &'static [KnownFields],
    /// A check for contradictions between the documents of a question, if the policy has one.
    pub contradictions: Option<Contradictions>,
    /// The kinds of objects that it judges in admission.
    pub reviews: &'static [Judge],
    /// The kinds of stored objects that its judgements also need, besides the judged kinds themselves.
    pub beside: &'static [Stored],
}
