use clap::Args;
use fitment_host::Limits;
use serde_json::Value;

use crate::cli::asking::pools::Pools;
use crate::cli::exit::Done;
use crate::cli::members::{list, word};
use crate::cli::showing::output::{explained, section, verdict};
use crate::cli::showing::table::{Table, cell};
use crate::cli::showing::words::Words;

/// Show what a maintenance run does to the image versions of Shoots.
#[derive(Debug, Args)]
#[command(override_usage = "fitment maintain <FILE>... --profile <FILE>... [OPTIONS]")]
#[command(after_help = "Example:
  fitment maintain shoot.yaml --profile cloudprofile.yaml --now 2026-01-31T00:00:00Z")]
pub struct Arguments {
    #[command(flatten)]
    pools: Pools,
}

/// Runs `fitment maintain`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    arguments.pools.ask("images/maintain", limits, text)
}

/// The effect on each pool as text.
fn text(shoot: &str, envelope: &Value, words: &Words) -> String {
    let mut text = verdict(envelope, Some(shoot));
    text.push_str(&explained(words));
    let pools = list(&envelope["answer"]["workers"]);
    if !pools.is_empty() {
        let mut table = Table::indented(&["POOL", "AFTERWARDS", "WHAT HAPPENS"]);
        for pool in pools {
            let version = word(&pool["version"]);
            let happens = match (pool["failed"] == true, pool["updated"] == true) {
                (true, _) => "has to move and cannot",
                (false, true) => "moves",
                // A pool without a version gets one before any maintenance.
                (false, false) if version.is_empty() => "not known: names no version yet",
                (false, false) => "stays",
            };
            table.row([word(&pool["name"]), version, happens].map(cell));
        }
        section(&mut text, "pools", &table.draw());
    }
    text
}
