//! The gate as a server: its answers, and what happens to requests that it cannot answer.

use std::io::Read;

use fitment_tests::files;
use serde_json::{Value, json};

use crate::cli;
use crate::http::{Folder, Server, as_json, until};
use crate::tls::{Authority, pem};

const PROFILE: &str = "examples/images/cloudprofile.yaml";

#[test]
fn questions_are_answered_with_a_status_that_says_how() {
    let server = Server::start(&["--documents", PROFILE]);
    let ask = |question: &str, body: &str| server.post(&format!("/ask/{question}"), body);
    let drivers = r#"{"given":{"registeredDrivers":[{"name":"b","provides":[]},{"name":"a","provides":[]}]}}"#;
    let yes = ask("drivers/default", drivers);
    assert_eq!((yes.status, yes.header("content-type")), (200, Some("application/json")));
    assert_eq!(yes.json()["answer"], json!({"driver": "a"}));
    let unknown = ask("drivers/nobody", "{}");
    assert_eq!((unknown.status, &unknown.json()["undecided"]), (400, &json!("request")));
    let missing = ask("images/fit", r#"{"given":{"cloudProfile":"nobody","machineType":"m5.large"}}"#);
    assert_eq!((missing.status, &missing.json()["undecided"]), (409, &json!("facts")), "{}", missing.text());
    let cut = ask("drivers/default", "{");
    assert_eq!((cut.status, &cut.json()["problems"][0]["code"]), (400, &json!("truncated-json")), "{}", cut.text());
    // A whole envelope names the question of its path.
    let whole = drivers.replacen('{', r#"{"question":"drivers/default","#, 1);
    assert_eq!(ask("drivers/default", &whole).json()["answer"], yes.json()["answer"]);
    let another = ask("drivers/lint", &whole);
    assert_eq!((another.status, &another.json()["error"]["kind"]), (400, &json!("request")), "{}", another.text());
    // The same bytes as from the command line, at the same given time.
    let given = as_json("examples/drivers/request.json");
    let envelope =
        format!(r#"{{"now":"2026-01-01T00:00:00Z","fieldValidation":"Strict","text":false,"given":{given}}}"#);
    let mut envelope: Value = serde_json::from_str(&envelope).expect("it is JSON");
    if let Some(inside) = envelope["given"].get("given").cloned() {
        envelope["given"] = inside;
    }
    let answer = ask("drivers/resolve", &envelope.to_string());
    let input = envelope["given"].to_string();
    let told = cli::run_with(
        &["ask", "drivers/resolve", "-f", "-", "-o", "json", "--now", "2026-01-01T00:00:00Z"],
        input.as_bytes(),
    );
    assert_eq!(answer.text().trim(), cli::text(&told.stdout).trim());
}

#[test]
fn what_is_no_question_is_refused_in_a_form_for_programs() {
    let server = Server::start(&["--body-limit", "64"]);
    let refused = |method: &str, path: &str, body: &str, status: u16, kind: &str| {
        let answer = server.request(method, path, body);
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (status, &json!(kind)), "{method} {path}");
        answer
    };
    refused("GET", "/nowhere", "", 404, "unknown-path");
    assert_eq!(refused("GET", "/admit", "", 405, "method").header("allow"), Some("POST"));
    assert_eq!(refused("POST", "/metrics", "", 405, "method").header("allow"), Some("GET, HEAD"));
    refused("POST", "/admit", &" ".repeat(65 << 10), 413, "too-large");
    // A body without a known length.
    let mut client = server.connect().expect("it listens");
    client
        .send(b"POST /ask/fitment/about HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        .expect("it reads");
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    // The server may stop reading before the end.
    for _ in 0..17 {
        let _ = client.send(chunk.as_bytes());
    }
    assert_eq!(client.receive().expect("it answers").status, 413);
    assert_eq!(server.figure(r#"fitment_refusals_total{cause="too-large"}"#), 2.0);
    // As much as the engine reads, without what is put around it.
    let most = format!("{{}}{}", " ".repeat((8 << 20) - 2));
    assert_eq!(Server::start(&[]).post("/ask/fitment/about", &most).status, 413);
    // Bytes that are not HTTP disturb no other client.
    let mut client = server.connect().expect("it listens");
    client.send(b"\x16\x03\x01\r\n\r\n").expect("it reads");
    assert!(client.receive().map_or(true, |answer| answer.status == 400));
    assert_eq!(server.request("GET", "/healthz", "").status, 200);
}

#[test]
fn it_says_what_it_is_and_what_it_rests_on() {
    let server = Server::start(&["--documents", PROFILE]);
    assert!(server.get("/questions")["answer"]["questions"].as_array().is_some_and(|all| all.len() > 30));
    let about = server.get("/about");
    let known: Value = serde_json::from_slice(&cli::run(&["about", "-o", "json"]).stdout).expect("it is JSON");
    assert_eq!((&about["wasm"], &about["answer"]), (&known["wasm"], &known["answer"]));
    let documents = server.get("/documents");
    assert_eq!((&documents["generation"], &documents["failure"]), (&json!(1), &Value::Null));
    let list = documents["documents"].as_array().expect("it is a list");
    assert!(list.iter().any(|document| document["kind"] == "CloudProfile"), "{documents}");
    assert_eq!(server.get("/readyz")["ready"], true);
    let page = server.request("GET", "/", "").text();
    // If `cargo xtask package` was run, every build contains the page.
    let is_built_in = files::root().join("host/page/index.html").exists();
    let (says, hint) = if is_built_in { ("<title>", "<script") } else { ("POST /admit", "cargo xtask page") };
    assert!(page.contains(says) && page.contains(hint), "{page}");
    server.post("/ask/drivers/default", r#"{"given":{"registeredDrivers":[]}}"#);
    server.post("/ask/made/up", "{}");
    let metrics = server.request("GET", "/metrics", "").text();
    let wasm = known["wasm"]["sha256"].as_str().expect("it is text");
    for part in [
        r#"fitment_decisions_total{question="drivers/default",outcome="decided",verdict=""#,
        r#"fitment_decisions_total{question="unknown",outcome="undecided",verdict=""} 1"#,
        r#"fitment_codes_total{question="unknown",code="unknown-question"} 1"#,
        r#"fitment_decision_seconds_bucket{le="0.000001",question="#,
        r#"fitment_request_seconds_count{path="/ask",status="400"} 1"#,
        "fitment_documents_generation 1",
        "fitment_documents_failed 0",
        wasm,
    ] {
        assert!(metrics.contains(part), "{part} is not in\n{metrics}");
    }
    assert!(server.figure("fitment_memory_bytes") > 65_536.0);
    assert!(server.figure("fitment_documents_build_seconds") > 0.0);
}

#[test]
fn a_document_that_may_not_be_meant_as_it_is_written_is_told() {
    let folder = Folder::new("doubtful-documents");
    let profile = files::read("examples/images/cloudprofile.yaml");
    let misspelt = profile.replacen("    capabilities:", "    capabilitis:", 1);
    assert_ne!(misspelt, profile);
    folder.write("profile.yaml", &misspelt);
    let server = Server::start(&["--documents", &folder.at("profile.yaml")]);
    let told = |documents: &Value| {
        let problems = documents["problems"].as_array().cloned().unwrap_or_default();
        problems.iter().filter(|problem| problem["code"] == "unknown-key").map(|one| one["says"].clone()).collect()
    };
    let says: Vec<Value> = told(&server.get("/documents"));
    assert!(says.len() == 1 && says[0].as_str().is_some_and(|says| says.contains("`capabilitis`")), "{says:?}");
    let right: Vec<Value> = told(&Server::start(&["--documents", PROFILE]).get("/documents"));
    assert!(right.is_empty(), "{right:?}");
}

#[test]
fn it_tells_programs_what_it_answers() {
    let server = Server::start(&[]);
    let document = server.get("/openapi.json");
    assert_eq!((&document["openapi"], &document["info"]["title"]), (&json!("3.1.0"), &json!("Fitment")));
    let paths = document["paths"].as_object().expect("it has paths");
    // Every question, with what it is given and what it answers, and every other path.
    for entry in server.get("/questions")["answer"]["questions"].as_array().expect("there are questions") {
        let name = entry["question"].as_str().expect("it has a name");
        let asking = &paths[&format!("/ask/{name}")]["post"];
        let schema = |pointer: &str| asking.pointer(pointer).is_some_and(|schema| schema.get("type").is_some());
        assert!(schema("/requestBody/content/application~1json/schema/allOf/1/properties/given"), "{name}: {asking}");
        assert!(schema("/responses/200/content/application~1json/schema/allOf/1/properties/answer"), "{name}");
        assert_eq!(asking["summary"], entry["asks"]);
    }
    for (path, answers) in paths.iter().filter(|(path, _)| !path.starts_with("/ask/")) {
        let method = if answers.get("post").is_some() { "POST" } else { "GET" };
        let status = server.request(method, path, "").status.to_string();
        let told = answers[method.to_lowercase()]["responses"].as_object().expect("it answers");
        assert!(told.contains_key(&status), "{method} {path}: {status}");
    }
    // Every reference has a target.
    let mut referred = 0;
    let text = document.to_string();
    for reference in text.split(r##""$ref":"#"##).skip(1) {
        let pointer = reference.split('"').next().expect("it ends");
        assert!(document.pointer(pointer).is_some(), "{pointer}");
        referred += 1;
    }
    assert!(referred > 100, "only {referred} references");
}

/// Returns a review of the example Shoot, as an API server sends it.
fn review() -> String {
    as_json("examples/reviews/shoot-create.yaml")
}

#[test]
fn reviews_are_answered_as_an_api_server_expects_it() {
    let server = Server::start(&["--documents", PROFILE]);
    let admitted = server.post("/admit?timeout=10s", &review());
    let answer = admitted.json();
    assert_eq!((admitted.status, &answer["kind"]), (200, &json!("AdmissionReview")), "{answer}");
    let uid = serde_json::from_str::<Value>(&review()).expect("it is JSON")["request"]["uid"].clone();
    assert_eq!((&answer["response"]["uid"], &answer["response"]["allowed"]), (&uid, &json!(true)), "{answer}");
    let members: Vec<&String> = answer.as_object().expect("it is an object").keys().collect();
    assert_eq!(members, ["apiVersion", "kind", "response"]);
    let misfit = server.post("/admit", &as_json("examples/reviews/shoot-create-misfit.yaml")).json();
    assert_eq!(misfit["response"]["allowed"], false, "{misfit}");
    assert!(misfit["response"]["status"]["message"].is_string());
    let completed = server.post("/admit/mutate", &review()).json();
    assert_eq!(completed["response"]["patchType"], "JSONPatch", "{completed}");
    assert!(server.figure(r#"fitment_decisions_total{question="review/Shoot",outcome="decided",verdict="no"}"#) >= 1.0);
}

#[test]
fn what_cannot_be_decided_is_denied_or_let_pass_with_a_warning() {
    // No documents are loaded, so the Shoot's profile is not known.
    let server = Server::start(&[]);
    let denied = server.post("/admit", &review()).json();
    let status = &denied["response"]["status"];
    assert_eq!((&denied["response"]["allowed"], &status["code"]), (&json!(false), &json!(409)), "{denied}");
    let message = status["message"].as_str().expect("it says why");
    assert!(message.starts_with("fitment cannot decide") && message.contains("loaded"), "{message}");
    assert_eq!(server.figure(r#"fitment_refusals_total{cause="facts"}"#), 1.0);
    // Without a request there is nothing to answer with a review.
    for body in ["", "{", "[]", r#"{"request":{}}"#] {
        let answer = server.post("/admit", body);
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (400, &json!("request")), "{body}");
    }
    // What is no JSON is refused in words, too.
    let nested = "[".repeat(200) + &"]".repeat(200);
    for body in ["{", "abc", r#"{"a":1,"a":2}"#, &nested] {
        let says = server.post("/admit", body).json()["error"]["says"].as_str().expect("it says why").to_owned();
        assert!(says.contains(' '), "{says}");
    }
    let mut client = server.connect().expect("it listens");
    let answer = client.request("POST", "/admit", b"\x1f\x8b\x08").expect("it answers").json();
    assert!(answer["error"]["says"].as_str().is_some_and(|says| says.ends_with("send it as it is")), "{answer}");
    // A review cannot break out of the envelope that it is put into.
    let leaving = format!(r#"{},"phase":"mutating""#, review());
    assert_eq!(server.post("/admit", &leaving).status, 400);
    let lenient = Server::start(&["--on-failure", "facts=allow"]);
    let allowed = lenient.post("/admit", &review()).json();
    assert_eq!(allowed["response"]["allowed"], true);
    let warning = allowed["response"]["warnings"][0].as_str().expect("it warns");
    assert!(warning.starts_with("fitment did not decide and lets this pass"), "{warning}");
    // An API server takes an answer in another version than its own for no answer at all.
    for version in ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"] {
        let review = review().replacen("admission.k8s.io/v1", version, 1);
        assert_eq!(server.post("/admit", &review).json()["apiVersion"], version);
    }
    // What is no AdmissionReview is refused, even where anything may pass.
    let careless = Server::start(&["--documents", PROFILE, "--on-failure", "allow"]);
    for (of, other) in [("AdmissionReview", "Admission"), ("admission.k8s.io/v1", "admission.k8s.io/v2")] {
        let answer = careless.post("/admit", &review().replacen(of, other, 1));
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (400, &json!("request")), "{}", answer.text());
    }
    let other = lenient.post("/admit", r#"{"request":{"uid":"a"}}"#).json();
    assert_eq!((&other["response"]["allowed"], &other["response"]["uid"]), (&json!(false), &json!("a")), "{other}");
}

#[test]
fn an_engine_that_takes_too_long_answers_nobody_else_later() {
    // Just reading this many nodes takes several times as long as allowed.
    let nodes: Vec<Value> = (0..80_000)
        .map(|node| json!({"name": format!("n{node}"), "resource_class": "gold", "traits": [format!("CUSTOM_{node}")]}))
        .collect();
    let flavor = json!({"name": "f", "extra_specs": {"resources:CUSTOM_GOLD": "1"}});
    let given = json!({"given": {"nodes": nodes, "flavor": flavor}}).to_string();
    let server = Server::start(&["--deadline", "50"]);
    let late = server.post("/ask/traits/match-nodes", &given);
    assert_eq!((late.status, &late.json()["error"]["kind"]), (500, &json!("deadline")), "{}", late.text());
    assert!(server.figure(r#"fitment_refusals_total{cause="deadline"}"#) >= 1.0);
    assert_eq!(server.request("GET", "/healthz", "").status, 200);
    // Given more time, the same question is decided.
    let patient = Server::start(&[]);
    assert_ne!(patient.post("/ask/traits/match-nodes", &given).status, 500);
}

#[test]
fn more_than_it_can_do_is_refused_for_now() {
    let server = Server::start(&["--concurrency", "1"]);
    // A client that sends its body slowly occupies the only place, unless another client was first.
    let begin = || {
        let mut slow = server.connect().expect("it listens");
        slow.send(b"POST /ask/fitment/about HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{").expect("it reads");
        slow
    };
    let mut slow = begin();
    let mut refused = None;
    until("a refusal", || {
        let answer = server.post("/ask/fitment/about", "{}");
        let is_refused = answer.status == 503;
        if !is_refused {
            slow = begin();
        }
        refused = Some(answer);
        is_refused
    });
    let refused = refused.expect("one was refused");
    assert_eq!((refused.header("retry-after"), &refused.json()["error"]["kind"]), (Some("1"), &json!("overload")));
    assert_eq!(server.request("GET", "/healthz", "").status, 200, "whoever watches it gets an answer");
    slow.send(b"}").expect("it reads");
    assert_eq!(slow.receive().expect("it answers").status, 200);
    assert_eq!(server.post("/ask/fitment/about", "{}").status, 200);
}

#[test]
fn what_it_cannot_begin_with_it_says_and_ends() {
    let ends = |arguments: &[&str], says: &str| {
        let listen: &[&str] = if arguments.contains(&"--listen") { &[] } else { &["--listen", "127.0.0.1:0"] };
        let output = cli::run(&[&["serve"], listen, arguments].concat());
        let told = format!("{}{}", cli::text(&output.stdout), cli::text(&output.stderr));
        assert!(cli::code(&output) == 1 && told.contains(says), "{arguments:?}: {told}");
    };
    ends(&["--listen", "0.0.0.0:0"], "without a certificate");
    ends(&["--documents", "no/such/folder"], "no/such/folder");
    ends(&["--documents", "-"], "standard input cannot be read again");
    ends(&["--tls-cert", "README.md", "--tls-key", "README.md"], "README.md");
    ends(&["--tls-cert", "README.md"], "--tls-key");
    let folder = Folder::new("keys");
    let (own, key) = Authority::new().issue(1);
    folder.write("own.crt", &own);
    folder.write("own.key", &key);
    folder.write("broken.crt", &pem("CERTIFICATE", b"no certificate"));
    folder.write("secret.key", &pem("ENCRYPTED PRIVATE KEY", b"no key"));
    let pair = |cert: &str, key: &str, says: &str| {
        ends(&["--tls-cert", &folder.at(cert), "--tls-key", &folder.at(key)], says);
    };
    pair("broken.crt", "own.key", "broken.crt`: ");
    pair("own.crt", "secret.key", "secret.key`: found an encrypted key, expected one without a passphrase");
    pair("own.crt", "own.crt", "own.crt`: found a certificate, expected its private key");
    ends(&["--on-failure", "ignore"], "expected `deny` or `allow`");
    ends(&["--complete", "Shoot."], "expected a kind with its group");
    ends(&["--complete", "Shoots.core.gardener.cloud"], "Shoots");
    ends(&["--complete", "core.gardener.cloud/v1beta1/Shoots"], "Shoots");
    ends(&["--log-bodies"], "--log");
    let folder = Folder::new("serve");
    folder.write("a.yaml", "apiVersion: v1\nkind: Namespace\n");
    ends(&["--documents", &folder.at("a.yaml")], "the engine refused the documents");
    // It says of which object, and where it stands.
    let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: b\n";
    folder.write("a.yaml", &format!("{head}spec:\n  machineTypes: none\n"));
    let place = format!("{}:6:17: `CloudProfile/b`: ", folder.at("a.yaml"));
    ends(&["--documents", &folder.at("a.yaml")], &place);
    // A folder that lost everything does not decide what it has to.
    let (none, smoke) = (folder.at("none"), folder.at("smoke.json"));
    std::fs::create_dir(&none).expect("a folder can be made");
    folder.write("smoke.json", r#"{"question": "images/fit", "given": {"cloudProfile": "a", "machineType": "b"}}"#);
    ends(&["--documents", &none, "--smoke", &smoke], "stays undecided");
}

#[test]
fn a_process_with_little_address_space_serves_all_the_same_or_says_what_it_takes() {
    let serve = |kibibytes: u64| {
        let binary = cli::fitment().get_program().to_owned();
        let mut shell = std::process::Command::new("sh");
        let line = format!("ulimit -v {kibibytes}; exec \"$0\" serve --listen 127.0.0.1:0");
        shell.args(["-c", &line]).arg(binary);
        shell
    };
    // Memory for four or five instances, while the usual gate takes more.
    let server = Server::of(&mut serve(22 << 20));
    assert_eq!(server.post("/ask/fitment/about", "{}").status, 200);
    let output = serve(4 << 20).output().expect("there is a shell");
    let says = cli::text(&output.stderr);
    assert!(cli::code(&output) == 4 && says.contains("ulimit -v 6291456"), "{says}");
}

#[test]
fn a_server_that_is_told_to_stop_says_so_and_ends_well() {
    for signal in ["-TERM", "-INT"] {
        let server = Server::start(&["--drain", "2s"]);
        let mut client = server.connect().expect("it listens");
        assert!(!client.request("GET", "/readyz", b"").expect("it answers").is_last());
        server.signal(signal);
        until("it is not ready any more", || server.request("GET", "/readyz", "").status == 503);
        let last = client.request("POST", "/ask/fitment/about", b"{}").expect("who is there is answered");
        assert!(last.status == 200 && last.is_last());
        assert!(server.wait().success());
    }
}

#[test]
fn a_client_that_says_nothing_holds_nobody_up() {
    let server = Server::start(&["--drain", "10ms", "--grace", "5s"]);
    let mut silent = crate::http::tcp(&server.address).expect("it listens");
    until("it is connected", || server.figure("fitment_connections") >= 2.0);
    server.signal("-TERM");
    assert!(server.wait().success());
    let mut rest = Vec::new();
    assert!(matches!(silent.read_to_end(&mut rest), Ok(0) | Err(_)) && rest.is_empty());
}

#[test]
fn a_file_that_loses_its_documents_was_cut_off() {
    let folder = Folder::new("emptied");
    folder.write("profile.yaml", &files::read(PROFILE));
    folder.write("more.yaml", "# so far\n");
    let server = Server::start(&["--documents", &folder.at("")]);
    // One that never had any is only named.
    let named = format!("`{}`: found no object, expected at least one", folder.at("more.yaml"));
    assert_eq!(server.get("/documents")["problems"][0]["says"], named.as_str());
    folder.write("profile.yaml", "");
    until("it is told", || {
        let says = server.get("/readyz")["failure"]["says"].as_str().unwrap_or_default().to_owned();
        says.contains("profile.yaml`: found no object, expected some")
    });
    assert_eq!(server.figure("fitment_documents"), 1.0);
    std::fs::remove_file(folder.at("profile.yaml")).expect("it can be removed");
    until("what is deleted is gone", || server.figure("fitment_documents") == 0.0);
}
