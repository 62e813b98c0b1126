//! What an instance has written is gone before the next one starts, however memory is reset.

use fitment_host::{Error, Host, Limits, Prepared, Reset, Session};

/// Which pages of 4 KiB a decision writes, from the sixteenth on: every how many, and how many in all.
#[derive(Clone, Copy)]
struct Written {
    every: u64,
    count: u64,
}

/// A few pages, as a decision does; a long run, longer than what is kept at hand; and more runs than wasmtime requests
/// at once.
const WAYS: [Written; 3] =
    [Written { every: 7, count: 20 }, Written { every: 1, count: 400 }, Written { every: 2, count: 1_000 }];

/// Returns a module whose verbs answer with the sum of one byte on each of those pages, and increment each byte.
fn guest(Written { every, count }: Written) -> Vec<u8> {
    let step = every * 4_096;
    let end = 65_536 + count * step;
    let verb = |name: &str| {
        format!(
            r#"(func (export "fitment_{name}") (param i32 i32) (result i64) (local $at i32)
              (i64.store (i32.const 16) (i64.const 0))
              (local.set $at (i32.const 65536))
              (loop $next
                (i64.store (i32.const 16) (i64.add (i64.load (i32.const 16)) (i64.load8_u (local.get $at))))
                (i32.store8 (local.get $at) (i32.add (i32.load8_u (local.get $at)) (i32.const 1)))
                (local.set $at (i32.add (local.get $at) (i32.const {step})))
                (br_if $next (i32.lt_u (local.get $at) (i32.const {end}))))
              (i64.const 0x1000000008))"#
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

/// Runs sessions one after another in the same slot of the pool.
fn finds_nothing(prepared: &Prepared, count: u64, first: u64) {
    for round in 0..4 {
        let mut session = prepared.session().expect("a place is free");
        let sums = [ask(&mut session), ask(&mut session), ask(&mut session)];
        assert_eq!(sums, [first, first + count, first + 2 * count], "in round {round}");
    }
}

fn starts_anew(reset: Reset) -> Result<(), Error> {
    for written in WAYS {
        // As many instances as a snapshot needs.
        let host = Host::with_reset(Limits { instances: 2, ..Limits::default() }, reset)?;
        let prepared = host.prepare(&guest(written))?;
        finds_nothing(&prepared, written.count, 5);
        let mut recorder = prepared.recorder()?;
        recorder.load(b"{}")?;
        let snapshot = recorder.snapshot()?;
        drop(recorder);
        finds_nothing(snapshot.prepared(), written.count, 5 + written.count);
        finds_nothing(&prepared, written.count, 5);
    }
    Ok(())
}

#[test]
fn memory_that_was_dropped_starts_anew() {
    starts_anew(Reset::Drop).expect("it can always be dropped");
}

#[test]
fn memory_that_was_scanned_starts_anew() {
    match starts_anew(Reset::Scan) {
        Err(why) if why.is_no_page_scan() => eprintln!("skipped: {why}"),
        done => done.expect("the kernel tells"),
    }
}

/// Returns how many page faults this thread has had so far.
#[cfg(target_os = "linux")]
fn page_faults() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/stat").expect("Linux tells");
    let after_name = told.rsplit_once(')').map(|(_, fields)| fields).unwrap_or_default();
    after_name.split_whitespace().nth(7).and_then(|faults| faults.parse().ok()).expect("it counts them")
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_scanned_stays_at_hand() {
    let faults = |reset: Reset| -> Result<u64, Error> {
        let host = Host::with_reset(Limits { instances: 2, ..Limits::default() }, reset)?;
        let [few, ..] = WAYS;
        let prepared = host.prepare(&guest(few))?;
        finds_nothing(&prepared, few.count, 5);
        let before = page_faults();
        finds_nothing(&prepared, few.count, 5);
        Ok(page_faults() - before)
    };
    match (faults(Reset::Scan), faults(Reset::Drop)) {
        (Err(why), _) if why.is_no_page_scan() => eprintln!("skipped: {why}"),
        (scanned, dropped) => {
            let (scanned, dropped) = (scanned.expect("the kernel tells"), dropped.expect("it can always be dropped"));
            assert!(scanned * 2 < dropped, "{scanned} page faults where it is scanned, {dropped} where it is dropped");
        }
    }
}
