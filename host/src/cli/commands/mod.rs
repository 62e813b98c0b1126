//! The commands, one file or folder each, with their options.

mod about;
mod ask;
#[cfg(feature = "serve")]
mod bench;
mod check;
mod codes;
mod completions;
mod diff;
mod drivers;
mod editions;
mod explain;
mod fit;
mod fleet;
mod lint;
mod maintain;
mod migrate;
mod minimize;
mod nodes;
mod plan;
mod providers;
mod questions;
mod reach;
#[cfg(feature = "serve")]
mod replay;
mod review;
#[cfg(feature = "serve")]
mod serve;
mod verify;

use clap::Subcommand;
use fitment_host::Limits;

use super::exit::Done;

#[derive(Debug, Subcommand)]
pub enum Command {
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

impl Command {
    /// Runs the command; `all` returns the whole command line.
    pub fn run(self, all: fn() -> clap::Command, limits: Limits) -> Done {
        match self {
            Self::Ask(arguments) => ask::run(arguments, limits),
            Self::Fit(arguments) => fit::run(arguments, limits),
            Self::Maintain(arguments) => maintain::run(arguments, limits),
            Self::Plan(arguments) => plan::run(arguments, limits),
            Self::Diff(arguments) => diff::run(arguments, limits),
            Self::Review(arguments) => review::run(arguments, limits),
            Self::Check(arguments) => check::run(arguments, limits),
            Self::Providers(arguments) => providers::run(arguments, limits),
            Self::Nodes(arguments) => nodes::run(arguments, limits),
            Self::Reach(arguments) => reach::run(arguments, limits),
            Self::Fleet(arguments) => fleet::run(arguments, limits),
            Self::Drivers(arguments) => drivers::run(arguments, limits),
            Self::Lint(arguments) => lint::run(arguments, limits),
            Self::Minimize(arguments) => minimize::run(arguments, limits),
            Self::Migrate(arguments) => migrate::run(arguments, limits),
            #[cfg(feature = "serve")]
            Self::Serve(arguments) => serve::run(arguments, limits),
            #[cfg(feature = "serve")]
            Self::Replay(arguments) => replay::run(arguments, limits),
            #[cfg(feature = "serve")]
            Self::Bench(arguments) => bench::run(arguments, limits),
            Self::Verify(arguments) => verify::run(arguments, limits),
            Self::Questions(arguments) => questions::run(arguments, limits),
            Self::Codes(arguments) => codes::run(arguments, limits),
            Self::Explain(arguments) => explain::run(arguments, limits),
            Self::Editions(arguments) => editions::run(arguments, limits),
            Self::About(arguments) => about::run(arguments, limits),
            Self::Completions(arguments) => completions::run(arguments, all(), limits),
        }
    }
}
