use crate::shell::{Done, Steps, cargo, command, execute, root};
use crate::{npm, page, setup};

/// Runs `cargo xtask bench`.
pub fn run() -> Done {
    let mut steps = Steps::new(6);
    steps.next("the wasm target");
    setup::wasm_target()?;
    npm::all(&mut steps)?;
    steps.next("the benchmarks: the quickest of many short batches, all contestants in turns");
    // The gate is measured in the build that serves it.
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
    execute(cargo().args(["bench", "--quiet", "--package", "fitment-tests", "--features", "doors"]))?;
    steps.next("JavaScript by hand, json-logic-engine and OPA's wasm, on the same work");
    rivals()?;
    steps.next("the page: from a key to the painted list");
    page::measure()
}

/// Runs other software that could make the same decisions. Without Go, OPA is left out because Rego cannot be compiled.
fn rivals() -> Done {
    setup::npm_install(&root().join("benches/rivals"))?;
    let mut race = command("node");
    race.args(["benches/rivals/rivals.mjs", "target/npm"]);
    match setup::go().and_then(|()| setup::opa()) {
        Ok(opa) => race.arg(opa),
        Err(why) => {
            eprintln!("  OPA is left out: {why}");
            &mut race
        }
    };
    execute(&mut race)
}
