use clap::Args;
use fitment_host::Limits;
use serde_json::Value;

use crate::cli::asking::pools::Pools;
use crate::cli::exit::Done;
use crate::cli::members::{list, word};
use crate::cli::showing::output::{explained, section, verdict};
use crate::cli::showing::table::{Table, cell};
use crate::cli::showing::words::Words;

/// Show which image versions the pools of Shoots take over time.
///
/// Maintenance is repeated until no later maintenance moves a pool any more. The Kubernetes version stays as
/// it is.
#[derive(Debug, Args)]
#[command(override_usage = "fitment plan <FILE>... --profile <FILE>... [OPTIONS]")]
#[command(after_help = "Example:
  fitment plan shoot.yaml --profile cloudprofile.yaml --now 2026-01-31T00:00:00Z")]
pub struct Arguments {
    #[command(flatten)]
    pools: Pools,
}

/// Runs `fitment plan`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    arguments.pools.ask("images/plan-maintenance", limits, text)
}

/// The steps of each pool as text.
fn text(shoot: &str, envelope: &Value, words: &Words) -> String {
    let mut text = verdict(envelope, Some(shoot));
    text.push_str(&explained(words));
    let mut table = Table::indented(&["POOL", "IMAGE", "WHEN", "FROM", "TO", "WHY"]);
    for pool in list(&envelope["answer"]["workers"]) {
        let (name, image) = (word(&pool["name"]), word(&pool["image"]));
        let mut before = None;
        for step in list(&pool["steps"]) {
            let when = when(&step["after"], before);
            before = Some(&step["after"]);
            let why = match word(&step["need"]) {
                "automatic" => "moves by itself",
                "missing" => "no longer suits the pool",
                other => other,
            };
            table.row([name, image, &when, word(&step["from"]), word(&step["to"]), why].map(cell));
        }
        let end = word(&pool["end"]);
        let last = match (pool["failed"] == true, pool["stable"] == true) {
            (true, _) => Some((when(&pool["failedAfter"], before), "has to move and cannot")),
            (false, false) if end.is_empty() => Some(("not known".to_owned(), "names no version yet")),
            (false, false) => Some(("later".to_owned(), "more may come")),
            (false, true) if pool["moves"] == 0 => Some(("never".to_owned(), "stays")),
            (false, true) => None,
        };
        if let Some((when, why)) = last {
            table.row([name, image, &when, end, "", why].map(cell));
        }
    }
    if table.len() > 0 {
        section(&mut text, "plan", &table.draw());
    }
    text
}

/// When a pool moves, given the time of its previous move: each maintenance makes one move.
fn when(after: &Value, before: Option<&Value>) -> String {
    match after.as_str() {
        _ if before == Some(after) => "the maintenance after".to_owned(),
        Some(after) => format!("after {after}"),
        None => "next maintenance".to_owned(),
    }
}
