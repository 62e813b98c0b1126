//! Findings with their places, for people.

use clap::Args;
use fitment_host::Session;
use serde_json::Value;

use crate::cli::exit::{Done, Exit};
use crate::cli::members::{list, word};
use crate::cli::output::{self, Format};
use crate::cli::places::{self, Origin};
use crate::cli::session;
use crate::cli::words::Words;

/// What a finding is worth.
#[derive(Clone, Copy, Debug, Args)]
pub struct Severity {
    /// Warnings count as errors: they end in exit code 2 too.
    #[arg(long)]
    strict: bool,
}

/// Shows an answer with findings, each with where it stands.
pub fn show(
    session: &mut Session,
    answer: &[u8],
    format: Format,
    severity: Severity,
    origin: impl Fn(&str) -> Option<Origin>,
) -> Done {
    let envelope = session::envelope(answer);
    if envelope["outcome"] != "decided" {
        return output::print(session, answer, format);
    }
    let findings = list(&envelope["answer"]["findings"]);
    let origins: Vec<Option<Origin>> = findings.iter().map(|finding| origin(word(&finding["path"]))).collect();
    let places = places::of_values(&origins);
    if format == Format::Text {
        let words = Words::of(session, &envelope);
        output::show(&drawn(&envelope, &words, findings, &places))?;
    } else {
        output::print_data(answer, &envelope, format)?;
        for (finding, place) in findings.iter().zip(&places) {
            if let Some(place) = place {
                anstream::eprintln!("note: `{}` is {place}", word(&finding["path"]));
            }
        }
    }
    Ok(match session::exit_of(&envelope) {
        Exit::Yes if severity.strict && envelope["answer"]["count"].as_u64() > Some(0) => Exit::No,
        exit => exit,
    })
}

fn drawn(envelope: &Value, words: &Words, findings: &[Value], places: &[Option<String>]) -> String {
    let mut text = output::verdict(envelope, envelope["question"].as_str());
    // What is said of the findings stands beneath one reason, in their order.
    let says: Vec<String> = words.beneath_first();
    text.push('\n');
    for (number, (finding, place)) in findings.iter().zip(places).enumerate() {
        let level = word(&finding["level"]);
        let says = says.get(number).map(String::as_str).unwrap_or_default();
        let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        text.push_str(&format!("{level}: {place}{says}\n"));
        let edit = &finding["edit"];
        if edit.is_null() {
            text.push_str(&format!("  {}\n", word(&finding["cure"])));
        } else {
            for edit in [edit].into_iter().chain(list(&edit["also"])) {
                let key = word(&edit["key"]);
                text.push_str(&match edit["value"].as_str() {
                    Some(value) => format!("  set `{key}` to `{value}`\n"),
                    None => format!("  take out `{key}`\n"),
                });
            }
        }
    }
    let more = envelope["answer"]["count"].as_u64().unwrap_or_default().saturating_sub(findings.len() as u64);
    if more > 0 {
        text.push_str(&format!("and {more} more\n"));
    }
    let problems: String = words.problems().collect();
    if !problems.is_empty() {
        output::section(&mut text, "problems", &problems);
    }
    text
}
