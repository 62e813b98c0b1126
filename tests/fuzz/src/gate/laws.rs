use fitment_host::{Gate, Outcome};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::requests::envelope;
use crate::wire::{Answer, Sent};

/// Checks an answer against the laws that hold for all answers. `times` are the gate's time before and after it. The
/// error says which law is broken.
pub fn hold(gate: &Gate, sent: &Sent, answer: &Answer, times: &[String]) -> Result<(), String> {
    if answer.is_json {
        serde_json::from_slice::<&RawValue>(&answer.body).map_err(|error| format!("no JSON: {error}"))?;
    }
    let (path, query) = sent.path.split_once('?').unwrap_or((sent.path, ""));
    let phase = match path {
        "/admit" => "validating",
        "/admit/mutate" => "mutating",
        _ if answer.status == 404 => return Ok(()),
        _ => return Err(format!("{} for a path that is none", answer.status)),
    };
    let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    // If the timeout is shorter than a decision takes, there may be no decision.
    let is_late = query == "timeout=1ns" && told["response"]["status"]["code"] == 504;
    let mut broken = Ok(());
    for time in times {
        broken = agree(gate, sent, answer, &told, is_late, &envelope(&sent.body, phase, time));
        if broken.is_ok() {
            break;
        }
    }
    broken
}

/// Checks an answer against the decision of the embedded gate.
fn agree(
    gate: &Gate,
    sent: &Sent,
    answer: &Answer,
    told: &Value,
    is_late: bool,
    envelope: &[u8],
) -> Result<(), String> {
    let decision = gate.review(envelope).map_err(|error| format!("no decision: {error}"))?;
    let outcome = decision.outcome().map_err(|error| format!("no outcome: {error}"))?;
    let review: Value = serde_json::from_slice(&sent.body).unwrap_or_default();
    let uid = &review["request"]["uid"];
    if answer.status != 200 {
        let is_refused = answer.status == 400 && told["error"]["kind"] == "request" && outcome == Outcome::Request;
        return if is_refused { Ok(()) } else { Err(format!("{} where it is {outcome:?}", answer.status)) };
    }
    let response = &told["response"];
    if !uid.is_string() || response["uid"] != *uid {
        return Err(format!("the uid {} for {uid}", response["uid"]));
    }
    // The answer has the version of the review, or the newest one if the review's version does not exist.
    let (version, asked) = (&told["apiVersion"], &review["apiVersion"]);
    let is_known = *asked == "admission.k8s.io/v1" || *asked == "admission.k8s.io/v1beta1";
    let is_own = version == asked || !is_known && *version == "admission.k8s.io/v1";
    if told["kind"] != "AdmissionReview" || !is_own {
        return Err("an answer that is no AdmissionReview".to_owned());
    }
    let is_allowed = response["allowed"].as_bool().ok_or("an answer that is neither yes nor no")?;
    match outcome {
        _ if is_late && !is_allowed => Ok(()),
        Outcome::Request | Outcome::Facts => {
            let code = if outcome == Outcome::Facts { 409 } else { 400 };
            let is_denied = !is_allowed && response["status"]["code"] == code;
            if is_denied { Ok(()) } else { Err(format!("{response} where it is {outcome:?}")) }
        }
        Outcome::Yes | Outcome::No | Outcome::Neither => {
            let embedded = reviewed(&decision.answer).ok_or("a decision without a review")?;
            if embedded.as_bytes() == answer.body { Ok(()) } else { Err(format!("embedded it answers {embedded}")) }
        }
    }
}

/// Returns the AdmissionReview inside the engine's answer, byte for byte.
fn reviewed(answer: &[u8]) -> Option<String> {
    let members: std::collections::BTreeMap<&str, &RawValue> = serde_json::from_slice(answer).ok()?;
    members.get("review").map(|review| review.get().to_owned())
}
