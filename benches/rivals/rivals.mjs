// Which image versions fit a machine type, asked of all who could decide it: in one run, in turns, with the same answer.
// `node benches/rivals/rivals.mjs PACKAGE [OPA]`, where OPA is its compiler; without it its wasm is left out.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { LogicEngine } from "json-logic-engine";
import { prepared, profile } from "./profile.mjs";

const require = createRequire(import.meta.url);
const [folder, opa] = process.argv.slice(2);
const machines = Object.keys(prepared.machines);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** As one writes it first: arrays of strings, and the profile as it is. */
function arrays() {
  const { machineCapabilities, machineTypes, machineImages } = profile.spec;
  const versions = machineImages.flatMap((image) => image.versions);
  const shares = (ours, theirs) => ours.some((value) => theirs.includes(value));
  return (name) => {
    const machine = machineTypes.find((type) => type.name === name).capabilities;
    const fits = (flavor) => machineCapabilities.every(({ name, values }) => shares(machine[name] ?? values, flavor[name] ?? values));
    return versions.flatMap((version, place) => (version.capabilityFlavors.some(fits) ? [place] : []));
  };
}

/** As one writes it once it is too slow: the defaults are filled in beforehand, and a machine type's values are sets. */
function sets() {
  const { machines, names, versions } = prepared;
  const own = new Map(Object.entries(machines).map(([name, values]) => [name, names.map((capability) => new Set(values[capability]))]));
  const flavors = versions.map((all) => all.map((flavor) => names.map((capability) => flavor[capability])));
  return (name) => {
    const machine = own.get(name);
    const has = (values, capability) => values.some((value) => machine[capability].has(value));
    const fitting = [];
    for (let place = 0; place < flavors.length; place += 1) {
      if (flavors[place].some((flavor) => flavor.every(has))) fitting.push(place);
    }
    return fitting;
  };
}

/** The rule as JSON, compiled to JavaScript once. */
function jsonLogic() {
  const shares = (name) => ({ some: [{ var: name }, { in: [{ var: "" }, { var: `../../../../../../machine.${name}` }] }] });
  const fits = { and: prepared.names.map(shares) };
  const rule = new LogicEngine().build({ map: [{ var: "versions" }, { some: [{ var: "" }, fits] }] });
  const { machines, versions } = prepared;
  return (name) => rule({ machine: machines[name], versions }).flatMap((fits, place) => (fits ? [place] : []));
}

/** Rego, compiled to wasm, with the data given beforehand. */
async function rego() {
  const work = mkdtempSync(join(tmpdir(), "fitment-opa-"));
  try {
    const bundle = join(work, "bundle.tar.gz");
    execFileSync(opa, ["build", "--target", "wasm", "--entrypoint", "fits/fitting", "--output", bundle, here("fits.rego")]);
    execFileSync("tar", ["--extract", "--gzip", "--file", bundle, "--directory", work, "/policy.wasm"], { stdio: "ignore" });
    const wasm = readFileSync(join(work, "policy.wasm"));
    const { loadPolicy } = require("@open-policy-agent/opa-wasm");
    // The largest shape needs more than the memory it starts with.
    const policy = await loadPolicy(wasm, { initial: 64, maximum: 1024 });
    policy.setData({ machines: prepared.machines, versions: prepared.versions });
    return { wasm, ask: (machineType) => policy.evaluate({ machineType })[0].result.sort((one, other) => one - other) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const { Catalog, start } = await import(new URL("images/index.node.js", pathToFileURL(join(folder, "/"))));
const fitment = await start();
const bytes = new TextEncoder().encode(JSON.stringify(profile));
const catalog = Catalog.from(bytes);
fitment.load([profile]);
const policy = opa === undefined ? undefined : await rego();

const lanes = {
  "fitment, Catalog.fitting": (name) => catalog.fitting(name),
  "fitment, images/matrix as JSON": (name) => fitment.ask("images/matrix", { cloudProfile: "bench", machineTypes: [name] }).answer.machineTypes[0].fitting,
  "JavaScript by hand, arrays of strings": arrays(),
  "JavaScript by hand, sets and defaults made beforehand": sets(),
  "json-logic-engine 5.0.7, compiled, defaults made beforehand": jsonLogic(),
  ...(policy && { "OPA's wasm, defaults made beforehand": policy.ask }),
};

// Nobody is faster by being wrong.
const expected = machines.map((name) => [...catalog.fitting(name)]);
for (const [name, ask] of Object.entries(lanes)) {
  assert.deepEqual(machines.map((machine) => [...ask(machine)]), expected, name);
}

const BATCH = 2e7;
const ROUNDS = 15;

function time(calls, ask) {
  const begun = process.hrtime.bigint();
  // Another machine type each time, so that no branch is learnt by heart.
  for (let call = 0; call < calls; call += 1) ask(machines[call % machines.length]);
  return Number(process.hrtime.bigint() - begun);
}

const entries = Object.entries(lanes).map(([name, ask]) => {
  let calls = 1;
  while (time(calls, ask) < BATCH) calls *= 2;
  return { name, ask, calls, nanos: Infinity };
});
for (let round = 0; round < ROUNDS; round += 1) {
  for (const entry of entries) entry.nanos = Math.min(entry.nanos, time(entry.calls, entry.ask) / entry.calls);
}

const flavors = prepared.versions.reduce((sum, all) => sum + all.length, 0);
console.log(`which of ${prepared.versions.length} image versions with ${flavors} flavors and ${prepared.names.length} capabilities fit a machine type`);
console.log(`the quickest of ${ROUNDS} batches, in turns; load of this machine ${loadavg().map((load) => load.toFixed(1)).join(" ")}\n`);
const quickest = Math.min(...entries.map(({ nanos }) => nanos));
for (const { name, nanos } of entries) {
  console.log(`${name.padEnd(60)}${(nanos / 1000).toFixed(1).padStart(10)} µs${(nanos / quickest).toFixed(1).padStart(9)} ×`);
}
console.log();
const brotli = (content) => `${(brotliCompressSync(content).length / 1000).toFixed(1)} kB after brotli`;
const begin = async (work) => {
  const begun = performance.now();
  await work();
  return `${(performance.now() - begun).toFixed(1)} ms`;
};
const engine = readFileSync(join(folder, "images/engine_bg.wasm"));
console.log(`fitment/images: ${brotli(engine)}; compiled in ${await begin(() => WebAssembly.compile(engine))}, the profile in ${await begin(() => Catalog.from(bytes).free())}`);
if (policy !== undefined) {
  const { loadPolicy } = require("@open-policy-agent/opa-wasm");
  let made;
  console.log(`OPA's wasm: ${brotli(policy.wasm)}; compiled in ${await begin(() => WebAssembly.compile(policy.wasm))}, loaded in ${
    await begin(async () => (made = await loadPolicy(policy.wasm, { initial: 64, maximum: 1024 })))}, the data in ${
    await begin(() => made.setData({ machines: prepared.machines, versions: prepared.versions }))}`);
}
catalog.free();
