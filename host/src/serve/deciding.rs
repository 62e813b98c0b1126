use std::sync::Arc;
use std::time::Duration;

use fitment_host::{Class, Decision, Error, Gate};
use hyper::body::Bytes;
use hyper::http::StatusCode;
use tokio::time::timeout;

use super::App;
use super::response::Refusal;

/// What nearly every decision is made within. So long one is made where the request was read; a thread of its own for
/// each would take longer to wake than most decisions take.
const QUICK: Duration = Duration::from_millis(5);

/// Requests that are small enough to be decided quickly.
const SMALL: usize = 128 << 10;

/// One of the verbs that decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    Ask,
    Review,
}

impl Verb {
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Review => "review",
        }
    }

    fn carry_out(self, gate: &Gate, request: &[u8]) -> Result<Decision, Error> {
        match self {
            Self::Ask => gate.ask(request),
            Self::Review => gate.review(request),
        }
    }
}

/// Decides. What is not decided quickly begins anew on a thread that may wait: the first attempt left nothing behind.
pub async fn decide(app: &Arc<App>, verb: Verb, request: &Bytes, deadline: Duration) -> Result<Decision, Refusal> {
    // An instance that loads its documents first is never quick.
    if app.gate.is_prompt() && request.len() <= SMALL {
        match verb.carry_out(&app.gate.within(QUICK.min(deadline)), request) {
            Err(error) if error.is_out_of_time() && deadline > QUICK => {}
            done => return done.map_err(refusal),
        }
    }
    let busy = || Refusal::overload("all threads for long decisions are at work; try again later");
    let turn = timeout(deadline, Arc::clone(&app.patient).acquire_owned()).await;
    let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
    let (gate, request) = (app.gate.within(deadline), request.clone());
    let decided = tokio::task::spawn_blocking(move || {
        let decided = verb.carry_out(&gate, &request);
        drop(turn);
        decided
    });
    let gone = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", "the thread that decided is gone");
    decided.await.map_err(gone)?.map_err(refusal)
}

fn refusal(error: Error) -> Refusal {
    match error.class() {
        Class::Overload => Refusal::overload(error.to_string()),
        Class::Request => Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", error.to_string()),
        _ if error.is_out_of_time() => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "deadline", error.to_string()),
        _ => Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", error.to_string()),
    }
}
