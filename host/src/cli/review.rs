use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fitment_host::Limits;
use serde_json::Value;
use serde_json::value::RawValue;

use super::ask::now;
use super::exit::{Done, Exit};
use super::input;
use super::load::Loading;
use super::output::{self, Format};
use super::session;

/// Judge an AdmissionReview, as the gate would.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment review -f review.json --load cloudprofile.yaml --phase validating -o yaml")]
pub struct Arguments {
    /// The AdmissionReview, in JSON or YAML; `-` for standard input.
    #[arg(short, long, value_name = "FILE")]
    file: PathBuf,

    /// Whether to judge the object or to complete it.
    #[arg(long, default_value = "validating")]
    phase: Phase,

    #[command(flatten)]
    loading: Loading,

    /// Whose behaviour: the design's, or today's upstream software's.
    #[arg(long)]
    edition: Option<super::ask::Edition>,

    /// The time to decide with, as `2026-01-01T00:00:00Z`; now unless given.
    #[arg(long, value_name = "TIME")]
    now: Option<String>,

    /// How to show the answer.
    #[arg(short, long, value_name = "FORMAT", default_value = "json")]
    output: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Phase {
    /// Say yes or no.
    Validating,
    /// Complete what is missing.
    Mutating,
}

/// Judges.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let (mut session, _) = match arguments.loading.open(limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(arguments.output),
    };
    let answer = session.review(&request(&arguments)?)?;
    let exit = output::print(&mut session, &answer, arguments.output)?;
    let refused = session::envelope(&answer).pointer("/review/response/allowed") == Some(&Value::Bool(false));
    Ok(if refused { Exit::No } else { exit })
}

fn request(arguments: &Arguments) -> Result<Vec<u8>, super::exit::Failure> {
    let review = input::document(&arguments.file)?;
    let Ok(review) = serde_json::from_slice::<&RawValue>(&review) else { return Ok(review) };
    let phase = match arguments.phase {
        Phase::Validating => "validating",
        Phase::Mutating => "mutating",
    };
    let edition = arguments.edition.map_or("design", super::ask::Edition::word);
    let now = Value::from(arguments.now.clone().unwrap_or_else(now));
    Ok(format!(r#"{{"review":{review},"phase":"{phase}","edition":"{edition}","now":{now}}}"#).into_bytes())
}
