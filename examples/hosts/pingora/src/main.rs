//! A Pingora proxy that embeds the gate, and passes a request to its upstream only after a yes.
//!
//! ```sh
//! cargo run --release --manifest-path examples/hosts/pingora/Cargo.toml --target-dir target/hosts/pingora
//! ```
//!
//! The proxy prints the address that it listens on. `POST /servers` takes the input of `traits/match-nodes`, such as
//! `{"fleet": "rack", "flavor": {…}}`, and the upstream gets the same bytes. The argument is the upstream's address,
//! such as `127.0.0.1:8774`; by default the proxy starts an upstream of its own, which answers with a server.

use std::net::{SocketAddr, TcpListener};
use std::os::fd::IntoRawFd as _;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use fitment_host::service::{GuardLayer, given};
use fitment_host::{DocumentSet, Gate, Host, Isolation, Limits, Verb};
use http::header::{CONTENT_LENGTH, EXPECT, HeaderValue, UPGRADE};
use http::request::Parts;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use pingora::apps::http_app::ServeHttp;
use pingora::protocols::http::ServerSession;
use pingora::proxy::{ProxyHttp, Session, http_proxy_service};
use pingora::server::configuration::ServerConf;
use pingora::server::{Fds, ListenFds};
use pingora::services::Service as _;
use pingora::services::listening::Service;
use pingora::upstreams::peer::HttpPeer;

const DOCUMENTS: &str = include_str!("../../../../host/examples/rack.json");

/// As much of a body as Pingora buffers in order to send it after it was read. More than that would not reach the
/// upstream.
const BODY_BYTES: usize = 64 << 10;

type Question = fn(&Parts, &Bytes) -> Option<(Verb, Vec<u8>)>;

struct Proxy {
    guard: GuardLayer<Question>,
    upstream: SocketAddr,
}

/// Asks about every request that may change something, whatever its path, because a path can be written in more ways
/// than are worth comparing. An upgrade counts as well, because nobody here reads what follows it.
fn question(head: &Parts, body: &Bytes) -> Option<(Verb, Vec<u8>)> {
    let only_reads = head.method.is_safe() && !head.headers.contains_key(UPGRADE);
    (!only_reads).then(|| (Verb::Ask, given("traits/match-nodes", None, body)))
}

#[async_trait]
impl ProxyHttp for Proxy {
    type CTX = ();

    fn new_ctx(&self) {}

    async fn request_filter(&self, session: &mut Session, _: &mut ()) -> pingora::Result<bool> {
        // By the time of `request_body_filter`, the upstream would have the head already, and it gets nothing before a
        // yes.
        session.enable_retry_buffering();
        if session.req_header().headers.contains_key(EXPECT) {
            session.write_continue_response().await?;
        }
        let mut body = BytesMut::new();
        while body.len() <= BODY_BYTES
            && let Some(part) = session.read_request_body().await?
        {
            body.extend_from_slice(&part);
        }
        let request = Request::from_parts(session.req_header().as_owned_parts(), Full::from(body.freeze()));
        // The guard decides on this thread, which takes less time than waking another one. A decision that would keep
        // the thread's other requests waiting is handed to a blocking thread; both kinds of Pingora runtimes have
        // those.
        let Err(refused) = self.guard.passed(request).await else { return Ok(false) };
        // Drain the rest of a body that is too large: closing the connection on it would lose the answer for the
        // client.
        session.set_total_drain_timeout(Some(Duration::from_secs(1)));
        let (mut head, body) = refused.into_parts();
        let body = body.collect().await.map(|body| body.to_bytes()).unwrap_or_else(|never| match never {});
        head.headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        session.write_response_header(Box::new(head.into()), false).await?;
        session.write_response_body(Some(body), true).await?;
        Ok(true)
    }

    async fn upstream_peer(&self, _: &mut Session, _: &mut ()) -> pingora::Result<Box<HttpPeer>> {
        Ok(Box::new(HttpPeer::new(self.upstream, false, String::new())))
    }
}

/// The upstream behind the gate if none is given.
struct Servers;

#[async_trait]
impl ServeHttp for Servers {
    async fn response(&self, _: &mut ServerSession) -> Response<Vec<u8>> {
        let text = "a server\n";
        let mut response = Response::new(text.into());
        response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(text.len()));
        response
    }
}

/// Binds the socket before Pingora does, which does not report a free port that it chose, and passes it on as if an
/// older process had left it. If the port is known, `add_tcp` is enough, and a `Server` runs the services.
fn listen(services: &mut pingora::listeners::Listeners) -> std::io::Result<(SocketAddr, ListenFds)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    services.add_tcp(&address.to_string());
    let mut sockets = Fds::new();
    sockets.add(address.to_string(), listener.into_raw_fd());
    Ok((address, Arc::new(sockets.into())))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One instance for each concurrent decision, and two for building with new documents.
    let host = Host::new(Limits { instances: 16, ..Limits::default() })?;
    let gate = Gate::new(&host.embedded()?, Isolation::Fresh)?;
    // Later calls replace these while decisions are made; `replace_soon` does so on a thread of its own.
    gate.replace(&DocumentSet::new().load(DOCUMENTS))?;
    let (_runs, shutdown) = tokio::sync::watch::channel(false);
    let upstream = match std::env::args().nth(1) {
        Some(address) => address.parse().map_err(|error| format!("`{address}`: {error}"))?,
        None => {
            let mut servers = Service::new("servers".to_owned(), Servers);
            let (address, sockets) = listen(servers.endpoints())?;
            let shutdown = shutdown.clone();
            tokio::spawn(async move { servers.start_service(Some(sockets), shutdown, 1).await });
            address
        }
    };
    let guard = GuardLayer::new(gate, question as Question).body_limit(BODY_BYTES);
    let mut proxy = http_proxy_service(&Arc::new(ServerConf::default()), Proxy { guard, upstream });
    let (address, sockets) = listen(proxy.endpoints())?;
    println!("listening on http://{address}");
    proxy.start_service(Some(sockets), shutdown, 1).await;
    Ok(())
}
