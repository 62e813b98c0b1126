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
//! * [`Host`] holds the wasm runtime, the pool of instances and the clock. One per process.
//! * [`Prepared`] is compiled code: the engine this crate carries, or any plain wasm file of it.
//! * [`Session`] is one instance: three verbs over bytes, each under [`Limits`]. After an error it is over.
//! * [`Error`] names what can go wrong around the engine. What is wrong with a request, the engine answers itself.
//!
//! Without its default features the crate is the sandbox alone. The feature `compile` adds compiling an engine while the
//! host runs, `cli` the command line.
//!
//! The crate never links the engine: the wasm file is the engine, the same one that runs in a browser.

mod clock;
mod error;
mod exports;
mod growth;
mod host;
mod limits;
mod memory;
mod prepared;
mod session;
mod shared;
mod tuning;

pub use error::{Error, Result};
pub use host::{EMBEDDED_SHA256, EMBEDDED_WASM, Host};
pub use limits::Limits;
pub use prepared::Prepared;
pub use session::Session;
