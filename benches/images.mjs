// The part of the benchmark that runs under node: the package beside JavaScript written by hand.
// node images.mjs PACKAGE PART WORK, where WORK is {"profile": text, "machines": [name, …]}
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, part, work] = process.argv.slice(2);
const { profile, machines } = JSON.parse(readFileSync(work, "utf8"));
const base = pathToFileURL(join(folder, "/"));
const manifest = JSON.parse(readFileSync(new URL("package.json", base), "utf8"));
const fitment = await import(new URL(manifest.exports["."].node, base));
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytes = encoder.encode(profile);
const loadRequest = encoder.encode(`{"documents":[${profile}]}`);

/** The next of several, round and round, so that no branch is learnt by heart. */
function turns(list) {
  let at = 0;
  return () => list[(at = (at + 1) % list.length)];
}

/** The rule on arrays of strings, as one writes it first: the profile is read once, and absent keys get the defaults. */
function byHand() {
  const { machineCapabilities, machineTypes, machineImages } = JSON.parse(profile).spec;
  const versions = machineImages.flatMap((image) => image.versions);
  const shares = (ours, theirs) => ours.some((value) => theirs.includes(value));
  return (name) => {
    const machine = machineTypes.find((type) => type.name === name).capabilities;
    const fits = (flavor) =>
      machineCapabilities.every(({ name, values }) => shares(machine[name] ?? values, flavor[name] ?? values));
    const fitting = [];
    versions.forEach((version, index) => {
      if (version.capabilityFlavors.some(fits)) fitting.push(index);
    });
    return fitting;
  };
}

/** The same with the capabilities that keep each other version apart. */
function byHandWithReasons() {
  const { machineCapabilities, machineTypes, machineImages } = JSON.parse(profile).spec;
  const shares = (ours, theirs) => ours.some((value) => theirs.includes(value));
  return (name) => {
    const machine = machineTypes.find((type) => type.name === name).capabilities;
    const judge = (flavor) => {
      const apart = machineCapabilities
        .map(({ name, values }) => ({ capability: name, machine: machine[name] ?? values, image: flavor[name] ?? values }))
        .filter((pair) => !shares(pair.machine, pair.image));
      return { fits: apart.length === 0, mismatches: apart };
    };
    return machineImages.map((image) => ({
      name: image.name,
      versions: image.versions.map((version) => {
        const flavors = version.capabilityFlavors.map(judge);
        return { version: version.version, fits: flavors.some((flavor) => flavor.fits), flavors };
      }),
    }));
  };
}

async function loaded() {
  const engine = await fitment.start();
  engine.loadBytes(loadRequest);
  return engine;
}

const asked = (question, given) => encoder.encode(JSON.stringify({ question, given }));

const parts = {
  async fitting() {
    const hand = byHand();
    const lanes = [["arrays of strings, JavaScript under node", ((next) => () => hand(next()))(turns(machines))]];
    const catalog = new fitment.Catalog(bytes);
    for (const machine of machines) {
      // Nobody is faster by being wrong.
      const [found, expected] = [[...catalog.fitting(machine)], hand(machine)];
      if (String(found) !== String(expected)) throw new Error(`${machine}: found ${found}, expected ${expected}`);
    }
    lanes.push(["Catalog.fitting, wasm under node", ((next) => () => catalog.fitting(next()))(turns(machines))]);
    const engine = await loaded();
    const next = turns(machines.map((machine) => asked("images/matrix", { cloudProfile: "bench", machineTypes: [machine] })));
    lanes.push(["images/matrix as JSON, wasm under node", () => engine.askBytes(next())]);
    return lanes;
  },

  async reasons() {
    const hand = byHandWithReasons();
    const engine = await loaded();
    const requests = machines.map((machineType) => asked("images/fit", { cloudProfile: "bench", machineType }));
    const catalog = new fitment.Catalog(bytes);
    return [
      ["arrays of strings, JavaScript under node", ((next) => () => hand(next()))(turns(machines))],
      ["Catalog.refusals, wasm under node", ((next) => () => catalog.refusals(next()))(turns(machines))],
      ["images/fit as JSON, wasm under node", ((next) => () => engine.askBytes(next()))(turns(requests))],
      [
        "images/fit as an object, wasm under node",
        ((next) => () => JSON.parse(decoder.decode(engine.askBytes(next()))))(turns(requests)),
      ],
    ];
  },

  async loading() {
    const engine = await fitment.start();
    return [
      ["JSON.parse under node", () => JSON.parse(profile)],
      ["load of bytes, wasm under node", () => engine.loadBytes(loadRequest)],
      ["new Catalog of bytes, wasm under node", () => new fitment.Catalog(bytes).free()],
    ];
  },
};

const BATCH = 12e6;
const ROUNDS = 25;

function time(calls, call) {
  const start = process.hrtime.bigint();
  for (let index = 0; index < calls; index++) call();
  return Number(process.hrtime.bigint() - start);
}

/** All run in turns, batch after batch; the quickest batch of each counts. */
function race(lanes) {
  const entries = lanes.map(([name, call]) => {
    let calls = 1;
    while (time(calls, call) < BATCH) calls *= 2;
    return { name, call, calls, nanos: Infinity };
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const entry of entries) entry.nanos = Math.min(entry.nanos, time(entry.calls, entry.call) / entry.calls);
  }
  return entries.map(({ name, nanos }) => ({ name, nanos }));
}

console.log(JSON.stringify(race(await parts[part]())));
