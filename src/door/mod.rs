//! The ways into the engine in a wasm file. Only these files name their features.

#[cfg(all(feature = "abi", any(feature = "js", feature = "js-catalog")))]
compile_error!("the features `abi` and `js` make two different wasm files: build one at a time");

#[cfg(feature = "abi")]
mod abi;
#[cfg(any(feature = "js", feature = "js-catalog"))]
mod js;
