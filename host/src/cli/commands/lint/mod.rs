//! Mistakes that nothing else reports: a file for each subject.

mod drivers;
mod found;
mod profiles;
mod traits;

pub use found::{Places, Severity, Telling, findings_of};

use clap::{Args, Subcommand};
use fitment_host::Limits;

use crate::cli::exit::Done;

/// Find mistakes that nothing else reports: in CloudProfiles, or in flavors, nodes and drivers.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  fitment lint cloudprofile.yaml
  fitment lint landscape/ --fix
  fitment lint traits nodes.json flavors.json
  fitment lint drivers registry.yaml magnum.conf"
)]
pub struct Arguments {
    #[command(subcommand)]
    subject: Option<Subject>,

    #[command(flatten)]
    profiles: profiles::Arguments,
}

#[derive(Debug, Subcommand)]
enum Subject {
    Traits(traits::Arguments),
    Drivers(drivers::Arguments),
}

/// Runs `fitment lint`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    match arguments.subject {
        None => profiles::run(arguments.profiles, limits),
        Some(Subject::Traits(arguments)) => traits::run(arguments, limits),
        Some(Subject::Drivers(arguments)) => drivers::run(arguments, limits),
    }
}
