// For browsers and workers: the wasm is fetched when it is started, and compiled once.
import init from "./engine.js";
import { FitmentError } from "./errors.js";

/** `source` says where the wasm is if not beside this file. */
export async function ready(source) {
  try {
    await init({ module_or_path: source ?? new URL("./engine_bg.wasm", import.meta.url) });
  } catch (cause) {
    throw new FitmentError({ code: "engine-failed", says: `the engine does not start: ${cause.message}`, hint: "see whether `source` leads to its wasm", cause });
  }
}
