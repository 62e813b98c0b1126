use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fitment_host::Limits;
use serde_json::Value;
use serde_json::value::RawValue;

use super::ask::now;
use super::change::Change;
use super::exit::{Done, Failure};
use super::input;
use super::load::Loading;
use super::output::{self, Format};

/// Judge an AdmissionReview, or an object before it is applied, as the gate would.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment review -f review.json --load cloudprofile.yaml --phase validating -o yaml
  fitment review -f shoot.yaml --load cloudprofile.yaml --defaulted -o text
  fitment review -f new.yaml --old stored.yaml --load shoots.yaml cloudprofiles.yaml -o text")]
pub struct Arguments {
    /// An AdmissionReview, or the object that would be made with the defaults of the API server, in JSON or YAML; `-`
    /// for standard input.
    #[arg(short, long, value_name = "FILE")]
    file: PathBuf,

    /// The object as it is stored: that of the file is to replace it.
    #[arg(long, value_name = "FILE")]
    old: Option<PathBuf>,

    /// Judge whether the object may be taken away.
    #[arg(long, conflicts_with = "old")]
    delete: bool,

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
    output::print(&mut session, &answer, arguments.output)
}

fn request(arguments: &Arguments) -> Result<Vec<u8>, Failure> {
    let document = input::document(&arguments.file)?;
    let Ok(document) = serde_json::from_slice::<&RawValue>(&document) else { return Ok(document) };
    let review = match Change::of(document, &arguments.file, arguments.old.as_deref(), arguments.delete)? {
        Some(change) => change.review(),
        None => document.get().to_owned(),
    };
    let phase = match arguments.phase {
        Phase::Validating => "validating",
        Phase::Mutating => "mutating",
    };
    let edition = arguments.edition.map_or("design", super::ask::Edition::word);
    let now = Value::from(arguments.now.clone().unwrap_or_else(now));
    let text = arguments.output == Format::Text;
    Ok(format!(r#"{{"review":{review},"phase":"{phase}","edition":"{edition}","now":{now},"text":{text}}}"#)
        .into_bytes())
}
