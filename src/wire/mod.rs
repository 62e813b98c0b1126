//! Bytes to documents and back: bounded reading, JSON as written, typed requests and answers.
//!
//! A [`Document`] is what was read, a [`Json`] is what is being built. The types of a question are declared with
//! `given!`, `answer!` and `words!`, each of which makes the reader or writer and the schema from one declaration. The
//! reader is our own, because a general one loses what requests need: the place of each value, the unknown keys and
//! numbers as written. Besides, every kilobyte counts in a browser.

mod decimal;
mod document;
mod dropped;
mod envelope;
mod escape;
mod fault;
mod fields;
mod json;
mod keys;
mod kind;
mod ordered;
mod pointer;
mod read;
mod readable;
mod record;
mod scan;
mod schema;
mod shape;
mod value;
#[cfg(any(feature = "drivers", feature = "traits"))]
mod wrapping;
mod write;

pub use document::Document;
pub use dropped::Dropped;
pub use envelope::{
    Ask, CompleteKind, FieldValidation, Load, Phase, Removal, Review, ReviewPhase, envelopes, read_envelope,
};
pub use fault::{Cause, Fault};
pub use fields::{Fields, Stranger};
pub use json::Json;
pub use keys::{Key, Keys};
pub use kind::Kind;
pub use ordered::Ordered;
pub use pointer::{PathStep, Pointer};
pub use read::{Fill, Keyed, Note, Notes, Read, Reader, Slot, Slots, read};
pub(crate) use record::{answer, declared_key, given, key, key_part, read_object, shape_part, slot, words};
pub use schema::{schema, schema_of_given};
pub use shape::{HasShape, Member, ObjectShape, Part, Shape};
pub use value::Value;
#[cfg(any(feature = "drivers", feature = "traits"))]
pub use wrapping::{Wrapping, expect_bare};
pub use write::{
    DeclaredKey, ObjectWriter, Rendered, Scalar, Write, member, to_json, write_each, write_list, write_members,
};
