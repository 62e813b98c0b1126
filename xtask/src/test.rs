use crate::shell::{Done, Steps, cargo, command, execute};
use crate::{demo, npm, page, peers, setup};

/// The tests go through every door; without this they go through the crate alone, in seconds.
const DOORS: &str = "fitment-tests/doors";

/// Everything that CI runs, what fails fastest first.
pub fn run() -> Done {
    let mut steps = Steps::new(12);
    steps.next("what has to be on the machine");
    setup::wasm_target()?;
    setup::rust_tools()?;
    setup::node()?;
    setup::python()?;
    steps.next("form");
    execute(cargo().args(["fmt", "--all", "--check"]))?;
    steps.next("lints, natively and of both doors");
    execute(cargo().args([
        "clippy",
        "--quiet",
        "--release",
        "--workspace",
        "--all-targets",
        "--features",
        DOORS,
        "--",
        "--deny",
        "warnings",
    ]))?;
    for door in ["abi", "js"] {
        let wasm = ["clippy", "--quiet", "--release", "--package", "fitment", "--target", "wasm32-unknown-unknown"];
        execute(cargo().args(wasm).args(["--features", door, "--", "--deny", "warnings"]))?;
    }
    npm::all(&mut steps)?;
    steps.next("tests: units, documentation, every door, laws, hostile input");
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
    execute(cargo().args(["test", "--quiet", "--release", "--workspace", "--features", DOORS]))?;
    // Once more with overflow and debug assertions on.
    execute(cargo().args(["test", "--quiet", "--package", "fitment", "--lib"]))?;
    peers::run_in(&mut steps)?;
    steps.next("documentation");
    let mut doc = cargo();
    doc.env("RUSTDOCFLAGS", "--deny warnings");
    execute(doc.args(["doc", "--quiet", "--release", "--no-deps", "--workspace"]))?;
    steps.next("the page in a browser, and the types of the npm package");
    setup::npm_packages()?;
    execute(command("xtask/node_modules/.bin/tsc").args(["--project", "tests/npm"]))?;
    for test in ["catalog", "entries"] {
        execute(command("node").args([&format!("tests/npm/{test}.mjs"), "target/npm"]))?;
    }
    npm::sizes()?;
    page::test()?;
    steps.next("the demo");
    demo::run(&demo::Options::read(&["--check"])?)?;
    println!("\nall tests passed in {:.0} s", steps.seconds());
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
