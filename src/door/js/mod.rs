//! The engine for JavaScript. The verbs take and return bytes, which cross the boundary in a single copy. A list of
//! texts crosses as one text with a zero after each, because the glue code for arrays of strings would add half a
//! kilobyte.

#[cfg(feature = "images-fit")]
mod catalog;
#[cfg(feature = "js")]
mod engine;
#[cfg(all(feature = "js", feature = "images-fit"))]
mod groups;
#[cfg(all(feature = "js", feature = "images-fit"))]
mod namespaced;

/// The memory allocator.
#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
