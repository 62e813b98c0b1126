use std::path::PathBuf;

use clap::Args;
use comfy_table::Cell;
use fitment_host::Limits;
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::gathered;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Failure};
use crate::cli::members::{list, word};
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown, section, verdict};
use crate::cli::showing::table::{Table, cell};
use crate::cli::showing::words::Words;

/// Show which nodes can take a flavor, and what keeps the others out.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  openstack baremetal node list --long -f json > nodes.json
  openstack flavor show bm.gold -f json > flavor.json
  fitment nodes --flavor flavor.json --nodes nodes.json")]
pub struct Arguments {
    /// The flavor, as `openstack flavor show` or Nova's API print it; of several, `--name` says which.
    #[arg(long, value_name = "FILE")]
    flavor: PathBuf,

    /// The flavor's name or id, where the file has several.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The image, as `openstack image show` or the image service prints it.
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,

    /// The nodes, as `openstack baremetal node list --long` prints them, in one file or several, or a fleet; and the
    /// traits that Placement lists, if they are at hand.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    nodes: Vec<PathBuf>,

    /// The root disk is a volume.
    #[arg(long)]
    boot_from_volume: bool,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment nodes`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let strictness = arguments.deciding.strictness;
    let gathered = gathered::read(std::slice::from_ref(&arguments.flavor), strictness, limits)?;
    if gathered.flavors.is_empty() {
        let found = format!("{}, expected one, as `openstack flavor show -f json` prints it", gathered.lacks("flavor"));
        return Err(Failure::file(&arguments.flavor, found));
    }
    let name = arguments.name.as_deref();
    let flavor = gathered::one_of(&gathered.flavors, "flavor", name, "choose with --name, by name or id")?;
    let image = match &arguments.image {
        Some(file) => Some(gathered::image(file, strictness, limits)?),
        None => None,
    };
    let nodes = gathered::read(&arguments.nodes, strictness, limits)?;
    gathered.note_unread(&["flavor"]);
    nodes.note_unread(&["node"]);
    let (Some(fleet), objects) = nodes.to_load()? else {
        return Err(Failure::Input(
            "found no node in the files of `--nodes`, expected those of the deployment, as `openstack baremetal node \
             list --long -f json` prints them"
                .to_owned(),
        ));
    };
    let (mut session, _) = match load::open(&objects, arguments.deciding.loading(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let mut given = json!({ "flavor": flavor.document, "fleet": fleet, "bootFromVolume": arguments.boot_from_volume });
    if let Some(image) = &image {
        given["image"] = image.document.clone();
    }
    if let Some(names) = &nodes.known_traits {
        given["knownTraits"] = json!(names);
    }
    let answer = session.ask(&arguments.deciding.request("traits/match-nodes", &given, format))?;
    let envelope = session::envelope(&answer);
    let origin = |path: &str| match (path.strip_prefix("/given/flavor"), path.strip_prefix("/given/image")) {
        (Some(inside), _) => Some(flavor.below(inside)),
        (_, Some(inside)) => Some(image.as_ref()?.below(inside)),
        _ => nodes.origin_of(path),
    };
    if format != Format::Text || envelope["outcome"] != "decided" {
        return output::print_of_files(&mut session, &answer, format, origin);
    }
    let words = Words::of_files(&mut session, &envelope, origin);
    output::show(&drawn(&envelope, &words))?;
    Ok(session::exit_of(&envelope))
}

/// Draws the verdict, the nodes by cause, and what would admit one more.
fn drawn(envelope: &Value, words: &Words) -> String {
    let mut text = verdict(envelope, Some("traits/match-nodes"));
    let answer = &envelope["answer"];
    let summary = &answer["summary"];
    let count = |value: &Value| Cell::new(value.as_u64().map(|count| count.to_string()).unwrap_or_default());
    let names = |value: &Value, of: usize| {
        let named = |node: &Value| format!("{}{}", word(node), besides(answer, word(node)));
        let names: Vec<String> = list(value).iter().map(named).take(NAMED).collect();
        let more = of.saturating_sub(names.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        cell(&format!("{}{more}", names.join(", ")))
    };
    let mut table = Table::indented(&["cause", "nodes", "free", "lacks", "has", "names"]);
    let candidates = list(&answer["candidates"]);
    let none = || Cell::new("");
    table.row([
        Cell::new("fits"),
        count(&summary["fitting"]),
        count(&summary["fitting"]),
        none(),
        none(),
        names(&answer["candidates"], candidates.len()),
    ]);
    for cause in list(&summary["refused"]) {
        let error = word(&cause["error"]);
        let named = if error.is_empty() { word(&cause["cause"]).to_owned() } else { error.to_owned() };
        let of = cause["count"].as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
        let traits = |key: &str| cell(&list(&cause[key]).iter().map(word).collect::<Vec<_>>().join(", "));
        table.row([
            cell(&named),
            count(&cause["count"]),
            count(&cause["free"]),
            traits("missing"),
            traits("forbidden"),
            names(&cause["nodes"], of),
        ]);
    }
    section(&mut text, "nodes", &table.draw());
    text.push_str(&output::explained(words));
    text
}

/// In brackets: what holds a node that would do otherwise, or the resource class that a node has instead; empty for
/// other nodes.
fn besides(answer: &Value, node: &str) -> String {
    let refused = list(&answer["refused"]).iter().find(|refused| refused["node"] == node);
    let why = refused.map_or_else(String::new, |refused| match word(&refused["cause"]) {
        "not-free" => list(&refused["heldBy"]).iter().map(word).collect::<Vec<_>>().join(", "),
        "resource-class" => word(&refused["resourceClass"]).to_owned(),
        _ => String::new(),
    });
    if why.is_empty() { why } else { format!(" ({why})") }
}

/// How many nodes of a row are named.
const NAMED: usize = 5;
