use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Args;
use fitment_files::{ini, references};
use fitment_host::{Limits, Session};
use serde_json::{Map, Value, json};

use super::deciding::Deciding;
use super::exit::{Done, Failure};
use super::gathered;
use super::input::{self, Source};
use super::members::{list, word};
use super::output::{self, Format, Shown, section, verdict};
use super::places::Origin;
use super::session;
use super::table::{Table, cell};
use super::words::Words;

/// Show what each level says of a template's driver, and which one decides.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  openstack image show ubuntu-2404 -f json > image.json
  fitment drivers registry.yaml /etc/magnum/magnum.conf --image image.json
  fitment drivers registry.yaml --image image.json --driver k8s_cluster_api_ubuntu")]
pub struct Arguments {
    /// A `DriverRegistry`, and configuration files of the service, of which the later count.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,

    /// The image, as `openstack image show` or the image service prints it.
    #[arg(long, value_name = "FILE")]
    image: PathBuf,

    /// The body of the request that makes the template; one for Kubernetes that names nothing unless given.
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

/// Asks, and draws the table.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let registry = Registry::read(&arguments.files)?;
    let mut request = match &arguments.request {
        Some(file) => Source::read(file)?.value()?,
        None => json!({ "coe": "kubernetes" }),
    };
    if let Some(driver) = &arguments.driver {
        request["driver"] = json!(driver);
    }
    let image = gathered::image(&arguments.image, arguments.deciding.strictness, limits)?;
    let whole = arguments.request.is_some();
    let mut given = json!({ "registry": registry.document, "request": request, "wholeBody": whole, "image": image });
    if let Some(header) = &arguments.version_header {
        given["versionHeader"] = json!(header);
    }
    let mut session = session::plain(limits)?;
    let answer = session.ask(&arguments.deciding.request("drivers/resolve", &given, format))?;
    let envelope = session::envelope(&answer);
    if format != Format::Text || envelope["outcome"] != "decided" {
        let exit = output::print(&mut session, &answer, format)?;
        arguments.deciding.strictness.hint(&envelope);
        return Ok(exit);
    }
    output::show(&drawn(&mut session, &envelope))?;
    Ok(session::exit_of(&envelope))
}

/// The verdict, the levels, and why.
fn drawn(session: &mut Session, envelope: &Value) -> String {
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
    text.push_str(&output::explained(&Words::of(session, envelope)));
    section(&mut text, "answer", &fitment_files::yaml::from_json(&rest));
    text
}

/// The drivers of a deployment and their configuration, from files.
pub struct Registry {
    /// The document.
    pub document: Value,
    origin: Origin,
    /// Whether its configuration is that of the service's files, of which no lines are known.
    is_configured: bool,
}

impl Registry {
    /// Reads a registry, and the configuration files beside it.
    pub fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let (mut registry, mut sections) = (None, None);
        for file in files {
            if is_configuration(file) {
                let bytes = input::read(file)?;
                let text = std::str::from_utf8(&bytes).map_err(|error| Failure::file(file, error))?;
                let sections: &mut Map<String, Value> = sections.get_or_insert_with(Map::new);
                ini::add(text, sections).map_err(|error| Failure::file(file, error))?;
                continue;
            }
            let source = Rc::new(Source::read(file)?);
            if registry.replace((source.value()?, Origin::new(&source, 0, String::new()))).is_some() {
                return Err(Failure::file(file, "found a second registry, expected one"));
            }
        }
        let Some((mut document, origin)) = registry else {
            return Err(Failure::Input(
                "found no DriverRegistry in the files, expected one: it says which drivers are installed".to_owned(),
            ));
        };
        let Some(members) = document.as_object_mut() else {
            return Err(Failure::Input("found no object, expected a DriverRegistry".to_owned()));
        };
        let is_configured = sections.is_some();
        if let Some(mut sections) = sections {
            for (option, referred) in references::follow(&mut sections, SECTION, &NO_TEXTS) {
                match referred.strip_prefix(&format!("[{SECTION}] ")) {
                    Some(own) if OPTIONS.contains(&own) => {}
                    Some(own) => {
                        return Err(Failure::Input(format!(
                            "found `{option}` of `[{SECTION}]`, which refers to `{own}`, expected one of the options \
                             that the service has there, or it fails: `{}`",
                            OPTIONS.join("`, `")
                        )));
                    }
                    None => anstream::eprintln!(
                        "warning: `{option}` refers to `{referred}`: the service fails unless it has such an option"
                    ),
                }
            }
            members.insert("config".to_owned(), Value::Object(sections));
        }
        Ok(Self { document, origin, is_configured })
    }

    /// Where a value stands that a path names.
    pub fn origin_of(&self, path: &str) -> Option<Origin> {
        let inside = path.strip_prefix("/registry")?;
        let is_elsewhere = self.is_configured && inside.starts_with("/config");
        (!is_elsewhere).then(|| self.origin.below(inside))
    }
}

/// The section that is looked at, and which of its options are no text.
const SECTION: &str = "drivers";
const NO_TEXTS: [&str; 3] = ["verify_ca", "disabled_drivers", "enabled_beta_drivers"];

/// The options that the service has in that section; it does not follow references to others.
const OPTIONS: [&str; 5] =
    ["default_driver", "disabled_drivers", "enabled_beta_drivers", "verify_ca", "openstack_ca_file"];

/// Whether a file is none of the documents: what is called neither YAML nor JSON is the service's own.
fn is_configuration(file: &Path) -> bool {
    let is = |extension: &str| file.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    !(is("yaml") || is("yml") || is("json") || file.as_os_str() == "-")
}
