use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;
use fitment_host::Limits;
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects;
use crate::cli::reading::places::Origin;
use crate::cli::reading::profiles;
use crate::cli::reading::source::Source;
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown};
use crate::cli::showing::table::{Table, cell, some};
use crate::cli::showing::words::Words;
use crate::cli::stderr;
use crate::cli::writing::rewrites::{Rewrites, Writing};

/// Turn architectures and tags of versions into capabilities.
///
/// Shows what is concluded without being stated, which pairs of machine type and version are lost and for lack of
/// what, and which version each pool of the Shoots ends up on. Nothing is written while anything prevents it. Comments
/// on what is removed or becomes flavors go with it, and are listed.
#[derive(Debug, Args)]
#[command(override_usage = "fitment migrate <FILE> [OPTIONS]")]
#[command(after_help = "Examples:
  fitment migrate cloudprofile.yaml --known capabilities.yaml
  kubectl get shoots -A -o json | fitment migrate cloudprofile.yaml --known capabilities.yaml --shoots -
  fitment migrate cloudprofile.yaml --known capabilities.yaml --write")]
pub struct Arguments {
    /// The file with the profile, in JSON or YAML; `-` for standard input. Shoots and NamespacedCloudProfiles in it are
    /// treated like those of `--shoots`.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What machine types and the artifacts behind tags support: a file with the members `tags`, `machineTypes`,
    /// `machineCapabilities` and `provider` that the question `images/migrate-profile` takes.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Shoots that may use the profile, and NamespacedCloudProfiles through which they do: files, or folders, read
    /// recursively.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    shoots: Vec<PathBuf>,

    #[command(flatten)]
    writing: Writing,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// The kinds that may use the profile.
const USERS: [&str; 2] = ["NamespacedCloudProfile", "Shoot"];

/// Runs `fitment migrate`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let (format, strictness) = (arguments.shown.format(), arguments.deciding.strictness);
    arguments.writing.expect_file(&arguments.file)?;
    let (profile, mut users) = profiles::of_file(&arguments.file, &["CloudProfile"])?;
    users.retain(|object| USERS.contains(&object.head.kind.as_str()));
    let known = arguments.known.as_deref().map(Known::read).transpose()?;
    let (known, said) = known.map_or_else(|| ("{}".to_owned(), None), |Known { json, origin }| (json, Some(origin)));
    let separator = if known == "{}" { "" } else { "," };
    let given = format!(r#"{{"cloudProfile":{}{separator}{}"#, profile.json, known.trim_start_matches('{'));
    users.extend(objects::read(&arguments.shoots)?);
    let (mut session, _) = match load::open(&users, arguments.deciding.loading().defaulted(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let answer = session.ask(&arguments.deciding.request_with("images/migrate-profile", &given, format))?;
    let envelope = session::envelope(&answer);
    let (exit, places) = (session::exit_of(&envelope), profiles::places(&envelope, &profile, said.as_ref()));
    if !arguments.writing.is_shown() || exit != Exit::Yes {
        if format == Format::Text && !envelope["answer"].is_null() {
            let words = Words::of(&mut session, &envelope).placed(places);
            output::show(&text(&envelope, &words, users.is_empty()))?;
            arguments.writing.hint();
        } else {
            output::print_placed(&mut session, &answer, format, places)?;
        }
        strictness.hint(&envelope);
    }
    if arguments.writing.is_wanted() && exit == Exit::Yes {
        let mut rewrites = Rewrites::default();
        rewrites.add(&profile, list(&envelope["answer"]["patch"]));
        arguments.writing.write(rewrites)?;
    } else if arguments.writing.is_wanted() {
        stderr::line("note: nothing is written");
    }
    Ok(exit)
}

/// The user's knowledge about the profile's machine types and tags.
struct Known {
    json: String,
    origin: Origin,
}

impl Known {
    fn read(file: &Path) -> Result<Self, Failure> {
        let source = Rc::new(Source::read(file)?);
        match source.value()? {
            Value::Object(known) => {
                let origin = Origin::new(&source, 0, String::new());
                Ok(Self { json: Value::Object(known).to_string(), origin })
            }
            _ => Err(Failure::file(file, "found no object, expected one such as `machineCapabilities: […]`")),
        }
    }
}

/// Describes what is concluded, lost and moved.
fn text(envelope: &Value, words: &Words, without_users: bool) -> String {
    let answer = &envelope["answer"];
    let mut text = output::verdict(envelope, answer["document"].as_str());
    text.push_str(&output::explained(words));
    let mut lost = Table::indented(&["PAIRS", "MACHINE TYPES", "VERSIONS", "PARTED BY"]);
    for rows in alike(list(&answer["lost"])) {
        let Some(first) = rows.first() else { continue };
        let versions: Vec<&str> = rows.iter().map(|row| word(&row["version"])).collect();
        let types: Vec<&str> = list(&first["machineTypes"]).iter().map(word).collect();
        let count = first["count"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
        let pairs = (count * rows.len()).to_string();
        let [types, versions] = [(types, count), (versions, rows.len())].map(|(names, count)| some(&names, count));
        lost.row([&pairs, &types, &versions, word(&first["by"])].map(cell));
    }
    let mut pools = Table::indented(&["POOL", "IMAGE", "BEFORE", "AFTERWARDS", "FITS"]);
    for pool in list(&answer["pools"]) {
        let name = format!("{}/{}", word(&pool["shoot"]), word(&pool["worker"]));
        let fits = match (pool["fits"] == true, pool["artifact"].as_str()) {
            (true, None) => "yes".to_owned(),
            (true, Some(artifact)) => format!("yes, with the artifact of {artifact}"),
            (false, _) => match word(&pool["by"]) {
                "machineType" => "no, the profile lacks its machine type".to_owned(),
                "region" => "no, nothing to boot in its region".to_owned(),
                by => format!("no, because of {by}"),
            },
        };
        pools.row([&name, word(&pool["image"]), word(&pool["from"]), word(&pool["to"]), &fits].map(cell));
    }
    for (heading, table) in [("lost", lost), ("pools", pools)] {
        let table = table.draw();
        if !table.is_empty() {
            output::section(&mut text, heading, &table);
        }
    }
    let count = |key: &str| answer[key].as_u64().unwrap_or_default();
    let (before, after, operations) = (count("versionsBefore"), count("versionsAfter"), list(&answer["patch"]).len());
    text.push_str(&format!("\nversions: {before} before, {after} afterwards; operations: {operations}\n"));
    if without_users {
        text.push_str("no Shoots or NamespacedCloudProfiles were looked at: `--shoots` takes them\n");
    }
    text
}

/// Groups the rows with the same machine types and the same reason.
fn alike(rows: &[Value]) -> Vec<Vec<&Value>> {
    let about = |row: &Value| json!([row["machineTypes"], row["count"], row["by"]]).to_string();
    let mut places = HashMap::new();
    let mut groups: Vec<Vec<&Value>> = Vec::new();
    for row in rows {
        let place = *places.entry(about(row)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}
