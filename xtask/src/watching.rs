use crate::peers::WATCHED;
use crate::setup;
use crate::shell::{Done, cargo, execute};

/// The gate beside an API server whose objects it takes for documents. The client of Kubernetes is in no other build.
pub fn test() -> Done {
    setup::python()?;
    if let Err(why) = setup::go() {
        eprintln!("  left out: the gate beside an API server, because {why}");
        return Ok(());
    }
    // The features of the other tests too, so that little is compiled once more.
    let features = ["--features", "fitment-tests/doors,fitment-host/kubernetes"];
    execute(
        cargo()
            .args(["clippy", "--quiet", "--release", "--workspace", "--all-targets"])
            .args(features)
            .args(["--", "--deny", "warnings"]),
    )?;
    execute(cargo().args(["test", "--quiet", "--release", "--workspace", "--bin", "fitment"]).args(features))?;
    execute(cargo().args(["build", "--quiet", "--release", "--workspace", "--bin", "fitment"]).args(features))?;
    WATCHED.run()
}
