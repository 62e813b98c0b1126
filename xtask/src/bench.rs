use crate::shell::{Done, Steps, cargo, execute};
use crate::{npm, setup};

/// `cargo xtask bench`
pub fn run() -> Done {
    let mut steps = Steps::new(4);
    steps.next("the wasm target");
    setup::wasm_target()?;
    npm::whole(&mut steps)?;
    steps.next("the benchmarks: the quickest of many short batches, all contestants in turns");
    // The gate is measured as it is served.
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
    execute(cargo().args(["bench", "--quiet", "--package", "fitment-tests", "--features", "doors"]))
}
