use std::sync::Arc;
use std::time::{Duration, Instant};

use fitment_host::Verb;
use hyper::body::Bytes;
use hyper::http::StatusCode;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::app::App;
use super::deciding::decide;
use super::envelope::{self, Reviewed};
use super::failing::{Cause, Fate, NOT_THERE};
use super::response::{Refusal, Whole, json};
use super::summary::Summary;

/// Judges or completes what an API server sends, and answers in its format.
pub async fn admit(app: &Arc<App>, phase: &str, body: &Bytes, deadline: Duration) -> Whole {
    let begun = Instant::now();
    let (request, reviewed) = envelope::reviewing(body, phase, app.edition);
    let request = Bytes::from(request);
    let subject = subject(app, &reviewed);
    if !app.sources.are_there(&app.gate) {
        app.metrics.refused(Cause::Documents.word());
        let fate = app.on_failure.fate(Cause::Documents, &reviewed);
        app.undecided(request, subject, begun.elapsed(), fate);
        return undecided(fate, &reviewed, NOT_THERE);
    }
    let decided = decide(app, Verb::Review, &request, deadline).await.and_then(|decision| {
        let unread = || Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", "the engine's answer cannot be read");
        let summary = Summary::of(&decision.answer, subject.clone()).ok_or_else(unread)?;
        Ok((decision, summary))
    });
    let (decision, summary) = match decided {
        Ok(decided) => decided,
        Err(refusal) => {
            app.metrics.refused(refusal.cause);
            let cause = match refusal.cause {
                "deadline" => Cause::Deadline,
                "fault" => Cause::Fault,
                // The API server retries after an overload, and a body that is too large cannot be matched to a review.
                _ => return refusal.response(),
            };
            tracing::error!(cause = cause.word(), "a review came to no decision: {}", refusal.says);
            let fate = app.on_failure.fate(cause, &reviewed);
            app.undecided(request, subject, begun.elapsed(), fate);
            return undecided(fate, &reviewed, &refusal.says);
        }
    };
    if let Some(review) = answered(&decision.answer).filter(|_| summary.is_decided()) {
        app.decided(Verb::Review, request, decision, &summary, None);
        return json(StatusCode::OK, review);
    }
    let cause = if summary.lacks == "facts" { Cause::Facts } else { Cause::Request };
    app.metrics.refused(cause.word());
    let fate = app.on_failure.fate(cause, &reviewed);
    let answer = app.decided(Verb::Review, request, decision, &summary, fate);
    let left = deadline.saturating_sub(begun.elapsed());
    let says = in_words(app, &answer, left).await.unwrap_or_else(|| summary.codes.join(", "));
    undecided(fate, &reviewed, &(says + hint(body)))
}

/// The name a review is counted under. Kinds without a rule are counted together, because clients can make up any
/// number.
fn subject(app: &App, reviewed: &Reviewed) -> String {
    let kind = if app.kinds.contains(&reviewed.kind) { &reviewed.kind } else { "other" };
    format!("review/{kind}")
}

/// Extracts the AdmissionReview from the engine's answer.
fn answered(answer: &[u8]) -> Option<Bytes> {
    #[derive(Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        review: &'a RawValue,
    }
    let Answer { review } = serde_json::from_slice(answer).ok()?;
    Some(Bytes::copy_from_slice(review.get().as_bytes()))
}

fn undecided(fate: Option<Fate>, reviewed: &Reviewed, says: &str) -> Whole {
    match fate {
        Some(fate) => json(StatusCode::OK, fate.answer(reviewed, says).to_string()),
        // Without a `uid` there is no request to answer.
        None => Refusal::new(StatusCode::BAD_REQUEST, "request", says).response(),
    }
}

/// Describes the problems of an undecided review in English. The engine is asked about its answer rather than once more
/// for the review, which may be no JSON and say nothing about words.
async fn in_words(app: &Arc<App>, answer: &[u8], deadline: Duration) -> Option<String> {
    #[derive(Deserialize)]
    struct Undecided<'a> {
        #[serde(borrow)]
        problems: &'a RawValue,
    }
    #[derive(Deserialize)]
    struct Words {
        answer: Said,
    }
    #[derive(Deserialize)]
    struct Said {
        problems: Vec<Problem>,
    }
    #[derive(Deserialize)]
    struct Problem {
        #[serde(default)]
        path: String,
        says: String,
    }
    let Undecided { problems } = serde_json::from_slice(answer).ok()?;
    let given = format!(r#"{{"question":"fitment/words","given":{{"problems":{problems}}}}}"#);
    let decision = decide(app, Verb::Ask, &Bytes::from(given), deadline).await.ok()?;
    let Words { answer: Said { problems } } = serde_json::from_slice(&decision.answer).ok()?;
    let says = |problem: &Problem| match problem.path.as_str() {
        "" => problem.says.clone(),
        path => format!("{path}: {}", problem.says),
    };
    Some(problems.iter().map(says).collect::<Vec<_>>().join("; ")).filter(|says| !says.is_empty())
}

/// What to do about a body that is not text, where that can be told.
fn hint(body: &[u8]) -> &'static str {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    if body.starts_with(&GZIP) { "; the body is compressed with gzip, send it as it is" } else { "" }
}
