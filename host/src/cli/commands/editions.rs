use clap::Args;
use fitment_host::Limits;
use serde_json::json;

use crate::cli::exit::Done;
use crate::cli::showing::output::{Shown, section, tell};
use crate::cli::showing::table::of_two;

/// List where the design edition and today's upstream software differ.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment editions")]
pub struct Arguments {
    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment editions`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    tell(limits, "fitment/editions", json!({}), arguments.shown.format(), |answer| {
        let mut text = String::new();
        let lists = |key: &str| answer[key].as_array().cloned().unwrap_or_default();
        text.push_str(&of_two(&lists("editions"), "name", "follows"));
        for difference in lists("divergences") {
            let word = |key: &str| difference[key].as_str().unwrap_or_default();
            let body = format!(
                "design    {}\nupstream  {}\nbecause   {}\nsource    {}",
                word("design"),
                word("upstream"),
                word("why"),
                word("source")
            );
            section(&mut text, &format!("{}: {}", word("policy"), word("divergence")), &body);
        }
        text
    })
}
