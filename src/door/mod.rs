//! The ways into the engine as a wasm file. Only this file names the features.

#[cfg(all(feature = "abi", feature = "js"))]
compile_error!("the features `abi` and `js` make two different wasm files: build one at a time");

#[cfg(feature = "abi")]
mod abi;
#[cfg(feature = "js")]
mod js;
