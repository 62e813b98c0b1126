//! The command line: every command asks the same wasm engine that a gateway would.

mod cli;
#[cfg(feature = "serve")]
mod load;
#[cfg(feature = "serve")]
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
