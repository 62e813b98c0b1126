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
    execute(cargo().args(lint).args(["--workspace", "--all-targets", "--features", DOORS]).args(strict))?;
    execute(cargo().args(lint).args(["--package", "fitment-tests", "--all-targets"]).args(strict))?;
    for features in ["abi", "js", "js-catalog"] {
        let wasm = ["--package", "fitment", "--target", "wasm32-unknown-unknown", "--features", features];
        execute(cargo().args(lint).args(wasm).args(strict))?;
    }
    steps.next("lints of builds that leave policies out");
    for features in parts()? {
        let part = ["--package", "fitment", "--no-default-features", "--features", &features];
        execute(cargo().args(lint).args(part).args(strict))?;
    }
    npm::all(&mut steps)?;
    steps.next("tests: units, documentation, every door, laws, hostile input");
    npm::gate()?;
    execute(cargo().args(["test", "--quiet", "--release", "--workspace", "--features", DOORS]))?;
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

/// A part of the long tests, with what it is called.
type Part = (&'static str, fn() -> Done);

const LONG: [Part; 9] = [
    ("the npm package in fresh projects, and its examples", npm::in_projects),
    ("the real services beside Fitment", peers::run),
    ("a minute of requests that nobody would send", || fuzz::run(&["60"])),
    ("the hosts in Go and Python", hosts::test),
    ("reports for tools, held against their schemas", reports::test),
    // The release has neither; the other tests run it.
    ("the unit tests with overflow and debug assertions", || {
        execute(cargo().args(["test", "--quiet", "--package", "fitment", "--lib"]))
    }),
    ("the choice between versions in 100,000 universes", || {
        let test = ["test", "--quiet", "--release", "--package", "fitment-tests", "--test", "suite", "--"];
        let mut choice = cargo();
        choice.env("FITMENT_UNIVERSES", "100000").args(test).arg("versions_are_chosen_as_the_rules_say");
        execute(&mut choice)
    }),
    // The last two, because each takes a build of its own.
    ("what few builds of the gate have", features::test),
    ("the gate in a proxy of Pingora", hosts::proxy),
];

/// How long after its start CI begins nothing more.
const ENOUGH: Duration = Duration::from_secs(70 * 60);

/// `cargo xtask test --long`: what takes minutes and seldom finds anything. CI says in `FITMENT_CI_STARTED` when it
/// started, in seconds since 1970; what does not get its turn is named.
pub fn long() -> Done {
    let started = env::var("FITMENT_CI_STARTED").ok().and_then(|seconds| seconds.parse().ok());
    let is_late = || {
        let started = started.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
        let elapsed = started.and_then(|started| SystemTime::now().duration_since(started).ok());
        elapsed.is_some_and(|elapsed| elapsed > ENOUGH)
    };
    let mut left_out = Vec::new();
    for (name, part) in LONG {
        if is_late() {
            left_out.push(name);
        } else {
            part()?;
        }
    }
    let passed = LONG.len() - left_out.len();
    for name in &left_out {
        println!("left out, because CI has run for {} minutes: {name}", ENOUGH.as_secs() / 60);
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
