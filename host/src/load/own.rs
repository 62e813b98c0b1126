use std::future::pending;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;

use fitment_host::Isolation;
use hyper::Request;
use hyper::body::{Bytes, Incoming};
use hyper::http::StatusCode;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::{Contestant, Target};
use crate::cli::exit::Failure;
use crate::serve::{self, Client, Encryption, Ending, Metrics, Opened, Serves, Settings, Whole, answer_json, body};

/// Servers inside this process on free ports: the gate with warm and with fresh instances, and a server that reads the
/// same requests and decides nothing. They live as long as this value.
pub struct Own {
    runtime: Runtime,
    pub contestants: Vec<Contestant>,
}

/// A server that reads each request and always returns the same answer.
struct Idle {
    metrics: Metrics,
    body_limit: usize,
}

/// As long as a short answer of the gate.
const ANSWER: &[u8] = &[b' '; 256];

impl Serves for Idle {
    async fn answer(self: Arc<Self>, request: Request<Incoming>, _: Client) -> Whole {
        match body(request.into_body(), self.body_limit).await {
            Ok(_) => answer_json(StatusCode::OK, Bytes::from_static(ANSWER)),
            Err(refusal) => refusal.response(),
        }
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    fn stop(&self) {}
}

impl Own {
    /// Starts the servers; `settings` returns a gate's settings for an isolation, which may have a certificate.
    pub fn start(
        settings: impl Fn(Isolation) -> Settings,
        warm: u32,
        certificate: Option<&Path>,
    ) -> Result<Self, Failure> {
        let runtime = serve::runtime()?;
        let mut own = Self { runtime, contestants: Vec::new() };
        let kinds = [("warm", Isolation::Warm { max_calls: warm }), ("fresh", Isolation::Fresh)];
        let mut body_limit = 0;
        let mut gates = Vec::new();
        let mut acceptor = None;
        for (name, isolation) in kinds {
            let settings = settings(isolation);
            body_limit = settings.body_limit;
            let Opened { app, tls, .. } = serve::open(settings)?;
            acceptor = tls;
            gates.push((name, app));
        }
        for tls in [None, acceptor].into_iter().enumerate().filter_map(|(number, tls)| {
            // Always without encryption, and with it too if there is a certificate.
            (number == 0 || tls.is_some()).then_some(tls)
        }) {
            let idle = Arc::new(Idle { metrics: Metrics::new(), body_limit });
            let scheme = if tls.is_some() { "https" } else { "http" };
            let first = format!("no-op {scheme}");
            own.add(first.clone(), None, idle, tls.clone(), certificate)?;
            for (name, app) in &gates {
                own.add(format!("{name} {scheme}"), Some(&first), Arc::clone(app), tls.clone(), certificate)?;
            }
        }
        Ok(own)
    }

    fn add<A: Serves>(
        &mut self,
        name: String,
        beside: Option<&String>,
        app: Arc<A>,
        tls: Option<Arc<Encryption>>,
        certificate: Option<&Path>,
    ) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::Input(format!("the server does not start: {error}"));
        let bound = self.runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = bound.map_err(failed)?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        let address = listener.local_addr().map_err(failed)?;
        let target = Target::at(&format!("{scheme}://{address}/admit"), certificate)?;
        let ending = Ending::default();
        self.runtime.spawn(serve::serve(app, listener, tls, ending, pending()));
        self.contestants.push(Contestant { name, target, beside: beside.cloned() });
        Ok(())
    }
}
