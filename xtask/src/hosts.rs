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
    let mut test = cargo();
    test.env("FITMENT_HOST_GO", go).env("FITMENT_HOST_PYTHON", python.join("bin/python"));
    test.args(["test", "--quiet", "--release", "--workspace", "--features", "fitment-tests/doors", "--test", "suite"]);
    execute(test.args(["--", "--ignored", "--nocapture", "hosts::"]))
}
