//! The commands, one file each, and what several of them share, in files named for it.

mod about;
mod alike;
mod ask;
mod batch;
#[cfg(feature = "serve")]
mod bench;
mod change;
mod check;
mod codes;
mod completions;
pub mod deciding;
mod diff;
mod diff_tables;
mod drivers;
mod editions;
pub mod exit;
mod explain;
mod findings;
mod fit;
mod fit_table;
mod fleet;
mod forms;
mod gathered;
pub mod input;
mod judging;
mod lint;
mod lists;
pub mod load;
mod maintain;
mod matrix;
mod members;
mod migrate;
mod minimize;
mod nodes;
pub mod objects;
mod order;
mod output;
mod patch;
mod places;
mod plan;
mod pools;
mod profiles;
mod providers;
mod questions;
mod reach;
mod readable;
mod registry;
#[cfg(feature = "serve")]
mod replay;
mod review;
mod rewrites;
#[cfg(feature = "serve")]
mod serve;
mod session;
pub mod table;
mod verify;
mod words;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use fitment_host::Limits;

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

/// Decides what fits: machine images, cluster drivers, bare metal nodes.
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

    /// The most memory that the engine may use, in MiB.
    #[arg(long, global = true, value_name = "MIB", default_value_t = MEMORY, value_parser = clap::value_parser!(u64).range(1..=MEMORY))]
    memory: u64,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ask(ask::Arguments),
    Fit(fit::Arguments),
    Maintain(maintain::Arguments),
    Plan(plan::Arguments),
    Diff(diff::Arguments),
    Review(review::Arguments),
    Check(check::Arguments),
    Providers(providers::Arguments),
    Nodes(nodes::Arguments),
    Reach(reach::Arguments),
    Fleet(fleet::Arguments),
    Drivers(drivers::Arguments),
    Lint(lint::Arguments),
    Minimize(minimize::Arguments),
    Migrate(migrate::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    #[cfg(feature = "serve")]
    Replay(replay::Arguments),
    #[cfg(feature = "serve")]
    Bench(bench::Arguments),
    Verify(verify::Arguments),
    Questions(questions::Arguments),
    Codes(codes::Arguments),
    Explain(explain::Arguments),
    Editions(editions::Arguments),
    About(about::Arguments),
    Completions(completions::Arguments),
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
    let done = match cli.command {
        Command::Ask(arguments) => ask::run(arguments, limits),
        Command::Fit(arguments) => fit::run(arguments, limits),
        Command::Maintain(arguments) => maintain::run(arguments, limits),
        Command::Plan(arguments) => plan::run(arguments, limits),
        Command::Diff(arguments) => diff::run(arguments, limits),
        Command::Review(arguments) => review::run(arguments, limits),
        Command::Check(arguments) => check::run(arguments, limits),
        Command::Providers(arguments) => providers::run(arguments, limits),
        Command::Nodes(arguments) => nodes::run(arguments, limits),
        Command::Reach(arguments) => reach::run(arguments, limits),
        Command::Fleet(arguments) => fleet::run(arguments, limits),
        Command::Drivers(arguments) => drivers::run(arguments, limits),
        Command::Lint(arguments) => lint::run(arguments, limits),
        Command::Minimize(arguments) => minimize::run(arguments, limits),
        Command::Migrate(arguments) => migrate::run(arguments, limits),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(arguments, limits),
        #[cfg(feature = "serve")]
        Command::Replay(arguments) => replay::run(arguments, limits),
        #[cfg(feature = "serve")]
        Command::Bench(arguments) => bench::run(arguments, limits),
        Command::Verify(arguments) => verify::run(arguments, limits),
        Command::Questions(arguments) => questions::run(arguments, limits),
        Command::Codes(arguments) => codes::run(arguments, limits),
        Command::Explain(arguments) => explain::run(arguments, limits),
        Command::Editions(arguments) => editions::run(arguments, limits),
        Command::About(arguments) => about::run(arguments, limits),
        Command::Completions(arguments) => completions::run(arguments, limits),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => {
            let exit = failure.exit();
            // A reader that closed the pipe needs no message.
            if exit != Exit::Yes {
                anstream::eprintln!("error: {failure}");
            }
            exit.into()
        }
    }
}
