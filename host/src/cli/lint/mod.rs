//! What is wrong although nobody complains: a file for each subject.

mod drivers;
mod found;
mod traits;

use clap::{Args, Subcommand};
use fitment_host::Limits;

pub use found::{Severity, findings_of};

use super::exit::Done;

/// Find what is wrong although nobody complains.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment lint traits nodes.json flavors.json
  fitment lint drivers registry.yaml magnum.conf")]
pub struct Arguments {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Debug, Subcommand)]
enum Subject {
    Traits(traits::Arguments),
    Drivers(drivers::Arguments),
}

/// Looks.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    match arguments.subject {
        Subject::Traits(arguments) => traits::run(arguments, limits),
        Subject::Drivers(arguments) => drivers::run(arguments, limits),
    }
}
