use std::io::Write as _;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use super::exit::{Done, Exit};

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  fitment completions bash > ~/.local/share/bash-completion/completions/fitment")]
pub struct Arguments {
    /// The shell.
    shell: Shell,
}

/// Prints them.
pub fn run(arguments: Arguments) -> Done {
    // Into memory first: the library cannot report that nobody reads on.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "fitment", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Exit::Yes)
}
