use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;
use serde_json::{Value, json};

use super::deciding::Deciding;
use super::exit::{Done, Exit, Failure};
use super::load::{self, Strictness};
use super::objects;
use super::output::{self, Format, Shown, explained, section, verdict};
use super::session;
use super::table::{Table, cell};
use super::words::Words;

/// Show what a maintenance run does to the image versions of Shoots.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment maintain shoot.yaml --profile cloudprofile.yaml --now 2026-01-31T00:00:00Z")]
pub struct Arguments {
    /// The Shoots, in JSON or YAML; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    shoots: Vec<PathBuf>,

    /// The profiles that the Shoots name: CloudProfiles, NamespacedCloudProfiles.
    #[arg(long = "profile", value_name = "FILE", num_args = 1.., required = true)]
    profiles: Vec<PathBuf>,

    #[command(flatten)]
    strictness: Strictness,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Asks of each Shoot.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let shoots = objects::read(&arguments.shoots)?;
    objects::expect_some(&shoots, &arguments.shoots)?;
    let profiles = objects::read(&arguments.profiles)?;
    let (mut session, loaded) = match load::open(&profiles, true, arguments.strictness, limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let mut worst = Exit::Yes;
    for (place, shoot) in shoots.iter().enumerate() {
        let json: Value = serde_json::from_str(shoot.json.get()).map_err(|error| Failure::file(&shoot.file, error))?;
        let mut given = json!({ "shoot": json });
        let (member, name) = profile_of(&json, &loaded).ok_or_else(|| {
            let file = objects::shown(&shoot.file);
            Failure::Unknown(format!(
                "`{file}`: found no profile that the Shoot names among those of --profile, expected it there"
            ))
        })?;
        given[member] = name.into();
        let request = arguments.deciding.request("images/maintain", &given, arguments.strictness, format);
        let answer = session.ask(&request)?;
        let envelope = session::envelope(&answer);
        match format {
            Format::Text => {
                let words = Words::of(&mut session, &envelope);
                let gap = if place > 0 { "\n" } else { "" };
                output::show(&format!("{gap}{}", text(&shoot.head.id(), &envelope, &words)))?;
            }
            format => output::print_data(&answer, &envelope, format)?,
        }
        arguments.strictness.hint(&envelope);
        worst = worst.worse(session::exit_of(&envelope));
    }
    Ok(worst)
}

/// The member of `given` and the name of the loaded profile that a Shoot names.
fn profile_of(shoot: &Value, loaded: &Value) -> Option<(&'static str, String)> {
    let named = &shoot["spec"]["cloudProfile"];
    let (kind, name) = match (named["kind"].as_str(), named["name"].as_str()) {
        (kind, Some(name)) => (kind.unwrap_or("CloudProfile"), name),
        (_, None) => ("CloudProfile", shoot["spec"]["cloudProfileName"].as_str()?),
    };
    let (member, full) = match kind {
        "NamespacedCloudProfile" => (
            "namespacedCloudProfile",
            format!("{}/{name}", shoot["metadata"]["namespace"].as_str().unwrap_or_default()),
        ),
        _ => ("cloudProfile", name.to_owned()),
    };
    let documents = loaded.pointer("/answer/documents")?.as_array()?;
    documents.iter().any(|held| held["kind"] == kind && held["name"] == name).then_some((member, full))
}

/// What becomes of each pool, for people.
fn text(shoot: &str, envelope: &Value, words: &Words) -> String {
    let mut text = verdict(envelope, Some(shoot));
    text.push_str(&explained(words));
    let pools = envelope["answer"]["workers"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !pools.is_empty() {
        let mut table = Table::indented(&["POOL", "AFTERWARDS", "WHAT HAPPENS"]);
        for pool in pools {
            let happens = match (pool["failed"] == true, pool["updated"] == true) {
                (true, _) => "has to move and cannot",
                (false, true) => "moves",
                (false, false) => "stays",
            };
            let word = |key: &str| cell(pool[key].as_str().unwrap_or_default());
            table.row([word("name"), word("version"), cell(happens)]);
        }
        section(&mut text, "pools", &table.draw());
    }
    text
}
