use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;
use serde_json::{Value, json};

use super::deciding::Deciding;
use super::load;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::list;
use crate::cli::reading::objects::{self, Head, Object};
use crate::cli::reading::places;
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown};
use crate::cli::showing::words::Words;
use crate::cli::stderr;

/// The Shoots whose pools are asked about, with their profiles.
#[derive(Debug, Args)]
pub struct Pools {
    /// The Shoots, in JSON or YAML; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    shoots: Vec<PathBuf>,

    /// The profiles that the Shoots name: CloudProfiles, NamespacedCloudProfiles.
    #[arg(long = "profile", value_name = "FILE", num_args = 1.., required = true)]
    profiles: Vec<PathBuf>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

impl Pools {
    /// Asks a question about each Shoot; `text` formats the answer about the named Shoot.
    pub fn ask(self, question: &str, limits: Limits, text: fn(&str, &Value, &Words) -> String) -> Done {
        let format = self.shown.format();
        let shoots = objects::read(&self.shoots)?;
        objects::expect_some(&shoots, &self.shoots)?;
        load::expect_each_once(&shoots)?;
        let profiles = objects::read(&self.profiles)?;
        let (mut session, loaded) = match load::open(&profiles, self.deciding.loading().defaulted(), limits) {
            Ok(opened) => opened,
            Err(closed) => return closed.end(format),
        };
        let (mut worst, mut told) = (Exit::Yes, 0);
        for shoot in &shoots {
            let json = shoot.value()?;
            let mut given = json!({ "shoot": json });
            let (member, name) = match profile_of(shoot, &json, &loaded) {
                Ok(named) => named,
                // The other Shoots are reported nevertheless.
                Err(failure @ Failure::Unknown(_)) if shoots.len() > 1 => {
                    stderr::line(format_args!("error: {failure}"));
                    worst = worst.worse(failure.exit());
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            given[member] = name.into();
            let answer = session.ask(&self.deciding.request(question, &given, format))?;
            let envelope = session::envelope(&answer);
            let places = places::of_problems(&envelope["problems"], |path| {
                Some(shoot.origin.below(path.strip_prefix("/given/shoot")?))
            });
            match format {
                Format::Text => {
                    let words = Words::of(&mut session, &envelope).placed(places);
                    let gap = if told > 0 { "\n" } else { "" };
                    output::show(&format!("{gap}{}", text(&shoot.head.id(), &envelope, &words)))?;
                }
                format => {
                    output::print_data(&answer, &envelope, format)?;
                    places::note(&envelope["problems"], &places);
                }
            }
            self.deciding.strictness.hint(&envelope);
            told += 1;
            worst = worst.worse(session::exit_of(&envelope)).worse(found(&envelope["answer"]));
        }
        if told < shoots.len() {
            stderr::line(format_args!(
                "note: {} of {} Shoots skipped, because their profiles are missing",
                shoots.len() - told,
                shoots.len()
            ));
        }
        Ok(worst)
    }
}

/// A pool that has to move and cannot, or a run that stops before a pool, counts as an error.
fn found(answer: &Value) -> Exit {
    let is_stuck = list(&answer["workers"]).iter().any(|pool| pool["failed"] == true);
    if is_stuck || answer["error"] == true { Exit::No } else { Exit::Yes }
}

/// Returns the name of the loaded profile that a Shoot names, and the member of `given` that takes it.
fn profile_of(object: &Object, shoot: &Value, loaded: &Value) -> Result<(&'static str, String), Failure> {
    let Head { kind, .. } = &object.head;
    if kind != "Shoot" {
        let found = if kind.is_empty() { "an object without a `kind`".to_owned() } else { format!("a `{kind}`") };
        return Err(Failure::file(&object.file, format!("found {found}, expected Shoots")));
    }
    let (file, id) = (objects::shown(&object.file), object.head.id());
    let named = &shoot["spec"]["cloudProfile"];
    let (kind, name) = match (named["kind"].as_str(), named["name"].as_str()) {
        (kind, Some(name)) => (kind.unwrap_or("CloudProfile"), name),
        (_, None) => ("CloudProfile", shoot["spec"]["cloudProfileName"].as_str().unwrap_or_default()),
    };
    if name.is_empty() {
        return Err(Failure::Unknown(format!("`{file}`: found no profile in `{id}`, expected `spec.cloudProfile`")));
    }
    let namespace = shoot["metadata"]["namespace"].as_str().unwrap_or_default();
    let (member, full) = match kind {
        "NamespacedCloudProfile" => ("namespacedCloudProfile", format!("{namespace}/{name}")),
        _ => ("cloudProfile", name.to_owned()),
    };
    let documents = list(&loaded["answer"]["documents"]);
    if documents.iter().any(|held| held["kind"] == kind && held["name"] == name) {
        return Ok((member, full));
    }
    let held: Vec<String> = documents
        .iter()
        .map(|held| {
            format!("`{} {}`", held["kind"].as_str().unwrap_or_default(), held["name"].as_str().unwrap_or_default())
        })
        .collect();
    let held = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
    Err(Failure::Unknown(format!(
        "`{file}`: found {held} in --profile, expected the `{kind} {full}` that `{id}` names"
    )))
}
