use std::sync::Arc;
use std::time::Duration;

use fitment_host::Verb;
use hyper::body::Bytes;
use hyper::http::StatusCode;

use super::app::App;
use super::deciding::decide;
use super::envelope;
use super::failing::{Cause, NOT_THERE};
use super::response::{Refusal, Whole, json};
use super::summary::Summary;

/// Asks a question and returns the engine's own bytes. The status says whether it was decided.
pub async fn ask(app: &Arc<App>, question: &str, body: &Bytes, deadline: Duration) -> Whole {
    let refused = |refusal: Refusal| {
        app.metrics.refused(refusal.cause);
        refusal.response()
    };
    let request = match envelope::asking(question, body) {
        Ok(request) => Bytes::from(request),
        Err(says) => return refused(Refusal::new(StatusCode::BAD_REQUEST, Cause::Request.word(), says)),
    };
    if !app.sources.are_there(&app.gate) {
        let unknown = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, Cause::Documents.word(), NOT_THERE);
        return refused(unknown);
    }
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
    let answer = app.decided(Verb::Ask, request, decision, &summary, None);
    json(status, answer)
}

#[cfg(test)]
mod tests {
    use fitment_host::Limits;
    use http_body_util::BodyExt as _;
    use serde_json::Value;

    use super::*;
    use crate::cli::reading::objects::Head;
    use crate::serve::app::open;
    use crate::serve::documents::{Sources, Told};
    use crate::serve::settings::Settings;

    /// A cluster of which nothing is known yet.
    struct Silent;

    impl Told for Silent {
        fn revision(&self) -> Option<u64> {
            None
        }

        fn loads(&self) -> Vec<String> {
            Vec::new()
        }

        fn faults(&self) -> Vec<String> {
            Vec::new()
        }

        fn has(&self, _: &Head) -> bool {
            false
        }
    }

    #[test]
    fn nothing_is_answered_before_the_documents_are_there() {
        let mut app = open(Settings::new(Limits::default())).expect("it opens").app;
        let sources =
            Sources::new(Vec::new(), "design", Vec::new(), &[], Some(Arc::new(Silent))).expect("there are no files");
        Arc::get_mut(&mut app).expect("nobody else has it").sources = Arc::new(sources);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("it starts");
        let (status, body) = runtime.block_on(async {
            let answer = ask(&app, "fitment/about", &Bytes::new(), app.deadline).await;
            (answer.status(), answer.into_body().collect().await.expect("it is whole").to_bytes())
        });
        let told: Value = serde_json::from_slice(&body).expect("it is JSON");
        assert_eq!((status, &told["error"]["kind"]), (StatusCode::SERVICE_UNAVAILABLE, &"documents".into()), "{told}");
    }
}
