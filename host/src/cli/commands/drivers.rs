use std::path::PathBuf;
use std::rc::Rc;

use clap::Args;
use fitment_host::Limits;
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::gathered;
use crate::cli::exit::{Done, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::places::Origin;
use crate::cli::reading::registry::Registry;
use crate::cli::reading::source::Source;
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown, section, verdict};
use crate::cli::showing::table::{Table, cell};
use crate::cli::showing::words::Words;

/// Show what each level says of a template's driver, and which one decides.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  openstack image show ubuntu-2404 -f json > image.json
  fitment drivers registry.yaml /etc/magnum/magnum.conf --image image.json
  fitment drivers registry.yaml --image image.json --driver k8s_cluster_api_ubuntu")]
pub struct Arguments {
    /// A `DriverRegistry`, and configuration files of the service, of which later ones override earlier ones; folders
    /// are read recursively.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// The image, as `openstack image show` or the image service prints it.
    #[arg(long, value_name = "FILE")]
    image: PathBuf,

    /// The body of the request that creates the template; by default one for Kubernetes that names nothing else.
    #[arg(long, value_name = "FILE")]
    request: Option<PathBuf>,

    /// The driver that the request names.
    #[arg(long, value_name = "NAME")]
    driver: Option<String>,

    /// The header `OpenStack-API-Version` of the client.
    #[arg(long, value_name = "HEADER")]
    version_header: Option<String>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment drivers`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let registry = Registry::read(&arguments.files)?;
    let (mut request, request_at) = match &arguments.request {
        Some(file) => {
            let source = Rc::new(Source::read(file)?);
            (source.value()?, Some(Origin::new(&source, 0, String::new())))
        }
        None => (json!({ "coe": "kubernetes" }), None),
    };
    if let Some(driver) = &arguments.driver {
        name_driver(&mut request, driver, request_at.as_ref())?;
    }
    let image = gathered::image(&arguments.image, arguments.deciding.strictness, limits)?;
    let whole = arguments.request.is_some();
    let mut given =
        json!({ "registry": registry.document, "request": request, "wholeBody": whole, "image": image.document });
    if let Some(header) = &arguments.version_header {
        given["versionHeader"] = json!(header);
    }
    let mut session = session::plain(limits)?;
    let answer = session.ask(&arguments.deciding.request("drivers/resolve", &given, format))?;
    let envelope = session::envelope(&answer);
    let origin = |path: &str| match (path.strip_prefix("/given/image"), path.strip_prefix("/given/request")) {
        (Some(inside), _) => Some(image.below(inside)),
        (_, Some(inside)) => Some(request_at.as_ref()?.below(inside)),
        _ => registry.origin_of("registry", path),
    };
    if format != Format::Text || envelope["outcome"] != "decided" {
        let exit = output::print_of_files(&mut session, &answer, format, origin)?;
        arguments.deciding.strictness.hint(&envelope);
        return Ok(exit);
    }
    output::show(&drawn(&envelope, &Words::of_files(&mut session, &envelope, origin)))?;
    Ok(session::exit_of(&envelope))
}

/// Adds the driver from the command line to the body of the request. A body that names another driver is refused,
/// because one of the two would be ignored. Anything that is not a body is left for the engine to refuse.
fn name_driver(request: &mut Value, driver: &str, body: Option<&Origin>) -> Result<(), Failure> {
    const MEMBER: &str = "driver";
    let Some(members) = request.as_object_mut() else { return Ok(()) };
    let is_other = members.get(MEMBER).is_some_and(|named| !named.is_null() && named != driver);
    if let Some(body) = body.filter(|_| is_other) {
        let (source, document, inside) = body.parts();
        let place = source.places(&[(document, &format!("{inside}/{MEMBER}"))]).pop().flatten();
        let why = "found `driver` in the body beside --driver, expected one of them: leave out --driver, or take `driver` \
                   out of the body";
        return Err(Failure::file_at(&source.file, place.map(|place| place.key.unwrap_or(place.value)), why));
    }
    members.insert(MEMBER.to_owned(), json!(driver));
    Ok(())
}

/// Draws the verdict, the levels, and the reasons.
fn drawn(envelope: &Value, words: &Words) -> String {
    let mut text = verdict(envelope, Some("drivers/resolve"));
    let answer = &envelope["answer"];
    let mut table = Table::indented(&["level", "says", "state", "because"]);
    for level in list(&answer["levels"]) {
        let says = level["driver"].as_str().unwrap_or("nothing");
        table.row([
            cell(word(&level["level"])),
            cell(says),
            cell(word(&level["state"])),
            cell(word(&level["because"])),
        ]);
    }
    if table.len() > 0 {
        section(&mut text, "levels", &table.draw());
    }
    let mut rest = answer.clone();
    if let Some(members) = rest.as_object_mut() {
        members.remove("levels");
    }
    text.push_str(&output::explained(words));
    section(&mut text, "answer", &fitment_files::yaml::from_json(&rest));
    text
}
