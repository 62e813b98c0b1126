use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fitment_host::{EMBEDDED_SHA256, Verb};
use http_body_util::{BodyExt as _, Limited};
use hyper::Request;
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{ALLOW, CONNECTION, HeaderValue};
use hyper::http::{Method, StatusCode, Version};
use serde_json::{Value, json};
use tokio::time::timeout;
use tracing::Instrument as _;

use super::admit::admit;
use super::app::App;
use super::ask::ask;
use super::connections::{Client, Serves};
use super::deciding::decide;
use super::metrics::Metrics;
use super::openapi;
use super::response::{Refusal, Whole, json as answer, typed};
use super::spans;
use super::table::{self, Leads, OPEN_METRICS, Row};

/// How long a body may take to arrive.
const BODY: Duration = Duration::from_secs(10);

/// How much of an API server's timeout is left for the way back, at most: an answer that it no longer waits for is none.
const WAY_BACK: Duration = Duration::from_millis(500);

/// A request that is being answered. Counts the client as gone if it is dropped before its end.
struct Underway<'a>(Option<(&'a App, &'static str)>);

impl Underway<'_> {
    fn end(mut self) {
        self.0 = None;
    }
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        match self.0 {
            // Nobody knows who left, and soon nobody asks for the metrics.
            Some((app, path)) if app.stopping.load(Ordering::Relaxed) => {
                tracing::warn!(path, "a connection ended before its answer was sent, while the gate stops");
            }
            Some((app, path)) => {
                app.metrics.refused("client-left");
                tracing::warn!(path, "a client left before it had its answer");
            }
            None => {}
        }
    }
}

impl Serves for App {
    fn answer(self: Arc<Self>, request: Request<Incoming>, client: Client) -> impl Future<Output = Whole> + Send {
        answer_to(self, request, client)
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }
}

async fn answer_to(app: Arc<App>, request: Request<Incoming>, client: Client) -> Whole {
    let begun = Instant::now();
    let version = request.version();
    let path = request.uri().path().to_owned();
    // The files of the page are counted together.
    let page = || app.page.has(&path).then(|| Row::of("/")).flatten();
    let row = Row::of(&path).or_else(page);
    let counted = row.map_or("unknown", |(row, _)| row.counted());
    let span = spans::of(&request, counted);
    let mut response = match row {
        Some((row, rest)) => answered(&app, row, rest, request, client).instrument(span.clone()).await,
        None => {
            let says = format!("found the path `{path}`, expected one that `/` lists");
            Refusal::new(StatusCode::NOT_FOUND, "unknown-path", says).response()
        }
    };
    spans::answered(&span, response.status());
    if version < Version::HTTP_2 && app.stopping.load(Ordering::Relaxed) {
        // Close the connection, so that the client's next request reaches another gate.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    app.metrics.answered(counted, response.status().as_u16(), begun.elapsed());
    response
}

async fn answered(app: &Arc<App>, row: &Row, rest: &str, request: Request<Incoming>, client: Client) -> Whole {
    if client == Client::Unknown && !row.for_all {
        let says = "found no certificate, expected one of a client that this gate knows";
        return Refusal::new(StatusCode::FORBIDDEN, "no-certificate", says).response();
    }
    let expected = row.method();
    let is_head = request.method() == Method::HEAD && expected == Method::GET;
    if *request.method() != expected && !is_head {
        let says = format!("found the method {}, expected {expected}", request.method());
        let mut response = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", says).response();
        let allow = if expected == Method::POST { "POST" } else { "GET, HEAD" };
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
        return response;
    }
    match row.leads {
        Leads::Admit(_) | Leads::Ask => decided(app, row, rest, request).await,
        Leads::Questions => own(app, "fitment/questions").await,
        Leads::About => about(app).await,
        Leads::Documents => answer(StatusCode::OK, app.sources.documents(&app.gate).to_string()),
        Leads::Health => typed(StatusCode::OK, "text/plain; charset=utf-8", "ok\n"),
        Leads::Ready => ready(app),
        Leads::Metrics => {
            #[cfg(feature = "kubernetes")]
            app.metrics.silent(app.sources.unheard().len());
            typed(StatusCode::OK, OPEN_METRICS, app.metrics.shown())
        }
        Leads::OpenApi => open_api(app).await,
        Leads::Page => {
            let page = app.page.answer(request.uri().path(), request.headers());
            page.unwrap_or_else(|| typed(StatusCode::OK, "text/plain; charset=utf-8", without_page()))
        }
    }
}

/// The text at `/` if there is no page.
fn without_page() -> String {
    format!(
        "This is the gate of Fitment. It answers\n\n{}
The page is not part of this build. In a checkout of Fitment, `cargo xtask page` builds it into `www/dist`, and
`fitment serve --page www/dist` shows it here; `cargo xtask package` makes it part of the next build.\n",
        table::text()
    )
}

/// Builds the OpenAPI document once: it asks the engine for each question's schemas.
async fn open_api(app: &Arc<App>) -> Whole {
    if let Some(document) = app.open_api.get() {
        return answer(StatusCode::OK, document.clone());
    }
    match openapi::document(app).await {
        Ok(document) => answer(StatusCode::OK, app.open_api.get_or_init(|| document).clone()),
        Err(refusal) => refusal.response(),
    }
}

/// Answers requests that need an instance: at most the configured number at a time, and no more bodies are read.
async fn decided(app: &Arc<App>, row: &Row, rest: &str, request: Request<Incoming>) -> Whole {
    let refused = |refusal: Refusal| {
        app.metrics.refused(refusal.cause);
        refusal.response()
    };
    let Ok(_turn) = app.requests.try_acquire() else {
        return refused(Refusal::overload("the limit of requests under way is reached; try again later"));
    };
    let begun = Instant::now();
    let underway = Underway(Some((app, row.counted())));
    let query = request.uri().query().map(str::to_owned);
    let body = match body(request.into_body(), app.body_limit).await {
        Ok(body) => body,
        Err(refusal) => {
            underway.end();
            return refused(refusal);
        }
    };
    let deadline = deadline(app.deadline, query.as_deref(), begun.elapsed());
    let response = match row.leads {
        Leads::Admit(phase) => admit(app, phase, &body, deadline).await,
        _ => ask(app, rest, &body, deadline).await,
    };
    underway.end();
    response
}

/// The host's deadline, or what is left of the API server's `timeout` from the query if that is shorter.
fn deadline(own: Duration, query: Option<&str>, elapsed: Duration) -> Duration {
    let said = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix("timeout="));
    let said = said.and_then(|said| humantime::parse_duration(said).ok()).filter(|said| !said.is_zero());
    let left = |said: Duration| said.saturating_sub((said / 10).min(WAY_BACK)).saturating_sub(elapsed);
    said.map_or(own, |said| left(said).min(own))
}

/// Reads a whole body, or returns why it cannot.
pub async fn body(body: Incoming, limit: usize) -> Result<Bytes, Refusal> {
    let too_large = || {
        let says = format!("the body has more than the {limit} bytes allowed");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", says)
    };
    // A body that announces it is too large is not read.
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

/// Answers a question about the engine itself, which does not count as a decision of the gate.
async fn own(app: &Arc<App>, question: &str) -> Whole {
    let request = Bytes::from(json!({ "question": question }).to_string());
    match decide(app, Verb::Ask, &request, app.deadline).await {
        Ok(decision) => answer(StatusCode::OK, decision.answer),
        Err(refusal) => refusal.response(),
    }
}

/// Adds the digest of the wasm file, which only the host knows.
async fn about(app: &Arc<App>) -> Whole {
    let request = Bytes::from_static(br#"{"question":"fitment/about"}"#);
    match decide(app, Verb::Ask, &request, app.deadline).await {
        Ok(decision) => {
            let mut about: Value = serde_json::from_slice(&decision.answer).unwrap_or_default();
            about["wasm"] = json!({ "sha256": EMBEDDED_SHA256 });
            answer(StatusCode::OK, about.to_string())
        }
        Err(refusal) => refusal.response(),
    }
}

/// The gate is ready from when it has documents until it stops; the body also describes what is wrong with newer ones.
fn ready(app: &App) -> Whole {
    let is_ready = !app.stopping.load(Ordering::Relaxed) && app.sources.are_there(&app.gate);
    let status = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let detail = app.sources.ready(&app.gate, is_ready);
    answer(status, detail.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_there_before_an_api_server_gives_up() {
        let [own, none] = [5000, 0].map(Duration::from_millis);
        let left = |query, elapsed| deadline(own, query, Duration::from_millis(elapsed));
        assert_eq!([left(None, 9000), left(Some("timeout=0s"), 0), left(Some("timeout=10s"), 0)], [own; 3]);
        assert_eq!(left(Some("a=b&timeout=1s"), 0), Duration::from_millis(900));
        assert_eq!(left(Some("timeout=1s"), 300), Duration::from_millis(600), "what the body took is gone");
        assert_eq!(left(Some("timeout=10s"), 6000), Duration::from_millis(3500));
        assert_eq!(left(Some("timeout=10ms"), 20), none);
    }
}
