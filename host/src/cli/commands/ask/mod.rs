//! Asks a question, or many in a batch.

mod batch;

use std::path::PathBuf;
use std::rc::Rc;

use clap::Args;
use fitment_host::Limits;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load::Loading;
use crate::cli::exit::{Done, Failure};
use crate::cli::reading::input;
use crate::cli::reading::places::Origin;
use crate::cli::reading::source::Source;
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown};

/// Ask a question, or many.
#[derive(Debug, Args)]
#[command(override_usage = "fitment ask [QUESTION] [OPTIONS]")]
#[command(after_help = "Examples:
  fitment ask drivers/resolve -f template.yaml
  fitment ask drivers/default -f - < drivers.json -o json
  fitment ask --batch requests.jsonl > answers.jsonl")]
pub struct Arguments {
    /// The question, as `fitment questions` lists it.
    #[arg(required_unless_present = "batch")]
    question: Option<String>,

    /// The input of the question, in JSON or YAML; `-` for standard input. Empty by default.
    #[arg(short, long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Read one request a line and write one answer a line; `-` for standard input. The lines pass through
    /// untouched: no time is added. What the answers say does not change the exit code. A line that the host
    /// cannot get an answer to is answered with `error`, and the worst such error sets the exit code.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["question", "file", "edition", "now", "output"])]
    batch: Option<PathBuf>,

    #[command(flatten)]
    loading: Loading,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment ask`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let (loading, strictness) = (&arguments.loading, arguments.deciding.strictness);
    if arguments.batch.is_some() && loading.files.is_empty() && strictness.is_given() {
        const WHY: &str = "found `--field-validation` beside `--batch`, where it applies only to what `--load` brings, expected \
                           `fieldValidation` in each line that is to have it";
        return Err(Failure::Input(WHY.to_owned()));
    }
    let objects = loading.objects(strictness, limits)?;
    let manner = arguments.deciding.loading();
    let (mut session, _) = match loading.open(&objects, manner, limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    if let Some(path) = &arguments.batch {
        return batch::run(session, || loading.again(&objects, manner, limits), path);
    }
    let source = arguments.file.as_deref().map(Source::read).transpose()?.map(Rc::new);
    let request = request(&arguments, source.as_deref(), format)?;
    let answer = session.ask(&request)?;
    let envelope = session::envelope(&answer);
    let origin = source.map(|source| Origin::new(&source, 0, String::new()));
    let origin = |path: &str| Some(origin.as_ref()?.below(path.strip_prefix("/given")?));
    let exit = output::print_of_files(&mut session, &answer, format, origin)?;
    arguments.deciding.strictness.hint(&envelope);
    Ok(exit)
}

/// Recognizes a whole request given in place of a question's input.
#[derive(Deserialize)]
struct Request {
    question: Value,
    given: Value,
}

/// Builds the envelope around the input, with the time, which the builder of an envelope has to add.
fn request(arguments: &Arguments, source: Option<&Source>, format: Format) -> Result<Vec<u8>, Failure> {
    let given = source.map_or_else(|| Ok(b"{}".to_vec()), input::only)?;
    let Ok(given) = serde_json::from_slice::<&RawValue>(&given) else {
        // Not JSON: the engine reports where, and in the file rather than in an envelope around it.
        return Ok(given);
    };
    if let (Some(file), Ok(Request { question: Value::String(_), given: Value::Object(_) })) =
        (&arguments.file, serde_json::from_str(given.get()))
    {
        const WHY: &str = "found a whole request, with `question` and `given`, expected what it is given alone; --batch takes \
                           whole requests, one a line";
        return Err(Failure::file(file, WHY));
    }
    let question = Value::from(arguments.question.as_deref());
    let (edition, now) = (arguments.deciding.edition(), Value::from(arguments.deciding.now()));
    let (text, validation) = (format == Format::Text, arguments.deciding.strictness.word());
    Ok(format!(
        r#"{{"question":{question},"edition":"{edition}","now":{now},"text":{text},"fieldValidation":"{validation}","given":{given}}}"#
    )
    .into_bytes())
}
