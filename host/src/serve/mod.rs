//! The gate as a server: HTTP around [`fitment_host::Gate`], with certificates and documents, from files and clusters,
//! that can change at run time. It contains no rules: outcomes are read from the engine's own words.

mod admit;
mod app;
mod ask;
#[cfg(feature = "kubernetes")]
mod cluster;
mod connections;
mod deciding;
mod documents;
mod envelope;
mod failing;
mod journal;
mod log;
mod metrics;
mod openapi;
mod page;
mod redaction;
mod response;
mod routes;
#[cfg(feature = "opentelemetry")]
mod sending;
mod settings;
mod smoke;
mod spans;
mod summary;
mod table;
mod telling;
mod tls;
#[cfg(feature = "opentelemetry")]
mod traces;
mod validity;
mod watched;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use app::{App, threads};
pub use app::{Opened, open};
#[cfg(feature = "kubernetes")]
pub use cluster::Access;
pub use connections::{Client, Ending, Serves, serve};
pub use documents::{digest, hex};
pub use failing::OnFailure;
pub use journal::documents_beside;
pub use metrics::Metrics;
pub use redaction::{Pointer, Redaction};
pub use response::{Whole, json as answer_json};
pub use routes::body;
pub use settings::Settings;
pub use summary::Summary;
pub use telling::Telling;
pub use tls::{Encryption, Tls};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
#[cfg(feature = "opentelemetry")]
pub use traces::Collector;

use crate::cli::exit::{Done, Exit, Failure};

/// How long the decision log may take for its last lines. With the defaults of draining and of the grace, a cluster's
/// thirty seconds are not over then.
const LAST_LINES: Duration = Duration::from_secs(3);

/// Creates the runtime that serves requests.
pub fn runtime() -> Result<Runtime, Failure> {
    let (workers, patient) = threads();
    Builder::new_multi_thread()
        .enable_all()
        .worker_threads(workers)
        .max_blocking_threads(patient + 2)
        .build()
        .map_err(|error| Failure::Input(format!("the server does not start: {error}")))
}

/// Serves until the process is told to stop.
pub fn run(settings: Settings) -> Done {
    let (listen, ending) = (settings.listen, Ending { drain: settings.drain, grace: settings.grace });
    if settings.tls.is_none() && !listen.ip().is_loopback() {
        tracing::warn!(%listen, "what is sent here can be read and changed in transit");
    }
    let runtime = runtime()?;
    // Before the documents are read, which may take a while: the signal would end the gate until somebody listens.
    let hangups = runtime.block_on(async { if settings.log.is_some() { hangups() } else { Ok(None) } })?;
    let Opened { app, tls, writer } = open(settings)?;
    let cut_off = runtime.block_on(async {
        let bound = TcpListener::bind(listen).await;
        let listener = bound.map_err(|error| Failure::Input(format!("`{listen}`: {error}")))?;
        let address = listener.local_addr().map_err(Failure::from)?;
        let stop = stop()?;
        if let Some(hangups) = hangups {
            tokio::spawn(reopen_log(Arc::clone(&app), hangups));
        }
        let scheme = if tls.is_some() { "https" } else { "http" };
        let mut out = std::io::stdout().lock();
        writeln!(out, "listening on {scheme}://{address}")?;
        out.flush()?;
        drop(out);
        Ok::<_, Failure>(serve(Arc::clone(&app), listener, tls, ending, stop).await)
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    // The last reference that can write to the log.
    drop(app);
    let is_written = writer.is_none_or(|writer| writer.finish(LAST_LINES));
    if !is_written {
        tracing::error!("stopped before the decision log was written to its end, since it takes nothing");
    }
    if cut_off > 0 {
        tracing::error!(connections = cut_off, "stopped before every answer was sent");
    }
    if cut_off > 0 || !is_written {
        return Ok(Exit::Host);
    }
    tracing::info!("stopped");
    Ok(Exit::Yes)
}

/// The SIGHUPs that the process gets. Without a decision log the signal ends the gate, as it ends every program whose
/// terminal is closed.
#[cfg(unix)]
fn hangups() -> Result<Option<Hangups>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::hangup()).map(Some).map_err(unheard)
}

#[cfg(not(unix))]
fn hangups() -> Result<Option<Hangups>, Failure> {
    Ok(None)
}

#[cfg(unix)]
type Hangups = tokio::signal::unix::Signal;
#[cfg(not(unix))]
type Hangups = std::convert::Infallible;

/// Opens the decision log again at each SIGHUP: whoever rotates logs moves the file away first.
#[cfg(unix)]
async fn reopen_log(app: Arc<App>, mut hangups: Hangups) {
    while hangups.recv().await.is_some() {
        let app = Arc::clone(&app);
        // It may have to wait for a place in the queue. Signals that come meanwhile count as one, so that they never take
        // the threads that decide.
        let _ = tokio::task::spawn_blocking(move || app.log.as_ref().map(|log| log.reopen())).await;
    }
}

#[cfg(not(unix))]
async fn reopen_log(_: Arc<App>, hangups: Hangups) {
    match hangups {}
}

#[cfg(unix)]
fn unheard(error: std::io::Error) -> Failure {
    Failure::Input(format!("signals cannot be received: {error}"))
}

/// Resolves when the process is told to stop: SIGTERM from a cluster, SIGINT from a person.
fn stop() -> Result<impl Future<Output = ()>, Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).map_err(unheard)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(unheard)?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        // If the signal is unavailable, run until killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
