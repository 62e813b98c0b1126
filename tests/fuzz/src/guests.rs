//! Gives a host malicious guests, and checks that it keeps its promises.
//!
//! `fuzz-guests SECONDS [SEED]`, built and run by `cargo xtask fuzz guests`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use fitment_fuzz::started;
use fitment_tests::guests::Attacked;
use fitment_tests::numbers::Numbers;

fn main() -> ExitCode {
    started(run)
}

fn run(time: Duration, seed: u64) -> Result<String, String> {
    let mut attacked = Attacked::start().map_err(|error| error.to_string())?;
    let (mut numbers, started) = (Numbers(seed), Instant::now());
    while started.elapsed() < time {
        attacked.meet(&mut numbers)?;
    }
    let Attacked { guests, answered, failed, .. } = attacked;
    let failed: Vec<String> = failed.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    Ok(format!(
        "{guests} guests in {} s with the seed {seed}: {answered} calls answered, of the guests failed: {}",
        time.as_secs(),
        failed.join(", ")
    ))
}
