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
//! * [`Host`] holds the wasm runtime, the pool of instances and the clock. One per process; milliseconds to start.
//! * [`Prepared`] is compiled code: the engine this crate carries, which takes a millisecond, or any plain wasm file of
//!   it, which takes some hundred. It lives as long as somebody holds it.
//! * [`Session`] is one instance: three verbs over bytes, each under [`Limits`]. Microseconds to open, and as long as the
//!   documents take to load. After an error it is over.
//! * [`Recorder`] is a session whose memory becomes a [`Snapshot`]: the same code, whose instances start with the
//!   documents. Taking it costs milliseconds; then each instance costs microseconds, whatever was loaded.
//! * [`Gate`] is what decides in a server: any number of threads, documents that are replaced as a whole while decisions
//!   are made, an instance for each decision or warm ones ([`Isolation`]). It lives as long as the process.
//! * [`Error`] names what can go wrong around the engine, and its [`Class`] who is to blame. What is wrong with a request,
//!   the engine answers itself.
//!
//! Without its default features the crate is the sandbox alone. The feature `gate` adds [`Gate`], `tower` the module
//! `service` for servers made of such services, `tracing` spans of what the gate does, `compile` compiling an engine and snapshots of it while the host runs, `cli`
//! the command line, and `serve` its command that serves the gate over HTTP.
//!
//! The crate never links the engine: the wasm file is the engine, the same one that runs in a browser.

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
