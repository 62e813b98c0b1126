//! The command line. What can be typed is in `commands`; the other rooms are what several commands share. Each knows only
//! those above it:
//!
//! | room | what is there |
//! |---|---|
//! | `exit`, `stderr`, `session`, `members` | how a command ends, what it says beside its output, an engine to ask, and access to its answers |
//! | `reading` | what a file says, and where |
//! | `showing` | how an answer is told |
//! | `writing` | what goes back into files |
//! | `asking` | what the engine gets before and with a question |
//! | `admission` | objects judged as an API server would |
//! | `commands` | the commands, one file or folder each |

mod admission;
pub mod asking;
mod commands;
pub mod exit;
mod members;
pub mod reading;
mod session;
pub mod showing;
mod stderr;
mod writing;

use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory as _, Parser};
use fitment_host::Limits;

use commands::Command;
use exit::Exit;

const AFTER_HELP: &str = concat!(
    "Example:\n",
    "  echo '{\"registeredDrivers\":[{\"name\":\"k8s\",\"provides\":[]}]}' | fitment ask drivers/default -f -\n\n",
    exit::codes!()
);

/// The default deadline in milliseconds.
const DEADLINE: u64 = Limits::DEFAULT.deadline.as_secs() * 1000;

/// The default memory cap in MiB, which is also the highest.
const MEMORY: u64 = (Limits::DEFAULT.memory >> 20) as u64;

/// Decides what fits: machine images, cluster drivers, bare metal nodes, imported clusters, providers.
///
/// Every answer says why.
#[derive(Debug, Parser)]
#[command(
    name = "fitment",
    version,
    max_term_width = 100,
    after_help = AFTER_HELP
)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// The longest that one decision may take, in milliseconds.
    #[arg(long, global = true, value_name = "MS", default_value_t = DEADLINE, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    deadline: u64,

    /// The most memory that the engine may use, in MiB; 256 at most.
    #[arg(long, global = true, value_name = "MIB", default_value_t = MEMORY, value_parser = clap::value_parser!(u64).range(1..=MEMORY))]
    memory: u64,
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // If the help cannot be printed, there is nowhere to report it.
            let _ = error.print();
            return if error.use_stderr() { Exit::Request.into() } else { ExitCode::SUCCESS };
        }
    };
    let deadline = Duration::from_millis(cli.deadline);
    let memory = usize::try_from(cli.memory << 20).unwrap_or(usize::MAX);
    let limits = Limits { deadline, memory, instances: 1, ..Limits::DEFAULT };
    match cli.command.run(Cli::command, limits) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            let exit = failure.exit();
            // A reader that closed the pipe needs no message.
            if exit != Exit::Yes {
                stderr::line(format_args!("error: {failure}"));
            }
            exit.into()
        }
    }
}
