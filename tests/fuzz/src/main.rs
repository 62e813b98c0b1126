//! Sends the engine requests that nobody would send, guided by coverage, and checks every answer against laws.
//!
//! `fuzz SECONDS [SEED]`, built by `cargo xtask fuzz`. An input that reaches something new is kept and changed further.

mod counters;
mod laws;
mod memory;

use std::panic;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use fitment_fuzz::change;
use fitment_tests::calls::{self, Input};
use fitment_tests::numbers::Numbers;

use counters::Reached;

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// The input that is being answered, and since when, for the watching thread.
static UNDER_WAY: Mutex<Option<(Input, Instant)>> = Mutex::new(None);

/// The time after which an answer counts as never coming, in any build.
const FOREVER: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (seconds, seed) = (arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    panic::set_hook(Box::new(|panic| fail(&panic.to_string())));
    thread::spawn(watch);
    match run(Duration::from_secs(seconds), seed) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(why) => fail(&why),
    }
}

fn run(time: Duration, seed: u64) -> Result<String, String> {
    let mut reached = Reached::nothing();
    if reached.all() == 0 {
        return Err("nothing counts here: build it with cargo xtask fuzz".to_owned());
    }
    let mut kept = Vec::new();
    for (_, input) in calls::known() {
        if execute(&input, &mut reached)? {
            kept.push(input);
        }
    }
    let (first, begun) = (reached.edges(), kept.len());
    let (mut numbers, mut executions) = (Numbers(seed), 0_u64);
    let started = Instant::now();
    while started.elapsed() < time {
        let (one, other) = (numbers.below(kept.len()), numbers.below(kept.len()));
        let input = change::change(&mut numbers, &kept[one], &kept[other], &[]);
        let is_new = execute(&input, &mut reached)?;
        executions += 1;
        if is_new || executions.is_multiple_of(16) {
            laws::hold_again(&input)?;
        }
        if is_new {
            kept.push(input);
        }
    }
    let (edges, all) = (reached.edges(), reached.all());
    Ok(format!(
        "{executions} executions in {} s with the seed {seed}: {edges} edges of {all}, {first} of them from the vectors; \
         {} inputs kept, {begun} of them vectors",
        time.as_secs(),
        kept.len()
    ))
}

/// Runs an input and returns whether it reaches anything new.
fn execute(input: &Input, reached: &mut Reached) -> Result<bool, String> {
    if let Ok(mut under_way) = UNDER_WAY.lock() {
        *under_way = Some((input.clone(), Instant::now()));
    }
    reached.reset();
    laws::hold(input)?;
    Ok(reached.note())
}

/// Ends the process if an answer never comes.
fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let since = UNDER_WAY.lock().ok().and_then(|under_way| under_way.as_ref().map(|(_, since)| since.elapsed()));
        if since.is_some_and(|since| since > FOREVER) {
            fail(&format!("no answer after {} s", FOREVER.as_secs()));
        }
    }
}

/// Reports what went wrong and with which calls, and ends the process.
fn fail(why: &str) -> ! {
    let input = UNDER_WAY.try_lock().ok().and_then(|under_way| under_way.as_ref().map(|(input, _)| input.to_string()));
    eprintln!("error: {why}\n{}", input.unwrap_or_default());
    std::process::exit(1)
}
