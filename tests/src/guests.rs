//! Malicious guests: random modules that may lie to the host in every word. Each call has to return bytes of the
//! guest's own memory or a named error, and the host has to keep serving others.

use std::collections::BTreeMap;
use std::time::Duration;

use fitment_host::{Error, Host, Limits, Prepared, Session};

use crate::numbers::Numbers;

/// A host that is given one such guest after another, and a second host whose guest is the engine.
pub struct Attacked {
    limits: Limits,
    host: Host,
    engine: Prepared,
    expected: Vec<u8>,
    /// The number of guests so far.
    pub guests: usize,
    /// The number of calls that were answered.
    pub answered: usize,
    /// The number of guests that failed, by kind of error.
    pub failed: BTreeMap<&'static str, usize>,
}

const ABOUT: &[u8] = br#"{"question":"fitment/about"}"#;

/// The number of guests after which the engine has to give its first answer again.
const SERVED_AFTER: usize = 100;

impl Attacked {
    /// Starts both hosts.
    pub fn start() -> Result<Self, Error> {
        let limits = Limits { deadline: Duration::from_millis(3), memory: 64 << 20, instances: 2, ..Limits::default() };
        let engine = Host::new(Limits { instances: 1, ..Limits::default() })?.embedded()?;
        let expected = engine.session()?.ask(ABOUT)?;
        let (host, failed) = (Host::new(limits)?, BTreeMap::new());
        Ok(Self { limits, host, engine, expected, guests: 0, answered: 0, failed })
    }

    /// Generates a guest and talks to it. Fails if the host does something that it must never do.
    pub fn meet(&mut self, numbers: &mut Numbers) -> Result<(), String> {
        let text = module(numbers);
        self.guests += 1;
        // A text that is not a module never reaches the host.
        let Ok(wasm) = wat::parse_str(&text) else { return Ok(()) };
        let session = self.host.prepare(&wasm).and_then(|prepared| prepared.session());
        match session.map(|mut session| converse(&mut session, numbers, self.limits.memory)) {
            Ok(Talk { answered, ended: None }) => self.answered += answered,
            Ok(Talk { answered, ended: Some(Ended::Named(kind)) }) => {
                self.answered += answered;
                *self.failed.entry(kind).or_insert(0) += 1;
            }
            Ok(Talk { ended: Some(Ended::Broken(why)), .. }) => return Err(format!("{why}\n{text}")),
            Err(error) => *self.failed.entry(error.kind()).or_insert(0) += 1,
        }
        if self.guests % SERVED_AFTER == 1 {
            let answer = self.engine.session().and_then(|mut session| session.ask(ABOUT));
            match answer {
                Ok(answer) if answer == self.expected => {}
                other => return Err(format!("the engine answers {other:?} after\n{text}")),
            }
        }
        Ok(())
    }
}

/// The outcome of talking to a guest.
struct Talk {
    answered: usize,
    ended: Option<Ended>,
}

enum Ended {
    /// An error of this kind.
    Named(&'static str),
    /// The host broke a promise.
    Broken(String),
}

/// Numbers at the edges of a memory of a few pages, of 32 bits or of 64 bits.
const EDGES: [u64; 16] = [
    0,
    1,
    7,
    0xffff,
    0x1_0000,
    0x1_0001,
    0x1_fff0,
    0x2_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_0000,
    0xffff_fff8,
    0xffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_ffff,
];

fn edge(numbers: &mut Numbers) -> u64 {
    numbers.among(&EDGES).wrapping_add(numbers.below(3) as u64).wrapping_sub(1)
}

/// Returns a pointer and a length in one number, as verbs answer.
fn place(numbers: &mut Numbers) -> i64 {
    if numbers.below(3) > 0 {
        return (numbers.below(0x8000) as i64) << 32 | numbers.below(0x4000) as i64;
    }
    let half = |numbers: &mut Numbers| edge(numbers) & 0xffff_ffff;
    (half(numbers) << 32 | half(numbers)).cast_signed()
}

/// Returns something that a function of the guest does before it answers.
fn deed(numbers: &mut Numbers) -> String {
    let address = |numbers: &mut Numbers| (edge(numbers) as u32).cast_signed();
    match numbers.below(10) {
        0 => "unreachable".to_owned(),
        1 => format!("(drop (memory.grow (i32.const {})))", address(numbers)),
        2 => format!("(i32.store (i32.const {}) (i32.const -1))", address(numbers)),
        3 => format!("(drop (i64.load (i32.const {})))", address(numbers)),
        4 => format!("(memory.fill (i32.const {}) (i32.const 255) (i32.const {}))", address(numbers), address(numbers)),
        5 => "(call $deeper)".to_owned(),
        6 => "(loop (br 0))".to_owned(),
        8 => "(if (i32.eq (memory.grow (i32.const 60000)) (i32.const -1)) (then unreachable))".to_owned(),
        7 => "(drop (i32.div_u (i32.const 1) (i32.const 0)))".to_owned(),
        _ => String::new(),
    }
}

/// Returns the body of a function. Most do nothing but answer, so that calls get further.
fn body(numbers: &mut Numbers, answer: String) -> String {
    let deed = if numbers.below(6) == 0 { deed(numbers) } else { String::new() };
    format!("{deed} {answer}")
}

/// Returns a function with the type that the host expects, or now and then another.
fn function(numbers: &mut Numbers, name: &str, parameters: usize, result: &str) -> String {
    let parameters = if numbers.below(60) == 0 { numbers.below(4) } else { parameters };
    let result = if numbers.below(60) == 0 { *numbers.among(&["i32", "i64", "f64"]) } else { result };
    let answer = match (name, result) {
        ("fitment_abi_version", "i32") if numbers.below(20) > 0 => "(i32.const 1)".to_owned(),
        ("fitment_buf", "i32") if numbers.below(3) > 0 => "(i32.const 1024)".to_owned(),
        (_, "i32") => format!("(i32.const {})", (edge(numbers) as u32).cast_signed()),
        (_, "i64") => format!("(i64.const {})", place(numbers)),
        _ => "(f64.const nan)".to_owned(),
    };
    let body = body(numbers, answer);
    format!(r#"(func (export "{name}") (param {}) (result {result}) {body})"#, "i32 ".repeat(parameters))
}

/// Returns a module as text. Most modules have everything that the host expects.
fn module(numbers: &mut Numbers) -> String {
    let pages = [1, 1, 2, 2, 3, 4, 5, 8, 0, 5000][numbers.below(10)];
    let mut parts = vec![
        format!(r#"(memory (export "memory") {pages})"#),
        "(func $deeper (call $deeper))".to_owned(),
        function(numbers, "fitment_abi_version", 0, "i32"),
        function(numbers, "fitment_buf", 1, "i32"),
        function(numbers, "fitment_load", 2, "i64"),
        function(numbers, "fitment_ask", 2, "i64"),
        function(numbers, "fitment_review", 2, "i64"),
    ];
    if numbers.below(4) == 0 {
        let deed = deed(numbers);
        parts.push(format!(r#"(func (export "wizer-initialize") {deed})"#));
    }
    if numbers.below(8) == 0 {
        let deed = deed(numbers);
        parts.push(format!("(func $begin {deed}) (start $begin)"));
    }
    if numbers.below(40) == 0 {
        parts.remove(numbers.below(parts.len()));
    }
    format!("(module {})", parts.join("\n"))
}

/// Calls a guest until it fails or there is nothing more to say.
fn converse(session: &mut Session, numbers: &mut Numbers, memory: usize) -> Talk {
    let broken = |answered, why| Talk { answered, ended: Some(Ended::Broken(why)) };
    for answered in 0..4 {
        let request = vec![b'x'; [0, 1, 100, 70_000, 200_000][numbers.below(5)]];
        let answer = match numbers.below(3) {
            0 => session.load(&request),
            1 => session.ask(&request),
            _ => session.review(&request),
        };
        match answer {
            Ok(answer) if answer.len() > memory => return broken(answered, "more than a guest may have".to_owned()),
            Ok(_) => {}
            Err(error) if error.is_too_large() => {}
            Err(error) if session.ask(b"{}").is_err_and(|after| after.is_ended()) => {
                return Talk { answered, ended: Some(Ended::Named(error.kind())) };
            }
            Err(error) => return broken(answered, format!("a session goes on after {error}")),
        }
    }
    Talk { answered: 4, ended: None }
}
