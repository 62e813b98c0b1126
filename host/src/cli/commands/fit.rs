use std::path::PathBuf;

use clap::Args;
use fitment_host::{Limits, Session};
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::profiles;
use crate::cli::session;
use crate::cli::showing::fit_table;
use crate::cli::showing::output::{self, Format, Shown};
use crate::cli::showing::words::Words;

/// Show which images fit machine types, why the others do not, and what would cure it.
///
/// The files are given the API server's defaults first, so profiles from git will do. The answer is yes if each
/// machine type has an image version to take.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment fit --profile cloudprofile.yaml --machine-type Standard_S896om
  fitment fit --profile cloudprofile.yaml --machine-type m5.large m5.xlarge --image ubuntu --region eu-west-1
  fitment fit --profile cloudprofile.yaml
  kubectl get cloudprofile aws -o json | fitment fit --profile - --machine-type m5.large -o json")]
pub struct Arguments {
    /// A CloudProfile, and a NamespacedCloudProfile that builds on it if one is meant, in JSON or YAML; `-` for
    /// standard input.
    #[arg(long = "profile", value_name = "FILE", num_args = 1.., required = true)]
    profiles: Vec<PathBuf>,

    /// The profile that is meant, where the files have several: `name`, or `namespace/name`.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The machine types; all of the profile unless given.
    #[arg(long = "machine-type", value_name = "NAME", num_args = 1..)]
    machine_types: Vec<String>,

    /// Only this image.
    #[arg(long, value_name = "NAME")]
    image: Option<String>,

    /// Only this version of the image; the reasons are then given in full.
    #[arg(long, value_name = "VERSION", requires = "image")]
    version: Option<String>,

    /// Also show the versions that have expired or are not available yet.
    #[arg(long)]
    all: bool,

    /// The region in which the machine type has to be available. Versions without an artifact there are listed in a
    /// warning.
    #[arg(long, value_name = "NAME")]
    region: Option<String>,

    /// The zones of the region in which it has to be available.
    #[arg(long, value_name = "NAME", num_args = 1.., requires = "region")]
    zones: Vec<String>,

    /// The Kubernetes version that the image has to run.
    #[arg(long, value_name = "VERSION")]
    kubernetes_version: Option<String>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment fit`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let objects = profiles::and_others(&arguments.profiles)?;
    let (mut session, loaded) = match load::open(&objects, arguments.deciding.loading().defaulted(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let profile = Profile::find(&loaded, arguments.name.as_deref())?;
    let mut fitting = Fitting { arguments: &arguments, profile: &profile, format, session: &mut session };
    let types = match arguments.machine_types.as_slice() {
        [] => match fitting.all_types()? {
            Ok(types) => types,
            Err(answer) => return output::print(fitting.session, &answer, format),
        },
        named => named.to_vec(),
    };
    if types.is_empty() {
        let name = &profile.name;
        return Err(Failure::Input(format!("found no machine type in the profile `{name}`, expected at least one")));
    }
    match types.as_slice() {
        [one] => fitting.show(one),
        several if format == Format::Text => {
            let (mut worst, mut told, mut problems) = (Exit::Yes, Vec::new(), Vec::new());
            for machine_type in several {
                let Told { text, problems: own, exit } = fitting.text(machine_type)?;
                // Problems with the profile recur for each machine type; keep each once.
                for problem in own {
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                }
                // A problem with the question gives each machine type the same text.
                if !told.contains(&text) {
                    output::show(if told.is_empty() { "" } else { "\n" })?;
                    output::show(&text)?;
                    told.push(text);
                }
                worst = worst.worse(exit);
            }
            output::show(&beneath(&problems))?;
            Ok(worst)
        }
        several => {
            let answer = fitting.ask("images/fit", json!({ "machineTypes": several }))?;
            let mut worst = output::print(fitting.session, &answer, format)?;
            for machine_type in several {
                let pick = fitting.ask("images/pick", json!({ "machineType": machine_type }))?;
                worst = worst.worse(takes(&session::envelope(&pick)));
            }
            Ok(worst)
        }
    }
}

/// A pick has no verdict, but scripts need to know whether a version was found.
fn takes(pick: &Value) -> Exit {
    match session::exit_of(pick) {
        Exit::Yes if pick["answer"]["found"] == true => Exit::Yes,
        Exit::Yes => Exit::No,
        undecided => undecided,
    }
}

/// The text for one machine type, with its problems.
struct Told {
    text: String,
    problems: Vec<String>,
    exit: Exit,
}

/// Formats the problems for printing below the text.
fn beneath(problems: &[String]) -> String {
    problems.iter().map(|line| format!("\n{line}")).collect()
}

/// A profile and the command line's requirements.
struct Fitting<'f> {
    arguments: &'f Arguments,
    profile: &'f Profile,
    format: Format,
    session: &'f mut Session,
}

impl Fitting<'_> {
    /// Shows the images that fit a machine type.
    fn show(&mut self, machine_type: &str) -> Done {
        if self.format == Format::Text {
            let Told { text, problems, exit } = self.text(machine_type)?;
            output::show(&format!("{text}{}", beneath(&problems)))?;
            return Ok(exit);
        }
        let about = json!({ "machineType": machine_type });
        let answer = self.ask("images/fit", about.clone())?;
        let exit = output::print(self.session, &answer, self.format)?;
        if session::envelope(&answer)["outcome"] != "decided" || self.arguments.version.is_some() {
            return Ok(exit);
        }
        Ok(takes(&session::envelope(&self.ask("images/pick", about)?)))
    }

    /// Describes in text which images fit a machine type.
    fn text(&mut self, machine_type: &str) -> Result<Told, Failure> {
        let about = json!({ "machineType": machine_type });
        let envelope = session::envelope(&self.ask("images/fit", about.clone())?);
        let words = Words::of(self.session, &envelope);
        if envelope["outcome"] != "decided" || self.arguments.version.is_some() {
            let text = output::text(&envelope, &words);
            return Ok(Told { text, problems: Vec::new(), exit: session::exit_of(&envelope) });
        }
        let pick = session::envelope(&self.ask("images/pick", about)?);
        let pick_words = Words::of(self.session, &pick);
        let text = fit_table::draw(&envelope, &pick_words, &self.profile.name, self.arguments.all);
        Ok(Told { text, problems: words.problems().collect(), exit: takes(&pick) })
    }

    /// Returns the machine types of the profile. The error is the engine's answer if it has none.
    fn all_types(&mut self) -> Result<Result<Vec<String>, Vec<u8>>, Failure> {
        let given = json!({ self.profile.member: self.profile.name });
        let request = self.arguments.deciding.request("images/machine-types", &given, Format::Json);
        let answer = self.session.ask(&request)?;
        let envelope = session::envelope(&answer);
        let Some(types) = envelope["answer"]["machineTypes"].as_array() else { return Ok(Err(answer)) };
        Ok(Ok(types.iter().filter_map(|machine| machine["name"].as_str()).map(str::to_owned).collect()))
    }

    /// Asks a question about machine types, with the command line's requirements.
    fn ask(&mut self, question: &str, mut given: Value) -> Result<Vec<u8>, Failure> {
        let arguments = self.arguments;
        given[self.profile.member] = json!(self.profile.name);
        let wishes = [
            ("image", &arguments.image),
            ("version", &arguments.version),
            ("region", &arguments.region),
            ("kubernetesVersion", &arguments.kubernetes_version),
        ];
        for (key, wish) in wishes {
            if let Some(wish) = wish {
                given[key] = json!(wish);
            }
        }
        if !arguments.zones.is_empty() {
            given["zones"] = json!(arguments.zones);
        }
        let request = arguments.deciding.request(question, &given, self.format);
        Ok(self.session.ask(&request)?)
    }
}

/// The chosen profile, and the member of `given` that takes its name.
struct Profile {
    member: &'static str,
    name: String,
}

impl Profile {
    /// Returns the only profile among the loaded documents, or the one with this name. A NamespacedCloudProfile is
    /// preferred to its parent.
    fn find(loaded: &Value, name: Option<&str>) -> Result<Self, Failure> {
        let documents = loaded.pointer("/answer/documents").and_then(Value::as_array).map(Vec::as_slice);
        let of_kind = |kind: &str, member: &'static str| {
            let documents = documents.unwrap_or_default().iter().filter(|document| document["kind"] == kind);
            let named = documents.map(|document| Self { member, name: full_name(document) });
            named.filter(|profile| name.is_none_or(|name| profile.name == name)).collect::<Vec<_>>()
        };
        let namespaced = of_kind("NamespacedCloudProfile", "namespacedCloudProfile");
        let mut found = if namespaced.is_empty() { of_kind("CloudProfile", "cloudProfile") } else { namespaced };
        match (found.pop(), found.as_slice()) {
            (Some(one), []) => Ok(one),
            (Some(last), others) => {
                let names: Vec<String> =
                    others.iter().chain([&last]).map(|profile| format!("`{}`", profile.name)).collect();
                Err(Failure::Input(format!(
                    "found the profiles {}, expected one: choose with --name",
                    names.join(", ")
                )))
            }
            (None, _) => Err(match name {
                Some(name) => {
                    Failure::Unknown(format!("found no CloudProfile called `{name}` in the files, expected one"))
                }
                None => Failure::Input("found no CloudProfile in the files, expected one".to_owned()),
            }),
        }
    }
}

fn full_name(document: &Value) -> String {
    let word = |key: &str| document[key].as_str();
    match (word("namespace"), word("name").unwrap_or_default()) {
        (Some(namespace), name) => format!("{namespace}/{name}"),
        (None, name) => name.to_owned(),
    }
}
