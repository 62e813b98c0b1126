use std::sync::Arc;
use std::time::Duration;

use fitment_host::Verb;
use hyper::body::Bytes;
use hyper::http::StatusCode;

use super::app::App;
use super::deciding::decide;
use super::envelope;
use super::response::{Refusal, Whole, json};
use super::summary::Summary;

/// Asks a question and returns the engine's own bytes. The status says whether it was decided.
pub async fn ask(app: &Arc<App>, question: &str, body: &Bytes, deadline: Duration) -> Whole {
    let request = Bytes::from(envelope::asking(question, body));
    let refused = |refusal: Refusal| {
        app.metrics.refused(refusal.cause);
        refusal.response()
    };
    let decision = match decide(app, Verb::Ask, &request, deadline).await {
        Ok(decision) => decision,
        Err(refusal) => return refused(refusal),
    };
    // Questions the engine does not know are counted together.
    let subject = if app.questions.contains(question) { question } else { "unknown" };
    let Some(summary) = Summary::of(&decision.answer, subject.to_owned()) else {
        return refused(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", "the engine's answer cannot be read"));
    };
    let status = match summary.lacks {
        _ if summary.is_decided() => StatusCode::OK,
        "facts" => StatusCode::CONFLICT,
        _ => StatusCode::BAD_REQUEST,
    };
    if status != StatusCode::OK {
        app.metrics.refused(summary.lacks);
    }
    let answer = app.decided(Verb::Ask, request, decision, &summary);
    json(status, answer)
}
