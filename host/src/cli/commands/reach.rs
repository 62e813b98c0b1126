use std::path::PathBuf;

use clap::Args;
use comfy_table::Cell;
use fitment_host::Limits;
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::gathered;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown, section, verdict};
use crate::cli::showing::table::{Table, cell};
use crate::cli::showing::words::Words;

/// Show which flavors a project sees, and the nodes and pools they lead to.
#[derive(Debug, Args)]
#[command(override_usage = "fitment reach <FILES>... --project <ID> [OPTIONS]")]
#[command(after_help = "Example:
  openstack baremetal node list --long -f json > nodes.json
  openstack flavor list --all --long -f json > flavors.json
  openstack flavor show bm.project-b -f json > private.json   # who may use it
  fitment reach --project 5f1d2c3b9a8e4f6d8c7b6a5948372615 nodes.json flavors.json private.json")]
pub struct Arguments {
    /// Flavors and nodes as clients print them, a fleet, Nova's lists of who may use private flavors, and the traits
    /// that Placement lists; folders are read recursively.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// The id of the project.
    #[arg(long, value_name = "ID")]
    project: String,

    /// Traits that mark pools of nodes, in place of the custom ones that flavors require.
    #[arg(long, value_name = "TRAIT", num_args = 1..)]
    pools: Vec<String>,

    /// How many flavors are listed, and how many nodes and pools of each.
    #[arg(long, value_name = "COUNT")]
    list_at_most: Option<u64>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment reach`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let strictness = arguments.deciding.strictness;
    let gathered = gathered::read(&arguments.files, strictness, limits)?;
    if gathered.flavors.is_empty() {
        return Err(Failure::Input(
            "found no flavor in the files, expected those of the deployment, as `openstack flavor list --all --long \
             -f json` prints them"
                .to_owned(),
        ));
    }
    gathered.note_unread(&["node", "flavor"]);
    let (fleet, objects) = gathered.to_load()?;
    let (mut session, _) = match load::open(&objects, arguments.deciding.loading(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let mut given = gathered.given(fleet);
    given["project"] = json!(arguments.project);
    given["access"] = json!(gathered.access);
    given["pools"] = json!(arguments.pools);
    if let Some(most) = arguments.list_at_most {
        given["listAtMost"] = json!(most);
    }
    let answer = session.ask(&arguments.deciding.request("traits/reach", &given, format))?;
    let envelope = session::envelope(&answer);
    let exit = match format == Format::Text && envelope["outcome"] == "decided" {
        true => {
            let words = Words::of_files(&mut session, &envelope, |path| gathered.origin_of(path));
            output::show(&drawn(&envelope, &words))?;
            session::exit_of(&envelope)
        }
        false => output::print_of_files(&mut session, &answer, format, |path| gathered.origin_of(path))?,
    };
    // If a list is missing, it is unknown whether the project is separated.
    let is_open = envelope["outcome"] == "decided" && envelope["answer"]["separated"].is_null();
    Ok(if is_open { Exit::Facts } else { exit })
}

/// Draws the verdict, the flavors with their nodes and pools, and the reasons.
fn drawn(envelope: &Value, words: &Words) -> String {
    let mut text = verdict(envelope, Some("traits/reach"));
    let answer = &envelope["answer"];
    let number = |value: &Value| Cell::new(value.as_u64().unwrap_or_default().to_string());
    let more = |value: &Value| value.as_u64().map(|more| format!(" and {more} more")).unwrap_or_default();
    let mut table = Table::indented(&["flavor", "seen", "nodes", "free", "pools", "names"]);
    for row in list(&answer["flavors"]) {
        let pools = list(&row["pools"]).iter().map(|landing| match landing["pool"].as_str() {
            Some(pool) => format!("{pool} {} ({})", landing["nodes"], word(&landing["kept"])),
            None => format!("{} in no pool", landing["nodes"]),
        });
        let pools = pools.collect::<Vec<_>>().join(", ");
        let names: Vec<&str> = list(&row["nodes"]).iter().map(word).take(NAMED).collect();
        let others = row["count"].as_u64().unwrap_or_default().saturating_sub(names.len() as u64);
        let others = if others > 0 { format!(" and {others} more") } else { String::new() };
        table.row([
            cell(word(&row["flavor"])),
            cell(word(&row["seen"])),
            number(&row["count"]),
            number(&row["free"]),
            cell(&format!("{pools}{}", more(&row["morePools"]))),
            cell(&format!("{}{others}", names.join(", "))),
        ]);
    }
    let mut rows = table.draw();
    if !answer["moreFlavors"].is_null() {
        rows.push_str(&format!("{}\n", more(&answer["moreFlavors"]).trim_start()));
    }
    section(&mut text, "flavors", &rows);
    if !answer["moreBreaks"].is_null() {
        let count = list(&answer["breaks"]).len();
        let all = format!("the first {count} of them{}\n", more(&answer["moreBreaks"]));
        section(&mut text, "kept for others", &all);
    }
    text.push_str(&output::explained(words));
    text
}

/// How many nodes of a row are named.
const NAMED: usize = 5;
