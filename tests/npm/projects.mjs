// The package as others install it: packed, put into fresh projects, built by their tools, opened in a browser.
// `node tests/npm/projects.mjs CHROMIUM PACKAGE`; FITMENT_ONLY=NAME does one of them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { newPage, withBrowser } from "../elements/browser.mjs";
import { POLICY, here, serve } from "../elements/server.mjs";

const [chromium, folder] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "fitment-projects-"));
const run = (where, program, ...values) => {
  try {
    return execFileSync(program, values, { cwd: where, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${where}: ${program} ${values.join(" ")}\n${error.stdout}\n${error.stderr}`);
  }
};
const npm = (where, ...values) => run(where, "npm", ...values);

/** The newest versions of this day are installed where manifests leave the choice: a registry may list one too early. */
const DAY = "2026-11-18";

/** Installs what a folder's manifest asks for. What a registry refuses, it often gives a moment later. */
async function install(where, pauses = [5, 20, 60]) {
  try {
    npm(where, "install", `--before=${DAY}`, "--loglevel=error", "--no-audit", "--no-fund");
  } catch (error) {
    const [seconds, ...further] = pauses;
    if (seconds === undefined) throw error;
    console.error(`  ${error.message.trim()}\n  trying again in ${seconds} s`);
    await setTimeout(seconds * 1000);
    await install(where, further);
  }
}

const page = `<!doctype html><title>fitment</title><script type="module" src="MAIN"></script>`;

// Every tool gets the same module. What cannot be found by itself is said by START.
const main = `import { Catalog, start } from "fitment/images";
import "fitment/element";

await start(START);
const profile = { spec: { machineTypes: [{ name: "small" }], machineImages: [{ name: "linux", versions: [{ version: "1.0.0" }] }] } };
const catalog = Catalog.from(profile);
const element = document.body.appendChild(document.createElement("fitment-image-select"));
element.catalog = catalog;
element.machineType = "small";
await new Promise((done) => setTimeout(done));
document.body.dataset.answer = JSON.stringify([catalog.pick("small").answer.picked.version, element.options.length]);
`;
const inWorker = `import { Catalog, start } from "fitment/worker";

const fitment = await start();
const catalog = await Catalog.from({ spec: { machineTypes: [{ name: "small" }], machineImages: [{ name: "linux", versions: [{ version: "1.0.0" }] }] } });
document.body.dataset.answer = JSON.stringify([(await catalog.pick("small")).answer.picked.version, (await catalog.matrix()).fitting]);
fitment.stop();
`;
const inNode = `const catalog = Catalog.from({ spec: { machineTypes: [{ name: "small" }], machineImages: [{ name: "linux", versions: [{ version: "1.0.0" }] }] } });
console.log(JSON.stringify([catalog.pick("small").answer.picked.version, catalog.fitting("small").length]));
`;
// The package starts its worker itself, for which trusted types want a policy of the page.
const untrusted = POLICY.replace(/; require-trusted-types-for.*/, "");
const expected = '["1.0.0",1]';
const copyWasm = (out) => (where) => cpSync(join(where, "node_modules/fitment/images/engine_bg.wasm"), join(where, out, "engine_bg.wasm"));

const projects = {
  vite: {
    tools: { vite: "8.3.8" },
    files: { "index.html": page.replace("MAIN", "/main.js"), "main.js": main.replace("START", "") },
    build: ["vite", "build", "--logLevel", "warn"],
    out: "dist",
  },
  webpack: {
    tools: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
    files: { "main.js": main.replace("START", ""), "dist/index.html": page.replace("MAIN", "main.js") },
    build: ["webpack", "--mode", "production", "--entry", "./main.js", "--no-stats"],
    out: "dist",
  },
  "vite, in a worker": {
    tools: { vite: "8.3.8" },
    files: { "index.html": page.replace("MAIN", "/main.js"), "main.js": inWorker },
    build: ["vite", "build", "--logLevel", "warn"],
    policy: untrusted,
    out: "dist",
  },
  "webpack, in a worker": {
    tools: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
    files: { "main.js": inWorker, "dist/index.html": page.replace("MAIN", "main.js") },
    build: ["webpack", "--mode", "production", "--entry", "./main.js", "--no-stats"],
    policy: untrusted,
    out: "dist",
  },
  rollup: {
    tools: { rollup: "4.68.5", "@rollup/plugin-node-resolve": "16.0.3" },
    files: { "main.js": main.replace("START", ""), "dist/index.html": page.replace("MAIN", "main.js") },
    build: ["rollup", "main.js", "--file", "dist/main.js", "--format", "es", "--plugin", "node-resolve={browser:true}", "--silent"],
    after: copyWasm("dist"),
    out: "dist",
  },
  esbuild: {
    tools: { esbuild: "0.28.2" },
    files: { "main.js": main.replace("START", ""), "dist/index.html": page.replace("MAIN", "main.js") },
    build: ["esbuild", "main.js", "--bundle", "--format=esm", "--outfile=dist/main.js", "--log-level=error"],
    after: copyWasm("dist"),
    out: "dist",
  },
  inline: {
    tools: { esbuild: "0.28.2" },
    files: {
      "main.js": main.replace("START", "").replace("fitment/images", "fitment/images/inline"),
      "dist/index.html": page.replace("MAIN", "main.js"),
    },
    build: ["esbuild", "main.js", "--bundle", "--format=esm", "--outfile=dist/main.js", "--log-level=error"],
    out: "dist",
  },
  "no bundler": {
    files: {
      "index.html": page.replace("MAIN", "main.js"),
      "main.js": main.replace("START", "").replace("fitment/images", "./node_modules/fitment/images/index.js").replace("fitment/element", "./node_modules/fitment/element/index.js"),
    },
    out: ".",
  },
  "node ESM": { files: { "main.mjs": `import { Catalog } from "fitment/images";\n${inNode}` }, node: "main.mjs" },
  "node CommonJS": {
    files: { "main.cjs": `(async () => {\nconst { Catalog } = await import("fitment/images");\n${inNode}})();\n` },
    node: "main.cjs",
  },
};

/** The dialogs of `examples/npm`, each with the folder that is served. */
const examples = { plain: ".", vue: "dist", react: "dist", svelte: "dist", next: "out" };
/** The pages of Next begin with scripts that stand in them. */
const inPage = untrusted.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");

const only = process.env.FITMENT_ONLY;
const isWanted = (name) => only === undefined || only === name;

try {
  const tarball = join(work, npm(work, "pack", "--silent", resolve(folder), "--pack-destination", work).trim().split("\n").at(-1));
  if (isWanted("publint")) await checked(tarball);
  await withBrowser(chromium, async (browser) => {
    for (const [name, project] of Object.entries(projects)) {
      if (isWanted(name)) await built(browser, name, project, tarball);
    }
    for (const [name, out] of Object.entries(examples)) {
      if (isWanted(name)) await example(browser, name, out, tarball);
    }
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** What two tools that look at packages find wrong with it. */
async function checked(tarball) {
  const where = join(work, "tools");
  mkdirSync(where);
  writeFileSync(join(where, "package.json"), JSON.stringify({ private: true, devDependencies: { publint: "0.3.25", "@arethetypeswrong/cli": "0.18.5" } }));
  await install(where);
  run(where, "npx", "publint", "run", tarball, "--strict");
  const assets = ["engine_bg.wasm", "gate.wasm", "*/engine_bg.wasm", "worker/thread.js"];
  run(where, "npx", "attw", tarball, "--profile", "esm-only", "--exclude-entrypoints", ...assets);
  console.log("  publint and attw find nothing");
}

async function built(browser, name, { tools = {}, files, build, after, out, node, policy }, tarball) {
  const where = join(work, name.replaceAll(/\W+/g, "-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(where, path)), { recursive: true });
    writeFileSync(join(where, path), text);
  }
  const manifest = { private: true, type: "module", dependencies: { fitment: `file:${tarball}` }, devDependencies: tools };
  writeFileSync(join(where, "package.json"), JSON.stringify(manifest));
  await install(where);
  if (build) run(where, "npx", ...build);
  after?.(where);
  if (node) {
    assert.equal(run(where, "node", node).trim(), expected, name);
  } else {
    await opened(browser, join(where, out), async (page) => {
      await page.locator("body[data-answer]").waitFor({ state: "attached" });
      assert.equal(await page.evaluate(() => document.body.dataset.answer), expected, name);
    }, { policy });
  }
  console.log(`  ${name}`);
}

async function example(browser, name, out, tarball) {
  const all = join(work, "examples");
  cpSync(here("../../examples/npm"), all, { recursive: true });
  const where = join(all, name);
  const manifest = JSON.parse(readFileSync(join(where, "package.json"), "utf8"));
  manifest.dependencies.fitment = `file:${tarball}`;
  writeFileSync(join(where, "package.json"), JSON.stringify(manifest));
  await install(where);
  if (manifest.scripts?.build) npm(where, "run", "--silent", "build");
  await opened(browser, out === "." ? all : join(where, out), async (page) => {
    const field = (label) => page.getByRole("combobox", { name: label });
    await field("Machine type").fill("Standard_S896om");
    await field("Machine type").press("Enter");
    await field("Machine image").click();
    await page.getByRole("option", { name: "gardenlinux 1592.2.0" }).click();
    await page.locator("output").getByText('"version":"1592.2.0"').waitFor();
    await field("Machine image").click();
    await page.getByRole("option", { name: "1443.10.0" }).getByText("hypervisorType: the machine has gen2").waitFor();
  }, { path: out === "." ? `/${name}/index.html` : undefined, policy: name === "next" ? inPage : undefined });
  console.log(`  the example for ${name}`);
}

async function opened(browser, root, work, { path = "/index.html", policy } = {}) {
  const server = await serve({ "": root }, {}, policy);
  const { page, faults } = await newPage(browser);
  page.setDefaultTimeout(15_000);
  try {
    await page.goto(`${server.address}${path}`);
    await work(page);
    assert.deepEqual(faults, []);
  } catch (error) {
    error.message = `${root}: ${error.message}; the page says: ${faults.join("; ")}`;
    throw error;
  } finally {
    await page.close();
    server.close();
  }
}
