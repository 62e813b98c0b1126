//! What the fuzzers share: changing inputs, and starting a fuzzer of the deployed programs.

use std::process::ExitCode;
use std::time::Duration;

pub mod change;

/// Runs a fuzzer with the duration and seed from the command line: `FUZZER [SECONDS] [SEED]`.
pub fn started(run: impl FnOnce(Duration, u64) -> Result<String, String>) -> ExitCode {
    let mut arguments = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (seconds, seed) = (arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    match run(Duration::from_secs(seconds), seed) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}
