use std::sync::Arc;
use std::time::Duration;

use fitment_host::{Class, Decision, Error, Verb};
use hyper::body::Bytes;
use hyper::http::StatusCode;
use tokio::time::{Instant, timeout_at};

use super::app::App;
use super::response::Refusal;

/// Decides. A decision that is not quick starts over on a thread that may block, within what is left of the deadline:
/// the first attempt left nothing behind.
pub async fn decide(app: &Arc<App>, verb: Verb, request: &Bytes, deadline: Duration) -> Result<Decision, Refusal> {
    // A body may fit and be too large with what is put around it.
    let (bytes, most) = (request.len(), app.request_limit);
    if bytes > most {
        let says =
            format!("found a request of {bytes} bytes with what is put around the body, expected at most {most}");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", says));
    }
    if deadline.is_zero() {
        return Err(late(deadline));
    }
    let end = Instant::now() + deadline;
    let refused = move |error| refusal(error, deadline);
    if let Some(done) = app.gate.within(deadline).decide_quickly(verb, request) {
        return done.map_err(refused);
    }
    let busy = || Refusal::overload("all threads for long decisions are busy; try again later");
    let turn = timeout_at(end, Arc::clone(&app.patient).acquire_owned()).await;
    let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
    let (gate, request) = (app.gate.clone(), request.clone());
    let caller = tracing::Span::current();
    let decided = tokio::task::spawn_blocking(move || {
        let _caller = caller.entered();
        let decided = gate.within(end.saturating_duration_since(Instant::now())).decide(verb, &request);
        drop(turn);
        decided
    });
    let gone = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", "the thread that decided is gone");
    decided.await.map_err(gone)?.map_err(refused)
}

fn refusal(error: Error, deadline: Duration) -> Refusal {
    match error.class() {
        Class::Overload => Refusal::overload(error.to_string()),
        Class::Request => Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", error.to_string()),
        // The error knows what the last attempt had.
        _ if error.is_out_of_time() => late(deadline),
        _ => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", error.to_string()),
    }
}

fn late(deadline: Duration) -> Refusal {
    let says = format!("the decision took longer than the deadline of {} ms", deadline.as_millis());
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "deadline", says)
}
