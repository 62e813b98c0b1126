//! The gate inside other servers: the examples are started and asked.

use std::process::Command;

use serde_json::json;

use crate::cli::built;
use crate::http::Server;

pub const FLAVOR: &str = r#"{"fleet":"rack","flavor":{"name":"f","extra_specs":{"resources:CUSTOM_GOLD":"1"}}}"#;
pub const NO_SUCH: &str = r#"{"fleet":"rack","flavor":{"name":"f","extra_specs":{"resources:CUSTOM_SILVER":"1"}}}"#;
const NO_FLEET: &str = r#"{"fleet":"other","flavor":{"name":"f","extra_specs":{"resources:CUSTOM_GOLD":"1"}}}"#;

fn envelope(given: &str) -> String {
    format!(r#"{{"question":"traits/match-nodes","given":{given}}}"#)
}

/// Checks that the server answers envelopes at a path, with a status that says whether they were decided.
fn answers(server: &Server, path: &str) {
    for (body, status) in [
        (envelope(FLAVOR), 200),
        (envelope(NO_SUCH), 200),
        (envelope(NO_FLEET), 409),
        ("{".to_owned(), 400),
        (String::new(), 400),
    ] {
        let answer = server.post(path, &body);
        assert_eq!((answer.status, answer.header("content-type")), (status, Some("application/json")), "{body}");
        let outcome = if status == 200 { "decided" } else { "undecided" };
        assert_eq!(answer.json()["outcome"], outcome, "{body}: {}", answer.text());
    }
    // A body that is announced as too large is refused before it arrives.
    let mut client = server.connect().expect("it listens");
    let head = format!("POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", 9 << 20);
    client.send(head.as_bytes()).expect("it reads");
    let huge = client.receive().expect("it answers");
    assert_eq!((huge.status, &huge.json()["error"]["kind"]), (413, &json!("too-large")));
}

/// Checks that a server lets a request at a path through only if the gate says yes, and then answers with `answer`.
pub fn lets_through(server: &Server, path: &str, answer: &str) {
    let passed = server.post(path, FLAVOR);
    assert!(passed.status == 200 && passed.text().starts_with(answer), "{}", passed.text());
    for (body, status) in [
        (NO_SUCH, 403),
        (NO_FLEET, 409),
        ("{", 400),
        ("", 400),
        // A body that would break out of the envelope, and one with a duplicate key.
        (&format!(r#"{FLAVOR},"edition":"upstream""#), 400),
        (&FLAVOR.replacen('{', r#"{"fleet":"other","#, 1), 400),
    ] {
        let refused = server.post(path, body);
        assert_eq!(refused.status, status, "{body}: {}", refused.text());
        assert!(!refused.text().contains("a server"), "{body}");
    }
    assert_eq!(server.post(path, &" ".repeat(65 << 10)).status, 413);
}

#[test]
fn a_gateway_of_hyper_answers_and_guards() {
    let server = Server::of(&mut Command::new(built("examples/gateway")));
    answers(&server, "/");
    lets_through(&server, "/servers", "a server, decided in ");
}

#[test]
fn a_gateway_of_axum_answers_and_guards() {
    let server = Server::of(&mut Command::new(built("examples/axum")));
    answers(&server, "/");
    lets_through(&server, "/servers", "a server, decided in ");
}
