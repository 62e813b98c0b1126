//! The sandbox: deadline, memory cap, guests that are not engines, and guests that lie.

use std::time::Duration;

use fitment_host::{EMBEDDED_WASM, Host, Limits};

/// Returns a module with the exports of the contract, with this body for `ask`.
fn guest(ask: &str) -> Vec<u8> {
    guest_with(1, ask)
}

fn guest_with(version: u32, ask: &str) -> Vec<u8> {
    wat::parse_str(format!("(module {})", contract(version, ask))).expect("the guest is written correctly")
}

/// The exports of the contract, as text.
fn contract(version: u32, ask: &str) -> String {
    format!(
        r#"
          (memory (export "memory") 1)
          (func (export "fitment_abi_version") (result i32) (i32.const {version}))
          (func (export "fitment_buf") (param i32) (result i32) (i32.const 1024))
          (func (export "fitment_load") (param i32 i32) (result i64) (i64.const 0x10000000001))
          (func (export "fitment_review") (param i32 i32) (result i64) (i64.const 0x10000000001))
          (func (export "fitment_ask") (param i32 i32) (result i64) {ask})"#
    )
}

#[test]
fn a_request_larger_than_any_buffer_ends_no_session() {
    let host = Host::new(Limits::default()).expect("the host starts");
    let mut session = host.embedded().and_then(|prepared| prepared.session()).expect("the engine is there");
    let error = session.ask(&vec![b' '; 64 << 20]).expect_err("no buffer is that large");
    assert!(error.is_too_large(), "{error}");
    assert!(session.ask(b"{}").is_ok(), "a refused buffer ends no session");
}

#[test]
fn a_guest_that_never_ends_runs_out_of_time() {
    let host =
        Host::new(Limits { deadline: Duration::from_millis(200), ..Limits::default() }).expect("the host starts");
    let prepared = host.prepare(&guest("(loop (br 0)) (i64.const 0)")).expect("the guest keeps the contract");
    let mut session = prepared.session().expect("the guest starts");
    let error = session.ask(b"{}").expect_err("the guest never ends");
    assert!(error.is_out_of_time(), "{error}");
    let after = session.ask(b"{}").expect_err("the session is over");
    assert!(after.is_ended(), "{after}");
    prepared.session().expect("another session starts");
}

#[test]
fn a_pool_without_room_is_named() {
    let host = Host::new(Limits { instances: 1, ..Limits::default() }).expect("the host starts");
    let prepared = host.embedded().expect("the engine is embedded");
    let first = prepared.session().expect("there is room for one");
    let error = prepared.session().expect_err("and for no other");
    assert!(error.is_no_room() && error.to_string().starts_with("all 1 instances of the pool are in use"), "{error}");
    drop(first);
    prepared.session().expect("there is room again");
}

#[test]
fn a_guest_that_wants_too_much_runs_out_of_memory() {
    let greedy =
        "(if (i32.eq (memory.grow (i32.const 4096)) (i32.const -1)) (then unreachable)) (i64.const 0x10000000001)";
    let host = Host::new(Limits { memory: 32 << 20, ..Limits::default() }).expect("the host starts");
    let prepared = host.prepare(&guest(greedy)).expect("the guest keeps the contract");
    let error = prepared.session().expect("the guest starts").ask(b"{}").expect_err("256 MiB are too many");
    assert!(error.is_out_of_memory(), "{error}");
    // The engine itself, with a document that needs more memory than is allowed.
    let host = Host::new(Limits { memory: 8 << 20, ..Limits::default() }).expect("the host starts");
    let mut session = host.embedded().and_then(|prepared| prepared.session()).expect("the engine starts");
    let large = format!(
        r#"{{"documents":[{{"apiVersion":"v1","kind":"A","metadata":{{"name":"{}"}}}}]}}"#,
        "x".repeat(4 << 20)
    );
    let error = session.load(large.as_bytes()).expect_err("8 MiB are too few");
    assert!(error.is_out_of_memory(), "{error}");
}

#[test]
fn a_guest_that_traps_or_lies_is_named() {
    let host = Host::new(Limits::default()).expect("the host starts");
    let ask = |body: &str| {
        let prepared = host.prepare(&guest(body)).expect("the guest keeps the contract");
        prepared.session().expect("the guest starts").ask(b"{}").expect_err("the guest misbehaves")
    };
    assert!(ask("unreachable").is_trapped());
    assert_eq!(ask("(i64.const 0)").to_string(), "the engine's answer cannot be read: there is none");
    let outside = ask("(i64.const 0xffff000000000010)").to_string();
    assert_eq!(outside, "the engine's answer cannot be read: it lies outside its memory");
    assert!(ask("(i64.const 0xffffffffffffffff)").is_trapped());
}

#[test]
fn what_a_guest_was_refused_and_survived_names_no_later_trap() {
    // The first call is refused memory and continues; the second one traps for another reason.
    let survivor = "(if (i32.load (i32.const 0)) (then unreachable))
        (i32.store (i32.const 0) (i32.const 1))
        (drop (memory.grow (i32.const 60000))) (i64.const 0x10000000001)";
    let host = Host::new(Limits::default()).expect("the host starts");
    let prepared = host.prepare(&guest(survivor)).expect("the guest keeps the contract");
    let mut session = prepared.session().expect("the guest starts");
    session.ask(b"{}").expect("it lives without");
    let error = session.ask(b"{}").expect_err("the second time it stops");
    assert!(error.is_trapped() && !error.is_out_of_memory(), "{error}");
    // Nor is memory blamed if some was granted after all, or if the trap is of another kind.
    for later in [
        "(drop (memory.grow (i32.const 1))) unreachable",
        "(drop (i32.div_u (i32.const 1) (i32.const 0))) (i64.const 0)",
    ] {
        let ask = format!("(drop (memory.grow (i32.const 60000))) {later}");
        let prepared = host.prepare(&guest(&ask)).expect("the guest keeps the contract");
        let error = prepared.session().expect("the guest starts").ask(b"{}").expect_err("it stops");
        assert!(error.is_trapped(), "{later}: {error}");
    }
}

#[test]
fn a_start_that_goes_wrong_is_named() {
    let host =
        Host::new(Limits { deadline: Duration::from_millis(200), ..Limits::default() }).expect("the host starts");
    let start = |body: &str, starts: &str| {
        let text = format!("(module {} (func $begin {body}) {starts})", contract(1, "(i64.const 0)"));
        let wasm = wat::parse_str(text).expect("the guest is written correctly");
        host.prepare(&wasm).and_then(|prepared| prepared.session()).map(drop).expect_err("it does not start")
    };
    for starts in ["(start $begin)", r#"(export "wizer-initialize" (func $begin))"#] {
        let trapped = start("unreachable", starts);
        assert!(trapped.is_no_start() && trapped.kind() == "no-start", "{starts}: {trapped}");
        let endless = start("(loop (br 0))", starts);
        assert!(endless.is_out_of_time(), "{starts}: {endless}");
        let greedy = "(if (i32.eq (memory.grow (i32.const 60000)) (i32.const -1)) (then unreachable))";
        let starved = start(greedy, starts);
        assert!(starved.is_out_of_memory() && starved.to_string().contains("does not start within"), "{starved}");
    }
}

#[test]
fn limits_that_cannot_be_met_are_refused_with_their_name() {
    let usual = Limits::default();
    for (limits, name) in [
        (Limits { instances: 0, ..usual }, "`instances` 0"),
        (Limits { memory: 0, ..usual }, "`memory` 0"),
        (Limits { memory: usize::MAX, ..usual }, "`memory` 18446744073709551615"),
        (Limits { deadline: Duration::ZERO, ..usual }, "`deadline` 0"),
    ] {
        let error = Host::new(limits).expect_err("nobody can keep to them");
        assert!(error.is_impossible_limit() && error.to_string().contains(name), "{error}");
    }
    Host::new(Limits { memory: 1 << 32, instances: 1, ..usual }).expect("wasm can address as much");
    let small =
        Host::new(Limits { memory: 1 << 16, instances: 1, ..usual }).and_then(|host| host.embedded()?.session());
    let error = small.expect_err("the engine needs more");
    assert!(error.is_out_of_memory(), "{error}");
}

#[test]
fn more_wasm_than_is_compiled_is_refused_unread() {
    let host = Host::new(Limits::default()).expect("the host starts");
    let large = vec![0; Host::WASM_BYTES + 1];
    for error in [host.prepare(&large).map(drop).expect_err("too much"), host.compile(&large).expect_err("too much")] {
        assert!(error.is_too_large() && error.to_string().contains("bytes of wasm, expected at most"), "{error}");
    }
    assert!(host.prepare(&large[1..]).expect_err("it is no wasm").is_not_an_engine());
}

/// Returns the resident memory of this process, in bytes.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("Linux says so");
    let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.expect("it is a number of pages") * 4096
}

/// Measured in a process of its own, because the other tests of this one use memory too.
#[cfg(target_os = "linux")]
#[test]
fn sessions_that_ended_give_their_memory_back() {
    const ALONE: &str = "FITMENT_ALONE";
    let name = "host::sessions_that_ended_give_their_memory_back";
    if std::env::var_os(ALONE).is_none() {
        let this = std::env::current_exe().expect("a test has a path");
        let mut alone = std::process::Command::new(this);
        let done = alone.args(["--exact", name]).env(ALONE, "1").output().expect("it starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
        return;
    }
    // Each session writes to 128 MiB.
    let large =
        "(drop (memory.grow (i32.const 2048))) (memory.fill (i32.const 65536) (i32.const 1) (i32.const 0x8000000))
        (i64.const 0x10000000001)";
    let host = Host::new(Limits::default()).expect("the host starts");
    let prepared = host.prepare(&guest(large)).expect("the guest keeps the contract");
    let before = resident();
    for _ in 0..10 {
        let mut session = prepared.session().expect("the guest starts");
        session.ask(b"{}").expect("there is memory");
        assert!(resident() > before + (128 << 20), "its memory is in use");
        drop(session);
        let kept = resident().saturating_sub(before);
        assert!(kept < 16 << 20, "{kept} bytes are kept of a session that ended");
    }
}

#[test]
fn what_is_no_engine_is_refused() {
    let host = Host::new(Limits::default()).expect("the host starts");
    let refused = |wasm: &[u8]| host.prepare(wasm).map(drop).expect_err("this is no engine");
    assert!(refused(b"").is_not_an_engine());
    assert!(refused(&wat::parse_str("(module)").expect("a module")).to_string().contains("no export `memory`"));
    let importing = wat::parse_str(r#"(module (import "env" "now" (func)))"#).expect("a module");
    assert!(refused(&importing).to_string().contains("it imports `now` of `env`"));
    let other = host.prepare(&guest_with(7, "(i64.const 0)")).and_then(|prepared| prepared.session()).map(drop);
    let error = other.expect_err("another version");
    assert!(error.is_wrong_abi(), "{error}");
    assert_eq!(error.to_string(), "the engine has version 7 of the plain exports, expected 1");
}

#[test]
fn limits_reach_the_engine() {
    let host = Host::new(Limits { ask_bytes: 40, depth: 2, ..Limits::default() }).expect("the host starts");
    let mut session = host.embedded().and_then(|prepared| prepared.session()).expect("the engine starts");
    let code = |answer: Vec<u8>| String::from_utf8(answer).expect("an answer is text");
    assert!(
        code(session.ask(br#"{"question":"fitment/about","given":{"a":[]}}"#).expect("it answers"))
            .contains("too-large")
    );
    assert!(code(session.ask(br#"{"given":{"a":[]}}"#).expect("it answers")).contains("too-deep"));
}

#[test]
fn the_embedded_engine_is_the_wasm_beside_it() {
    let host = Host::new(Limits::default()).expect("the host starts");
    let ask = br#"{"question":"fitment/questions"}"#;
    let compiled_before = host.embedded().and_then(|prepared| prepared.session()?.ask(ask)).expect("it answers");
    let compiled_now =
        host.prepare(EMBEDDED_WASM).and_then(|prepared| prepared.session()?.ask(ask)).expect("it answers");
    assert_eq!(compiled_before, compiled_now);
}
