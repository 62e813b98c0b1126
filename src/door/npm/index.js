// For browsers and workers: the wasm is fetched when `start` is called.
import init from "./engine.js";
import { Fitment } from "./fitment.js";

export { Catalog, Fitment, Undecided, about } from "./fitment.js";

/** Compiles the engine on the first call. `source` says where the wasm is if not beside this file. */
export async function start(source) {
  await init({ module_or_path: source ?? new URL("./engine_bg.wasm", import.meta.url) });
  return new Fitment();
}
