//! Guests that are split into two modules, code and memory: what a snapshot preserves, and which guests cannot be
//! split.

use fitment_host::{Error, Host, Limits, Session};

fn host() -> Host {
    Host::new(Limits { instances: 4, ..Limits::default() }).expect("the host starts")
}

/// Returns a module with the exports of the contract. Each verb runs `deed` and answers with the eight bytes at 16.
fn guest(deed: &str, others: &str) -> Vec<u8> {
    let verb = |name: &str| {
        format!(r#"(func (export "fitment_{name}") (param i32 i32) (result i64) {deed} (i64.const 0x1000000008))"#)
    };
    let text = format!(
        r#"(module
          (memory (export "memory") 2 5)
          (func (export "fitment_abi_version") (result i32) (i32.const 1))
          (func (export "fitment_buf") (param i32) (result i32) (i32.const 1024))
          {} {} {} {others})"#,
        verb("load"),
        verb("ask"),
        verb("review"),
    );
    wat::parse_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// Returns code that increments the byte at an address.
fn add_one(at: u32) -> String {
    format!("(i32.store8 (i32.const {at}) (i32.add (i32.load8_u (i32.const {at})) (i32.const 1)))")
}

fn ask(session: &mut Session) -> Vec<u8> {
    session.ask(b"{}").expect("it answers")
}

#[test]
fn a_snapshot_keeps_the_memory_and_starts_no_more() {
    let starts = [
        format!("(func $start {}) (start $start)", add_one(17)),
        format!(r#"(func (export "wizer-initialize") {})"#, add_one(18)),
        // Initial data stays where nothing was written.
        r#"(data (i32.const 19) "abc")"#.to_owned(),
    ];
    let prepared = host().prepare(&guest(&add_one(16), &starts.concat())).expect("it keeps the contract");
    assert_eq!(ask(&mut prepared.session().expect("it starts")), b"\x01\x01\x01abc\0\0");
    let mut recorder = prepared.recorder().expect("it starts");
    recorder.load(b"{}").expect("it answers");
    // The initialiser runs once more before the instance is captured.
    let snapshot = recorder.snapshot().expect("its memory can be captured");
    for _ in 0..2 {
        let mut session = snapshot.session().expect("it starts");
        assert_eq!(ask(&mut session), b"\x02\x01\x02abc\0\0");
        assert_eq!((ask(&mut session)[0], session.memory()), (3, 2 << 16));
    }
    // The recorder continues from there, and the earlier snapshot stays as it is.
    recorder.load(b"{}").expect("it answers");
    let later = recorder.snapshot().expect("its memory can be captured again");
    assert_eq!(ask(&mut later.session().expect("it starts")), b"\x03\x01\x03abc\0\0");
    assert_eq!(ask(&mut snapshot.session().expect("it starts")), b"\x02\x01\x02abc\0\0");
    let mut of_later = later.prepared().recorder().expect("a snapshot can be loaded into as well");
    of_later.load(b"{}").expect("it answers");
    let last = of_later.snapshot().and_then(|snapshot| snapshot.session());
    assert_eq!(ask(&mut last.expect("it starts")), b"\x04\x01\x04abc\0\0");
}

#[test]
fn memory_that_grew_is_captured_whole() {
    // The first call grows the memory and writes the last byte of the third page; every call reads that byte.
    let grow = "(if (i32.eq (memory.grow (i32.const 1)) (i32.const 2))
          (then (i32.store8 (i32.const 196607) (i32.const 7))))
        (i32.store8 (i32.const 16) (i32.load8_u (i32.const 196607)))";
    let prepared = host().prepare(&guest(grow, "")).expect("it keeps the contract");
    let mut recorder = prepared.recorder().expect("it starts");
    recorder.load(b"{}").expect("it answers");
    let snapshot = recorder.snapshot().expect("its memory can be captured");
    let mut session = snapshot.session().expect("it starts");
    assert_eq!((session.memory(), prepared.session().expect("it starts").memory()), (3 << 16, 2 << 16));
    // The memory grows up to five pages, the module's maximum, and no further.
    let grown: Vec<(u8, usize)> =
        std::iter::repeat_with(|| (ask(&mut session)[0], session.memory() >> 16)).take(4).collect();
    assert_eq!(grown, [(7, 4), (7, 5), (7, 5), (7, 5)]);
}

#[test]
fn what_is_kept_outside_of_the_memory_cannot_be_captured() {
    let count = "(global.set $count (i64.add (global.get $count) (i64.const 1)))
        (i64.store (i32.const 16) (global.get $count))";
    let prepared = host().prepare(&guest(count, "(global $count (mut i64) (i64.const 0))")).expect("it is an engine");
    let mut recorder = prepared.recorder().expect("it starts");
    recorder.snapshot().expect("it has kept nothing yet");
    recorder.load(b"{}").expect("it answers");
    let error = recorder.snapshot().map(drop).expect_err("it counted");
    assert_eq!(error.kind(), "no-capture", "{error}");
    assert!(error.to_string().contains("outside of its memory"), "{error}");
}

#[test]
fn guests_that_keep_their_state_elsewhere_are_no_engines() {
    let refused = |deed: &str, others: &str| -> Error {
        host().prepare(&guest(deed, others)).map(drop).expect_err("it cannot be parted")
    };
    let table = "(table $t 2 2 funcref) (elem declare func $f) (func $f)";
    let segment = "(table $t 2 2 funcref) (elem $e func $f) (func $f)";
    for (deed, others, says) in [
        ("(table.set $t (i32.const 0) (ref.func $f))", table, "changes its tables"),
        ("(table.fill $t (i32.const 0) (ref.null func) (i32.const 1))", table, "changes its tables"),
        ("(drop (table.grow $t (ref.null func) (i32.const 0)))", table, "changes its tables"),
        ("(table.copy $t $t (i32.const 0) (i32.const 1) (i32.const 1))", table, "changes its tables"),
        ("(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))", segment, "changes its tables"),
        ("(elem.drop $e)", segment, "changes its tables"),
        ("(data.drop $d)", r#"(data $d "a")"#, "copies later"),
        ("", r#"(func (export "fitment:start"))"#, "`fitment:start`, a name of the host's own"),
        ("", "(func $start (param i32)) (start $start)", "what it starts with takes or gives something"),
        ("(memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))", r#"(data $d "a")"#, "copies later"),
        ("", r#"(data $d "a")"#, "copies later"),
        ("", r#"(global $at i32 (i32.const 8)) (data (global.get $at) "a")"#, "is not a plain number"),
        ("", "(memory 1)", "several memories"),
        ("", "(global (mut funcref) (ref.null func))", "a mutable global of a reference type"),
    ] {
        let error = refused(deed, others);
        assert!(error.is_not_an_engine() && error.to_string().contains(says), "{others}: {error}");
    }
    let wide = wat::parse_str(r#"(module (memory (export "memory") i64 1))"#).expect("a module");
    let error = host().prepare(&wide).map(drop).expect_err("the host reads 32 bits");
    assert!(error.to_string().contains("not a 32-bit one"), "{error}");
    // An instance whose data does not fit into its memory cannot start.
    let outside = host().prepare(&guest("", r#"(data (i32.const 131072) "a")"#)).expect("it can be compiled");
    assert!(outside.session().map(drop).expect_err("it does not start").is_no_start());
}

#[test]
fn wasm_that_is_cut_off_or_changed_stops_nobody() {
    let whole = guest(&add_one(16), r#"(data (i32.const 19) "abc") (global (mut i32) (i32.const 1))"#);
    let host = host();
    // Without its data it is still a valid module.
    let cut: Vec<usize> = (0..whole.len()).filter(|end| host.prepare(&whole[..*end]).is_ok()).collect();
    assert!(cut.len() == 1 && whole[cut[0]] == 11, "{cut:?} bytes are an engine");
    let mut engines = 0;
    for at in 0..whole.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = whole.clone();
            changed[at] ^= change;
            engines += usize::from(host.prepare(&changed).is_ok_and(|prepared| prepared.recorder().is_ok()));
        }
    }
    assert!(engines > 0, "a name or a number may be another");
}

#[test]
#[expect(unsafe_code, reason = "the bytes were made a line above")]
fn a_snapshot_keeps_to_the_limits_of_the_host_that_runs_it() {
    let snapshot = host().embedded().and_then(|prepared| prepared.recorder()?.snapshot()).expect("it is captured");
    let compiled = snapshot.compiled().expect("it can be written down");
    let strict = Host::new(Limits { ask_bytes: 40, instances: 2, ..Limits::default() }).expect("the host starts");
    // SAFETY: the bytes have not been changed.
    let mut session = unsafe { strict.precompiled(&compiled) }.and_then(|ahead| ahead.session()).expect("it starts");
    let answer = session.ask(br#"{"question":"fitment/about","given":{"a":[]}}"#).expect("it answers");
    assert!(String::from_utf8_lossy(&answer).contains("too-large"));
}

#[test]
#[expect(unsafe_code, reason = "none of these bytes are compiled code, which is what is seen")]
fn bytes_that_were_not_compiled_are_refused() {
    let host = host();
    let compiled = host.compile(&guest("", "")).expect("it can be compiled");
    for bytes in
        [&b""[..], b"fitment", b"fitment\x01", &compiled[..20], b"fitment\x01\0\x08\0\0\0\0\0\0\0codecodememory"]
    {
        // SAFETY: none of these bytes are ever executed.
        let error = unsafe { host.precompiled(bytes) }.map(drop).expect_err("they are none");
        assert!(error.is_not_an_engine(), "{error}");
    }
}
