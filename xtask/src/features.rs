//! Tests features that few builds of the gate have: the Kubernetes client and traces. Both are built at once, and left
//! out of all other builds because they take as long to compile as everything else.

use crate::peers::{TRACED, WATCHED};
use crate::setup;
use crate::shell::{Done, cargo, execute};

/// Includes the features of the other tests, so that little has to be compiled again.
const FEATURES: [&str; 2] =
    ["--features", "fitment-tests/doors,fitment-fuzz/gate,fitment-host/kubernetes,fitment-host/opentelemetry"];

/// Runs `cargo xtask features`.
pub fn test() -> Done {
    setup::python()?;
    let whole = ["--quiet", "--release", "--workspace"];
    let strict = ["--", "--deny", "warnings"];
    execute(cargo().arg("clippy").args(whole).arg("--all-targets").args(FEATURES).args(strict))?;
    execute(cargo().arg("test").args(whole).args(["--bin", "fitment"]).args(FEATURES))?;
    execute(cargo().arg("build").args(whole).args(["--bin", "fitment"]).args(FEATURES))?;
    TRACED.run()?;
    match setup::go() {
        Ok(()) => WATCHED.run(),
        Err(why) => {
            eprintln!("  left out: the gate beside an API server, because {why}");
            Ok(())
        }
    }
}
