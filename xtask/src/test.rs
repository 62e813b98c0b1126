use std::fs;

use crate::shell::{Done, Steps, cargo, command, execute, root};
use crate::{demo, dependencies, npm, page, setup};

/// The feature with which the tests go through every door. Without it they use only the crate, and take seconds.
const DOORS: &str = "fitment-tests/doors";

/// Runs the tests that a change has to pass. What fails fastest comes first.
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
    // The lints use the profile of the tests, so that the dependencies of build scripts are built only once.
    steps.next("lints, natively and of both doors");
    let lint = ["clippy", "--quiet", "--release"];
    let strict = ["--", "--deny", "warnings"];
    // This code is only linted, so it does not need to be optimised.
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
    // The engine's own unit tests are compiled without optimisation, which takes seconds and adds overflow checks.
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
    for test in ["catalog", "entries", "api", "arguments", "reviews", "sizes"] {
        execute(command("node").args([&format!("tests/npm/{test}.mjs"), "target/npm"]))?;
    }
    execute(command("node").arg("tests/elements/elements.mjs").arg(setup::chromium()?).arg("target/npm"))?;
    page::test()?;
    steps.next("the demo");
    demo::run(&demo::Options::read(&["--check"])?)?;
    println!("\nall tests passed in {:.0} s", steps.seconds());
    Ok(())
}

/// The feature sets that a build may have: each part of `whole` alone, the smaller part of images, and none.
fn parts() -> Done<Vec<String>> {
    let manifest = root().join("Cargo.toml");
    let manifest = fs::read_to_string(&manifest).map_err(|error| format!("`{}`: {error}", manifest.display()))?;
    let whole = manifest.lines().find_map(|line| line.strip_prefix("whole = ["));
    let whole = whole.ok_or("Cargo.toml has no feature `whole` on one line")?;
    let names = whole.split('"').skip(1).step_by(2);
    Ok(names.chain(["images-fit", ""]).map(str::to_owned).collect())
}

/// Runs `cargo xtask update`.
pub fn update() -> Done {
    // The answers of the doors are compared before anything is written, so the doors have to be built.
    npm::whole(&mut Steps::new(2))?;
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
    let mut tests = cargo();
    tests.env("FITMENT_UPDATE", "1").env("INSTA_UPDATE", "always");
    execute(tests.args(["test", "--quiet", "--release", "--package", "fitment-tests", "--features", DOORS]))
}
