//! Embeds the engine in this crate: builds the plain wasm, or takes the one a published package carries, and compiles
//! it ahead of time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

#[path = "src/container.rs"]
#[allow(dead_code, reason = "it reads nothing")]
mod container;
#[path = "src/names.rs"]
mod names;
#[path = "src/parts.rs"]
mod parts;
mod remap;
#[path = "src/tuning.rs"]
mod tuning;

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=remap.rs");
    for shared in ["container", "names", "parts", "tuning"] {
        println!("cargo::rerun-if-changed=src/{shared}.rs");
    }
    println!("cargo::rerun-if-changed=engine");
    println!("cargo::rerun-if-changed=page");
    let packaged = here.join("engine/fitment.wasm");
    if packaged.exists() && here.join("../src/engine").exists() {
        println!("cargo::warning=`host/engine` is taken, not the engine beside it: `git clean -Xdf host` removes it");
    }
    let wasm = if packaged.exists() { packaged } else { build_engine(&here, &out) };
    let wasm = fs::read(&wasm).unwrap_or_else(|error| fail(&format!("cannot read `{}`: {error}", wasm.display())));
    let digest: String = Sha256::digest(&wasm).iter().map(|byte| format!("{byte:02x}")).collect();
    let compiled = compile(&wasm).unwrap_or_else(|error| fail(&format!("the engine does not compile: {error:?}")));
    for (name, bytes) in
        [("fitment.wasm", &wasm[..]), ("fitment.cwasm", &compiled), ("fitment.sha256", digest.as_bytes())]
    {
        write(&out.join(name), bytes);
    }
    write(&out.join("page.rs"), page(&here.join("page")).as_bytes());
}

/// Returns a Rust table of the page's files, names and bytes, without hidden files; empty if the page was not built.
fn page(folder: &Path) -> String {
    let mut rows = Vec::new();
    for prefix in ["", "assets/"] {
        let entries = fs::read_dir(folder.join(prefix)).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()).filter(|path| path.is_file()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            rows.push(format!("({:?}, include_bytes!({path:?}).as_slice())", format!("{prefix}{name}")));
        }
    }
    rows.sort();
    format!("&[{}]", rows.join(", "))
}

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap_or_else(|error| fail(&format!("cannot write `{}`: {error}", path.display())));
}

/// Builds the engine beside this crate with a separate cargo process and a separate target directory.
fn build_engine(here: &Path, out: &Path) -> PathBuf {
    let root = here.join("..");
    for source in ["src", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed=../{source}");
    }
    let target = out.join("engine");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--quiet", "--profile", "server", "--target", "wasm32-unknown-unknown"])
        .args(["--package", "fitment", "--features", "abi", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target);
    if let Some(flag) = remap::cargo_home() {
        cargo.arg("--config").arg(format!("target.wasm32-unknown-unknown.rustflags=[{flag:?}]"));
    }
    // Settings for the outer build (flags for another target, a wrapper such as clippy's) do not apply to this one.
    for variable in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTDOCFLAGS"]
    {
        cargo.env_remove(variable);
    }
    let status = cargo.status().unwrap_or_else(|error| fail(&format!("cannot start cargo: {error}")));
    if !status.success() {
        fail("the engine was not built; if the target is missing: rustup target add wasm32-unknown-unknown");
    }
    target.join("wasm32-unknown-unknown/server/fitment.wasm")
}

/// Compiles for any processor of the target, not only for the one the build runs on.
fn compile(wasm: &[u8]) -> wasmtime::Result<Vec<u8>> {
    let mut config = tuning::config();
    config.target(&env::var("TARGET").expect("cargo sets it"))?;
    let engine = wasmtime::Engine::new(&config)?;
    let parts = parts::part(wasm).map_err(wasmtime::Error::msg)?;
    let (code, memory) = (engine.precompile_module(&parts.code)?, engine.precompile_module(&parts.memory.module())?);
    Ok(container::Container { code: &code, memory: &memory, captured: false }.joined())
}

fn fail(message: &str) -> ! {
    println!("cargo::error={message}");
    std::process::exit(1)
}
