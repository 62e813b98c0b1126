use std::process::Command;

use crate::setup;
use crate::shell::{Done, cache, cargo, command, execute, root};

/// The examples of hosts in other languages, each built or installed by the ordinary client and asked.
pub fn test() -> Done {
    setup::go()?;
    setup::python()?;
    let (go, python) = (root().join("target/hosts/go"), cache()?.join("hosts/python"));
    let mut build = command("go");
    execute(
        build.current_dir(root().join("examples/hosts/go")).env("CGO_ENABLED", "0").args(["build", "-o"]).arg(&go),
    )?;
    setup::environment("wasmtime for Python", &python, &root().join("examples/hosts/python/requirements.txt"))?;
    let mut test = asked("hosts::");
    test.env("FITMENT_HOST_GO", go).env("FITMENT_HOST_PYTHON", python.join("bin/python"));
    execute(test.args(["--skip", PROXY]))
}

/// The gate in a proxy of Pingora, which is built from its own lock file. Without CMake it is left out.
pub fn proxy() -> Done {
    if let Err(why) = setup::cmake() {
        eprintln!("  left out: the gate in a proxy of Pingora, because {why}");
        return Ok(());
    }
    let target = root().join("target/hosts/pingora");
    let manifest = ["--quiet", "--release", "--locked", "--manifest-path", "examples/hosts/pingora/Cargo.toml"];
    execute(cargo().arg("build").args(manifest).arg("--target-dir").arg(&target))?;
    execute(asked(PROXY).env("FITMENT_HOST_PINGORA", target.join("release/fitment-example-pingora")))
}

/// What the tests of the proxy have in their names.
const PROXY: &str = "pingora";

/// Those of the tests that ask a host, which the others leave out.
fn asked(which: &str) -> Command {
    let mut test = cargo();
    test.args(["test", "--quiet", "--release", "--workspace", "--features", "fitment-tests/doors", "--test", "suite"]);
    test.args(["--", "--ignored", "--nocapture", which]);
    test
}
