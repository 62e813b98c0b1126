use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, fs};

use crate::shell::{Done, Steps, cargo, command, execute, root};
use crate::{demo, dependencies, features, fuzz, hosts, npm, page, peers, reports, setup};

/// The tests go through every door; without this they go through the crate alone, in seconds.
const DOORS: &str = "fitment-tests/doors";

/// What a change has to pass, what fails fastest first.
pub fn run() -> Done {
    let mut steps = Steps::new(10);
    steps.next("what has to be on the machine");
    setup::wasm_target()?;
    setup::rust_tools()?;
    setup::node()?;
    steps.next("form, and the dependencies: licences, sources, bans");
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    for apart in ["xtask/bindgen/Cargo.toml", "examples/hosts/pingora/Cargo.toml"] {
        execute(cargo().args(["fmt", "--check", "--manifest-path", apart]))?;
    }
    dependencies::check()?;
    // In the profile of the tests: what build scripts need is then built once.
    steps.next("lints, natively and of both doors");
    let lint = ["clippy", "--quiet", "--release"];
    let strict = ["--", "--deny", "warnings"];
    // Nothing of it runs, so that nothing has to be optimised for it.
    let wasm = ["clippy", "--quiet", "--profile", "tool", "--package", "fitment", "--target", "wasm32-unknown-unknown"];
    execute(cargo().args(lint).args(["--workspace", "--all-targets", "--features", DOORS]).args(strict))?;
    execute(cargo().args(lint).args(["--package", "fitment-tests", "--all-targets"]).args(strict))?;
    for features in ["abi", "js", "js-catalog"] {
        execute(cargo().args(wasm).args(["--features", features]).args(strict))?;
    }
    steps.next("lints of builds that leave policies out");
    for features in parts()? {
        let part = ["--package", "fitment", "--no-default-features", "--features", &features];
        execute(cargo().args(lint).args(part).args(strict))?;
    }
    npm::all(&mut steps)?;
    steps.next("tests: units, documentation, every door, laws, hostile input");
    npm::gate()?;
    // The engine's own units are compiled without optimisation: that takes seconds, and looks for overflow as they run.
    execute(cargo().args(["test", "--quiet", "--profile", "tool", "--package", "fitment", "--lib"]))?;
    let test = ["test", "--quiet", "--release"];
    execute(cargo().args(test).args(["--workspace", "--exclude", "fitment", "--features", DOORS]))?;
    execute(cargo().args(test).args(["--package", "fitment", "--doc"]))?;
    steps.next("documentation");
    let mut doc = cargo();
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    execute(doc.args(["doc", "--quiet", "--release", "--no-deps", "--workspace"]))?;
    steps.next("the npm package: its entries, their sizes and types, its elements and the page in a browser");
    setup::npm_packages()?;
    execute(command("xtask/node_modules/.bin/tsc").args(["--project", "tests/npm"]))?;
    for test in ["catalog", "entries", "api", "arguments", "sizes"] {
        execute(command("node").args([&format!("tests/npm/{test}.mjs"), "target/npm"]))?;
    }
    execute(command("node").arg("tests/elements/elements.mjs").arg(setup::chromium()?).arg("target/npm"))?;
    page::test()?;
    steps.next("the demo");
    demo::run(&demo::Options::read(&["--check"])?)?;
    println!("\nall tests passed in {:.0} s", steps.seconds());
    Ok(())
}

/// What a build may have alone: each part of the whole, the smaller part of images, and nothing.
fn parts() -> Done<Vec<String>> {
    let manifest = root().join("Cargo.toml");
    let manifest = fs::read_to_string(&manifest).map_err(|error| format!("`{}`: {error}", manifest.display()))?;
    let whole = manifest.lines().find_map(|line| line.strip_prefix("whole = ["));
    let whole = whole.ok_or("Cargo.toml has no feature `whole` on one line")?;
    let names = whole.split('"').skip(1).step_by(2);
    Ok(names.chain(["images-fit", ""]).map(str::to_owned).collect())
}

/// A part of the long tests: what it is called, the minutes it takes two processors that have nothing yet, and what it does.
type Part = (&'static str, u64, fn() -> Done);

/// What takes few minutes comes first, so that the most is run where there is not time for all.
const LONG: [Part; 8] = [
    ("the npm package in fresh projects, and its examples", 6, npm::in_projects),
    ("a minute of requests that nobody would send", 6, || fuzz::run(&["60"])),
    ("the hosts in Go and Python", 4, hosts::test),
    ("reports for tools, held against their schemas", 2, reports::test),
    ("the choice between versions in 100,000 universes", 5, || {
        let test = ["test", "--quiet", "--release", "--package", "fitment-tests", "--test", "suite", "--"];
        let mut choice = cargo();
        choice.env("FITMENT_UNIVERSES", "100000").args(test).arg("versions_are_chosen_as_the_rules_say");
        execute(&mut choice)
    }),
    ("the real services beside Fitment", 22, peers::run),
    // The last two, because each takes a build of its own.
    ("what few builds of the gate have", 12, features::test),
    ("the gate in a proxy of Pingora", 8, hosts::proxy),
];

/// How many minutes after its start CI begins nothing more.
const ENOUGH: u64 = 70;

/// By when what is begun has to end: a run that CI stops is worth nothing.
const AT_MOST: u64 = 80;

/// `cargo xtask test --long`: what takes minutes and seldom finds anything. CI says in `FITMENT_CI_STARTED` when it
/// started, in seconds since 1970; what does not get its turn is named.
pub fn long() -> Done {
    let started = env::var("FITMENT_CI_STARTED").ok().and_then(|seconds| seconds.parse().ok());
    let elapsed = || {
        let started = started.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
        let elapsed = started.and_then(|started| SystemTime::now().duration_since(started).ok());
        elapsed.map_or(0, |elapsed| elapsed.as_secs() / 60)
    };
    let mut left_out = Vec::new();
    for (name, minutes, part) in LONG {
        let elapsed = elapsed();
        if elapsed >= ENOUGH || elapsed + minutes > AT_MOST {
            left_out.push(format!("{name}: CI has run for {elapsed} minutes, and it takes {minutes}"));
        } else {
            part()?;
        }
    }
    let passed = LONG.len() - left_out.len();
    for what in &left_out {
        println!("left out: {what}");
    }
    println!("\n{passed} of {} long tests passed, {} left out", LONG.len(), left_out.len());
    Ok(())
}

/// `cargo xtask update`
pub fn update() -> Done {
    // What the doors answer is compared before anything is written.
    npm::whole(&mut Steps::new(2))?;
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
    let mut tests = cargo();
    tests.env("FITMENT_UPDATE", "1").env("INSTA_UPDATE", "always");
    execute(tests.args(["test", "--quiet", "--release", "--package", "fitment-tests", "--features", DOORS]))
}
