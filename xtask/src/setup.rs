//! Sets up what has to be on the machine. Each function looks first, and installs only what is missing.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, fs};

use crate::shell::{Done, cache, cargo, command, execute, fetch, output, root};

/// The version of wasm-pack.
const WASM_PACK: &str = "0.15.1";

/// The version of OPA, whose Rego compiler is measured.
const OPA: &str = "1.22.2";

/// Sets up the standard library for wasm.
pub fn wasm_target() -> Done {
    const TARGET: &str = "wasm32-unknown-unknown";
    let libraries = output(command("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    if libraries.is_some_and(|folder| Path::new(&folder).exists()) {
        return Ok(());
    }
    fetch(command("rustup").args(["target", "add", TARGET]))
        .map_err(|why| format!("{why}\nthe target {TARGET} is missing, and rustup could not add it"))
}

/// Sets up the formatter and the linter.
pub fn rust_tools() -> Done {
    let there = |tool: &str| output(command("cargo").args([tool, "--version"])).is_some();
    if there("fmt") && there("clippy") {
        return Ok(());
    }
    fetch(command("rustup").args(["component", "add", "rustfmt", "clippy"]))
}

/// Requires Node 20 or later, with npm.
pub fn node() -> Done {
    let version = output(command("node").arg("--version")).ok_or("node is missing: install Node.js 20 or later")?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < 20) {
        return Err(format!("found node {version}, expected 20 or later"));
    }
    output(command("npm").arg("--version"))
        .map(drop)
        .ok_or_else(|| "npm is missing: install it with Node.js".to_owned())
}

/// Requires Python 3.11 or later, with what virtual environments need.
pub fn python() -> Done {
    const PROGRAM: &str = "import sys, venv, ensurepip; print(*sys.version_info[:2], sep='.')";
    let missing =
        "python3 is missing or has no `venv`: install Python 3.11 or later (on Debian `apt-get install python3-venv`)";
    let version = output(command("python3").args(["-c", PROGRAM])).ok_or(missing)?;
    let minor = version.strip_prefix("3.").and_then(|minor| minor.parse::<u32>().ok());
    if minor.is_none_or(|minor| minor < 11) {
        return Err(format!("found Python {version}, expected 3.11 or later"));
    }
    Ok(())
}

/// Creates a virtual environment with the listed packages, unless it exists with the same ones.
pub fn environment(what: &str, folder: &Path, list: &Path) -> Done {
    let wanted = fs::read(list).map_err(|error| format!("`{}`: {error}", list.display()))?;
    let stamp = folder.join("installed.txt");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("  {what} is installed once, which takes a minute or two");
    execute(command("python3").args(["-m", "venv", "--clear"]).arg(folder))?;
    let pip = folder.join("bin/pip");
    let quiet = ["install", "--quiet", "--disable-pip-version-check", "--requirement"];
    fetch(command(pip).args(quiet).arg(list))?;
    fs::write(&stamp, wanted).map_err(|error| format!("`{}`: {error}", stamp.display()))
}

/// Requires openssl, and Go 1.21 or later, which itself downloads the version that a module asks for.
pub fn go() -> Done {
    let version = output(command("go").args(["env", "GOVERSION"])).ok_or("go is missing: install Go 1.26 or later")?;
    let minor = version.strip_prefix("go1.").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    if minor.is_none_or(|minor| minor < 21) {
        return Err(format!("found {version}, expected Go 1.21 or later"));
    }
    // The API server does not generate the key of its service accounts itself.
    output(command("openssl").arg("version")).map(drop).ok_or_else(|| "openssl is missing: install it".to_owned())
}

/// Requires CMake, which builds a C library that Pingora depends on.
pub fn cmake() -> Done {
    let missing = "cmake is missing: install it (on Debian `apt-get install cmake`)";
    output(command("cmake").arg("--version")).map(drop).ok_or_else(|| missing.to_owned())
}

/// Builds OPA, the Rego compiler, once for each version.
pub fn opa() -> Done<PathBuf> {
    let folder = cache()?.join(format!("tools/opa-{OPA}"));
    let opa = folder.join("opa");
    if !opa.exists() {
        eprintln!("  OPA {OPA} is built once, which takes some minutes");
        let module = format!("github.com/open-policy-agent/opa@v{OPA}");
        fetch(command("go").env("GOBIN", &folder).args(["install", &module]))?;
    }
    Ok(opa)
}

/// Returns the folders to put in front of PATH: the one with wasm-pack and wasm-bindgen, which are built once for each
/// version and kept outside the checkout, and the one with wasm-opt.
pub fn wasm_tools() -> Done<Vec<PathBuf>> {
    let bindgen = locked_version("wasm-bindgen")?;
    let tools = cache()?.join(format!("tools/wasm-bindgen-{bindgen}-wasm-pack-{WASM_PACK}"));
    let build = cache()?.join("build");
    let install = |name: &str, arguments: &[&str]| {
        if tools.join("bin").join(name).exists() {
            return Ok(());
        }
        eprintln!("  {name} is built once, which takes some minutes");
        execute(
            cargo().env("CARGO_TARGET_DIR", &build).args(["install", "--quiet", "--root"]).arg(&tools).args(arguments),
        )
    };
    // Both run for only a second or two, so they are built unoptimised. wasm-bindgen is built from its library, because
    // its own command includes a test runner with an HTTP client and server.
    install("wasm-bindgen", &["--locked", "--path", "xtask/bindgen"])?;
    let plain = ["--debug", "--config", "profile.dev.debug=false", "--config", "profile.dev.incremental=false"];
    install("wasm-pack", &[&["--locked", &format!("wasm-pack@{WASM_PACK}")], &plain[..]].concat())?;
    // Only the programs are needed. Their build folder takes a gigabyte.
    let _ = fs::remove_dir_all(&build);
    npm_packages()?;
    Ok(vec![tools.join("bin"), root().join("xtask/node_modules/.bin")])
}

/// Installs the npm packages that builds and tests use.
pub fn npm_packages() -> Done {
    npm_install(&root().join("xtask"))
}

/// Downloads the Go modules that a package needs. `go build` gives up at the first that it cannot get.
pub fn go_modules(module: &Path, package: &str) -> Done {
    fetch(command("go").current_dir(module).args(["list", "-deps", package]).stdout(Stdio::null()))
}

/// Installs the npm packages of a folder, as its lock file pins them.
pub fn npm_install(folder: &Path) -> Done {
    let lock = fs::read(folder.join("package-lock.json")).map_err(|error| format!("`package-lock.json`: {error}"))?;
    let stamp = folder.join("node_modules/.installed");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // Without `--silent`, which hides why an installation fails, npm also praises the packages on standard output.
    let quiet = ["ci", "--loglevel=error", "--no-audit", "--no-fund"];
    fetch(command("npm").args(quiet).current_dir(folder).stdout(Stdio::null()))?;
    fs::write(stamp, lock).map_err(|error| format!("`node_modules`: {error}"))
}

/// Finds or installs a browser to test the page with.
pub fn chromium() -> Done<PathBuf> {
    const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
    let find = || {
        let paths = env::var_os("PATH").unwrap_or_default();
        let named = |folder: PathBuf| NAMES.map(|name| folder.join(name)).into_iter().find(|path| path.exists());
        env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| env::split_paths(&paths).find_map(named))
    };
    if let Some(browser) = find() {
        return Ok(browser);
    }
    eprintln!("  no Chromium is on the path; installing Debian's package");
    // The package lists may be missing or old, so the first attempt may fail and the second succeed.
    let mut install = command("apt-get");
    install.args(["install", "-y", "-qq", "chromium"]).stdout(Stdio::null());
    if execute(&mut install).is_err() {
        fetch(command("apt-get").args(["update", "-qq"]))?;
        fetch(&mut install)?;
    }
    find().ok_or_else(|| "Chromium is missing: install it, or set CHROMIUM to its path".to_owned())
}

/// Returns the version of a crate in the lock file.
fn locked_version(name: &str) -> Done<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|error| format!("`Cargo.lock`: {error}"))?;
    let after = lock.split_once(&format!("name = \"{name}\"\nversion = \"")).map(|(_, after)| after);
    let version = after.and_then(|after| after.split('"').next());
    version.map(str::to_owned).ok_or_else(|| format!("`Cargo.lock` has no `{name}`"))
}
