// For node: the wasm is read and compiled when this file is imported, so `start` has nothing to wait for.
import { readFileSync } from "node:fs";
import { initSync } from "./engine.js";
import { Fitment } from "./fitment.js";

export { Catalog, Fitment, Undecided, about } from "./fitment.js";

initSync({ module: readFileSync(new URL("./engine_bg.wasm", import.meta.url)) });

/** An engine; there is nothing to wait for. */
export async function start() {
  return new Fitment();
}
