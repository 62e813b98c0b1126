use clap::Args;
use fitment_host::Limits;
use serde_json::json;

use super::exit::Done;
use super::output::{Format, section, table, tell};

/// List where the design edition and today's upstream software differ.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment editions")]
pub struct Arguments {
    /// How to show it.
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    output: Format,
}

/// Lists.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    tell(limits, "fitment/editions", json!({}), arguments.output, |answer| {
        let mut text = String::new();
        let lists = |key: &str| answer[key].as_array().cloned().unwrap_or_default();
        text.push_str(&table(&lists("editions"), "name", "follows"));
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
