//! Documents that are loaded once for all decisions: snapshots, isolation, and replacement while decisions are made.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fitment_files::yaml;
use fitment_host::{Class, DocumentSet, EMBEDDED_WASM, Gate, Host, Isolation, Limits};
use fitment_tests::files;
use serde_json::{Value, json};

use crate::http::Ends;

const ISOLATIONS: [Isolation; 2] = [Isolation::Fresh, Isolation::Warm { max_calls: 3 }];

/// The size limit for questions, smaller than the engine's own.
const ASK_BYTES: usize = 100_000;

/// Returns the host that all tests share, because a pool of instances takes much address space.
fn host() -> Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    let limits = Limits { ask_bytes: ASK_BYTES, instances: 64, ..Limits::default() };
    let start = || Host::new(limits).expect("the host starts");
    HOST.get_or_init(start).clone()
}

fn gate(isolation: Isolation) -> Gate {
    Gate::new(&host().embedded().expect("the engine is embedded"), isolation).expect("the gate starts")
}

fn read(answer: &[u8]) -> Value {
    serde_json::from_slice(answer).expect("an answer is JSON")
}

/// Returns a CloudProfile whose image has only this version, so that an answer shows which profile it is based on.
fn profile(version: &str) -> String {
    json!({"documents": [{
        "apiVersion": "core.gardener.cloud/v1beta1",
        "kind": "CloudProfile",
        "metadata": {"name": "local"},
        "spec": {
            "type": "local",
            "kubernetes": {"versions": [{"version": "1.33.1"}]},
            "regions": [{"name": "here"}],
            "machineImages": [{"name": "linux", "versions": [
                {"version": version, "cri": [{"name": "containerd"}], "architectures": ["amd64"]},
            ]}],
            "machineTypes": [{"name": "small", "cpu": "2", "gpu": "0", "memory": "4Gi", "architecture": "amd64"}],
        },
    }]})
    .to_string()
}

const FIT: &str =
    r#"{"question":"images/fit","now":"2026-01-01T00:00:00Z","given":{"cloudProfile":"local","machineType":"small"}}"#;

#[test]
fn instances_of_a_snapshot_start_with_the_documents_and_free_memory() {
    let host = host();
    let prepared = host.embedded().expect("the engine is embedded");
    let mut live = prepared.session().expect("it starts");
    let mut recorder = prepared.recorder().expect("it starts");
    let load = profile("1.0.0");
    let held = live.load(load.as_bytes()).expect("it answers");
    assert_eq!(recorder.load(load.as_bytes()).expect("it answers"), held);
    let snapshot = recorder.snapshot().expect("its memory can be captured");
    let expected = live.ask(FIT.as_bytes()).expect("it answers");
    assert!(read(&expected).to_string().contains("1.0.0"), "{}", read(&expected));
    let review = yaml::to_json(&files::read("examples/reviews/shoot-create.yaml")).expect("it is YAML").concat();
    let review = format!(r#"{{"review":{review},"phase":"mutating","now":"2026-01-01T00:00:00Z"}}"#);
    for _ in 0..3 {
        let mut session = snapshot.session().expect("there is room");
        let memory = session.memory();
        assert_eq!(session.ask(FIT.as_bytes()).expect("it answers"), expected);
        session.review(review.as_bytes()).expect("it answers");
        assert_eq!(session.memory(), memory, "a usual decision asks for no memory");
    }
    // A module that was compiled with its documents works like any other engine.
    let compiled = snapshot.compiled().expect("it can be written down");
    #[expect(unsafe_code, reason = "the bytes were made a line above")]
    let ahead = unsafe { host.precompiled(&compiled) }.expect("it was made for this host");
    assert_eq!(ahead.session().and_then(|mut session| session.ask(FIT.as_bytes())).expect("it answers"), expected);
    let gate = Gate::new(&ahead, Isolation::Fresh).expect("the gate starts");
    assert_eq!(gate.ask(FIT.as_bytes()).expect("it answers").answer, expected);
    assert!(gate.documents().list().contains("CloudProfile"));
    // Further documents are added to those it was compiled with, and replace those with the same names.
    for isolation in ISOLATIONS {
        let gate = Gate::new(&ahead, isolation).expect("the gate starts");
        gate.replace(&DocumentSet::new().load(profile("2.0.0"))).expect("its memory can be captured");
        for _ in 0..5 {
            let answer = read(&gate.ask(FIT.as_bytes()).expect("it answers").answer).to_string();
            assert!(answer.contains("2.0.0") && !answer.contains("1.0.0"), "{answer}");
        }
    }
}

#[test]
fn limits_hold_for_instances_of_a_snapshot() {
    let gate = gate(Isolation::Fresh);
    gate.replace(&DocumentSet::new().load(profile("1.0.0"))).expect("the profile is taken");
    let long = format!(r#"{{"question":"fitment/about","given":{{"a":"{}"}}}}"#, "x".repeat(ASK_BYTES));
    let answer = gate.ask(long.as_bytes()).expect("it answers").answer;
    assert!(String::from_utf8_lossy(&answer).contains("too-large"));
    assert!(read(&gate.ask(FIT.as_bytes()).expect("it answers").answer)["answer"].is_object());
}

#[test]
fn documents_that_are_refused_leave_those_before_in_use() {
    for isolation in ISOLATIONS {
        let gate = gate(isolation);
        assert_eq!((gate.documents().generation(), gate.documents().list()), (0, "[]"));
        assert!(read(&gate.ask(FIT.as_bytes()).expect("it answers").answer)["undecided"] == "facts");
        gate.replace(&DocumentSet::new().load(profile("1.0.0")).question(FIT)).expect("the profile is taken");
        let before = gate.ask(FIT.as_bytes()).expect("it answers").answer;
        let refused = DocumentSet::new().load(profile("2.0.0")).load(r#"{"documents":[{"kind":"Shoot"}]}"#);
        let error = gate.replace(&refused).expect_err("a document without a name");
        assert!(error.is_refused() && error.class() == Class::Request, "{error}");
        assert_eq!(read(error.answer().expect("the engine said why"))["undecided"], "request");
        let failure = gate.failure().expect("the failure is kept");
        assert_eq!((failure.kind, failure.says), ("refused", error.to_string()));
        // A set whose own question stays undecided is refused too.
        let doubtful = DocumentSet::new().question(FIT);
        let error = gate.replace(&doubtful).expect_err("there is no profile to answer with");
        assert_eq!(error.kind(), "unsound", "{error}");
        let decision = gate.ask(FIT.as_bytes()).expect("it answers");
        assert_eq!((decision.answer, decision.documents.generation()), (before, 1), "{isolation:?}");
        gate.replace(&DocumentSet::new().load(profile("2.0.0"))).expect("the profile is taken");
        assert!(gate.failure().is_none() && gate.documents().generation() == 2);
        assert!(String::from_utf8_lossy(&gate.ask(FIT.as_bytes()).expect("it answers").answer).contains("2.0.0"));
    }
}

#[test]
fn no_answer_rests_on_two_sets_of_documents() {
    let changes = std::env::var("FITMENT_CHANGES").ok().and_then(|count| count.parse().ok()).unwrap_or(2_u64);
    for isolation in ISOLATIONS {
        let gate = gate(isolation);
        gate.replace(&DocumentSet::new().load(profile("0.0.0"))).expect("the profile is taken");
        let done = AtomicBool::new(false);
        let decided = std::thread::scope(|scope| {
            let _ends = Ends(&done);
            let client = || {
                let mut decided = 0_u64;
                while !done.load(Ordering::Relaxed) {
                    let decision = gate.ask(FIT.as_bytes()).expect("every decision is made");
                    let expected = format!("{}.0.0", decision.documents.generation() - 1);
                    let answer = read(&decision.answer);
                    assert_eq!(answer["answer"]["images"][0]["versions"][0]["version"], expected.as_str(), "{answer}");
                    assert!(decision.memory > 0 && decision.took > Duration::ZERO);
                    decided += 1;
                }
                decided
            };
            let clients = [scope.spawn(client), scope.spawn(client)];
            for change in 1..=changes {
                let bad = DocumentSet::new().load("nonsense");
                assert!(gate.replace(&bad).is_err_and(|error| error.is_refused()));
                gate.replace(&DocumentSet::new().load(profile(&format!("{change}.0.0")))).expect("it is taken");
            }
            done.store(true, Ordering::Relaxed);
            clients.map(|client| client.join().expect("no client fails")).iter().sum::<u64>()
        });
        println!("{isolation:?}: {decided} decisions, {changes} changes, {changes} refused, 0 failures");
        assert_eq!(gate.documents().generation(), changes + 1);
    }
}

#[test]
fn of_changes_in_a_burst_the_last_counts() {
    let gate = gate(Isolation::Fresh);
    for version in 0..20 {
        gate.replace_soon(DocumentSet::new().load(profile(&format!("{version}.0.0")))).expect("a thread starts");
    }
    // Building counts from the moment it is requested, so that a waiting caller does not mistake the beginning for the
    // end.
    while gate.is_building() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let answer = String::from_utf8(gate.ask(FIT.as_bytes()).expect("it answers").answer).expect("it is text");
    assert!(answer.contains("19.0.0"), "{answer}");
    assert!(gate.documents().generation() < 20, "not every set is built");
}

#[test]
fn a_guest_that_misbehaves_disturbs_no_other() {
    let text = files::read("tests/suite/guests/endless.wat");
    let wasm = wat::parse_str(text).expect("the guest is written correctly");
    let host = host();
    let good = host.embedded().and_then(|prepared| Gate::new(&prepared, Isolation::Fresh)).expect("the gate starts");
    let bad = host.prepare(&wasm).and_then(|prepared| Gate::new(&prepared, Isolation::Warm { max_calls: 9 }));
    let bad = bad.expect("it lists no documents, correctly").within(Duration::from_millis(20));
    let about = br#"{"question":"fitment/about"}"#;
    let expected = good.ask(about).expect("it answers").answer;
    std::thread::scope(|scope| {
        let hostile = scope.spawn(|| {
            for _ in 0..10 {
                let error = bad.ask(b"{}").expect_err("it never ends");
                assert!(error.is_out_of_time() && error.class() == Class::Fault, "{error}");
            }
        });
        while !hostile.is_finished() {
            let decision = good.ask(about).expect("it answers");
            assert_eq!(decision.answer, expected);
        }
    });
    let error = bad.within(Duration::from_millis(2)).ask(b"{}").expect_err("it never ends");
    assert!(error.to_string().contains("2 ms"), "{error}");
}

#[test]
fn a_gate_without_room_says_so() {
    let two = Host::new(Limits { instances: 2, ..Limits::default() }).expect("the host starts");
    let error = two.embedded().and_then(|prepared| Gate::new(&prepared, Isolation::Fresh)).expect_err("too few");
    assert!(error.is_impossible_limit() && error.to_string().contains("at least three"), "{error}");
    // There is one instance for decisions, and two threads ask until one of them finds it busy.
    let host = Host::new(Limits { instances: 3, ..Limits::default() }).expect("the host starts");
    let wasm = wat::parse_str(files::read("tests/suite/guests/endless.wat")).expect("the guest is written correctly");
    let gate = host.prepare(&wasm).and_then(|prepared| Gate::new(&prepared, Isolation::Fresh)).expect("it starts");
    let gate = gate.within(Duration::from_millis(50));
    let refused = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !refused.load(Ordering::Relaxed) {
                    let error = gate.ask(b"{}").expect_err("one has no room, one no time");
                    assert_eq!(error.class() == Class::Overload, error.is_no_room(), "{error}");
                    refused.fetch_or(error.is_no_room(), Ordering::Relaxed);
                }
            });
        }
    });
}

#[test]
fn an_engine_is_tried_before_it_decides() {
    // This guest answers a load with nothing that could be read.
    let prepared = host().prepare(&wat::parse_str(files::read("tests/suite/guests/silent.wat")).expect("a guest"));
    let error = prepared.and_then(|prepared| Gate::new(&prepared, Isolation::Fresh)).expect_err("no list");
    assert!(error.is_trapped(), "{error}");
    let gate = host().prepare(EMBEDDED_WASM).and_then(|prepared| Gate::new(&prepared, Isolation::Fresh));
    assert_eq!(gate.expect("it is the engine").documents().list(), "[]");
}

#[test]
fn a_document_that_is_refused_is_named() {
    let gate = gate(Isolation::Fresh);
    let wrong = profile("2.0.0").replace(r#"[{"name":"here"}]"#, "0");
    let wrong = wrong.replacen('{', "{\"text\":true,", 1);
    let error = gate.replace(&DocumentSet::new().load(r#"{"documents":[]}"#).load(wrong)).expect_err("it is no list");
    assert_eq!(error.load(), Some(1));
    let expected = "the engine refused the documents: `CloudProfile/local` at /documents/0/spec/regions: ";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn what_documents_were_warned_of_can_be_read() {
    let misspelt = profile("1.0.0").replace("\"regions\"", "\"regoins\"");
    for isolation in ISOLATIONS {
        let gate = gate(isolation);
        let set = DocumentSet::new().load(misspelt.clone());
        let problems = gate.replace(&set).expect("a warning is none that refuses").problems().to_vec();
        let of_key = problems.iter().filter(|problem| problem.contains("\"unknown-key\""));
        assert_eq!(of_key.filter(|problem| problem.contains("regoins")).count(), 1, "{problems:?}");
        gate.replace(&DocumentSet::new().load(profile("1.0.0"))).expect("it is taken");
        assert!(gate.documents().problems().iter().all(|problem| !problem.contains("\"unknown-key\"")));
    }
}
