use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use fitment_host::{Limits, Session};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places;
use crate::cli::reading::profiles;
use crate::cli::reading::source::At;
use crate::cli::session;
use crate::cli::showing::diff_tables;
use crate::cli::showing::findings::{self, Finding, Form, Level, Report, Reported};
use crate::cli::showing::output::{self, Format};
use crate::cli::showing::words::Words;

/// Show what a change of a profile does to those who use it.
///
/// Lists the pairs of machine type and image version that appear or vanish, and what becomes of the pools of Shoots.
/// The answer is yes if nothing gets worse, and no if the API server would refuse the new profile, an offered pair is
/// lost, a pool is refused at the next change of its Shoot or has to move and cannot, or something that the API
/// server keeps while it is in use is removed. Moving pools, and a removed Kubernetes version, region, zone or volume
/// type, are reported without making the answer no.
#[derive(Debug, Args)]
#[command(override_usage = "fitment diff <OLD> <NEW> [OPTIONS]")]
#[command(after_help = "Examples:
  fitment diff cloudprofile.yaml cloudprofile-new.yaml
  kubectl get shoots -A -o json | fitment diff cloudprofile.yaml cloudprofile-new.yaml --shoots -")]
pub struct Arguments {
    /// The profile before the change, in JSON or YAML; `-` for standard input.
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The profile after the change.
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Shoots that may use the profile, and NamespacedCloudProfiles through which they do: files, or folders, read
    /// recursively. The parent of a compared NamespacedCloudProfile belongs here too, and so do the settings that both
    /// profiles are judged by.
    #[arg(long, visible_alias = "load", value_name = "FILE", num_args = 1..)]
    shoots: Vec<PathBuf>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    reported: Reported,
}

/// Runs `fitment diff`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let form = arguments.reported.form();
    findings::told(COMMAND, form, compare(&arguments, form, limits))
}

fn compare(arguments: &Arguments, form: Form, limits: Limits) -> Done {
    let manner = arguments.deciding.loading().defaulted();
    let (old, new) = (profiles::only(&arguments.old, KINDS)?, profiles::only(&arguments.new, KINDS)?);
    if old.head.kind != new.head.kind {
        let why = format!("found a `{}`, expected a `{}` like the one before", new.head.kind, old.head.kind);
        return Err(Failure::file(&new.file, why));
    }
    let (settings, users): (Vec<Object>, Vec<Object>) =
        objects::read(&arguments.shoots)?.into_iter().partition(|object| object.head.is_settings());
    // Defaults are applied to loaded documents, and a session cannot hold two with one name.
    let settled = load::open(&settings, manner, limits);
    let opened = settled.and_then(|(session, _)| load::open_in(session, std::slice::from_ref(&new), manner));
    let (mut session, _) = match opened {
        Ok(opened) => opened,
        Err(closed) => return closed.reported(COMMAND, form),
    };
    let (members, new_name) = (Members::of(&new.head.kind), new.head.full_name());
    let changed = match defaulted(&mut session, &new, members.new, &new_name)? {
        Ok(changed) => changed,
        Err(answer) => return output::print(&mut session, &answer, form.asked()),
    };
    drop(session);
    let (old_id, old_name, old_origin) = (old.head.id(), old.head.full_name(), old.origin.clone());
    let held: Vec<Object> = users.into_iter().filter(|user| user.head.id() != old_id).chain([old]).collect();
    let session = load::again(&settings, manner, limits)?;
    let (mut session, _) = match load::open_in(session, &held, manner) {
        Ok(opened) => opened,
        Err(closed) => return closed.reported(COMMAND, form),
    };
    let request = json!({
        "question": "images/diff-profiles",
        "edition": arguments.deciding.edition(),
        "now": arguments.deciding.now(),
        "text": form.asked() == Format::Text,
        // Unknown keys were reported when the profile was loaded.
        "fieldValidation": "Ignore",
    });
    let request = request.to_string();
    let request = format!(
        r#"{},"given":{{{}:{},{}:{changed}}}}}"#,
        request.trim_end_matches('}'),
        json!(members.old),
        json!(old_name),
        json!(members.new)
    );
    let answer = session.ask(request.as_bytes())?;
    let envelope = session::envelope(&answer);
    let (new_at, old_at) = (format!("/given/{}", members.new), format!("{old_id}#"));
    let places = places::of_problems(&envelope["problems"], |path| match path.strip_prefix(&old_at) {
        Some(below) => Some(old_origin.below(below)),
        None => Some(new.origin.below(path.strip_prefix(&new_at)?)),
    });
    match form.answer() {
        Some(Format::Text) => {
            let words = Words::of(&mut session, &envelope).placed(places);
            output::show(&diff_tables::draw(&envelope, &words, &old_id))?;
        }
        Some(format) => {
            output::print_data(&answer, &envelope, format)?;
            places::note(&envelope["problems"], &places);
        }
        None => {
            let words = Words::of(&mut session, &envelope);
            let mut found = findings(&envelope, &words, &places::of_value(new.origin.clone()));
            found.extend(findings::of_problems(&envelope, &words, &places));
            let files = [old_origin.file(), new.origin.file()].into_iter().flatten();
            let report = Report::by_file(COMMAND, files, found);
            report.print(form, |codes| findings::meanings(&mut session, codes))?;
        }
    }
    Ok(session::exit_of(&envelope))
}

/// The effects of the change on users of the profile, each placed at the new profile.
fn findings(envelope: &Value, words: &Words, at: &Option<At>) -> Vec<Finding> {
    let finding = |(number, finding): (usize, &Value)| Finding {
        level: Level::of(&finding["level"]),
        code: word(&finding["code"]).to_owned(),
        says: words.reason(number).to_owned(),
        cure: vec![word(&finding["cure"]).to_owned()],
        at: at.clone(),
    };
    list(&envelope["answer"]["findings"]).iter().enumerate().map(finding).collect()
}

const COMMAND: &str = "diff";

/// The kinds that can be compared.
const KINDS: &[&str] = &["CloudProfile", "NamespacedCloudProfile"];

/// The members of `given` that take the profiles after and before the change.
struct Members {
    new: &'static str,
    old: &'static str,
}

impl Members {
    fn of(kind: &str) -> Self {
        if kind == "NamespacedCloudProfile" {
            Self { new: "namespacedCloudProfile", old: "oldNamespacedCloudProfile" }
        } else {
            Self { new: "cloudProfile", old: "oldCloudProfile" }
        }
    }
}

/// Returns a loaded profile with its defaults. The error is the engine's answer if it has no profile.
fn defaulted(
    session: &mut Session,
    object: &Object,
    member: &str,
    name: &str,
) -> Result<Result<String, Vec<u8>>, Failure> {
    #[derive(Deserialize)]
    struct Answered {
        answer: Spec,
    }
    #[derive(Deserialize)]
    struct Spec {
        spec: Box<RawValue>,
    }
    let request = json!({ "question": "images/default-profile", "given": { member: name } }).to_string();
    let answer = session.ask(request.as_bytes())?;
    if session::exit_of(&session::envelope(&answer)) != Exit::Yes {
        return Ok(Err(answer));
    }
    let read = |error| Failure::file(&object.file, error);
    let answered: Answered = serde_json::from_slice(&answer).map_err(read)?;
    let mut document: BTreeMap<String, Box<RawValue>> = serde_json::from_str(object.json.get()).map_err(read)?;
    document.insert("spec".to_owned(), answered.answer.spec);
    serde_json::to_string(&document).map(Ok).map_err(read)
}
