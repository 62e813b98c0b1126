use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;
use serde_json::{Value, json};

use super::deciding::Deciding;
use super::exit::{Done, Exit, Failure};
use super::load;
use super::objects;
use super::output::{self, Format, Shown};
use super::session;
use super::words::Words;

/// Shoots whose pools are asked about, with their profiles.
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
    /// Asks a question about each Shoot; for people, `text` words the answer about the one of that name.
    pub fn ask(self, question: &str, limits: Limits, text: fn(&str, &Value, &Words) -> String) -> Done {
        let format = self.shown.format();
        let shoots = objects::read(&self.shoots)?;
        objects::expect_some(&shoots, &self.shoots)?;
        let profiles = objects::read(&self.profiles)?;
        let (mut session, loaded) = match load::open(&profiles, true, self.deciding.strictness, limits) {
            Ok(opened) => opened,
            Err(closed) => return closed.end(format),
        };
        let mut worst = Exit::Yes;
        for (place, shoot) in shoots.iter().enumerate() {
            let json: Value =
                serde_json::from_str(shoot.json.get()).map_err(|error| Failure::file(&shoot.file, error))?;
            let mut given = json!({ "shoot": json });
            let (member, name) = profile_of(&json, &loaded).ok_or_else(|| {
                let file = objects::shown(&shoot.file);
                Failure::Unknown(format!(
                    "`{file}`: found no profile that the Shoot names among those of --profile, expected it there"
                ))
            })?;
            given[member] = name.into();
            let answer = session.ask(&self.deciding.request(question, &given, format))?;
            let envelope = session::envelope(&answer);
            match format {
                Format::Text => {
                    let words = Words::of(&mut session, &envelope);
                    let gap = if place > 0 { "\n" } else { "" };
                    output::show(&format!("{gap}{}", text(&shoot.head.id(), &envelope, &words)))?;
                }
                format => output::print_data(&answer, &envelope, format)?,
            }
            self.deciding.strictness.hint(&envelope);
            worst = worst.worse(session::exit_of(&envelope));
        }
        Ok(worst)
    }
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
