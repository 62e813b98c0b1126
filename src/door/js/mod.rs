//! The engine for JavaScript. The verbs take and give bytes, which cross in one copy. A list of texts crosses as one text
//! with a zero after each: the glue for arrays of strings is half a kilobyte more.

#[cfg(feature = "images-fit")]
mod catalog;
#[cfg(feature = "js")]
mod engine;
#[cfg(all(feature = "js", feature = "images-fit"))]
mod groups;
#[cfg(all(feature = "js", feature = "images-fit"))]
mod namespaced;

/// Gives out the memory.
#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
