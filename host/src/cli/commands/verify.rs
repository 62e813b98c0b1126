use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use fitment_files::vectors::{self, Vector};
use fitment_host::{Limits, Session};

use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::{input, source};
use crate::cli::session;
use crate::cli::showing::output;
use crate::cli::showing::words::Words;

/// Check the engine against decision vectors.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment verify tests/vectors/drivers")]
pub struct Arguments {
    /// Files of vectors, or folders of them.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
}

/// Runs `fitment verify`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let mut session = session::plain(limits)?;
    let (mut passed, mut failed) = (0, 0);
    let mut out = output::stdout();
    for path in &arguments.paths {
        for file in input::files(path, &["json"])? {
            let vectors = vectors::read(&source::read(&file)?).map_err(|error| Failure::file(&file, error))?;
            for vector in vectors {
                match hold(&mut session, &vector)? {
                    None => passed += 1,
                    Some(differences) => {
                        failed += 1;
                        writeln!(out, "{}: {} `{}`{differences}\n", file.display(), vector.question, vector.name)?;
                    }
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if passed + failed == 0 {
        return Err(Failure::Input("found no vectors in these files, expected at least one".to_owned()));
    }
    Ok(if failed == 0 { Exit::Yes } else { Exit::No })
}

/// Returns the differences from a vector, in each edition it applies to.
fn hold(session: &mut Session, vector: &Vector) -> Result<Option<String>, Failure> {
    let mut differences = String::new();
    for edition in vector.editions() {
        let answer = session.ask(vector.request(edition).as_bytes())?;
        if let Err(mismatch) = vector.compare(&answer) {
            // Writing to a string cannot fail.
            let _ = write!(differences, "\n  in the {edition} edition {}", mismatch.to_string().replace('\n', "\n  "));
            let envelope = session::envelope(&answer);
            if envelope["outcome"] == "undecided" {
                let words = Words::of(session, &envelope);
                words.problems().for_each(|line| differences.push_str(&format!("\n    {}", line.trim_end())));
            }
        }
    }
    Ok(Some(differences).filter(|differences| !differences.is_empty()))
}
