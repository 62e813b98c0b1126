//! The project's own commands. Each sets up what it needs and says what it does.

mod bench;
mod demo;
mod dependencies;
mod features;
mod fuzz;
mod hosts;
mod long;
mod mutants;
mod npm;
mod package;
mod page;
mod peers;
mod programs;
#[path = "../../host/remap.rs"]
mod remap;
mod reports;
mod server;
mod setup;
mod shell;
mod test;

use std::process::ExitCode;

const HELP: &str = "cargo xtask COMMAND

  demo [--check] [--port PORT]  make a first decision, build the page, serve it until interrupted;
                                with --check: get one decision and the page, then stop
  test                          what a change has to pass, which is most of what CI runs
  test --long [PART]            what takes minutes more: fresh projects, fuzzing, the real services, builds of the gate
  peers                         compare with the real services that Fitment speaks for
  features                      try what few builds of the gate have, which takes one of its own: documents from a real
                                API server, and traces
  npm                           build the npm package into target/npm
  page                          build the page into www/dist, with the engine that it runs
  package                       put the engine and the page into `host`, which then builds without the rest
  bench                         measure, as ratios in one run
  fuzz [gate|guests] [SECONDS] [SEED]
                                send the engine what nobody would, led by what it reaches; or a gate; or give a sandbox
                                guests that mean harm
  mutants [--count N|all] [--seed N] [--only PATH] [--seek]
                                plant faults in the engine and count those that the tests notice
  update                        refresh generated files and snapshots
  help                          this page
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["demo", options @ ..] => demo::Options::read(options).and_then(|options| demo::run(&options)),
        ["test"] => test::run(),
        ["test", "--long"] => long::run(None),
        ["test", "--long", part] => long::run(Some(part)),
        ["peers"] => peers::run(),
        ["features"] => features::test(),
        ["npm"] => npm::run(),
        ["page"] => page::run(),
        ["package"] => package::run(),
        ["bench"] => bench::run(),
        ["fuzz", numbers @ ..] => fuzz::run(numbers),
        ["mutants", options @ ..] => mutants::Options::read(options).and_then(|options| mutants::run(&options)),
        ["update"] => test::update(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        unknown => Err(format!("found `{}`, expected a command\n\n{HELP}", unknown.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}
