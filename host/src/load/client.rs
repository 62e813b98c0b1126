use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Request, rt};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::histogram::Histogram;
use super::target::Target;

/// The requests to send, and how to send them.
#[derive(Clone)]
pub struct Load {
    pub target: Target,
    /// The bodies, sent in turn and repeated from the start.
    pub bodies: Vec<Bytes>,
    pub connections: usize,
    pub lasts: Duration,
    /// Requests per second over all connections; as many as are answered, if `None`.
    pub rate: Option<f64>,
}

/// The result of a load.
#[derive(Clone, Default)]
pub struct Measured {
    pub took: Histogram,
    pub statuses: BTreeMap<u16, u64>,
    /// Requests without an answer, and connections that could not be made.
    pub errors: u64,
    /// The text of one of the errors.
    pub says: Option<String>,
    pub lasted: Duration,
}

/// The longest to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

impl Measured {
    pub fn add_all(&mut self, other: &Self) {
        self.took.add_all(&other.took);
        for (status, count) in &other.statuses {
            *self.statuses.entry(*status).or_default() += count;
        }
        self.errors += other.errors;
        self.says = self.says.take().or_else(|| other.says.clone());
        self.lasted += other.lasted;
    }

    /// Answers per second.
    pub fn a_second(&self) -> f64 {
        self.took.count() as f64 / self.lasted.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

impl Load {
    /// Sends requests until the time is up.
    pub async fn run(&self) -> Measured {
        let begun = Instant::now();
        let mut connections = JoinSet::new();
        for number in 0..self.connections {
            connections.spawn(self.clone().one(number, begun));
        }
        let mut measured = Measured::default();
        while let Some(one) = connections.join_next().await {
            // A task that panicked counts as empty.
            measured.add_all(&one.unwrap_or_default());
        }
        measured.lasted = begun.elapsed();
        measured
    }

    /// Runs one connection, reconnecting when it ends.
    async fn one(self, number: usize, begun: Instant) -> Measured {
        let mut measured = Measured::default();
        let end = begun + self.lasts;
        let mut sent = 0_u32;
        while Instant::now() < end {
            let mut sender = match self.connect().await {
                Ok(sender) => sender,
                Err(error) => {
                    measured.failed(&error);
                    sleep(Duration::from_millis(20)).await;
                    continue;
                }
            };
            while let Some(due) = self.due(number, sent, begun).filter(|due| *due < end) {
                if self.rate.is_some() {
                    // A timer waits about a millisecond even for what is due.
                    sleep_until(due).await;
                }
                // At a fixed rate a late request counts from when it was due: other clients would have waited as long.
                let since = if self.rate.is_some() { due } else { Instant::now() };
                let answered = timeout(PATIENCE, self.send(&mut sender, number + sent as usize)).await;
                sent += 1;
                let is_last = match answered {
                    Ok(Ok((status, is_last))) => {
                        measured.took.add(since.elapsed());
                        *measured.statuses.entry(status).or_default() += 1;
                        is_last
                    }
                    Ok(Err(error)) => measured.failed(&io::Error::other(error)),
                    Err(_) => measured.failed(&io::ErrorKind::TimedOut.into()),
                };
                if is_last {
                    break;
                }
            }
            if self.due(number, sent, begun).is_none_or(|due| due >= end) {
                break;
            }
        }
        measured
    }

    /// Returns when a request is due: at once, or spread evenly over all connections.
    fn due(&self, number: usize, sent: u32, begun: Instant) -> Option<Instant> {
        let Some(rate) = self.rate else { return Some(Instant::now()) };
        let turns = f64::from(sent) + number as f64 / self.connections as f64;
        let after = Duration::try_from_secs_f64(turns * self.connections as f64 / rate).ok()?;
        begun.checked_add(after)
    }

    async fn connect(&self) -> io::Result<SendRequest<Full<Bytes>>> {
        let stream = TcpStream::connect(&self.target.address).await?;
        stream.set_nodelay(true)?;
        match &self.target.tls {
            None => speak(TokioIo::new(stream)).await,
            Some((tls, name)) => speak(TokioIo::new(tls.connect(name.clone(), stream).await?)).await,
        }
    }

    /// Returns the answer's status, and whether the server announced that it ends the connection.
    async fn send(&self, sender: &mut SendRequest<Full<Bytes>>, number: usize) -> hyper::Result<(u16, bool)> {
        let body = self.bodies.get(number % self.bodies.len().max(1)).cloned().unwrap_or_default();
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = hyper::Method::POST;
        *request.uri_mut() = self.target.path.clone();
        request.headers_mut().insert(HOST, self.target.host.clone());
        request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        sender.ready().await?;
        let response = sender.send_request(request).await?;
        let status = response.status().as_u16();
        let is_last = response.headers().get(CONNECTION).is_some_and(|value| value == "close");
        response.into_body().collect().await?;
        Ok((status, is_last))
    }
}

impl Measured {
    /// Counts an error, after which the connection is made again.
    fn failed(&mut self, error: &io::Error) -> bool {
        self.errors += 1;
        self.says.get_or_insert_with(|| error.to_string());
        true
    }
}

async fn speak<S>(stream: S) -> io::Result<SendRequest<Full<Bytes>>>
where
    S: rt::Read + rt::Write + Unpin + Send + 'static,
{
    let (sender, connection) = handshake(stream).await.map_err(io::Error::other)?;
    // If the connection fails, the next request to be sent returns the error.
    tokio::spawn(async { drop(connection.await) });
    Ok(sender)
}
