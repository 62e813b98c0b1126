// Makes an entry that is one file with the wasm inside, for where nothing can be fetched. `node xtask/inline.mjs ENTRY`
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const entry = process.argv[2];
const read = (name) => readFileSync(join(entry, name), "utf8");
const wasm = readFileSync(join(entry, "engine_bg.wasm")).toString("base64");
writeFileSync(join(entry, "wasm.inline.js"), `export const wasm = "${wasm}";\n`);
writeFileSync(join(entry, "start.inline.js"), `// For where nothing can be fetched: the wasm is in this package's JavaScript.
import init from "./engine.js";
import { wasm } from "./wasm.inline.js";

export async function ready(source) {
  const bytes = () => Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  await init({ module_or_path: source ?? bytes() });
}
`);
writeFileSync(join(entry, "index.inline.js"), read("index.js").replaceAll("./start.js", "./start.inline.js"));
