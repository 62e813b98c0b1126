//! Keeps the builder's home directory out of the engine, so that the same sources give the same bytes, and the same
//! digest, on every machine.

use std::env;
use std::path::PathBuf;

/// What tells rustc to name the sources of dependencies, which panics carry, without the directory that cargo keeps them
/// in. Nothing where nobody says which that is.
pub fn cargo_home() -> Option<String> {
    // rustup sets the variable for the cargo that it starts; a cargo without rustup leaves it alone.
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    Some(format!("--remap-path-prefix={}=cargo", home.display()))
}
