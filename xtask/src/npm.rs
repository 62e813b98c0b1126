//! The npm package: one folder, with the whole engine at its top and a folder for each smaller entry.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, iter};

use crate::shell::{Done, Steps, cargo, command, execute, output, root, side_by_side};
use crate::{remap, setup};

/// A wasm file with what imports it.
struct Entry {
    /// Its folder in the package; the whole engine has none.
    folder: &'static str,
    features: &'static str,
    /// What the engine looks like to JavaScript, as a folder of `src/door/npm`.
    face: &'static str,
    /// Modules of `src/door/npm` that the face imports, each with its types.
    parts: &'static [&'static str],
    /// Whether it also comes as one file, with the wasm inside.
    inline: bool,
}

/// What every entry is made of.
const STARTS: [&str; 8] =
    ["start.js", "start.node.js", "start.d.ts", "options.js", "json.js", "instance.js", "errors.js", "errors.d.ts"];

const WHOLE: Entry = Entry {
    folder: "",
    features: "js,whole",
    face: "whole",
    parts: &["fitment", "catalog", "answers", "admission"],
    inline: false,
};

const VERBS: Entry = Entry { folder: "", features: "", face: "verbs", parts: &["fitment"], inline: false };

const IMAGES: Entry = Entry {
    folder: "images",
    features: "js,images-fit",
    face: "images",
    parts: &["fitment", "catalog", "answers"],
    inline: true,
};

/// All of them, the longest to build first. Each has a target folder of its own: linking keeps one processor busy, so
/// several are built at once, and in one folder cargo would make one that builds there wait, and forget it.
const ENTRIES: [Entry; 7] = [
    WHOLE,
    IMAGES,
    Entry { folder: "providers", features: "js,providers", ..VERBS },
    Entry { folder: "traits", features: "js,traits", ..VERBS },
    Entry { folder: "clusters", features: "js,clusters", ..VERBS },
    Entry { folder: "drivers", features: "js,drivers", ..VERBS },
    Entry { folder: "catalog", features: "js-catalog", face: "catalog", parts: &["catalog"], inline: true },
];

/// Folders of `src/door/npm` that stand in the package as they are: they import entries and have no wasm of their own.
const AS_THEY_ARE: [&str; 2] = ["element", "worker"];

/// What rustc is told beyond the profile. It takes `#[inline]`, which most of the standard library carries, for leave to
/// merge bodies of six times the size that the optimisation for size would; with a third of that the package is 4 %
/// smaller and as fast.
const INLINE_LESS: &str = "-Cllvm-args=-inlinehint-threshold=100";

/// What wasm-pack writes.
const GLUE: [&str; 4] = ["engine.js", "engine.d.ts", "engine_bg.wasm", "engine_bg.wasm.d.ts"];

/// What stands at the top of the package and belongs to no entry.
const OF_THE_PACKAGE: [&str; 4] = ["package.json", "gate.js", "gate.d.ts", "gate.wasm"];

/// What the glue of wasm-bindgen lacks: another instance of the same module, once a trap has spoilt the first.
const RESTART: &str = "
/** Whether there is an instance. */
export function isStarted() { return wasm !== undefined; }

/** Puts a new instance in the place of one that has trapped. */
export function restart() {
    wasm = undefined;
    initSync({ module: wasmModule });
}
";

/// Builds the whole engine, which is all that the tests of the doors need.
pub fn whole(steps: &mut Steps) -> Done<PathBuf> {
    let tools = tools(steps)?;
    steps.next("the npm package: the engine for browsers and node");
    let package = root().join("target/npm");
    WHOLE.build(&package, &tools)?;
    complete(package)
}

/// Puts into the package what has no wasm of its own.
fn complete(package: PathBuf) -> Done<PathBuf> {
    for folder in AS_THEY_ARE {
        let target = package.join(folder);
        clear(&target, &[])?;
        copy_all(&root().join("src/door/npm").join(folder), &target)?;
    }
    let manifest = read(&root().join("pkg.json"))?.replace("\"0.0.0\"", &format!("\"{}\"", env!("CARGO_PKG_VERSION")));
    write(&package.join("package.json"), &manifest)?;
    Ok(package)
}

/// Builds the entries that the page starts: the small one for its first view, the whole engine for the others.
pub fn of_page(steps: &mut Steps) -> Done {
    let tools = tools(steps)?;
    steps.next("the npm package: what the page starts");
    let package = root().join("target/npm");
    side_by_side(&[WHOLE, IMAGES], |entry| entry.build(&package, &tools)).into_iter().collect()
}

/// Builds the package with all its entries.
pub fn all(steps: &mut Steps) -> Done<PathBuf> {
    let tools = tools(steps)?;
    steps.next("the npm package: the engine for browsers and node, whole and in parts");
    let package = root().join("target/npm");
    side_by_side(&ENTRIES, |entry| entry.build(&package, &tools)).into_iter().collect::<Done>()?;
    complete(package)
}

/// `cargo xtask npm`
pub fn run() -> Done {
    let mut steps = Steps::new(4);
    steps.next("the wasm target");
    setup::wasm_target()?;
    let package = all(&mut steps)?;
    steps.next("the npm package: the engine for other hosts");
    gate()?;
    sizes()?;
    eprintln!("\nthe npm package stands in {}", package.display());
    Ok(())
}

/// Installs the package into projects of every kind, builds them, and opens what comes of it.
pub fn in_projects() -> Done {
    run()?;
    execute(command("node").arg("tests/npm/projects.mjs").arg(setup::chromium()?).arg("target/npm"))
}

/// How large each entry is on the wire, against what it may be.
fn sizes() -> Done {
    execute(command("node").args(["tests/npm/sizes.mjs", "target/npm"]))
}

/// PATH with wasm-pack, wasm-bindgen and wasm-opt before it.
fn tools(steps: &mut Steps) -> Done<OsString> {
    steps.next("tools for the npm package: wasm-pack, wasm-bindgen, wasm-opt");
    setup::node()?;
    search_path()
}

fn search_path() -> Done<OsString> {
    let tools = setup::wasm_tools()?;
    let path = env::join_paths(tools.into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
    path.map_err(|error| format!("PATH: {error}"))
}

/// Takes the files out of a folder that a former build left there, but for some. Folders stay: they are other entries.
pub fn clear(folder: &Path, kept: &[&str]) -> Done {
    let failed = |error: std::io::Error| format!("`{}`: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_kept = kept.iter().any(|name| path.file_name().is_some_and(|own| own == *name));
        if path.is_file() && !is_kept {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

/// The engine for other hosts, without any import: the very file that the host carries, with its digest.
pub fn gate() -> Done {
    let folder = host_engine()?;
    let package = root().join("target/npm");
    copy(&folder.join("fitment.wasm"), &package.join("gate.wasm"))?;
    let digest = read(&folder.join("fitment.sha256"))?;
    let module = read(&root().join("src/door/npm/gate/gate.js"))?.replace("DIGEST", &digest);
    write(&package.join("gate.js"), &module)?;
    copy(&root().join("src/door/npm/gate/gate.d.ts"), &package.join("gate.d.ts"))
}

/// The folder in which the host's build has left its engine.
pub fn host_engine() -> Done<PathBuf> {
    let build = ["build", "--quiet", "--release", "--package", "fitment-host"];
    execute(cargo().args(build))?;
    let messages = output(cargo().args(build).args(["--message-format", "json"])).ok_or("the host was not built")?;
    let script = messages.lines().find(|line| line.contains("build-script-executed") && line.contains("/host#"));
    let folder = script.and_then(|line| line.split_once("\"out_dir\":\"")).and_then(|(_, rest)| rest.split('"').next());
    folder.map(PathBuf::from).ok_or_else(|| "cargo did not say where the host's engine is".to_owned())
}

/// Copies the files of a folder; folders in it stay where they are.
pub fn copy_all(from: &Path, to: &Path) -> Done {
    let failed = |error: std::io::Error| format!("`{}`: {error}", from.display());
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() {
            copy(&path, &to.join(path.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}

/// Copies a file.
pub fn copy(from: &Path, to: &Path) -> Done {
    fs::copy(from, to).map(drop).map_err(|error| format!("`{}`: {error}", from.display()))
}

fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|error| format!("`{}`: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Done {
    fs::write(path, text).map_err(|error| format!("`{}`: {error}", path.display()))
}

impl Entry {
    /// Builds the wasm with its glue, unless what cargo makes of the sources is what the folder was made of: binding and
    /// shrinking it takes longer than anything else.
    fn build(&self, package: &Path, path: &OsString) -> Done {
        let folder = package.join(self.folder);
        let name = if self.folder.is_empty() { self.face } else { self.folder };
        let target = root().join("target/web").join(name);
        let rustc: Vec<String> = iter::once(INLINE_LESS.to_owned()).chain(remap::cargo_home()).collect();
        let rustc = format!("target.wasm32-unknown-unknown.rustflags={rustc:?}");
        let flags = ["--config", &rustc, "--no-default-features", "--features", self.features];
        let mut compile = cargo();
        compile.env("CARGO_TARGET_DIR", &target);
        compile.args(["build", "--quiet", "--lib", "--profile", "web", "--target", "wasm32-unknown-unknown"]);
        execute(compile.args(flags))?;
        let compiled = target.join("wasm32-unknown-unknown/web/fitment.wasm");
        let packed = target.join("packed.wasm");
        let has_glue = GLUE.iter().all(|name| folder.join(name).is_file());
        let restarts = has_glue && read(&folder.join("engine.js"))?.ends_with(RESTART);
        if restarts && fs::read(&compiled).ok() == fs::read(&packed).ok() {
            clear(&folder, &[&GLUE[..], &OF_THE_PACKAGE].concat())?;
            return self.surround(&folder);
        }
        // wasm-pack optimises every wasm in the folder, and the gate's is not its own.
        clear(&folder, &["package.json"])?;
        execute(
            command("wasm-pack")
                .env("PATH", path)
                .env("CARGO_TARGET_DIR", &target)
                .args(["--quiet", "build", "--target", "web", "--profile", "web", "--out-name", "engine"])
                .args(["--mode", "no-install", "--no-pack", "--no-gitignore", "--out-dir"])
                .arg(&folder)
                .args([".", "--"])
                .args(flags),
        )?;
        let glue = folder.join("engine.js");
        write(&glue, &(read(&glue)? + RESTART))?;
        copy(&compiled, &packed)?;
        self.surround(&folder)
    }

    /// Puts what imports the wasm beside it.
    fn surround(&self, folder: &Path) -> Done {
        let sources = root().join("src/door/npm");
        copy_all(&sources.join(self.face), folder)?;
        let parts = self.parts.iter().flat_map(|part| [format!("{part}.js"), format!("{part}.d.ts")]);
        for name in STARTS.map(str::to_owned).into_iter().chain(parts) {
            copy(&sources.join(&name), &folder.join(name))?;
        }
        if self.parts.contains(&"fitment") {
            execute(command("node").arg("xtask/types.mjs").arg(folder).arg("docs/schema"))?;
        }
        if self.inline {
            execute(command("node").arg("xtask/inline.mjs").arg(folder))?;
        }
        if self.folder.is_empty() {
            for name in ["README.md", "LICENSE"] {
                copy(&root().join(name), &folder.join(name))?;
            }
        }
        Ok(())
    }
}
