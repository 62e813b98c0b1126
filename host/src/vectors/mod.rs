//! Decision vectors: the contract as data, and how an answer is held against it.
//!
//! A vector is a question with what is expected of the answer. It holds for each edition it names. See
//! [`expectation`] for the language of what is expected.
//!
//! ```
//! use fitment_host::{Host, vectors};
//!
//! let file = br#"[{"name": "the first by name", "question": "drivers/default", "edition": ["design", "upstream"],
//!     "given": {"registeredDrivers": [{"name": "b", "provides": []}, {"name": "a", "provides": []}]},
//!     "expect": {"driver": {"$prefix": "a"}, "error": {"$absent": true}}}]"#;
//! let mut session = Host::new(Default::default())?.embedded()?.session()?;
//! for vector in vectors::read(file)? {
//!     for edition in vector.editions() {
//!         let answer = session.ask(vector.request(edition).as_bytes())?;
//!         assert_eq!(vector.compare(&answer), Ok(()));
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod expectation;
mod vector;

pub use expectation::Mismatch;
pub use vector::{Vector, read};
