// Modules of the page, as node can import them.
import { createRequire } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";

const www = new URL("../../www/", import.meta.url);
const require = createRequire(new URL("package.json", www));

/** What modules of `www/src` export, all together. */
export async function sources(...names) {
  // It comes with Vite, which builds the page with it.
  const { build } = await import(pathToFileURL(createRequire(require.resolve("vite")).resolve("rolldown")));
  const folder = await mkdtemp(join(tmpdir(), "fitment-sources-"));
  const input = Object.fromEntries(names.map((name) => [basename(name), fileURLToPath(new URL(`src/${name}.ts`, www))]));
  try {
    await build({ cwd: fileURLToPath(www), input, platform: "node", output: { dir: folder, format: "esm", entryFileNames: "[name].mjs" } });
    const modules = await Promise.all(names.map((name) => import(pathToFileURL(join(folder, `${basename(name)}.mjs`)))));
    return Object.assign({}, ...modules);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
