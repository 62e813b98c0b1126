//! AdmissionReviews to questions and back.

use crate::policy::fitment::reasons::KIND_NOT_JUDGED;
use crate::policy::{Asked, Decision, Outcome, Undecided};
use crate::reason::Reason;
use crate::wire::{Json, Phase, Pointer, Value, given, read};

given! {
    /// What an API server sends to a webhook.
    foreign struct AdmissionReview<'a> {
        /// `admission.k8s.io/v1`
        api_version ["apiVersion"]: &'a str,
        /// What is to be judged.
        request: Request<'a>,
    }
}

given! {
    /// What is to be judged.
    foreign struct Request<'a> {
        /// The name of this one call, which the answer repeats.
        uid: &'a str,
        /// The kind of the object.
        kind: Kind<'a>,
        /// What is done to it: `CREATE`, `UPDATE`, `DELETE` or `CONNECT`.
        operation: &'a str,
    }
}

given! {
    /// The kind of an object.
    foreign struct Kind<'a> {
        /// Its group, empty for the core group.
        group: Option<&'a str>,
        /// Its kind.
        kind: &'a str,
    }
}

/// Judges or completes an object with the loaded documents.
pub fn review(review: Value<'_>, _phase: Phase, _asked: &Asked<'_>) -> Outcome<Json> {
    let (AdmissionReview { api_version, request }, _) = read(review, "/review").map_err(Undecided::request)?;
    let Request { uid, kind, operation } = request;
    let name = match kind.group.filter(|group| !group.is_empty()) {
        Some(group) => format!("{}.{group}", kind.kind),
        None => kind.kind.to_owned(),
    };
    let reason = Reason::new(&KIND_NOT_JUDGED, name.as_str())
        .saw(Pointer::to("request").key("operation"), operation)
        .saw(Pointer::to("request").key("kind").key("kind"), kind.kind);
    let warning = crate::reason::text(std::slice::from_ref(&reason), &[]);
    let mut response = Json::object();
    response.set("uid", uid.into());
    response.set("allowed", true.into());
    response.set("warnings", [warning.trim_end()].into_iter().collect());
    Ok(Decision::new(answer(api_version, response), reason))
}

fn answer(api_version: &str, response: Json) -> Json {
    let mut review = Json::object();
    review.set("apiVersion", api_version.into());
    review.set("kind", "AdmissionReview".into());
    review.set("response", response);
    review
}
