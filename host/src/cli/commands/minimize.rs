use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;

use crate::cli::asking::deciding::Deciding;
use crate::cli::exit::Done;
use crate::cli::members::list;
use crate::cli::reading::profiles;
use crate::cli::session;
use crate::cli::showing::output::{self, Format, Shown};
use crate::cli::showing::words::Words;
use crate::cli::writing::rewrites::{Rewrites, Writing};

/// Remove from a profile the lists of capabilities that say nothing new.
///
/// A list can go if it equals the default that a missing list stands for: what fits, is valid and is admitted stays
/// the same.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment minimize cloudprofile.yaml
  fitment minimize cloudprofile.yaml --write
  fitment minimize cloudprofile.yaml --to - | kubectl diff -f -")]
pub struct Arguments {
    /// The file with the profile, in JSON or YAML; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    writing: Writing,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment minimize`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    arguments.writing.expect_file(&arguments.file)?;
    let profile = profiles::only(&arguments.file, &["CloudProfile"])?;
    let mut session = session::plain(limits)?;
    let given = format!(r#"{{"cloudProfile":{}}}"#, profile.json);
    let answer = session.ask(&arguments.deciding.request_with("images/minimize-profile", &given, format))?;
    let envelope = session::envelope(&answer);
    let exit = session::exit_of(&envelope);
    if !arguments.writing.is_shown() || envelope["answer"].is_null() {
        let places = profiles::places(&envelope, &profile, None);
        if format == Format::Text && !envelope["answer"].is_null() {
            let words = Words::of(&mut session, &envelope).placed(places);
            let document = envelope["answer"]["document"].as_str();
            output::show(&(output::verdict(&envelope, document) + &output::explained(&words)))?;
            arguments.writing.hint();
        } else {
            output::print_placed(&mut session, &answer, format, places)?;
        }
        arguments.deciding.strictness.hint(&envelope);
    }
    if arguments.writing.is_wanted() && !envelope["answer"].is_null() {
        let mut rewrites = Rewrites::default();
        rewrites.add(&profile, list(&envelope["answer"]["patch"]));
        arguments.writing.write(rewrites)?;
    }
    Ok(exit)
}
