//! Compares Fitment with the software that its users run: both are asked the same questions.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::programs::{CLUSTERCTL, OPERATOR, Program};
use crate::setup;
use crate::shell::{Done, Steps, cache, cargo, command, execute, root, side_by_side};

/// A virtual environment, whose packages are listed in `tests/peers/requirements/NAME.txt`.
struct Environment {
    name: &'static str,
    version: &'static str,
    /// The scripts to run in the environment, the longest first.
    scripts: &'static [&'static str],
}

const ENVIRONMENTS: [Environment; 5] = [
    // The real clients, and every service whose objects they print.
    Environment {
        name: "clients",
        version: "10.5.0",
        scripts: &["peer_printed_fleets.py", "peer_printed_templates.py"],
    },
    Environment {
        name: "placement",
        version: "16.0.0",
        scripts: &["peer_placement_fleets.py", "peer_placement_queries.py"],
    },
    Environment { name: "magnum", version: "23.0.0", scripts: &["peer_magnum_api.py", "peer_magnum.py"] },
    Environment { name: "nova", version: "34.0.0", scripts: &["peer_nova.py"] },
    Environment { name: "ironic", version: "39.0.0", scripts: &["peer_ironic.py"] },
];

/// Comparisons with programs in Go. Their scripts need nothing but Python.
const SERVED: [Served; 2] = [
    Served { programs: &OPERATOR, script: "peer_capi_operator.py" },
    Served { programs: &[CLUSTERCTL], script: "peer_clusterctl.py" },
];

/// The test that the gate watches an API server, which is one of the operator's programs.
pub const WATCHED: Served = Served { programs: &OPERATOR, script: "gate_watches.py" };

/// The test of the gate's traces. The collector needs nothing but Python.
pub const TRACED: Served = Served { programs: &[], script: "gate_traces.py" };

/// A script and the programs it uses. An environment variable named after each program holds its path.
pub struct Served {
    programs: &'static [Program],
    script: &'static str,
}

/// A comparison. Its script prints one line if it finds no difference.
enum Compared {
    In(&'static Environment, &'static str),
    With(&'static Served),
}

/// Runs `cargo xtask peers`.
pub fn run() -> Done {
    let mut steps = Steps::new(4);
    steps.next("the command line");
    setup::wasm_target()?;
    execute(cargo().args(["build", "--quiet", "--release", "--package", "fitment-host"]))?;
    run_in(&mut steps)
}

/// Creates the environments, builds the programs and compares, in three steps.
pub fn run_in(steps: &mut Steps) -> Done {
    steps.next("the real services from PyPI, each installed once");
    setup::python()?;
    let installed = side_by_side(&ENVIRONMENTS.each_ref(), |environment| environment.install());
    installed.into_iter().collect::<Done<Vec<()>>>()?;
    steps.next("the real programs in Go, each built once");
    let served = match setup::go() {
        Ok(()) => true,
        Err(why) => {
            eprintln!("  left out: clusterctl and the Cluster API operator, because {why}");
            false
        }
    };
    if served {
        // Each build uses all processors.
        SERVED.iter().flat_map(|served| served.programs).try_for_each(Program::build)?;
    }
    steps.next("the real services beside Fitment");
    let served: &[Served] = if served { &SERVED } else { &[] };
    let scripts: Vec<Compared> =
        served
            .iter()
            .map(Compared::With)
            .chain(ENVIRONMENTS.iter().flat_map(|environment| {
                environment.scripts.iter().map(move |script| Compared::In(environment, script))
            }))
            .collect();
    let compared = side_by_side(&scripts, Compared::run);
    let failed: Vec<String> = compared.into_iter().filter_map(Result::err).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

impl Environment {
    fn folder(&self) -> Done<PathBuf> {
        Ok(cache()?.join(format!("peers/{}-{}", self.name, self.version)))
    }

    /// Creates the environment, unless it exists with the same packages.
    fn install(&self) -> Done {
        let folder = self.folder()?;
        let list = root().join(format!("tests/peers/requirements/{}.txt", self.name));
        setup::environment(&format!("{} {}", self.name, self.version), &folder, &list)
    }

    /// Returns the environment's Python, with a cache folder for its packages.
    fn python(&self) -> Done<Command> {
        let folder = self.folder()?;
        let mut python = command(folder.join("bin/python"));
        python.env("XDG_CACHE_HOME", folder.join("cache"));
        Ok(python)
    }
}

impl Served {
    /// Builds the programs and runs the script.
    pub fn run(&self) -> Done {
        self.programs.iter().try_for_each(Program::build)?;
        run_script(self.python()?, self.script)
    }

    /// Returns Python with the paths of the programs and their modules in its environment.
    fn python(&self) -> Done<Command> {
        let mut python = command("python3");
        for program in self.programs {
            let name = program.name.to_uppercase();
            python.env(&name, program.path()?).env(format!("{name}_MODULE"), program.module());
        }
        Ok(python)
    }
}

impl Compared {
    fn run(&self) -> Done {
        match self {
            Self::In(environment, script) => run_script(environment.python()?, script),
            Self::With(served) => run_script(served.python()?, served.script),
        }
    }
}

fn run_script(mut python: Command, script: &str) -> Done {
    python
        .env("FITMENT", root().join("target/release/fitment"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONHASHSEED", "0")
        .env_remove("PYTHONPATH")
        .args(["-W", "ignore"])
        .arg(format!("tests/peers/{script}"));
    let Output { status, stdout, stderr } =
        python.output().map_err(|error| format!("tests/peers/{script} does not start: {error}"))?;
    if status.success() {
        eprint!("  {}", String::from_utf8_lossy(&stdout));
        return Ok(());
    }
    Err(format!("tests/peers/{script} failed: {status}\n{}", String::from_utf8_lossy(&stderr)))
}
