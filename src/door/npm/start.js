// For browsers and workers: the wasm is fetched when it is started, and compiled once.
import init from "./engine.js";

/** `source` says where the wasm is if not beside this file. */
export async function ready(source) {
  await init({ module_or_path: source ?? new URL("./engine_bg.wasm", import.meta.url) });
}
