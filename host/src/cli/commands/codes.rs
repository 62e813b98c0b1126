use clap::Args;
use fitment_host::Limits;
use serde_json::json;

use crate::cli::exit::Done;
use crate::cli::showing::output::{Shown, tell};
use crate::cli::showing::table::of_two;

/// List the codes of reasons and problems.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment codes --policy drivers")]
pub struct Arguments {
    /// Only those of one policy.
    #[arg(long)]
    policy: Option<String>,
    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment codes`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let given = json!({ "policy": arguments.policy });
    tell(limits, "fitment/codes", given, arguments.shown.format(), |answer| {
        of_two(answer["codes"].as_array().map(Vec::as_slice).unwrap_or_default(), "code", "says")
    })
}
