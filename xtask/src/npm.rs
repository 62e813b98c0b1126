//! The npm package: one folder, with the whole engine at its top and a folder for each smaller entry.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::setup;
use crate::shell::{Done, Steps, command, execute, root, side_by_side};

/// A wasm file with what imports it.
struct Entry {
    /// Its folder in the package; the whole engine has none.
    folder: &'static str,
    features: &'static str,
    /// What the engine looks like to JavaScript, as a folder of `src/door/npm`.
    face: &'static str,
    /// Further files of `src/door/npm` that the face imports.
    parts: &'static [&'static str],
}

const STARTS: [&str; 4] = ["start.js", "start.node.js", "start.d.ts", "options.js"];

const WHOLE: Entry = Entry {
    folder: "",
    features: "js,whole",
    face: "whole",
    parts: &["fitment.js", "fitment.d.ts", "catalog.js", "catalog.d.ts"],
};

const SMALLER: [Entry; 4] = [
    Entry { folder: "images", features: "js,images-fit", ..WHOLE },
    Entry { folder: "traits", features: "js,traits", ..VERBS },
    Entry { folder: "drivers", features: "js,drivers", ..VERBS },
    Entry { folder: "catalog", features: "js-catalog", face: "catalog", parts: &["catalog.js", "catalog.d.ts"] },
];

/// What rustc is told beyond the profile. It takes `#[inline]`, which most of the standard library carries, for leave to
/// merge bodies of six times the size that the optimisation for size would; with a third of that the package is 4 %
/// smaller and as fast.
const INLINE_LESS: &str = r#"target.wasm32-unknown-unknown.rustflags=["-C", "llvm-args=-inlinehint-threshold=100"]"#;

const VERBS: Entry = Entry { folder: "", features: "", face: "verbs", parts: &["fitment.js", "fitment.d.ts"] };

/// Builds the whole engine, which is all that the page and the tests of the doors need.
pub fn whole(steps: &mut Steps) -> Done<PathBuf> {
    let tools = tools(steps)?;
    steps.next("the npm package: the engine for browsers and node");
    let package = root().join("target/npm");
    WHOLE.build(&package, &tools)?;
    Ok(package)
}

/// Builds the entries that the page starts: the small one for its first view, the whole engine for the others.
pub fn of_page(steps: &mut Steps) -> Done {
    let tools = tools(steps)?;
    steps.next("the npm package: what the page starts");
    let package = root().join("target/npm");
    let lanes = [&SMALLER[..1], &[WHOLE]];
    let built = side_by_side(&lanes, |lane| lane.iter().try_for_each(|entry| entry.build(&package, &tools)));
    built.into_iter().collect()
}

/// Builds the package with all its entries.
pub fn all(steps: &mut Steps) -> Done<PathBuf> {
    let package = whole(steps)?;
    steps.next("the npm package: its smaller entries");
    let tools = search_path()?;
    // Linking keeps one processor busy, so two are built at once.
    let lanes = [&SMALLER[..1], &SMALLER[1..]];
    let built = side_by_side(&lanes, |lane| lane.iter().try_for_each(|entry| entry.build(&package, &tools)));
    built.into_iter().collect::<Done<Vec<()>>>()?;
    Ok(package)
}

/// `cargo xtask npm`
pub fn run() -> Done {
    let mut steps = Steps::new(4);
    steps.next("the wasm target");
    setup::wasm_target()?;
    let package = all(&mut steps)?;
    sizes()?;
    eprintln!("\nthe npm package stands in {}", package.display());
    Ok(())
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

/// Takes the files out of a folder that a former build left there. Folders stay: they are other entries.
fn clear(folder: &Path) -> Done {
    let failed = |error: std::io::Error| format!("`{}`: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

impl Entry {
    fn build(&self, package: &Path, path: &OsString) -> Done {
        let folder = package.join(self.folder);
        clear(&folder)?;
        // A target folder of its own for each of the builds that run at once: cargo would make one wait for another.
        let target = root().join(if self.folder == "images" { "target/web-images" } else { "target/web" });
        execute(
            command("wasm-pack")
                .env("PATH", path)
                .env("CARGO_TARGET_DIR", target)
                .args(["--quiet", "build", "--target", "web", "--profile", "web", "--out-name", "engine"])
                .args(["--mode", "no-install", "--no-pack", "--no-gitignore", "--out-dir"])
                .arg(&folder)
                .args([".", "--", "--config", INLINE_LESS])
                .args(["--no-default-features", "--features", self.features]),
        )?;
        let sources = root().join("src/door/npm");
        let face = ["index.js", "index.node.js", "index.d.ts"].map(|name| (sources.join(self.face).join(name), name));
        let parts = STARTS.iter().chain(self.parts).map(|name| (sources.join(name), *name));
        let mut files: Vec<(PathBuf, &str)> = face.into_iter().chain(parts).collect();
        if self.folder.is_empty() {
            files.push((root().join("pkg.json"), "package.json"));
            files.extend(["README.md", "LICENSE"].map(|name| (root().join(name), name)));
        }
        for (from, name) in files {
            fs::copy(&from, folder.join(name)).map_err(|error| format!("`{}`: {error}", from.display()))?;
        }
        Ok(())
    }
}
