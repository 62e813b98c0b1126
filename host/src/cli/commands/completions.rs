use std::io::Write as _;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use fitment_host::{Limits, Session};
use serde_json::{Value, json};

use crate::cli::asking::deciding;
use crate::cli::asking::load::{self, Manner};
use crate::cli::asking::strictness::Strictness;
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::objects;
use crate::cli::session;
use crate::cli::showing::output;
use crate::cli::showing::table::visible;
use crate::cli::stderr;

/// Print completions for a shell.
///
/// For bash, fish and zsh they have the names of questions and codes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment completions bash > ~/.local/share/bash-completion/completions/fitment
  fitment completions zsh --profile cloudprofile.yaml > ~/.zfunc/_fitment")]
pub struct Arguments {
    /// The shell.
    shell: Shell,

    /// Profiles whose machine types are completed too, in bash, fish and zsh.
    #[arg(long = "profile", value_name = "FILE", num_args = 1..)]
    profiles: Vec<PathBuf>,
}

/// Runs `fitment completions`, for the whole command line.
pub fn run(arguments: Arguments, mut command: Command, limits: Limits) -> Done {
    // For the others the library writes options alone.
    if !matches!(arguments.shell, Shell::Bash | Shell::Fish | Shell::Zsh) && !arguments.profiles.is_empty() {
        let shell = arguments.shell;
        return Err(Failure::Input(format!(
            "found `--profile` beside `{shell}`, expected `bash`, `fish` or `zsh`, which complete names"
        )));
    }
    let profiles = objects::read(&arguments.profiles)?;
    let (mut session, loaded) = match load::open(&profiles, Manner::new(Strictness::LENIENT).defaulted(), limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(output::Format::Text),
    };
    let questions = names(&mut session, "fitment/questions", &json!({}), "questions", "question")?;
    let codes = names(&mut session, "fitment/codes", &json!({}), "codes", "code")?;
    let types = machine_types(&mut session, &loaded)?;
    for (subcommand, argument, values) in [
        ("ask", "question", &questions),
        ("questions", "name", &questions),
        ("explain", "code", &codes),
        ("fit", "machine_types", &types),
    ] {
        if !values.is_empty() {
            command = completing(command, subcommand, argument, values);
        }
    }
    // Into memory first: the library cannot report a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "fitment", &mut script);
    if arguments.shell == Shell::Fish {
        // The library does not complete operands for fish.
        for (subcommand, values) in [("ask", &questions), ("questions", &questions), ("explain", &codes)] {
            let seen = format!("__fish_seen_subcommand_from {subcommand}");
            writeln!(script, "complete -c fitment -n \"{seen}\" -f -a \"{}\"", values.join(" "))?;
        }
    }
    output::stdout().write_all(&script)?;
    Ok(Exit::Yes)
}

/// Adds the possible values of an argument.
fn completing(command: Command, subcommand: &'static str, argument: &'static str, values: &[String]) -> Command {
    // The library needs static strings; leaking is fine because the process ends after printing.
    let values: Vec<&'static str> = values.iter().map(|value| -> &'static str { value.clone().leak() }).collect();
    command.mut_subcommand(subcommand, |command| {
        command.mut_arg(argument, |argument| {
            argument.value_parser(PossibleValuesParser::new(values)).hide_possible_values(true)
        })
    })
}

/// Returns the names in a list of an answer.
fn names(session: &mut Session, question: &str, given: &Value, list: &str, key: &str) -> Result<Vec<String>, Failure> {
    let request = json!({ "question": question, "now": deciding::now(), "given": given });
    let answer = session::envelope(&session.ask(request.to_string().as_bytes())?);
    let entries = answer["answer"][list].as_array().into_iter().flatten();
    Ok(entries.filter_map(|entry| entry[key].as_str()).map(str::to_owned).collect())
}

/// Whether a name means the same to every shell.
fn is_plain(name: &str) -> bool {
    !name.starts_with('-')
        && name.chars().all(|character| character.is_ascii_alphanumeric() || "._-".contains(character))
}

/// Returns the machine types of the loaded CloudProfiles.
fn machine_types(session: &mut Session, loaded: &Value) -> Result<Vec<String>, Failure> {
    let mut all = Vec::new();
    for document in loaded.pointer("/answer/documents").and_then(Value::as_array).into_iter().flatten() {
        if document["kind"] == "CloudProfile" {
            let given = json!({ "cloudProfile": document["name"] });
            all.extend(names(session, "images/machine-types", &given, "machineTypes", "name")?);
        }
    }
    all.sort_unstable();
    all.dedup();
    // Whoever sources the script runs it, and the library quotes nothing.
    let (plain, odd): (Vec<String>, Vec<String>) = all.into_iter().partition(|name| is_plain(name));
    for name in odd {
        stderr::line(format_args!("note: left out, as a shell would not read it as a name: `{}`", visible(&name)));
    }
    Ok(plain)
}
