use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args};
use fitment_host::{Limits, Session};
use serde_json::{Value, json};

use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::gathered;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places::Origin;
use crate::cli::reading::source::Source;
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown, explained, section, verdict};
use crate::cli::showing::table::{Table, cell};
use crate::cli::showing::words::Words;

/// Plan an upgrade: which providers move where, in which steps, and which are in the way.
///
/// If the moves make no plan, it shows what each of them would take.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("target").args(["to_contract", "moves"]).required(true))]
#[command(after_help = "Examples:
  fitment providers plan -f objects.yaml --to-contract v1beta2
  fitment providers plan -f objects.yaml --move InfrastructureProvider/azure=v1.21.0 --releases releases.yaml
  kubectl get -A -o yaml coreprovider,bootstrapprovider,controlplaneprovider,infrastructureprovider,configmap |
    fitment providers plan -f - --to-contract v1beta2")]
pub struct Arguments {
    /// The objects of the management cluster, in JSON or YAML: files with one or many of them, lists, folders; `-` for
    /// standard input. Its providers, and the ConfigMaps that hold their versions.
    #[arg(short, long = "file", value_name = "FILE", num_args = 1.., required = true)]
    files: Vec<PathBuf>,

    /// Take the management cluster to this contract; a provider that may stay where it is stays.
    #[arg(long, value_name = "CONTRACT")]
    to_contract: Option<String>,

    /// Take a provider to a version.
    #[arg(long = "move", value_name = "KIND/NAME=VERSION", num_args = 1..)]
    moves: Vec<Move>,

    /// What repositories offer, by the label of the provider, as in `providers/plan`: `versions` and
    /// `releaseSeries`. By default what the ConfigMaps offer.
    #[arg(long, value_name = "FILE")]
    releases: Option<PathBuf>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// A provider and its target version.
#[derive(Clone, Debug)]
struct Move {
    /// Kind and name, or kind, namespace and name, separated by slashes.
    provider: String,
    version: String,
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (provider, version) = text.rsplit_once('=').unwrap_or_default();
        if provider.split('/').filter(|part| !part.is_empty()).count() < 2 || version.is_empty() {
            return Err("expected it as `InfrastructureProvider/azure=v1.21.0`".to_owned());
        }
        Ok(Self { provider: provider.to_owned(), version: version.to_owned() })
    }
}

impl Move {
    /// The move as `providers/upgrade-steps` takes it.
    fn target(&self) -> Value {
        let parts: Vec<&str> = self.provider.splitn(3, '/').collect();
        match parts.as_slice() {
            [kind, namespace, name] => {
                json!({ "kind": kind, "namespace": namespace, "name": name, "to": self.version })
            }
            [kind, name] => json!({ "kind": kind, "name": name, "to": self.version }),
            _ => Value::Null,
        }
    }
}

/// Runs `fitment providers plan`: asks what is installed, then how to upgrade it.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let read = objects::read(&arguments.files)?;
    objects::expect_some(&read, &arguments.files)?;
    let releases = arguments.releases.as_deref().map(releases).transpose()?.unwrap_or_else(|| json!({}));
    let (session, _) = match load::open(&read, arguments.deciding.loading(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let mut planning =
        Planning { session, deciding: &arguments.deciding, format, installed: None, origins: Vec::new() };
    let installed = planning.ask("providers/installed", &json!({ "repositories": releases }))?;
    let envelope = session::envelope(&installed);
    let origin = |path: &str| loaded_at(&read, path);
    if envelope["outcome"] != "decided" {
        let exit = output::print_of_files(&mut planning.session, &installed, format, origin)?;
        arguments.deciding.strictness.hint(&envelope);
        return Ok(exit);
    }
    gathered::tell(&mut planning.session, &envelope, origin, arguments.deciding.strictness)?;
    let providers = &envelope["answer"]["providers"];
    if providers.as_array().is_some_and(Vec::is_empty) {
        return Err(Failure::Input("found no provider among the objects, expected at least one".to_owned()));
    }
    planning.installed = Some(Words::of(&mut planning.session, &envelope));
    planning.origins = list(providers).iter().map(|provider| origin_of(&read, provider)).collect();
    if let Some(contract) = &arguments.to_contract {
        return planning.explain(providers, &json!({ "contract": contract }));
    }
    let targets: Vec<Value> = arguments.moves.iter().map(Move::target).collect();
    let steps = planning.ask("providers/upgrade-steps", &json!({ "providers": providers, "targets": targets }))?;
    let envelope = session::envelope(&steps);
    if session::exit_of(&envelope) != Exit::No {
        return planning.print(&steps);
    }
    // What the command line names wrongly is no move that is refused.
    let failure: fn(String) -> Failure = match word(&envelope["answer"]["reason"]) {
        "unknown-provider" => Failure::Unknown,
        "version-invalid" => Failure::Input,
        _ => return planning.explain_each(&steps, providers, &arguments.moves),
    };
    let words = Words::of(&mut planning.session, &envelope);
    Err(failure(words.reason(0).to_owned()))
}

/// Maps a pointer into a loaded object, such as `Kind/namespace/name#/spec`, to the place in the files.
fn loaded_at(objects: &[Object], path: &str) -> Option<Origin> {
    let (id, rest) = path.split_once('#')?;
    objects.iter().find(|object| object.head.id() == id).map(|object| object.origin.below(rest))
}

/// The object that a provider was found in.
fn origin_of(objects: &[Object], provider: &Value) -> Option<Origin> {
    let [kind, namespace, name] = ["kind", "namespace", "name"].map(|key| word(&provider[key]));
    let is_it = |object: &&Object| object.head.kind == kind && object.head.full_name() == format!("{namespace}/{name}");
    objects.iter().find(is_it).map(|object| object.origin.below(""))
}

/// Returns the `repositories` of a file, or all of it.
fn releases(path: &Path) -> Result<Value, Failure> {
    let mut file = Source::read(path)?.value()?;
    Ok(match file.get_mut("repositories") {
        Some(repositories) => repositories.take(),
        None => file,
    })
}

/// A session with the objects, and how to ask for and show its answers.
struct Planning<'p> {
    session: Session,
    deciding: &'p Deciding,
    format: Format,
    /// The sentences about the installed providers, shown if there is no plan.
    installed: Option<Words>,
    /// The places of the providers in the question's input.
    origins: Vec<Option<Origin>>,
}

impl Planning<'_> {
    fn ask(&mut self, question: &str, given: &Value) -> Result<Vec<u8>, Failure> {
        Ok(self.session.ask(&self.deciding.request(question, given, self.format))?)
    }

    fn explain(&mut self, providers: &Value, target: &Value) -> Done {
        let answer = self.ask("providers/explain-upgrade", &json!({ "providers": providers, "target": target }))?;
        self.print(&answer)
    }

    /// Shows that there is no plan of these moves, and what each of them would take.
    fn explain_each(&mut self, refused: &[u8], providers: &Value, moves: &[Move]) -> Done {
        self.print(refused)?;
        self.installed = None;
        for Move { provider, version } in moves {
            if self.format == Format::Text {
                output::show(&format!("\nwhat `{provider}` at `{version}` takes\n\n"))?;
            }
            self.explain(providers, &json!({ "provider": provider, "version": version }))?;
        }
        // The explained move may be possible, but it is not what was asked for.
        Ok(Exit::No)
    }

    fn print(&mut self, answer: &[u8]) -> Done {
        let envelope = session::envelope(answer);
        match self.format {
            Format::Text => {
                let origins = &self.origins;
                let words = Words::of_files(&mut self.session, &envelope, |path| {
                    let place = path.strip_prefix("/given/providers/")?.split('/').next()?;
                    origins.get(place.parse::<usize>().ok()?)?.clone()
                });
                let mut text = text(&envelope, &words);
                let exit = session::exit_of(&envelope);
                if let Some(installed) = self.installed.as_ref().filter(|_| matches!(exit, Exit::No | Exit::Facts)) {
                    section(&mut text, "installed", &installed.because().collect::<String>());
                }
                output::show(&text)?;
            }
            format => output::print_data(answer, &envelope, format)?,
        }
        self.deciding.strictness.hint(&envelope);
        Ok(session::exit_of(&envelope))
    }
}

/// A plan as text: whether there is one and why, which providers move, and the steps.
fn text(envelope: &Value, words: &Words) -> String {
    let answer = &envelope["answer"];
    let steps = list(&answer["steps"]);
    let upgrades: Vec<&Value> = steps.iter().filter(|step| step["action"] == "upgrade").collect();
    let contract = answer["contract"].as_str();
    let to = contract.map(|contract| format!(", contract {contract}")).unwrap_or_default();
    let about = match (envelope["verdict"].as_str(), steps) {
        (Some("yes"), []) => format!("nothing to do{to}"),
        (Some("yes"), _) => format!("{}, {}{to}", count(upgrades.len(), "upgrade"), count(steps.len(), "step")),
        (Some("no"), _) => format!("no plan{to}"),
        _ => word(&envelope["question"]).to_owned(),
    };
    let mut text = verdict(envelope, Some(&about));
    text.push_str(&explained(words));
    if !upgrades.is_empty() {
        let mut table = Table::indented(&[]);
        for step in upgrades {
            let arrow = format!("{} -> {}", word(&step["from"]), word(&step["to"]));
            table.row([cell(word(&step["provider"])), cell(&arrow)]);
        }
        section(&mut text, "changes", &table.draw());
    }
    if !steps.is_empty() {
        let mut table = Table::indented(&["STEP", "DO", "PROVIDER", "TO", "AFTER", "UNTIL"]);
        for step in steps {
            let after: Vec<u64> = list(&step["waitsFor"]).iter().filter_map(Value::as_u64).collect();
            let cells = [word(&step["action"]), &short(word(&step["provider"]), steps), word(&step["to"])].map(cell);
            let [action, provider, to] = cells;
            table.row([
                cell(&step["step"].to_string()),
                action,
                provider,
                to,
                cell(&ranges(&after)),
                cell(word(&step["until"])),
            ]);
        }
        section(&mut text, "steps", &table.draw());
    }
    text
}

/// The kind and name of a provider, with its namespace only if another in the plan has the same name.
fn short(provider: &str, steps: &[Value]) -> String {
    fn without_namespace(id: &str) -> (&str, &str) {
        let (kind, rest) = id.split_once('/').unwrap_or((id, ""));
        (kind, rest.rsplit_once('/').map_or(rest, |(_, name)| name))
    }
    let own = without_namespace(provider);
    let all = steps.iter().map(|step| word(&step["provider"]));
    let alone = all.filter(|other| without_namespace(other) == own).all(|other| other == provider);
    if alone { format!("{}/{}", own.0, own.1) } else { provider.to_owned() }
}

fn count(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Formats sorted numbers with ranges: `1-3, 5`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|left, right| left + 1 == *right);
    let shown = |run: &[u64]| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    runs.map(shown).collect::<Vec<_>>().join(", ")
}
