//! The cost of everyday questions in the host, about a loaded profile of 300 kB and one worker. Each is a multiple of
//! reading the profile's text with serde_json in the same run.

mod stopwatch;
#[expect(dead_code, reason = "other benchmarks measure other profiles")]
mod workload;

use std::hint::black_box;

use fitment_host::{Host, Limits, Session};
use serde_json::{Value, json};
use stopwatch::{race, table};

const NOW: &str = "2026-06-01T00:00:00Z";

fn main() {
    let text = workload::usual_profile();
    let profile: Value = serde_json::from_str(&text).expect("the profile is JSON");
    let shoot = shoot(&profile);
    let machine = &shoot["spec"]["provider"]["workers"][0]["machine"]["type"];
    let loaded = |mut given: Value| {
        given["cloudProfile"] = json!("large");
        given
    };
    let questions = [
        ("images/validate-profile", json!({ "cloudProfile": profile })),
        ("images/pick", loaded(json!({ "machineType": machine }))),
        ("images/fit", loaded(json!({ "machineType": machine }))),
        ("images/admit-shoot", loaded(json!({ "shoot": shoot, "operation": "create" }))),
        ("images/maintain", loaded(json!({ "shoot": shoot }))),
    ];
    let requests = questions
        .map(|(question, given)| (question, json!({ "question": question, "now": NOW, "given": given }).to_string()));
    let host = Host::new(Limits::default()).and_then(|host| host.embedded()).expect("the host starts");
    let mut session = host.session().expect("the host carries its engine");
    session.load(format!(r#"{{"documents":[{text}]}}"#).as_bytes()).expect("the host answers");
    for (question, request) in &requests {
        // Refusing to answer must not count as fast.
        let answer: Value = serde_json::from_slice(&ask(&mut session, request)).expect("an answer is JSON");
        assert!(answer["answer"].is_object(), "{question}: {}", answer["problems"]);
        if std::env::args().any(|argument| argument == "--answers") {
            let shown = answer.to_string();
            println!("{question}: {} bytes, {}", shown.len(), shown.chars().take(600).collect::<String>());
        }
    }
    // The profile is read, but no question is answered.
    let read = json!({ "question": "images/nothing", "given": { "cloudProfile": profile } }).to_string();
    let mut lanes = race(&mut [
        ("serde_json::Value of the profile, native", &mut || {
            black_box(serde_json::from_str::<Value>(&text).expect("the profile is JSON"));
        }),
        ("a question that nobody knows, with the profile", &mut || {
            black_box(ask(&mut session, &read));
        }),
    ]);
    for (question, request) in &requests {
        lanes.extend(race(&mut [(question, &mut || {
            black_box(ask(&mut session, request));
        })]));
    }
    table(&format!("one question about a CloudProfile of {} bytes, in the host", text.len()), lanes);
}

fn ask(session: &mut Session, request: &str) -> Vec<u8> {
    session.ask(request.as_bytes()).expect("the host answers")
}

/// A Shoot with one pool.
fn shoot(profile: &Value) -> Value {
    let mut shoot: Value = serde_json::from_str(&workload::shoots(&profile.to_string(), 1)[0]).expect("it is JSON");
    shoot["spec"]["provider"]["workers"].as_array_mut().expect("it has pools").truncate(1);
    shoot
}
