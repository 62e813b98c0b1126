use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;
use serde_json::json;

use super::found::Telling;
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::gathered;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Failure};
use crate::cli::showing::findings::{self, Form};

/// Check flavors and bare metal nodes.
#[derive(Debug, Args)]
#[command(override_usage = "fitment lint traits <FILES>... [OPTIONS]")]
#[command(after_help = "Example:
  openstack baremetal node list --long -f json > nodes.json
  openstack flavor list --all --long -f json > flavors.json
  fitment lint traits nodes.json flavors.json")]
pub struct Arguments {
    /// Flavors and nodes as clients print them, a fleet, and the traits that Placement lists; folders are read
    /// recursively.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// Traits that mark pools of nodes, in place of the custom ones that private flavors require.
    #[arg(long, value_name = "TRAIT", num_args = 1..)]
    pools: Vec<String>,

    /// How many findings are listed.
    #[arg(long, value_name = "COUNT")]
    list_at_most: Option<u64>,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    deciding: Deciding,
}

/// Runs `fitment lint traits`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let form = arguments.telling.form();
    findings::told(COMMAND, form, look(&arguments, form, limits))
}

fn look(arguments: &Arguments, form: Form, limits: Limits) -> Done {
    let strictness = arguments.deciding.strictness;
    let gathered = gathered::read(&arguments.files, strictness, limits)?;
    if gathered.flavors.is_empty() && gathered.nodes.is_empty() && gathered.objects.is_empty() {
        return Err(Failure::Input(
            "found neither a node nor a flavor in the files, expected those of the deployment, as `openstack baremetal \
             node list --long -f json` and `openstack flavor list --all --long -f json` print them"
                .to_owned(),
        ));
    }
    gathered.note_unread(&["node", "flavor"]);
    let (fleet, objects) = gathered.to_load()?;
    let (mut session, _) = match load::open(&objects, arguments.deciding.loading(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.reported(COMMAND, form),
    };
    let mut given = gathered.given(fleet);
    given["pools"] = json!(arguments.pools);
    if let Some(most) = arguments.list_at_most {
        given["listAtMost"] = json!(most);
    }
    let answer = session.ask(&arguments.deciding.request("traits/lint", &given, form.asked()))?;
    let look = arguments.telling.look(COMMAND, &arguments.files);
    look.show(&mut session, answer, |path| gathered.origin_of(path))
}

const COMMAND: &str = "lint traits";
