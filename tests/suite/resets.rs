//! What an instance wrote is gone before the next one starts, whichever way its memory gets there.

use fitment_host::{Host, Limits, Prepared, Reset, Session};

/// Pages of 4 KiB that are written, every second one of the memory's: more than are kept at hand, and far more stretches
/// than the kernel tells of at once.
const WRITTEN: u64 = 1_000;

/// A module whose verbs answer with the sum of a byte on each of those pages, and add one to each.
fn guest() -> Vec<u8> {
    let verb = |name: &str| {
        format!(
            r#"(func (export "fitment_{name}") (param i32 i32) (result i64) (local $at i32)
              (i64.store (i32.const 16) (i64.const 0))
              (local.set $at (i32.const 65536))
              (loop $next
                (i64.store (i32.const 16) (i64.add (i64.load (i32.const 16)) (i64.load8_u (local.get $at))))
                (i32.store8 (local.get $at) (i32.add (i32.load8_u (local.get $at)) (i32.const 1)))
                (local.set $at (i32.add (local.get $at) (i32.const 8192)))
                (br_if $next (i32.lt_u (local.get $at) (i32.const {end}))))
              (i64.const 0x1000000008))"#,
            end = 65_536 + WRITTEN * 8_192,
        )
    };
    let text = format!(
        r#"(module (memory (export "memory") 128)
          (data (i32.const 65536) "\05")
          (func (export "fitment_abi_version") (result i32) (i32.const 1))
          (func (export "fitment_buf") (param i32) (result i32) (i32.const 1024))
          (func (export "wizer-initialize"))
          {} {} {})"#,
        verb("load"),
        verb("ask"),
        verb("review"),
    );
    wat::parse_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn ask(session: &mut Session) -> u64 {
    let answer = session.ask(b"{}").expect("it answers");
    u64::from_le_bytes(answer.try_into().expect("eight bytes"))
}

/// Sessions one after the other in the one place that the pool has for them.
fn finds_nothing(prepared: &Prepared, first: u64) {
    for round in 0..4 {
        let mut session = prepared.session().expect("a place is free");
        let sums = [ask(&mut session), ask(&mut session), ask(&mut session)];
        assert_eq!(sums, [first, first + WRITTEN, first + 2 * WRITTEN], "in round {round}");
    }
}

fn starts_anew(reset: Reset) {
    let host = match Host::with_reset(Limits { instances: 3, ..Limits::default() }, reset) {
        Ok(host) => host,
        Err(error) if error.is_no_page_scan() => {
            eprintln!("skipped: {error}");
            return;
        }
        Err(error) => panic!("the host does not start: {error}"),
    };
    let prepared = host.prepare(&guest()).expect("it keeps the contract");
    finds_nothing(&prepared, 5);
    let mut recorder = prepared.recorder().expect("it starts");
    recorder.load(b"{}").expect("it answers");
    let snapshot = recorder.snapshot().expect("its memory can be captured");
    drop(recorder);
    finds_nothing(snapshot.prepared(), 5 + WRITTEN);
    finds_nothing(&prepared, 5);
}

#[test]
fn memory_that_was_dropped_starts_anew() {
    starts_anew(Reset::Drop);
}

#[test]
fn memory_that_was_scanned_starts_anew() {
    starts_anew(Reset::Scan);
}
