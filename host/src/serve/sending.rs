use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{env, io};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::handshake;
use hyper::header::{HOST, HeaderValue};
use hyper::{Request, Response, Uri, rt};
use hyper_util::rt::TokioIo;
use opentelemetry_http::{HttpClient, HttpError};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::cli::exit::Failure;
use crate::load::connector;

/// How long a collector may take for one request.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest answer read from a collector, in bytes.
const ANSWER: usize = 64 << 10;

/// How often to report that nothing reaches the collector.
const TOLD: Duration = Duration::from_secs(60);

/// Sends requests to a collector, each over a new connection, since there is one only every few seconds. Blocks the
/// calling thread, which does nothing else.
#[derive(Debug)]
pub struct Sending {
    runtime: Runtime,
    /// Host and port.
    address: String,
    tls: Option<(Encrypting, ServerName<'static>)>,
    failing: Mutex<Failing>,
}

struct Encrypting(TlsConnector);

impl std::fmt::Debug for Encrypting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Encrypting")
    }
}

/// Whether the last request failed, and when that was last reported.
#[derive(Debug, Default)]
struct Failing {
    is_failing: bool,
    told: Option<Instant>,
}

impl Sending {
    /// Takes a collector's URL; for an encrypted one, a variable names its certificate or its issuer's.
    pub fn to(url: &str) -> Result<Self, Failure> {
        let wrong =
            || Failure::Input(format!("found the collector `{url}`, expected one such as `http://127.0.0.1:4318`"));
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        let host = uri.host().ok_or_else(wrong)?;
        let (port, is_encrypted) = match uri.scheme_str() {
            Some("http") => (80, false),
            Some("https") => (443, true),
            _ => return Err(wrong()),
        };
        let tls = if is_encrypted {
            let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
            Some((Encrypting(connector(&certificate(url)?)?), ServerName::try_from(name).map_err(|_| wrong())?))
        } else {
            None
        };
        let address = format!("{host}:{}", uri.port_u16().unwrap_or(port));
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Self { runtime, address, tls, failing: Mutex::default() })
    }

    async fn send(&self, request: Request<Bytes>) -> io::Result<Response<Bytes>> {
        let stream = TcpStream::connect(&self.address).await?;
        match &self.tls {
            None => self.speak(TokioIo::new(stream), request).await,
            Some((Encrypting(tls), name)) => {
                self.speak(TokioIo::new(tls.connect(name.clone(), stream).await?), request).await
            }
        }
    }

    async fn speak<S>(&self, stream: S, request: Request<Bytes>) -> io::Result<Response<Bytes>>
    where
        S: rt::Read + rt::Write + Unpin + Send + 'static,
    {
        let (mut head, body) = request.into_parts();
        // Sent to the server itself, a request names only the path.
        let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
        head.uri = path.parse().map_err(io::Error::other)?;
        head.headers.insert(HOST, HeaderValue::try_from(&self.address).map_err(io::Error::other)?);
        let (mut sender, connection) = handshake(stream).await.map_err(io::Error::other)?;
        // If the connection fails, the request being awaited returns the error.
        tokio::spawn(async { drop(connection.await) });
        let response = sender.send_request(Request::from_parts(head, Full::new(body))).await;
        let (head, body) = response.map_err(io::Error::other)?.into_parts();
        let body = Limited::new(body, ANSWER).collect().await.map_err(io::Error::other)?;
        Ok(Response::from_parts(head, body.to_bytes()))
    }

    /// Reports the first failure, repeats it from time to time while it lasts, and reports the recovery.
    fn tell(&self, failed: Option<&str>) {
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(says) => {
                if failing.told.is_none_or(|told| told.elapsed() > TOLD) {
                    tracing::warn!("traces do not reach the collector at {}: {says}", self.address);
                    failing.told = Some(Instant::now());
                }
                failing.is_failing = true;
            }
            None if failing.is_failing => {
                tracing::info!("traces reach the collector at {}", self.address);
                failing.is_failing = false;
            }
            None => {}
        }
    }
}

#[async_trait::async_trait]
impl HttpClient for Sending {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let sent = self.runtime.block_on(async { timeout(PATIENCE, self.send(request)).await });
        let sent = sent.unwrap_or_else(|_| {
            Err(io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {} s", PATIENCE.as_secs())))
        });
        let failed = match &sent {
            Ok(response) if response.status().is_success() => None,
            Ok(response) => Some(format!("it answers {}", response.status())),
            Err(error) => Some(error.to_string()),
        };
        self.tell(failed.as_deref());
        Ok(sent?)
    }
}

/// The path of an encrypted collector's certificate.
fn certificate(url: &str) -> Result<PathBuf, Failure> {
    const NAMES: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"];
    let found = NAMES.iter().find_map(|name| env::var_os(name).filter(|value| !value.is_empty()));
    found.map(PathBuf::from).ok_or_else(|| {
        let [_, name] = NAMES;
        let says = "with the certificate of the collector, or of whoever issued it";
        Failure::Input(format!("found the collector `{url}`, expected the variable `{name}` {says}"))
    })
}
