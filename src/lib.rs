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
//! # The ideas
//!
//! **An [`Engine`] has three verbs.** `load` keeps documents, `ask` answers a question, `review` judges what an API
//! server is about to store. Each takes one JSON document and gives one back, and cannot fail otherwise: what is
//! not understood is *answered*, with the places. An engine holds its documents and nothing else.
//!
//! **An answer is decided or undecided.** Undecided means that the *request* was not understood, or that a *fact* is
//! missing; it is never folded into a no. A decided answer has a verdict, yes, no or none, so that no door has to
//! interpret it. An error of the modelled system (a status 400) is decided.
//!
//! **A question is a row of a table.** A row comes from a type that implements [`question::Answers`]: the types of what
//! it is given and answers, where its verdict is found, and its rule. The dispatch, the schemas, the documentation and
//! the command line's list are all made from these tables.
//!
//! **A policy is a folder** under [`policy`] and a row in `engine/policies.rs`: a value of the type [`Policy`], with its
//! tables of questions, codes, divergences, documents and reviews. Policies do not know each other.
//!
//! **A reason is data.** A rule says what it found with a [`reason::Reason`]: a stable code, facts with their places,
//! and the reasons beneath. English is made last, in one place, from the sentence that stands with the code. What is
//! wrong with a request is a [`reason::Problem`].
//!
//! **An edition is a set of switches.** The `design` edition follows the design texts, the `upstream` edition what the
//! real software does today. Each place where they differ is a [`base::Divergence`] that a rule asks for at one place.
//!
//! **A document is compact text and the places in it**: see [`wire::Document`]. Members keep their order, numbers
//! their spelling; duplicate keys, lone surrogates and too deep a nesting are refused. The types of a question are
//! declared once, with the macros `given!`, `answer!` and `words!`, and read, written and described from that
//! declaration.
//!
//! # The house
//!
//! `base ← wire ← reason ← question ← review ← policy ← engine ← door`: each layer knows those before it and none
//! after, and a test reads the imports to prove it. Each policy is a feature, and a build without one says so when it is
//! asked. The features `js` (or `js-catalog`) and `abi` turn the crate into a wasm file; they exclude each other and
//! natively none is on.

pub mod base;
mod door;
mod engine;
pub mod policy;
pub mod question;
pub mod reason;
pub mod review;
pub mod wire;

pub use base::Edition;
pub use engine::Engine;
pub use policy::Policy;
pub use question::{Question, Verdict};

/// The policies of this engine, and what it says of itself.
pub fn policies() -> impl Iterator<Item = &'static Policy> + Clone {
    engine::about::all()
}

/// The version of the plain wasm exports.
pub const ABI_VERSION: u32 = 1;
