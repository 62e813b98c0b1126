//! The npm package: one folder, with the whole engine at the top and a subfolder for each smaller entry.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, iter};

use crate::shell::{Done, Steps, cargo, command, execute, output, root, side_by_side};
use crate::{remap, setup};

/// An entry of the package: a wasm file and the modules that import it.
struct Entry {
    /// The entry's folder in the package, empty for the whole engine.
    folder: &'static str,
    features: &'static str,
    /// The entry's JavaScript API, a folder of `src/door/npm`.
    face: &'static str,
    /// The modules of `src/door/npm` that the API imports, each with its types.
    parts: &'static [&'static str],
    /// Whether the entry also comes as a single file that contains the wasm.
    inline: bool,
}

/// The files that every entry has.
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

/// All entries, those that take longest to build first. Linking uses only one processor, so several entries are built
/// at once. Each has a target folder of its own, because in a shared one cargo would make the builds wait for each
/// other and discard each other's results.
const ENTRIES: [Entry; 7] = [
    WHOLE,
    IMAGES,
    Entry { folder: "providers", features: "js,providers", ..VERBS },
    Entry { folder: "traits", features: "js,traits", ..VERBS },
    Entry { folder: "clusters", features: "js,clusters", ..VERBS },
    Entry { folder: "drivers", features: "js,drivers", ..VERBS },
    Entry { folder: "catalog", features: "js-catalog", face: "catalog", parts: &["catalog"], inline: true },
];

/// The folders of `src/door/npm` that are copied into the package unchanged. They import entries and have no wasm of
/// their own.
const AS_THEY_ARE: [&str; 2] = ["element", "worker"];

/// The rustc flags in addition to the profile. LLVM inlines functions with `#[inline]`, which most of the standard
/// library has, up to six times the size that it otherwise would when optimising for size. With a third of that limit
/// the package is 4 % smaller and just as fast.
const INLINE_LESS: &str = "-Cllvm-args=-inlinehint-threshold=100";

/// The files that wasm-pack writes.
const GLUE: [&str; 4] = ["engine.js", "engine.d.ts", "engine_bg.wasm", "engine_bg.wasm.d.ts"];

/// The files at the top of the package that belong to no entry.
const OF_THE_PACKAGE: [&str; 4] = ["package.json", "gate.js", "gate.d.ts", "gate.wasm"];

/// Adds to wasm-bindgen's glue a way to create another instance of the same module after a trap has spoilt the first.
const RESTART: &str = "
/** Whether there is an instance. */
export function isStarted() { return wasm !== undefined; }

/** Puts a new instance in the place of one that has trapped. */
export function restart() {
    wasm = undefined;
    initSync({ module: wasmModule });
}
";

/// Builds the whole engine only, which is enough for the tests of the doors.
pub fn whole(steps: &mut Steps) -> Done<PathBuf> {
    let tools = tools(steps)?;
    steps.next("the npm package: the engine for browsers and node");
    let package = root().join("target/npm");
    WHOLE.build(&package, &tools)?;
    complete(package)
}

/// Copies the parts that have no wasm of their own into the package.
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

/// Builds the entries that the page loads: the small one for its first view, the whole engine for the others.
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

/// Runs `cargo xtask npm`.
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

/// Installs the package into projects of every kind, builds them, and opens the results.
pub fn in_projects() -> Done {
    run()?;
    execute(command("node").arg("tests/npm/projects.mjs").arg(setup::chromium()?).arg("target/npm"))
}

/// Checks the transfer size of each entry against its limit.
fn sizes() -> Done {
    execute(command("node").args(["tests/npm/sizes.mjs", "target/npm"]))
}

/// Returns PATH with wasm-pack, wasm-bindgen and wasm-opt in front.
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

/// Removes the files of a former build from a folder, except the kept ones. Subfolders stay because they are other
/// entries.
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

/// Adds the engine for other hosts, a wasm module without imports: the same file that the host carries, with its
/// digest.
pub fn gate() -> Done {
    let folder = host_engine()?;
    let package = root().join("target/npm");
    copy(&folder.join("fitment.wasm"), &package.join("gate.wasm"))?;
    let digest = read(&folder.join("fitment.sha256"))?;
    let module = read(&root().join("src/door/npm/gate/gate.js"))?.replace("DIGEST", &digest);
    write(&package.join("gate.js"), &module)?;
    copy(&root().join("src/door/npm/gate/gate.d.ts"), &package.join("gate.d.ts"))
}

/// Returns the folder in which the host's build has left its engine.
pub fn host_engine() -> Done<PathBuf> {
    let build = ["build", "--quiet", "--release", "--package", "fitment-host"];
    execute(cargo().args(build))?;
    let messages = output(cargo().args(build).args(["--message-format", "json"])).ok_or("the host was not built")?;
    let script = messages.lines().find(|line| line.contains("build-script-executed") && line.contains("/host#"));
    let folder = script.and_then(|line| line.split_once("\"out_dir\":\"")).and_then(|(_, rest)| rest.split('"').next());
    folder.map(PathBuf::from).ok_or_else(|| "cargo did not say where the host's engine is".to_owned())
}

/// Copies the files of a folder, but not its subfolders.
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
    /// Builds the wasm and its glue, unless cargo's output is the same as when the folder was made. Generating the glue
    /// and shrinking the wasm take longer than anything else.
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
        // wasm-pack optimises every wasm file in the folder, and would also change the gate's.
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

    /// Puts the modules that import the wasm beside it.
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
            for (page, name) in [("docs/npm.md", "README.md"), ("LICENSE", "LICENSE")] {
                copy(&root().join(page), &folder.join(name))?;
            }
        }
        Ok(())
    }
}
