//! The gate in a server that is made of `tower` services: axum, tonic, or a bare hyper.
//!
//! Which requests are asked about what is the embedder's, and so is every rule but the engine's: what is here carries
//! bytes to the gate and its answer back.
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
//! * [`decide`] is a plain function. It decides where it is called, which is what nearly every decision takes least time
//!   with, and hands over to a blocking thread of tokio what takes longer than others may wait.
//! * [`Endpoint`] answers the body of a request, an envelope of the engine's, with the engine's bytes. Cheap to clone.
//! * [`GuardLayer`] makes a [`Guard`] around a service: a request is read, asked about, and passed on only with a yes.
//!   What stands before the gate and what stands behind it does not change; the decision travels with the request.
//!   [`GuardLayer::passed`] is the same for a proxy, which passes on requests by itself.
//!
//! Statuses are those of `fitment serve`: 400 for what was not understood, 409 for a fact that is missing, 413 for too
//! large a body, 503 with `Retry-After` where as many instances decide as there may be, 500 where the host failed. A
//! [`Guard`] answers a no with 403.

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

/// The largest body that is read unless another limit is given: what the engine reads.
const BODY_BYTES: usize = crate::limits::Limits::DEFAULT.ask_bytes;

/// Decides without holding up others: here if it is quick, otherwise on a thread of tokio's that may wait.
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
