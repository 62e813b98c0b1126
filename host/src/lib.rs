//! Runs the Fitment engine in a sandbox.
//!
//! ```
//! use fitment_host::{Host, Limits};
//!
//! // Once per process: the runtime, the limits, the clock.
//! let host = Host::new(Limits::default())?;
//! // Once per engine: compiled code, checked.
//! let prepared = host.embedded()?;
//! // Once per thread or per request: an instance.
//! let mut session = prepared.session()?;
//!
//! let answer = session.ask(br#"{"question":"drivers/default","given":{
//!     "registeredDrivers":[{"name":"b","provides":[]},{"name":"a","provides":[]}]}}"#)?;
//! assert!(String::from_utf8_lossy(&answer).contains(r#""answer":{"driver":"a"}"#));
//! # Ok::<(), fitment_host::Error>(())
//! ```
//!
//! * [`Host`] holds the wasm runtime, the pool of instances and the clock. One per process; takes milliseconds to
//!   start.
//! * [`Prepared`] is compiled code: either the embedded engine, which loads in a millisecond, or any plain wasm file of
//!   the engine, which takes a few hundred to compile. It lives as long as it is referenced.
//! * [`Session`] is one instance: three verbs over bytes, each under [`Limits`]. It opens in microseconds, plus the
//!   time the documents take to load. An error ends it.
//! * [`Recorder`] is a session whose memory becomes a [`Snapshot`]: the same code, whose instances start with the
//!   documents. Taking it costs milliseconds; each instance then costs microseconds, however much was loaded.
//! * [`Gate`] makes the decisions in a server: it takes calls from any number of threads, replaces all documents at
//!   once while decisions are made, and uses a fresh instance for each decision or warm ones ([`Isolation`]). It lives
//!   as long as the process.
//! * [`Error`] names what can go wrong around the engine, and its [`Class`] who has to act. Errors in a request are
//!   reported by the engine in its answer.
//!
//! Without its default features the crate is only the sandbox. The feature `gate` adds [`Gate`]; `tower` the module
//! `service`, for servers built from `tower` services; `tracing` spans of the gate's work; `compile` compiling engines
//! and taking snapshots at run time; `cli` the command line; and `serve` the command that serves the gate over HTTP.
//!
//! The crate never links the engine: the wasm file is the engine, the same one that runs in browsers.

mod clock;
mod container;
mod error;
mod exports;
#[cfg(feature = "gate")]
mod gate;
mod growth;
mod host;
#[cfg(feature = "gate")]
mod isolation;
mod limits;
mod memory;
mod modules;
mod names;
#[cfg(feature = "compile")]
mod parts;
mod prepared;
#[cfg(feature = "compile")]
mod recorder;
mod reset;
#[cfg(feature = "tower")]
pub mod service;
mod session;
mod shared;
#[cfg(feature = "compile")]
mod snapshot;
mod tuning;

pub use error::{Class, Error, Result};
#[cfg(feature = "gate")]
pub use gate::{Decision, DocumentSet, Documents, Failure, Gate, Outcome, Verb};
pub use host::{EMBEDDED_SHA256, EMBEDDED_WASM, Host};
#[cfg(feature = "gate")]
pub use isolation::Isolation;
pub use limits::Limits;
pub use prepared::Prepared;
#[cfg(feature = "compile")]
pub use recorder::Recorder;
pub use reset::Reset;
pub use session::Session;
#[cfg(feature = "compile")]
pub use snapshot::Snapshot;
