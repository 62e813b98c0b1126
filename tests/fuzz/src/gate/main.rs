//! Sends a gate requests that no API server would send, made from those that API servers do send, and checks every
//! answer against laws.
//!
//! `fuzz-gate SECONDS [SEED]`, built and run by `cargo xtask fuzz gate`. The gate is `fitment serve` over loopback, as
//! it is deployed, with instances that are reused; the same engine, embedded, makes the same decisions. An input whose
//! answer is of a new kind is kept and changed further.

mod gate;
mod laws;
mod requests;
mod wire;

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fitment_fuzz::started;
use fitment_tests::numbers::Numbers;
use serde_json::Value;

use gate::Running;
use wire::{Answer, Client, Sent};

fn main() -> ExitCode {
    started(run)
}

fn run(time: Duration, seed: u64) -> Result<String, String> {
    let running = Running::start()?;
    let embedded = gate::embedded(&running)?;
    let mut client = Client::new(running.address.clone());
    let mut execute = |sent: &Sent| -> Result<Answer, String> {
        let before = gate::now();
        let answered = client.send(sent).and_then(|answer| {
            laws::hold(&embedded, sent, &answer, &[before.clone(), gate::now()])?;
            Ok(answer)
        });
        let shown = || format!("POST {} {:?} {:?}\n{}", sent.path, sent.head, sent.pieces, sent.body.escape_ascii());
        answered.map_err(|why| format!("{why}\n{}{}", shown(), running.told()))
    };
    let (mut kept, mut kinds) = (Vec::new(), HashSet::new());
    for sent in requests::known() {
        kinds.insert(kind(&execute(&sent)?));
        kept.push(sent);
    }
    let begun = kept.len();
    let (mut numbers, mut executions) = (Numbers(seed), 0_u64);
    let started = Instant::now();
    while started.elapsed() < time {
        let (one, other) = (numbers.below(kept.len()), numbers.below(kept.len()));
        let sent = requests::change(&mut numbers, &kept[one], &kept[other]);
        let before = gate::now();
        let answer = execute(&sent)?;
        executions += 1;
        let is_new = kinds.insert(kind(&answer));
        if is_new || executions.is_multiple_of(16) {
            let again = execute(&sent)?;
            // The answer may differ if it depends on the time, or if it had too little time.
            let may_differ = before != gate::now() || sent.path.ends_with("timeout=1ns");
            if again != answer && !may_differ {
                return Err(format!("another answer the second time: {answer:?} and {again:?} to {sent:?}"));
            }
        }
        if is_new {
            kept.push(sent);
        }
    }
    running.stop()?;
    Ok(format!(
        "{executions} executions in {} s with the seed {seed}: {} kinds of answers, {} inputs kept, {begun} of them known",
        time.as_secs(),
        kinds.len(),
        kept.len()
    ))
}

/// The kind of an answer: its status, its verdict, and what it says without names and numbers.
fn kind(answer: &Answer) -> String {
    let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let (response, error) = (&told["response"], &told["error"]);
    let says = response["status"]["message"].as_str().or(error["says"].as_str()).unwrap_or_default();
    let words = says.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 3).take(6);
    let words: Vec<&str> = words.collect();
    let warned = response["warnings"].as_array().map_or(0, Vec::len).min(3);
    format!("{} {} {warned} {} {words:?}", answer.status, response["allowed"], response["patch"].is_string())
}
