//! Decision vectors: the contract as data, and the comparison of answers with it.
//!
//! A vector is a question with its expected answer. It applies to each edition it names. See [`expectation`] for the
//! language of expectations.
//!
//! ```
//! use fitment_files::vectors;
//!
//! let file = br#"[{"name": "the first by name", "question": "drivers/default", "edition": ["design", "upstream"],
//!     "given": {"registeredDrivers": [{"name": "b", "provides": []}, {"name": "a", "provides": []}]},
//!     "expect": {"driver": {"$prefix": "a"}, "error": {"$absent": true}}}]"#;
//! for vector in vectors::read(file)? {
//!     for edition in vector.editions() {
//!         assert!(vector.request(edition).starts_with(r#"{"question":"drivers/default","edition":"#));
//!         assert_eq!(vector.compare(br#"{"outcome": "decided", "answer": {"driver": "a"}}"#), Ok(()));
//!         assert!(vector.compare(br#"{"outcome": "decided", "answer": {"driver": "b"}}"#).is_err());
//!     }
//! }
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod expectation;
mod vector;

pub use expectation::Mismatch;
pub use vector::{Vector, read};
