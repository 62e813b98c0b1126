//! A gateway that embeds the gate: hyper with an `Endpoint` and a `Guard`, and nothing else.
//!
//! ```sh
//! cargo run --release -p fitment-host --example gateway
//! ```
//!
//! It prints the address it listens on. `POST /servers` takes the input of `traits/match-nodes`, such as `{"fleet":
//! "rack", "flavor": {…}}`, and is reached only if the answer is yes; the body of any other request is answered as a
//! question. `fitment serve` is such an endpoint with everything else a server needs.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use fitment_host::service::{Endpoint, GuardLayer, given};
use fitment_host::{Decision, DocumentSet, Gate, Host, Isolation, Limits, Verb};
use http_body_util::{Either, Full};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tower_layer::Layer as _;
use tower_service::Service;

const DOCUMENTS: &str = include_str!("rack.json");

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One instance for each decision in progress, and two to build new documents with.
    let host = Host::new(Limits { instances: 16, ..Limits::default() })?;
    let gate = Gate::new(&host.embedded()?, Isolation::Fresh)?;
    // Documents can be replaced while decisions are made; `replace_soon` does so on a separate thread.
    gate.replace(&DocumentSet::new().load(DOCUMENTS))?;
    let question = |_: &http::request::Parts, body: &Bytes| Some((Verb::Ask, given("traits/match-nodes", None, body)));
    let servers = GuardLayer::new(gate.clone(), question).body_limit(64 << 10).layer(Servers);
    let endpoint = Endpoint::new(gate, Verb::Ask);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        let (servers, endpoint) = (servers.clone(), endpoint.clone());
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let (mut servers, mut endpoint) = (servers.clone(), endpoint.clone());
                async move {
                    match request.uri().path() {
                        "/servers" => Ok::<_, Infallible>(servers.call(request).await?.map(Either::Left)),
                        _ => Ok(endpoint.call(request).await?.map(Either::Right)),
                    }
                }
            });
            let connection = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                eprintln!("{error}");
            }
        });
    }
}

/// The service behind the gate.
#[derive(Clone)]
struct Servers;

impl Service<Request<Full<Bytes>>> for Servers {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        let decision = request.extensions().get::<Arc<Decision>>();
        let took = decision.map(|decision| decision.took).unwrap_or_default();
        ready(Ok(Response::new(Full::from(format!("a server, decided in {took:?}\n")))))
    }
}
