// For node: the wasm is read and compiled when this file is imported, so there is nothing to wait for.
import { readFileSync } from "node:fs";
import { initSync } from "./engine.js";

initSync({ module: readFileSync(new URL("./engine_bg.wasm", import.meta.url)) });

export async function ready() {}
