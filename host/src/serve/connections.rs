use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, rt};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_rustls::rustls;

use super::metrics::Metrics;
use super::response::Whole;
use super::tls::Encryption;

/// How long a client may take for the handshake, for the first request, and for the head of any other request,
/// including the idle time between two requests of a connection.
const HANDSHAKE: Duration = Duration::from_secs(10);
const HEAD: Duration = Duration::from_secs(90);

/// When to ping an HTTP/2 client, and how long to wait for its answer: together they detect clients that are gone.
const PING: Duration = Duration::from_secs(30);
const PONG: Duration = Duration::from_secs(10);

/// The most open connections; further ones wait to be accepted.
const CONNECTIONS: usize = 10_000;

/// How long to accept the last connections that arrived before the listener closes.
const LAST: Duration = Duration::from_millis(100);

/// How the server shuts down.
#[derive(Default)]
pub struct Ending {
    /// How long it keeps serving while closing each connection after its answer, so that none is cut off.
    pub drain: Duration,
    /// How long it then waits for requests in progress.
    pub grace: Duration,
}

/// Whether a client has identified itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Client {
    /// It has presented a certificate, or none is required.
    Known,
    /// It has presented no certificate although one is required.
    Unknown,
}

/// A handler for the requests of all connections.
pub trait Serves: Send + Sync + 'static {
    /// Answers a request.
    fn answer(self: Arc<Self>, request: Request<Incoming>, client: Client) -> impl Future<Output = Whole> + Send;
    /// The metrics in which connections are counted.
    fn metrics(&self) -> &Metrics;
    /// Tells the handler that the server is stopping, so that clients are sent elsewhere.
    fn stop(&self);
}

/// Serves until told to stop, then finishes requests in progress. Returns how many connections had to be cut off.
pub async fn serve<A: Serves>(
    app: Arc<A>,
    listener: TcpListener,
    tls: Option<Arc<Encryption>>,
    ending: Ending,
    stop: impl Future<Output = ()>,
) -> usize {
    let (leave, leaving) = watch::channel(false);
    let mut open = JoinSet::new();
    let refused = Arc::new(Refused::default());
    let accept = |accepted: io::Result<TcpStream>, open: &mut JoinSet<()>| match accepted {
        Ok(stream) => {
            let tls = tls.clone().map(|tls| (tls, Arc::clone(&refused)));
            drop(open.spawn(connection(Arc::clone(&app), stream, tls, leaving.clone())));
        }
        Err(error) => {
            refused.connections.tell(|more| tracing::warn!(not_told = more, "a connection was not accepted: {error}"))
        }
    };
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(_) = open.join_next() => {}
            accepted = accepted(&listener), if open.len() < CONNECTIONS => accept(accepted, &mut open),
        }
    }
    app.stop();
    tracing::info!("stopping");
    let end = Instant::now() + ending.drain;
    loop {
        tokio::select! {
            () = sleep_until(end) => break,
            Some(_) = open.join_next() => {}
            accepted = accepted(&listener), if open.len() < CONNECTIONS => accept(accepted, &mut open),
        }
    }
    // Connections made by now are still accepted, up to a limit: clients that reconnect at once would go on forever.
    let end = Instant::now() + LAST;
    while let Ok(accepted) = timeout(Duration::from_millis(5), accepted(&listener)).await {
        accept(accepted, &mut open);
        if Instant::now() >= end {
            break;
        }
    }
    drop(listener);
    sleep(LAST).await;
    // Fails only if no connection is left to hear it.
    let _ = leave.send(true);
    let finished = timeout(ending.grace, async { while open.join_next().await.is_some() {} }).await;
    if finished.is_ok() { 0 } else { open.len() }
}

/// What was refused, by kind.
#[derive(Default)]
struct Refused {
    connections: Repeated,
    certificates: Repeated,
}

/// Something that is told once a minute: a process without file descriptors refuses many connections a second, and a client
/// with a certificate that is refused may try as often.
#[derive(Default)]
struct Repeated(Mutex<Untold>);

#[derive(Default)]
struct Untold {
    /// When it was last told.
    told: Option<Instant>,
    /// How often it happened since.
    more: u64,
}

impl Repeated {
    /// Tells it, with how often it was not told before.
    fn tell(&self, tell: impl FnOnce(u64)) {
        let mut untold = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if untold.told.is_some_and(|told| told.elapsed() < Duration::from_secs(60)) {
            untold.more += 1;
            return;
        }
        tell(untold.more);
        *untold = Untold { told: Some(Instant::now()), more: 0 };
    }
}

/// Whether a handshake failed because of the client's certificate.
fn is_of_certificate(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
    matches!(error, Some(rustls::Error::InvalidCertificate(_)))
}

/// Accepts the next connection. A client's mistake, or too many open files, is no reason to stop, only to pause.
async fn accepted(listener: &TcpListener) -> io::Result<TcpStream> {
    match listener.accept().await {
        Ok((stream, _)) => Ok(stream),
        Err(error) => {
            sleep(Duration::from_millis(20)).await;
            Err(error)
        }
    }
}

async fn connection<A: Serves>(
    app: Arc<A>,
    stream: TcpStream,
    tls: Option<(Arc<Encryption>, Arc<Refused>)>,
    leaving: watch::Receiver<bool>,
) {
    let _open = app.metrics().connection();
    // Answers are written whole, so nothing is gained by delaying them.
    let _ = stream.set_nodelay(true);
    match tls {
        None => answered(app, TokioIo::new(stream), Client::Known, leaving).await,
        Some((tls, refused)) => match timeout(HANDSHAKE, tls.acceptor().accept(stream)).await {
            Ok(Ok(stream)) => {
                let has_shown = !tls.asks_clients() || stream.get_ref().1.peer_certificates().is_some();
                let client = if has_shown { Client::Known } else { Client::Unknown };
                answered(app, TokioIo::new(stream), client, leaving).await;
            }
            Ok(Err(error)) if is_of_certificate(&error) => refused.certificates.tell(|more| {
                tracing::warn!(not_told = more, "a client's certificate was refused: {error}");
            }),
            Ok(Err(error)) => tracing::debug!("a handshake failed: {error}"),
            Err(_) => tracing::debug!("a handshake took too long"),
        },
    }
}

async fn answered<A, S>(app: Arc<A>, stream: S, client: Client, mut leaving: watch::Receiver<bool>)
where
    A: Serves,
    S: rt::Read + rt::Write + Unpin + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD).half_close(true);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(PING).keep_alive_timeout(PONG);
    let asked = Arc::new(AtomicBool::new(false));
    let service = {
        let asked = Arc::clone(&asked);
        service_fn(move |request: Request<Incoming>| {
            asked.store(true, Ordering::Relaxed);
            let answer = Arc::clone(&app).answer(request, client);
            async { Ok::<_, Infallible>(answer.await) }
        })
    };
    let mut connection = pin!(builder.serve_connection(stream, service));
    let mut is_new = pin!(sleep(HANDSHAKE));
    let (mut waits, mut stays) = (true, true);
    loop {
        tokio::select! {
            done = connection.as_mut() => {
                if let Err(error) = done {
                    tracing::debug!("a connection ended: {error}");
                }
                return;
            }
            () = &mut is_new, if waits => {
                // Do not wait for a client that connects and sends nothing.
                if !asked.load(Ordering::Relaxed) {
                    return;
                }
                waits = false;
            }
            _ = leaving.changed(), if stays => {
                connection.as_mut().graceful_shutdown();
                stays = false;
            }
        }
    }
}
