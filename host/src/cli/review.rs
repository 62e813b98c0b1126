use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fitment_host::Limits;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::ask::now;
use super::exit::{Done, Exit, Failure};
use super::input;
use super::load::Loading;
use super::output::{self, Format};
use super::session;

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
    let exit = output::print(&mut session, &answer, arguments.output)?;
    let refused = session::envelope(&answer).pointer("/review/response/allowed") == Some(&Value::Bool(false));
    Ok(if refused { Exit::No } else { exit })
}

fn request(arguments: &Arguments) -> Result<Vec<u8>, Failure> {
    let document = input::document(&arguments.file)?;
    let Ok(document) = serde_json::from_slice::<&RawValue>(&document) else { return Ok(document) };
    let review = match Change::of(document, arguments)? {
        Some(change) => change.review(),
        None => document.get().to_owned(),
    };
    let phase = match arguments.phase {
        Phase::Validating => "validating",
        Phase::Mutating => "mutating",
    };
    let edition = arguments.edition.map_or("design", super::ask::Edition::word);
    let now = Value::from(arguments.now.clone().unwrap_or_else(now));
    Ok(format!(r#"{{"review":{review},"phase":"{phase}","edition":"{edition}","now":{now}}}"#).into_bytes())
}

/// What says of a document which it is.
#[derive(Deserialize)]
struct Object<'d> {
    #[serde(rename = "apiVersion")]
    api_version: Option<&'d str>,
    kind: Option<&'d str>,
}

/// An object that somebody is about to make, replace or take away.
struct Change<'d> {
    document: &'d RawValue,
    object: Object<'d>,
    old: Option<Box<RawValue>>,
    delete: bool,
}

impl<'d> Change<'d> {
    /// Nothing if the document is an AdmissionReview already, or nobody can say what it is.
    fn of(document: &'d RawValue, arguments: &Arguments) -> Result<Option<Self>, Failure> {
        let object = serde_json::from_str::<Object<'_>>(document.get()).ok();
        let object = object.filter(|object| object.kind.is_some_and(|kind| kind != "AdmissionReview"));
        let read = |path: &PathBuf| {
            let bytes = input::document(path)?;
            serde_json::from_slice::<Box<RawValue>>(&bytes).map_err(|error| Failure::file(path, error))
        };
        let old = arguments.old.as_ref().map(read).transpose()?;
        match object {
            Some(object) => Ok(Some(Self { document, object, old, delete: arguments.delete })),
            None if old.is_some() || arguments.delete => Err(Failure::file(
                &arguments.file,
                "found no object with a `kind`, expected one: an AdmissionReview says itself what is done",
            )),
            None => Ok(None),
        }
    }

    /// What an API server would send.
    fn review(&self) -> String {
        let (document, old) = (self.document.get(), self.old.as_deref().map(RawValue::get));
        let (operation, object, old) = match (self.delete, old) {
            (true, _) => ("DELETE", "null", document),
            (false, Some(old)) => ("UPDATE", document, old),
            (false, None) => ("CREATE", document, "null"),
        };
        let (group, version) = match self.object.api_version.unwrap_or_default().split_once('/') {
            Some(parts) => parts,
            None => ("", self.object.api_version.unwrap_or_default()),
        };
        let kind = json!({ "group": group, "version": version, "kind": self.object.kind });
        format!(
            r#"{{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":"fitment","kind":{kind},"operation":"{operation}","object":{object},"oldObject":{old}}}}}"#
        )
    }
}
