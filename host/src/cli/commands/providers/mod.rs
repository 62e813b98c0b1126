//! Plans changes of a management cluster, and checks its providers.

mod check;
mod plan;

use clap::{Args, Subcommand};
use fitment_host::Limits;

use crate::cli::exit::Done;

/// Plan upgrades of a management cluster, or check its providers.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment providers plan -f objects.yaml --to-contract v1beta2
  fitment providers check -f objects.yaml")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Plan(plan::Arguments),
    Check(check::Arguments),
}

/// Runs `fitment providers`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    match arguments.command {
        Command::Plan(arguments) => plan::run(arguments, limits),
        Command::Check(arguments) => check::run(arguments, limits),
    }
}
