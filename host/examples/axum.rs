//! A gateway that embeds the gate: axum, whose routes are services of `tower`, with a `GuardLayer` before one of them.
//!
//! ```sh
//! cargo run --release -p fitment-host --example axum
//! ```
//!
//! It prints the address it listens on. `POST /servers` takes the input of `traits/match-nodes`, such as `{"fleet":
//! "rack", "flavor": {…}}`, and its handler runs only if the answer is yes; `POST /` answers any question.

use std::sync::Arc;

use axum::routing::{post, post_service};
use axum::{Extension, Router};
use fitment_host::service::{Endpoint, GuardLayer, given};
use fitment_host::{Decision, DocumentSet, Gate, Host, Isolation, Limits, Verb};

const DOCUMENTS: &str = include_str!("rack.json");

/// Runs behind the gate, which puts its decision into the request's extensions.
async fn create(Extension(decision): Extension<Arc<Decision>>) -> String {
    format!("a server, decided in {:?}\n", decision.took)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One instance for each decision in progress, and two to build new documents with.
    let host = Host::new(Limits { instances: 16, ..Limits::default() })?;
    let gate = Gate::new(&host.embedded()?, Isolation::Fresh)?;
    // Documents can be replaced while decisions are made; `replace_soon` does so on a separate thread.
    gate.replace(&DocumentSet::new().load(DOCUMENTS))?;
    let guard = GuardLayer::new(gate.clone(), |_, body| Some((Verb::Ask, given("traits/match-nodes", None, body))));
    let router = Router::new()
        .route("/servers", post(create).layer(guard.body_limit(64 << 10)))
        .route("/", post_service(Endpoint::new(gate, Verb::Ask)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, router).await?)
}
