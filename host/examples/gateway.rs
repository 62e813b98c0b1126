//! A gateway that embeds the gate: hyper around `Gate`, and nothing else.
//!
//! ```sh
//! cargo run --release -p fitment-host --example gateway
//! ```
//!
//! It prints where it listens, and answers the body of any request as a question. `fitment serve` is the same with all
//! that a server needs besides.

use std::convert::Infallible;
use std::time::Duration;

use fitment_host::{Class, Decision, DocumentSet, Error, Gate, Host, Isolation, Limits};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::http::StatusCode;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;

const DOCUMENTS: &str = r#"{"documents": [{
    "apiVersion": "fitment/v1",
    "kind": "Fleet",
    "metadata": {"name": "rack"},
    "nodes": [{"name": "a", "resource_class": "gold", "traits": []}]
}]}"#;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One instance for each decision under way, and two that new documents are built with.
    let host = Host::new(Limits { instances: 16, ..Limits::default() })?;
    let gate = Gate::new(&host.embedded()?, Isolation::Fresh)?;
    // Later ones replace these while decisions are made; `replace_soon` does so on a thread of its own.
    gate.replace(&DocumentSet::new().load(DOCUMENTS))?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        let gate = gate.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request| answer(gate.clone(), request));
            let connection = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                eprintln!("{error}");
            }
        });
    }
}

async fn answer(gate: Gate, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let (status, body) = match request.into_body().collect().await {
        Ok(body) => match decide(gate, body.to_bytes()).await {
            Ok(decision) => (StatusCode::OK, Bytes::from(decision.answer)),
            Err(error) => (status(&error), Bytes::from(error.to_string())),
        },
        Err(error) => (StatusCode::BAD_REQUEST, Bytes::from(error.to_string())),
    };
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    Ok(response)
}

/// Here, if it takes no longer than others may wait; otherwise on a thread that may wait itself.
async fn decide(gate: Gate, request: Bytes) -> Result<Decision, Error> {
    match gate.within(Duration::from_millis(5)).ask(&request) {
        Err(error) if error.is_out_of_time() => {}
        done => return done,
    }
    match tokio::task::spawn_blocking(move || gate.ask(&request)).await {
        Ok(decided) => decided,
        // The gate itself never panics.
        Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
    }
}

fn status(error: &Error) -> StatusCode {
    match error.class() {
        Class::Request => StatusCode::BAD_REQUEST,
        Class::Overload => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
