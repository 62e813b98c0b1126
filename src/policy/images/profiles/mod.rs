//! Profiles on their way into the API server: the questions about each stage, validation, admission, and what is in use
//! (sections 3, 4, 10 and 11).

mod admission;
mod admit;
mod beside;
mod certificate;
mod comes_expired;
mod doubtful;
mod dropped;
mod given;
pub(super) mod in_use;
mod judge;
mod lost;
mod metadata;
mod named;
mod names;
mod of_two;
mod operation;
mod replaced;
mod stages;
pub(super) mod stored;
mod unsound;
mod validate;
pub(super) mod validation;
pub(super) mod why;

pub(super) use admission::Admission;
pub use admit::AdmitProfile;
pub(super) use comes_expired::comes_expired;
pub(super) use doubtful::older_fields_ignored;
pub(super) use dropped::dropped_capabilities;
pub(super) use given::{before_is_another, contradictions};
pub(super) use lost::without_lost;
pub(super) use metadata::{Flaw, metadata_flaws};
pub(super) use replaced::{Refusal, refused, refused_anew, worse};
pub use stages::{DefaultProfile, MergeProfile, PrepareProfile, SyncProfile, TransformProfile};
pub(super) use stored::{doubts_beside, of_usual_architecture, replacing_types};
pub use validate::ValidateProfile;
pub use validation::Found;
pub(super) use validation::{SizeLimit, largest_parts};
