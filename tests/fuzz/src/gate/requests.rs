//! Requests that an API server would send, and variations of them.

use fitment_fuzz::change;
use fitment_tests::calls::{self, Input};
use fitment_tests::doors::Verb;
use fitment_tests::files;
use fitment_tests::numbers::Numbers;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::wire::Sent;

/// The paths for reviews, with queries that an API server adds and some that nobody would.
const PATHS: [&str; 12] = [
    "/admit",
    "/admit/mutate",
    "/admit?timeout=10s",
    "/admit/mutate?timeout=3s&timeout=1s",
    "/admit?timeout=",
    "/admit?timeout=-1s",
    "/admit?timeout=99999999999999999999h",
    "/admit?%00&&==",
    "/admit?timeout=1ns",
    "/admit/",
    "//admit",
    "/%61dmit",
];

/// Header lines. Whatever they claim, none of them changes how the gate reads the body.
const LINES: [&str; 14] = [
    "Content-Type: application/json",
    "Content-Type: application/json; charset=utf-16",
    "Content-Type: application/vnd.kubernetes.protobuf",
    "Content-Type:",
    "Content-Encoding: gzip",
    "Content-Encoding: identity, br",
    "Accept: text/html;q=0.1",
    "Accept-Encoding: gzip",
    "Expect: 100-continue",
    "Connection: close",
    "Connection: keep-alive, upgrade",
    "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "traceparent: 00-zz",
    "X-Bytes: \u{e9}\t\u{ff}",
];

/// Beginnings that are not JSON, although what follows them may be.
const BEGINNINGS: [&[u8]; 6] = [b"\x1f\x8b\x08\x00", b"\xef\xbb\xbf", b"k8s\x00", b"\x00", b"[", b"\xff\xfe"];

/// Returns reviews as an API server sends them: those of the examples, and those among the examples of all codes.
pub fn known() -> Vec<Sent> {
    let mut bodies = Vec::new();
    for file in files::below("examples/reviews", "yaml") {
        let reviews = fitment_files::yaml::to_json(&files::read(&file)).expect("the examples are YAML");
        bodies.extend(reviews.into_iter().map(String::into_bytes));
    }
    for (_, Input(calls)) in calls::known() {
        let reviews = calls.into_iter().filter(|(verb, _)| *verb == Verb::Review);
        bodies.extend(reviews.filter_map(|(_, request)| {
            let request: Value = serde_json::from_slice(&request).ok()?;
            Some(request.get("review")?.to_string().into_bytes())
        }));
    }
    let sent = |body: Vec<u8>| {
        ["/admit", "/admit/mutate"].map(|path| Sent { path, head: vec![LINES[0]], body: body.clone(), pieces: None })
    };
    bodies.into_iter().flat_map(sent).collect()
}

/// Makes a new request from one request and pieces of another.
pub fn change(numbers: &mut Numbers, one: &Sent, other: &Sent) -> Sent {
    let mut sent = one.clone();
    if numbers.below(8) > 0 {
        let input = |sent: &Sent| Input(vec![(Verb::Review, sent.body.clone())]);
        let Input(mut calls) = change::change(numbers, &input(one), &input(other), &[]);
        sent.body = calls.swap_remove(0).1;
    }
    match numbers.below(12) {
        0 | 1 => sent.path = PATHS[numbers.below(PATHS.len())],
        2 | 3 => sent.head.push(LINES[numbers.below(LINES.len())]),
        4 => drop(sent.head.pop()),
        5 => sent.pieces = Some(1 + numbers.below(2000)),
        6 => sent.pieces = None,
        7 => drop(sent.body.splice(..0, numbers.among(&BEGINNINGS).iter().copied())),
        _ => {}
    }
    sent.head.truncate(6);
    sent
}

/// Returns the envelope that the gate makes of a body for the engine, with the given time.
pub fn envelope(body: &[u8], phase: &str, now: &str) -> Vec<u8> {
    match serde_json::from_slice::<&RawValue>(body) {
        Ok(review) => {
            format!(r#"{{"review":{review},"phase":"{phase}","edition":"design","now":"{now}"}}"#).into_bytes()
        }
        Err(_) => body.to_vec(),
    }
}
