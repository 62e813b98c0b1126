use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;
use serde_json::json;

use super::found::Telling;
use crate::cli::asking::deciding::Deciding;
use crate::cli::exit::Done;
use crate::cli::reading::registry::Registry;
use crate::cli::session;
use crate::cli::showing::findings::{self, Form};

/// Check Magnum's drivers and their configuration.
#[derive(Debug, Args)]
#[command(override_usage = "fitment lint drivers <FILES>... [OPTIONS]")]
#[command(after_help = "Example:
  fitment lint drivers registry.yaml /etc/magnum/magnum.conf --before old.yaml")]
pub struct Arguments {
    /// A `DriverRegistry`, and configuration files of the service, of which later ones override earlier ones; folders
    /// are read recursively.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// The server's previous registry, with its configuration files: what it served should still be served.
    #[arg(long, value_name = "FILES", num_args = 1..)]
    before: Vec<PathBuf>,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    deciding: Deciding,
}

/// Runs `fitment lint drivers`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let form = arguments.telling.form();
    findings::told(COMMAND, form, look(&arguments, form, limits))
}

fn look(arguments: &Arguments, form: Form, limits: Limits) -> Done {
    let registry = Registry::read(&arguments.files)?;
    let mut given = json!({ "registry": registry.document });
    let before = if arguments.before.is_empty() { None } else { Some(Registry::read(&arguments.before)?) };
    if let Some(before) = &before {
        given["before"] = before.document.clone();
    }
    let mut session = session::plain(limits)?;
    let answer = session.ask(&arguments.deciding.request("drivers/lint", &given, form.asked()))?;
    let look = arguments.telling.look(COMMAND, &registry.files);
    look.show(&mut session, answer, |path| {
        let of_before = || before.as_ref()?.origin_of("before", path);
        registry.origin_of("registry", path).or_else(of_before)
    })
}

const COMMAND: &str = "lint drivers";
