use std::process::Command;

use crate::setup;
use crate::shell::{Done, cache, cargo, command, execute, root};

/// Tests the example hosts in other languages. Each is built or installed with the language's ordinary tools.
pub fn test() -> Done {
    setup::go()?;
    setup::python()?;
    let (go, python) = (root().join("target/hosts/go"), cache()?.join("hosts/python"));
    let module = root().join("examples/hosts/go");
    setup::go_modules(&module, ".")?;
    execute(command("go").current_dir(&module).env("CGO_ENABLED", "0").args(["build", "-o"]).arg(&go))?;
    setup::environment("wasmtime for Python", &python, &root().join("examples/hosts/python/requirements.txt"))?;
    let mut test = asked("hosts::");
    test.env("FITMENT_HOST_GO", go).env("FITMENT_HOST_PYTHON", python.join("bin/python"));
    execute(test.args(["--skip", PROXY]))
}

/// Tests the gate in a Pingora proxy, which is built from its own lock file. Without CMake this is left out.
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

/// The name shared by the tests of the proxy.
const PROXY: &str = "pingora";

/// Returns the command for tests that need a host; other runs ignore these tests.
fn asked(which: &str) -> Command {
    let mut test = cargo();
    test.args(["test", "--quiet", "--release", "--workspace", "--features", "fitment-tests/doors", "--test", "suite"]);
    test.args(["--", "--ignored", "--nocapture", which]);
    test
}
