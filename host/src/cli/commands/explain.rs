use clap::Args;
use fitment_files::yaml;
use fitment_host::Limits;
use serde_json::{Value, json};

use crate::cli::exit::{Done, Exit};
use crate::cli::showing::findings::own;
use crate::cli::showing::output::{self, Format, HEADING, Shown, section, tell};

/// Explain a code: what it means, why there is such a rule, what to do.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment explain driver-not-supported")]
pub struct Arguments {
    /// The code.
    code: String,
    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment explain`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    if let Some([means, cure]) = own::meaning(&arguments.code) {
        let said = json!({ "code": arguments.code, "means": means, "cure": cure });
        output::show(&match format {
            Format::Json => format!("{said}\n"),
            Format::Yaml => format!("{}\n", yaml::from_json(&said)),
            Format::Text => told(&said, &["means", "cure"]),
        })?;
        return Ok(Exit::Yes);
    }
    let given = json!({ "code": own::code_of_cause(&arguments.code) });
    tell(limits, "fitment/explain", given, format, |answer| {
        let mut text = told(answer, &["says", "means", "why", "cure", "source"]);
        let example = &answer["example"];
        if example.is_object() {
            let shown = |value: &Value| value.as_str().map_or_else(|| yaml::from_json(value), str::to_owned);
            section(&mut text, "for example", &shown(&example["request"]));
            section(&mut text, "is answered", &shown(&example["answer"]));
        }
        text
    })
}

/// What is said of a code; those of the command line belong to no policy.
fn told(answer: &Value, parts: &[&str]) -> String {
    let word = |key: &str| answer[key].as_str().unwrap_or_default();
    let policy = answer["policy"].as_str().map(|policy| format!(" ({policy})")).unwrap_or_default();
    let mut text = format!("{HEADING}{}{HEADING:#}{policy}\n", word("code"));
    parts.iter().for_each(|part| section(&mut text, part, word(part)));
    text
}
