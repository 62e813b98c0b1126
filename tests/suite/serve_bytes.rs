//! Whatever bytes are sent to a webhook: each body gets an answer about the request that it names, or an error that
//! says what is wrong with it, and the gate continues to work.

use std::time::{Duration, Instant};

use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use crate::http::{Server, as_json, until};

/// The number of requests, unless `FITMENT_BYTES` says otherwise.
const REQUESTS: usize = 400;

const REVIEWS: [&str; 4] = ["shoot-create", "shoot-create-misfit", "cloudprofile-create", "shoot-update-misfit"];

/// Tokens with a meaning to JSON readers or to programs that pass it on.
const TOKENS: [&[u8]; 16] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b",",
    b":",
    b"null",
    b"\0",
    b"\xff",
    b"1e999",
    b"\"request\":{}",
    b"},\"now\":\"",
    b"\xed\xa0\x80",
    b"\"uid\":\"b\",",
];

/// Mixes the bytes of two reviews and changes them.
fn changed(numbers: &mut Numbers, one: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = one.to_vec();
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.splice(at..at, numbers.among(&TOKENS).iter().copied()).for_each(drop),
            2 if at < bytes.len() => bytes[at] = numbers.below(256) as u8,
            3 => bytes.drain(at..(at + numbers.below(40)).min(bytes.len())).for_each(drop),
            4 => {
                let from = numbers.below(other.len());
                let part = &other[from..(from + numbers.below(200)).min(other.len())];
                bytes.splice(at..at, part.iter().copied()).for_each(drop);
            }
            _ => {
                let again = bytes.clone();
                bytes.splice(at..at, again.into_iter().take(64)).for_each(drop);
            }
        }
    }
    bytes
}

#[test]
fn any_bytes_get_an_answer_about_themselves() {
    let count = std::env::var("FITMENT_BYTES").ok().and_then(|count| count.parse().ok()).unwrap_or(REQUESTS);
    let server = Server::start(&["--documents", "examples/images/cloudprofile.yaml", "--body-limit", "64"]);
    let reviews = REVIEWS.map(|name| as_json(&format!("examples/reviews/{name}.yaml")).into_bytes());
    let mut numbers = Numbers(14);
    let mut client = server.connect().expect("it listens");
    let (mut answered, mut refused, mut slowest) = (0, 0, Duration::ZERO);
    for number in 0..count {
        let (one, other) = (numbers.below(reviews.len()), numbers.below(reviews.len()));
        let body = changed(&mut numbers, &reviews[one], &reviews[other]);
        let path = ["/admit", "/admit/mutate"][number % 2];
        let begun = Instant::now();
        let shown = || String::from_utf8_lossy(&body).into_owned();
        let answer = client.request("POST", path, &body).unwrap_or_else(|error| panic!("{error}: {}", shown()));
        slowest = slowest.max(begun.elapsed());
        let said = answer.json();
        match answer.status {
            200 => {
                // Whatever else the bytes are, they name the request exactly once.
                let sent: Value = serde_json::from_slice(&body).unwrap_or_else(|_| panic!("{said} to {}", shown()));
                let response = &said["response"];
                assert!(
                    response["uid"].is_string() && response["uid"] == sent["request"]["uid"],
                    "{said}: {}",
                    shown()
                );
                assert!(response["allowed"].is_boolean(), "{said}: {}", shown());
                answered += 1;
            }
            400 | 413 => {
                assert!(said["error"]["says"].is_string(), "{said}: {}", shown());
                refused += 1;
            }
            status => panic!("{status}: {said} to {}", shown()),
        }
        if answer.is_last() {
            client = server.connect().expect("it listens");
        }
    }
    assert_eq!(server.figure(r#"fitment_refusals_total{cause="fault"}"#), 0.0);
    assert!(answered > count / 50 && refused > count / 50, "{answered} answered, {refused} refused");
    println!("{count} requests: {answered} answered, {refused} refused, the slowest in {slowest:?}");
}

#[test]
fn who_leaves_before_the_answer_is_counted() {
    let server = Server::start(&[]);
    // To read so many nodes takes longer than this client waits.
    let nodes: Vec<Value> = (0..80_000).map(|node| json!({"name": format!("n{node}"), "traits": []})).collect();
    let given = json!({"given": {"nodes": nodes, "flavor": {"name": "f"}}}).to_string();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
    let leave_after = |moment: Duration| {
        let given = given.clone();
        runtime.block_on(async {
            let stream = tokio::net::TcpStream::connect(&server.address).await.expect("it listens");
            let (client, connection) = h2::client::handshake(stream).await.expect("it speaks HTTP/2");
            let connection = tokio::spawn(connection);
            let mut client = client.ready().await.expect("there is room");
            let request = http::Request::post("http://localhost/ask/traits/match-nodes").body(()).expect("a request");
            let (answer, mut body) = client.send_request(request, false).expect("there is room");
            body.send_data(given.into(), true).expect("it is sent");
            tokio::task::spawn_blocking(move || std::thread::sleep(moment)).await.expect("it ends");
            drop((answer, body, client));
            // It may be told that the stream is gone.
            let _ = tokio::time::timeout(Duration::from_secs(60), connection).await.expect("it ends in time");
        });
    };
    // Neither before the whole request is there, nor after the answer.
    let mut moment = Duration::from_millis(20);
    until("it is counted", || {
        leave_after(moment);
        // Another round has other moments: how long the decision takes depends on the machine.
        moment = if moment > Duration::from_secs(2) { Duration::from_millis(7) } else { moment * 3 / 2 };
        server.figure(r#"fitment_refusals_total{cause="client-left"}"#) > 0.0
    });
}
