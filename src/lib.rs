//! Fitment decides what fits, and says why.
//!
//! Which driver runs this cluster template, which machine image fits this machine type, which bare metal nodes
//! carry these traits: a control plane keeps asking such questions, in its dashboard, its API server and its
//! controllers, and the answers drift apart. This crate is one engine for all of them. It knows nothing but its
//! arguments, so the same bytes give the same bytes natively, in a browser and in a gateway's sandbox.
//!
//! ```
//! let engine = fitment::Engine::default();
//! let answer = engine.ask(br#"{
//!     "question": "drivers/resolve",
//!     "text": true,
//!     "given": {
//!         "registeredDrivers": [
//!             {"name": "k8s_cluster_api", "provides": [["vm", "ubuntu", "kubernetes"]]},
//!             {"name": "k8s_capi_helm", "provides": [["vm", "ubuntu", "kubernetes"]]}
//!         ],
//!         "request": {"coe": "kubernetes"},
//!         "image": {"os_distro": "ubuntu", "magnum_driver": "k8s_cluster_api"}
//!     }
//! }"#);
//! assert!(answer.contains(r#""verdict":"yes","answer":{"status":201,"driver":"k8s_cluster_api","#));
//! assert!(answer.contains("the image's property `magnum_driver` names the driver `k8s_cluster_api`"));
//! ```
//!
//! # What is here
//!
//! * **[`Engine`]**: `load` keeps documents, `ask` answers a question, `review` judges what an API server is about to
//!   store. Each takes one JSON document and gives one back, and cannot fail otherwise: what is not understood is
//!   *answered*, with the places. An engine holds its documents and nothing else.
//! * **[`policies`]**: the tables that dispatch, schemas, pages and the command line are made from. A [`Policy`] has
//!   [`Question`]s, [`Code`]s and [`Divergence`]s; the [`Shape`] of a question's types becomes JSON Schema by
//!   [`schema_of_given`] and [`schema`].
//! * **[`LoadedProfile`]** and **[`LoadedFleet`]**: one document compiled, for microseconds where the three verbs would
//!   say too much.
//! * **[`Document`]**: the reader of JSON that all of it stands on.
//!
//! # The ideas
//!
//! **An answer is decided or undecided.** Undecided means that the *request* was not understood, or that a *fact* is
//! missing; it is never folded into a no. A decided answer has a [`Verdict`], yes, no or none, so that no door has to
//! interpret it. An error of the modelled system (a status 400) is decided.
//!
//! **A question is a row of a table.** A row comes from a type that implements `question::Answers`: the types of what it is
//! given and answers, where its verdict is found, and its rule.
//!
//! **A policy is a folder** under `policy` and a row in `engine/policies.rs`. Policies do not know each other.
//!
//! **A reason is data.** A rule says what it found with a `reason::Reason`: a stable [`Code`], facts with their places, and
//! the reasons beneath. English is made last, in one place, from the sentence that stands with the code. What is wrong
//! with a request is a `reason::Problem`.
//!
//! **An edition is a set of switches.** The `design` [`Edition`] follows the design texts, the `upstream` edition what the
//! real software does today. Each place where they differ is a [`Divergence`] that a rule asks for at one place.
//!
//! **A document is compact text and the places in it.** Members keep their order, numbers their spelling; duplicate keys,
//! lone surrogates and too deep a nesting are refused. The types of a question are declared once, with the macros
//! `given!`, `answer!` and `words!`, and read, written and described from that declaration.
//!
//! # The house
//!
//! `base ← wire ← reason ← question ← review ← policy ← engine ← door`: each layer knows those before it and none
//! after, and a test reads the imports to prove it. Each policy is a feature, and a build without one says so when it is
//! asked. The features `js` (or `js-catalog`) and `abi` turn the crate into a wasm file; they exclude each other and
//! natively none is on.

// A build that leaves policies out uses less of what is there for all of them.
#![cfg_attr(not(feature = "whole"), allow(dead_code, unused_imports))]

mod base;
mod door;
mod engine;
mod policy;
mod question;
mod reason;
mod review;
mod wire;

pub use base::{Divergence, Edition, Instant, Limits};
pub use engine::Engine;
pub use engine::about::ABI_VERSION;
pub use policy::Policy;
#[cfg(feature = "images-fit")]
pub use policy::images::LoadedProfile;
#[cfg(feature = "traits")]
pub use policy::traits::LoadedFleet;
pub use question::{Question, Verdict, VerdictFrom};
pub use reason::{Code, Codes};
pub use wire::{Cause, Document, Fault, Json, Kind, Shape, Value, envelopes, schema, schema_of_given};

/// The policies of this engine, and what it says of itself.
///
/// ```
/// let traits = fitment::policies().find(|policy| policy.name == "traits").unwrap();
/// assert!(traits.questions.iter().any(|question| question.name == "traits/match-nodes"));
/// ```
pub fn policies() -> impl Iterator<Item = &'static Policy> + Clone {
    engine::about::all()
}

/// What the project's own tests hold against a rule written a second time. No promise is made about it.
#[cfg(feature = "images-fit")]
#[doc(hidden)]
pub mod inside {
    pub use crate::policy::images::{
        Catalog, CloudProfile, Definition, ImageVersion, MachineImage, MachineType, Offer, ProfileSpec, best,
    };
    pub use crate::wire::Ordered;
}
