use std::path::PathBuf;

use clap::Args;
use fitment_files::yaml;
use fitment_host::Limits;

use crate::cli::asking::alike::expect_alike;
use crate::cli::asking::gathered::{self, name_of};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::showing::output::{self, Format, Shown};

/// Make a fleet from nodes as clients print them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  openstack baremetal node list --long -f json | fitment fleet - > fleet.yaml
  fitment fleet nodes/ --name prod -o json")]
pub struct Arguments {
    /// Nodes as Ironic's API, `openstack baremetal node list --long` or `node show` print them with `-f json` or
    /// `-f yaml`, or as openstacksdk saves them; folders are read recursively. The traits that Placement
    /// lists may be among them.
    #[arg(value_name = "NODES", required = true)]
    files: Vec<PathBuf>,

    /// The name of the fleet; by default that of the first file.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    strictness: Strictness,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment fleet`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let gathered = gathered::read(&arguments.files, arguments.strictness, limits)?;
    if let Some(object) = gathered.objects.first() {
        let found = format!("found the object `{}`, expected nodes as clients print them", object.head.id());
        return Err(Failure::file(&object.file, found));
    }
    let first = arguments.files.first().map(|file| name_of(file)).unwrap_or_default();
    if gathered.nodes.is_empty() {
        let found = format!("{}, expected at least one", gathered.lacks("node"));
        return Err(match arguments.files.as_slice() {
            [file] => Failure::file(file, found),
            _ => Failure::Input(format!("{found} in the files")),
        });
    }
    gathered.note_unread(&["node"]);
    let fleet = gathered.fleet(arguments.name.as_deref().unwrap_or(&first));
    expect_alike(&gathered, arguments.strictness, limits)?;
    match arguments.shown.format() {
        Format::Json => output::show(&format!("{fleet}\n"))?,
        Format::Text | Format::Yaml => output::show(&format!("{}\n", yaml::from_json(&fleet).trim_end()))?,
    }
    Ok(Exit::Yes)
}
