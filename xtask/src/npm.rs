use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::setup;
use crate::shell::{Done, Steps, command, execute, root};

/// Builds the npm package.
pub fn run_in(steps: &mut Steps) -> Done<PathBuf> {
    steps.next("tools for the npm package: wasm-pack, wasm-bindgen, wasm-opt");
    setup::node()?;
    let tools = setup::wasm_tools()?;
    steps.next("the npm package: the engine for browsers and node");
    let package = root().join("target/npm");
    // What a former build left must not end up in this one.
    if package.exists() {
        fs::remove_dir_all(&package).map_err(|error| format!("`{}`: {error}", package.display()))?;
    }
    let path = env::join_paths(tools.into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())));
    let path = path.map_err(|error| format!("PATH: {error}"))?;
    execute(
        command("wasm-pack")
            .env("PATH", path)
            .env("CARGO_TARGET_DIR", root().join("target/web"))
            .args(["--quiet", "build", "--target", "web", "--profile", "web", "--out-name", "engine"])
            .args(["--mode", "no-install", "--no-pack", "--no-gitignore", "--out-dir"])
            .arg(&package)
            .args([".", "--", "--features", "js"]),
    )?;
    assemble(&package)?;
    Ok(package)
}

/// `cargo xtask npm`
pub fn run() -> Done {
    let mut steps = Steps::new(3);
    steps.next("the wasm target");
    setup::wasm_target()?;
    let package = run_in(&mut steps)?;
    eprintln!("\nthe npm package stands in {}", package.display());
    Ok(())
}

/// Puts the entries, the manifest and the texts beside what wasm-pack made.
fn assemble(package: &Path) -> Done {
    let entries = root().join("src/door/npm");
    let listed = fs::read_dir(&entries).map_err(|error| format!("`{}`: {error}", entries.display()))?;
    let mut files: Vec<(PathBuf, PathBuf)> =
        listed.filter_map(|entry| entry.ok().map(|entry| (entry.path(), package.join(entry.file_name())))).collect();
    files.push((root().join("pkg.json"), package.join("package.json")));
    files.extend(["README.md", "LICENSE"].map(|name| (root().join(name), package.join(name))));
    for (from, to) in files {
        fs::copy(&from, &to).map_err(|error| format!("`{}`: {error}", from.display()))?;
    }
    Ok(())
}
