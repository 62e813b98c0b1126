//! Fitment decides what fits, and says why.
//!
//! Which driver runs this cluster template, which machine image fits this machine type, which bare metal nodes have
//! these traits: a control plane keeps asking such questions in its dashboard, its API server and its controllers, and
//! the answers drift apart. This crate is a single engine for all of them. It depends on nothing but its input, so the
//! same bytes give the same bytes natively, in a browser and in a gateway's sandbox.
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
//!   store. Each takes one JSON document, returns one and never fails: a request that is not understood is *answered*,
//!   with the places of what is wrong. An engine holds its documents and limits, and nothing else.
//! * **[`policies`]**: the tables from which dispatch, schemas, pages and the command line are made. A [`Policy`] has
//!   [`Question`]s, [`Code`]s and [`Divergence`]s. [`schema_of_given`] and [`schema`] turn the [`Shape`] of a
//!   question's types into JSON Schema.
//! * **[`LoadedProfile`]** and **[`LoadedFleet`]**: a single compiled document, which answers in microseconds where the
//!   three verbs would say more than is needed.
//! * **[`Document`]**: the JSON reader underneath.
//!
//! # The ideas
//!
//! **An answer is decided or undecided.** Undecided means that the *request* was not understood or that a *fact* is
//! missing; it is never turned into a no. A decided answer has a [`Verdict`], which is yes, no or none, so no door has
//! to interpret it. An error of the modelled system, such as status 400, is decided.
//!
//! **A question is a row of a table.** The row is made from a type that implements `question::Answers`, which states
//! the types of its input and answer, how the verdict is read from the answer, and the rule.
//!
//! **A policy is a folder** under `policy` and a row in `engine/policies.rs`. Policies do not know each other.
//!
//! **A reason is data.** A rule reports a finding as a `reason::Reason`: a stable [`Code`], facts with their places,
//! and the reasons beneath it. English is written last and in a single place, from the sentence that belongs to the
//! code. A fault of a request is a `reason::Problem`.
//!
//! **An edition is a set of switches.** The `design` [`Edition`] follows the design, the `upstream` edition what the
//! real software does today. Each difference between them is a [`Divergence`], which a rule checks at exactly one
//! place.
//!
//! **A document is compact text and the places of its values.** Members keep their order and numbers their spelling.
//! Duplicate keys, lone surrogates and excessive nesting are refused. The types of a question are declared once, with
//! the macros `given!`, `answer!` and `words!`, and are read, written and described from that declaration.
//!
//! # The layers
//!
//! `base ← wire ← reason ← question ← review ← policy ← engine ← door`: each layer knows those before it and none after
//! it, and a test proves it by reading the imports. Each policy is a feature, and a build that lacks one says so when
//! it is asked about it. The features `js` (or `js-catalog`) and `abi` turn the crate into a wasm file. They exclude
//! each other, and native builds use neither.

// A build that leaves out policies does not use everything that the policies share.
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

/// The policies of this engine, and its questions about itself.
///
/// ```
/// let traits = fitment::policies().find(|policy| policy.name == "traits").unwrap();
/// assert!(traits.questions.iter().any(|question| question.name == "traits/match-nodes"));
/// ```
pub fn policies() -> impl Iterator<Item = &'static Policy> + Clone {
    engine::about::all()
}

/// Parts that the project's own tests compare with second implementations of the rules. Not a stable API.
#[cfg(feature = "images-fit")]
#[doc(hidden)]
pub mod inside {
    pub use crate::policy::images::{
        Catalog, CloudProfile, Definition, ImageVersion, MachineImage, MachineType, Offer, ProfileSpec, best,
    };
    pub use crate::wire::Ordered;
}
