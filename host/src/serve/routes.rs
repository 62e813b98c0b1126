use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fitment_host::EMBEDDED_SHA256;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, HeaderValue};
use hyper::http::{Method, StatusCode, Version};
use hyper::{Request, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::App;
use super::admit::admit;
use super::ask::ask;
use super::response::{Refusal, Whole, json as answer, typed};

/// How long a body may take to arrive.
const BODY: Duration = Duration::from_secs(10);

/// What a path leads to, with what its requests are counted under.
#[derive(Clone, Copy)]
enum Route<'p> {
    Admit(&'static str),
    Ask(&'p str),
    Questions,
    About,
    Documents,
    Health,
    Ready,
    Metrics,
    Page,
}

impl<'p> Route<'p> {
    fn of(path: &'p str) -> Option<(Self, &'static str)> {
        let route = match path {
            "/admit" => (Self::Admit("validating"), "/admit"),
            "/admit/mutate" => (Self::Admit("mutating"), "/admit/mutate"),
            "/questions" => (Self::Questions, "/questions"),
            "/about" => (Self::About, "/about"),
            "/documents" => (Self::Documents, "/documents"),
            "/healthz" => (Self::Health, "/healthz"),
            "/readyz" => (Self::Ready, "/readyz"),
            "/metrics" => (Self::Metrics, "/metrics"),
            "/" => (Self::Page, "/"),
            _ => (Self::Ask(path.strip_prefix("/ask/")?), "/ask"),
        };
        Some(route)
    }

    fn method(self) -> Method {
        if matches!(self, Self::Admit(_) | Self::Ask(_)) { Method::POST } else { Method::GET }
    }
}

/// Answers one request, whatever it is.
pub async fn answer_to(app: Arc<App>, request: Request<Incoming>) -> Result<Whole, Infallible> {
    let begun = Instant::now();
    let version = request.version();
    let path = request.uri().path().to_owned();
    let (mut response, counted) = match Route::of(&path) {
        Some((route, counted)) => (answered(&app, route, request).await, counted),
        None => {
            let says = format!("found the path `{path}`, expected one that `/` lists");
            (Refusal::new(StatusCode::NOT_FOUND, "unknown-path", says).response(), "unknown")
        }
    };
    if version < Version::HTTP_2 && app.stopping.load(Ordering::Relaxed) {
        // Whoever has more to ask finds another gate.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    app.metrics.answered(counted, response.status().as_u16(), begun.elapsed());
    Ok(response)
}

async fn answered(app: &Arc<App>, route: Route<'_>, request: Request<Incoming>) -> Whole {
    let expected = route.method();
    let is_head = request.method() == Method::HEAD && expected == Method::GET;
    if *request.method() != expected && !is_head {
        let says = format!("found the method {}, expected {expected}", request.method());
        let mut response = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", says).response();
        let allow = if expected == Method::POST { "POST" } else { "GET, HEAD" };
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
        return response;
    }
    match route {
        Route::Admit(_) | Route::Ask(_) => decided(app, route, request).await,
        Route::Questions => own(app, "fitment/questions").await,
        Route::About => about(app).await,
        Route::Documents => answer(StatusCode::OK, app.sources.documents(&app.gate).to_string()),
        Route::Health => typed(StatusCode::OK, "text/plain; charset=utf-8", "ok\n"),
        Route::Ready => ready(app),
        Route::Metrics => {
            typed(StatusCode::OK, "application/openmetrics-text; version=1.0.0; charset=utf-8", app.metrics.shown())
        }
        Route::Page => typed(StatusCode::OK, "text/plain; charset=utf-8", PAGE),
    }
}

const PAGE: &str = "\
This is the gate of Fitment. It answers

  POST /admit                    an AdmissionReview, judged
  POST /admit/mutate             an AdmissionReview, completed
  POST /ask/<policy>/<question>  a question: the envelope without `question`
  GET  /questions                what can be asked
  GET  /documents                what decisions rest on
  GET  /about                    which engine decides
  GET  /healthz, /readyz         whether it lives, whether it is ready
  GET  /metrics                  figures for Prometheus

The page is not part of this build. In a checkout of Fitment, `cargo xtask demo` builds it and shows it.
";

/// What takes an instance: as many at a time as were asked for, and no more are read.
async fn decided(app: &Arc<App>, route: Route<'_>, request: Request<Incoming>) -> Whole {
    let refused = |refusal: Refusal| {
        app.metrics.refused(refusal.cause);
        refusal.response()
    };
    let Ok(_turn) = app.requests.try_acquire() else {
        return refused(Refusal::overload("as many requests as may be are under way; try again later"));
    };
    let deadline = deadline(app, request.uri().query());
    let body = match body(request.into_body(), app.body_limit).await {
        Ok(body) => body,
        Err(refusal) => return refused(refusal),
    };
    match route {
        Route::Admit(phase) => admit(app, phase, &body, deadline).await,
        Route::Ask(question) => ask(app, question, &body, deadline).await,
        _ => Response::default(),
    }
}

/// The host's deadline, or what an API server says in the query that it waits for, if that is less.
fn deadline(app: &App, query: Option<&str>) -> Duration {
    let said = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix("timeout="));
    let said = said.and_then(|said| humantime::parse_duration(said).ok()).filter(|said| !said.is_zero());
    said.map_or(app.deadline, |said| said.min(app.deadline))
}

async fn body(body: Incoming, limit: usize) -> Result<Bytes, Refusal> {
    let too_large = || {
        let says = format!("the body has more than the {limit} bytes allowed");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", says)
    };
    // What says that it is too large is not read.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    match timeout(BODY, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => Err(too_large()),
        Ok(Err(error)) => {
            Err(Refusal::new(StatusCode::BAD_REQUEST, "request", format!("the body cannot be read: {error}")))
        }
        Err(_) => {
            let says = format!("the body did not arrive within {} s", BODY.as_secs());
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "timeout", says))
        }
    }
}

/// An answer about the engine itself, which is no decision of the gate's.
async fn own(app: &Arc<App>, question: &str) -> Whole {
    let request = Bytes::from(json!({ "question": question }).to_string());
    match super::deciding::decide(app, super::deciding::Verb::Ask, &request, app.deadline).await {
        Ok(decision) => answer(StatusCode::OK, decision.answer),
        Err(refusal) => refusal.response(),
    }
}

/// With the digest of the wasm file, which only the host knows.
async fn about(app: &Arc<App>) -> Whole {
    let request = Bytes::from_static(br#"{"question":"fitment/about"}"#);
    match super::deciding::decide(app, super::deciding::Verb::Ask, &request, app.deadline).await {
        Ok(decision) => {
            let mut about: Value = serde_json::from_slice(&decision.answer).unwrap_or_default();
            about["wasm"] = json!({ "sha256": EMBEDDED_SHA256 });
            answer(StatusCode::OK, about.to_string())
        }
        Err(refusal) => refusal.response(),
    }
}

/// Ready until it stops; with what is wrong with documents that were offered since.
fn ready(app: &App) -> Whole {
    let is_stopping = app.stopping.load(Ordering::Relaxed);
    let status = if is_stopping { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let detail = app.sources.ready(&app.gate, !is_stopping);
    answer(status, detail.to_string())
}
