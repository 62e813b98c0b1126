//! What few builds of the gate have, and what is left out of all others because it takes as long to compile as they do:
//! the client of Kubernetes, and traces. Both are built at once.

use crate::peers::{TRACED, WATCHED};
use crate::setup;
use crate::shell::{Done, cargo, execute};

/// Those of the other tests too, so that little is compiled once more.
const FEATURES: [&str; 2] =
    ["--features", "fitment-tests/doors,fitment-fuzz/gate,fitment-host/kubernetes,fitment-host/opentelemetry"];

/// `cargo xtask features`
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
