//! The gate in a server made of `tower` services: axum, tonic, or plain hyper.
//!
//! The embedder chooses which requests to ask about and what to ask, and keeps any rules of its own: this module only
//! carries bytes to the gate and the answer back.
//!
//! ```
//! use bytes::Bytes;
//! use fitment_host::service::{Endpoint, GuardLayer, decide, given};
//! use fitment_host::{Gate, Host, Isolation, Verb};
//!
//! let gate = Gate::new(&Host::new(Default::default())?.embedded()?, Isolation::Fresh)?;
//! // What answers requests with decisions.
//! let endpoint = Endpoint::new(gate.clone(), Verb::Ask);
//! // What lets only those requests through to a service about which the answer is yes.
//! let guard = GuardLayer::new(gate.clone(), |_head, body: &Bytes| {
//!     Some((Verb::Ask, given("drivers/resolve", None, body)))
//! });
//! // And neither, where there are no services.
//! let decision = async { decide(&gate, Verb::Ask, Bytes::from_static(br#"{"question":"fitment/about"}"#)).await };
//! # drop((endpoint, guard, decision));
//! # Ok::<(), fitment_host::Error>(())
//! ```
//!
//! * [`decide`] is a plain function. It decides on the calling thread, which is fastest for nearly every decision, and
//!   hands slower ones to a blocking thread of tokio.
//! * [`Endpoint`] takes a request's body as an envelope for the engine and answers with the engine's bytes. Cheap to
//!   clone.
//! * [`GuardLayer`] puts a [`Guard`] around a service: a request is read, asked about, and passed on only if the answer
//!   is yes. The layers in front and the service behind need no changes; the decision travels with the request.
//!   [`GuardLayer::passed`] does the same for a proxy, which forwards requests itself.
//!
//! Statuses are those of `fitment serve`: 400 for requests that are not understood, 409 for a missing fact, 413 for too
//! large a body, 503 with `Retry-After` if all instances are busy, 500 if the host failed. A [`Guard`] answers a no
//! with 403.

mod answering;
mod endpoint;
mod envelope;
mod guard;

use bytes::Bytes;
pub use endpoint::Endpoint;
pub use envelope::given;
pub use guard::{Guard, GuardLayer};

use crate::error::{Error, Result};
use crate::gate::{Decision, Gate, Verb};

/// The largest body that is read by default: as much as the engine reads.
const BODY_BYTES: usize = crate::limits::Limits::DEFAULT.ask_bytes;

/// Decides without blocking other tasks: on this thread if it is quick, otherwise on a blocking thread of tokio.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().expect("it starts").block_on(async {
/// use fitment_host::{Gate, Host, Isolation, Verb, service::decide};
///
/// let gate = Gate::new(&Host::new(Default::default())?.embedded()?, Isolation::Warm { max_calls: 1000 })?;
/// let decision = decide(&gate, Verb::Ask, br#"{"question":"fitment/about"}"#.as_slice().into()).await?;
/// assert!(decision.took.as_secs() < 10);
/// # Ok::<(), fitment_host::Error>(())
/// # }).expect("it decides");
/// ```
pub async fn decide(gate: &Gate, verb: Verb, request: Bytes) -> Result<Decision> {
    if let Some(done) = gate.decide_quickly(verb, &request) {
        return done;
    }
    let gate = gate.clone();
    #[cfg(feature = "tracing")]
    let caller = tracing::Span::current();
    let decided = tokio::task::spawn_blocking(move || {
        #[cfg(feature = "tracing")]
        let _caller = caller.entered();
        gate.decide(verb, &request)
    });
    decided.await.unwrap_or_else(|_| Err(Error::panicked()))
}
