//! The Go programs that Fitment is compared with. They are built with the ordinary `go` command from modules with
//! checksums.

use std::fs;
use std::path::PathBuf;

use crate::setup;
use crate::shell::{Done, cache, command, execute, root};

/// A program that is built from a module in `tests/peers/providers`.
pub struct Program {
    /// The name of the program and of its module's folder.
    pub name: &'static str,
    /// The version of the software that is built.
    pub version: &'static str,
    /// The package to build.
    package: &'static str,
    /// The linker flags that stamp the version.
    stamped: &'static str,
}

/// A program around clusterctl's packages that is asked line by line.
pub const CLUSTERCTL: Program = Program { name: "clusterctl", version: "1.14.2", package: ".", stamped: "" };

/// The Cluster API operator itself, and the servers it works with.
pub const OPERATOR: [Program; 3] = [
    Program { name: "operator", version: "0.29.0", package: "sigs.k8s.io/cluster-api-operator/cmd", stamped: "" },
    Program { name: "etcd", version: "3.6.5", package: "go.etcd.io/etcd/server/v3", stamped: "" },
    Program {
        name: "apiserver",
        version: "1.36.3",
        package: "k8s.io/kubernetes/cmd/kube-apiserver",
        // Without these flags the API server reports version 0.
        stamped: "-X k8s.io/component-base/version.gitVersion=v1.36.3 -X k8s.io/component-base/version.gitMajor=1 \
                  -X k8s.io/component-base/version.gitMinor=36",
    },
];

impl Program {
    fn folder(&self) -> Done<PathBuf> {
        Ok(cache()?.join(format!("peers/{}-{}", self.name, self.version)))
    }

    /// The path of the program.
    pub fn path(&self) -> Done<PathBuf> {
        Ok(self.folder()?.join(self.name))
    }

    /// The folder of the program's module.
    pub fn module(&self) -> PathBuf {
        root().join("tests/peers/providers").join(self.name)
    }

    /// Builds the program, unless it exists and was built from the same sources.
    pub fn build(&self) -> Done {
        let (path, module) = (self.path()?, self.module());
        let sources = sources(&module)?;
        let stamp = self.folder()?.join("built.txt");
        if path.exists() && fs::read(&stamp).is_ok_and(|built| built == sources) {
            return Ok(());
        }
        fs::create_dir_all(self.folder()?).map_err(|error| format!("`{}`: {error}", path.display()))?;
        eprintln!("  {} {} is built once, which takes some minutes", self.name, self.version);
        setup::go_modules(&module, self.package)?;
        let flags = format!("-s -w {}", self.stamped);
        let mut go = command("go");
        go.current_dir(&module).env("CGO_ENABLED", "0").args(["build", "-ldflags", flags.trim(), "-o"]);
        execute(go.arg(&path).arg(self.package))?;
        fs::write(&stamp, sources).map_err(|error| format!("`{}`: {error}", stamp.display()))
    }
}

/// The contents of all files of a module, concatenated.
fn sources(module: &PathBuf) -> Done<Vec<u8>> {
    let unreadable = |error| format!("`{}`: {error}", module.display());
    let files = fs::read_dir(module).map_err(unreadable)?;
    let mut files: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    let contents: Vec<Vec<u8>> = files.iter().map(fs::read).collect::<Result<_, _>>().map_err(unreadable)?;
    Ok(contents.concat())
}
