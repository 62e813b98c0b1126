//! Keeps the builder's home directory out of the engine, so that the same sources give the same bytes, and the same
//! digest, on every machine.

use std::env;
use std::path::PathBuf;

/// The rustc flag that removes cargo's home directory from the source paths of dependencies, which panic messages
/// contain. `None` if that directory is unknown.
pub fn cargo_home() -> Option<String> {
    // rustup sets the variable for the cargo it starts; without rustup it may be unset.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    Some(format!("--remap-path-prefix={}=cargo", home.display()))
}
