//! Provider objects of both APIs.
//!
//! `shape` describes the members of a spec. [`Validate`] judges an object as the user wrote it, and [`Default`] says
//! what is stored and which values are in effect. [`Source`], [`CheckUrl`] and [`OciReference`] locate the components.

mod builtin;
mod containers;
mod debug;
mod defaulting;
mod duration;
mod field;
mod fields;
mod flaw;
mod ignored;
mod repository;
mod shape;
mod source;
mod spec;
mod url;
mod validate;
mod validation;

pub use builtin::{List, built_in, type_word};
pub use debug::is_on as debug_is_on;
pub use defaulting::{DEBUG_PROFILER, Default, config_secret, secret_of, stored};
pub use duration::Duration;
pub use fields::FIELDS;
pub use flaw::Flaw;
pub use ignored::{ignored, is_namespace};
pub use repository::{CheckUrl, Forge, Repository, has_pages};
pub use shape::{Known, spec_keys};
pub use source::{Label, OciReference, Source};
pub use spec::Spec;
pub use validate::{Validate, warning};
pub use validation::{Candidate, Findings, Reading, Section, is_dns_name, member};
