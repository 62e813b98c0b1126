// What the package promises besides its answers: errors, memory, frameworks, workers. `node tests/npm/api.mjs PACKAGE`
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { azure } from "../elements/profiles.mjs";

const folder = process.argv[2];
const at = (path) => new URL(path, pathToFileURL(join(folder, "/")));
const now = "2026-01-15T00:00:00Z";
const OM = "Standard_S896om";
const namespaced = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "NamespacedCloudProfile",
  metadata: { name: "own", namespace: "garden-team" },
  spec: { parent: { kind: "CloudProfile", name: "azure" }, machineTypes: [{ name: "own-type", cpu: "2", memory: "4Gi", gpu: "0", architecture: "amd64", capabilities: { architecture: ["amd64"], hypervisorType: ["gen1"] } }] },
};

const entries = {};
for (const name of ["", "images"]) entries[name] = await import(at(join(name, "index.node.js")));
const { start: startCatalog, Catalog: Numbers } = await import(at("catalog/index.node.js"));
await startCatalog();

const tests = {
  async "a catalog answers what the questions answer"({ Catalog, start }) {
    const fitment = await start();
    const catalog = Catalog.from(azure);
    const given = { cloudProfile: azure, machineType: OM };
    const same = (method, question, rest) => {
      const { answer, verdict } = fitment.ask(question, { ...given, ...rest }, { now, text: true });
      assert.deepEqual([method.verdict, method.answer], [verdict, answer]);
    };
    same(catalog.fit(OM, { now }), "images/fit");
    same(catalog.fit(OM, { now, image: "gardenlinux", region: "westeurope", zones: ["1"] }), "images/fit", { image: "gardenlinux", region: "westeurope", zones: ["1"] });
    same(catalog.explain(OM, "gardenlinux", "1443.10.0", { now }), "images/fit", { image: "gardenlinux", version: "1443.10.0" });
    same(catalog.pick(OM, { now }), "images/pick");
    const filter = { image: "gardenlinux", cpu: { min: "5" } };
    const { machineTypes } = fitment.ask("images/machine-types", { cloudProfile: azure, ...filter }, { now }).answer;
    assert.deepEqual(catalog.machineTypes({ ...filter, now }), machineTypes);
    assert.deepEqual([...catalog.offered(OM, { now, kubernetesVersion: "1.33.4" })], [...catalog.offered(OM, { now })]);
    const { because } = catalog.explain(OM, "gardenlinux", "1443.10.0", { now });
    assert.equal(because[0].says, "`gardenlinux 1443.10.0` does not fit the machine type `Standard_S896om`");
  },

  "a profile without a name is asked as well"({ Catalog }) {
    const { spec } = azure;
    const named = Catalog.from(azure).fit(OM, { now }).answer;
    const nameless = Catalog.from(JSON.stringify({ spec })).fit(OM, { now }).answer;
    const fitting = (answer) => answer.images.flatMap(({ versions }) => versions.map(({ fits, offered }) => [fits, offered]));
    assert.deepEqual(fitting(nameless), fitting(named));
    const merged = Catalog.from({ spec }, { spec: namespaced.spec });
    assert.equal(merged.fit("own-type", { now }).answer.summary.fitting, merged.fitting("own-type").length);
  },

  "a profile of a namespace adds to its parent"({ Catalog }) {
    const catalog = Catalog.from(azure, namespaced);
    assert.deepEqual(catalog.columns.machineType.at(-1), "own-type");
    assert.deepEqual([...catalog.fitting("own-type")], [0, 2, 4]);
    assert.equal(catalog.machineTypes({ now }).at(-1).name, "own-type");
    assert.equal(catalog.pick("own-type", { now }).answer.picked.version, "1592.2.0");
    assert.deepEqual(catalog.warnings, []);
    const misspelt = { ...namespaced, spec: { ...namespaced.spec, machineTyps: [] } };
    assert.match(Catalog.from(azure, misspelt).warnings.join(), /machineTyps/);
    assert.throws(() => Catalog.from(azure, misspelt, { fieldValidation: "Strict" }), /machineTyps/);
    const lenient = Catalog.from(azure, misspelt);
    for (const method of [lenient.offered, lenient.fit, lenient.pick]) {
      assert.throws(() => method.call(lenient, "own-type", { now, fieldValidation: "Strict" }), /machineTyps/);
    }
    assert.throws(() => lenient.machineTypes({ now, fieldValidation: "Strict" }), /machineTyps/);
    const nameless = { spec: misspelt.spec };
    assert.match(Catalog.from({ spec: azure.spec }, nameless).warnings.join(), /machineTyps/);
    assert.throws(() => Catalog.from(azure, nameless, { fieldValidation: "Strict" }), /machineTyps/);
    assert.throws(() => Catalog.from(azure, azure), /found a `CloudProfile`, expected a `NamespacedCloudProfile`/);
  },

  "a matrix has what each machine type is asked by itself"({ Catalog }) {
    const catalog = Catalog.from(azure);
    const { machineType, version, cells, causes, fitting } = catalog.matrix();
    assert.ok(cells instanceof Uint8Array);
    machineType.forEach((name, row) => {
      const places = [...catalog.refusals(name)];
      const words = places.map((place) => (place === Catalog.FITS ? undefined : catalog.columns.capability[place]));
      const found = [...cells.slice(row * version.length, (row + 1) * version.length)].map((cell) => causes[cell - 1]?.capability);
      assert.deepEqual(found, words);
    });
    assert.equal(fitting, cells.filter((cell) => cell === 0).length);
    assert.deepEqual(causes.map(({ count }) => count), [...causes.map(({ count }) => count)].sort((left, right) => right - left));
  },

  "a matrix is grouped by what its rows and columns have of a capability"({ Catalog }) {
    const catalog = Catalog.from(azure);
    const { machineType, version, rows, columns } = catalog.matrix({ groupBy: "hypervisorType" });
    for (const [{ order, label }, names] of [[rows, machineType], [columns, version]]) {
      assert.deepEqual([...order].sort((left, right) => left - right), names.map((_, place) => place));
      // Those of one label stand together, each where it stands in the profile.
      const labels = [...order].map((place) => label[place]);
      assert.equal(labels.filter((one, at) => one !== labels[at - 1]).length, new Set(label).size);
      for (const one of new Set(label)) {
        const places = [...order].filter((place) => label[place] === one);
        assert.deepEqual(places, [...places].sort((left, right) => left - right));
      }
    }
    assert.deepEqual({ rows, columns }, catalog.groups("hypervisorType"));
    assert.equal(catalog.matrix().rows, undefined);
    // Those with the same labels throughout fit the same.
    const all = catalog.columns.capability.map((name) => catalog.groups(name).rows.label);
    const alike = machineType.map((_, row) => JSON.stringify(all.map((label) => label[row])));
    machineType.forEach((name, row) => assert.deepEqual(catalog.fitting(name), catalog.fitting(machineType[alike.indexOf(alike[row])])));
    assert.throws(() => catalog.matrix({ groupBy: "hypervisor" }), /found the capability `hypervisor`, expected one of/);
    assert.throws(() => catalog.matrix({ group: "hypervisorType" }), /found the option `group`/);
    // Without definitions the architectures stand in fields of their own.
    const older = Catalog.from({ spec: {
      machineTypes: [{ name: "a", architecture: "arm64" }, { name: "b", architecture: "amd64" }],
      machineImages: [{ name: "linux", versions: [{ version: "1.0.0", architectures: ["amd64", "arm64"] }, { version: "2.0.0", architectures: ["arm64"] }] }],
    } });
    const { rows: types, columns: versions } = older.groups("architecture");
    assert.deepEqual([types.label, [...types.order]], [["arm64", "amd64"], [1, 0]]);
    assert.deepEqual(versions.label, ["amd64, arm64", "arm64"]);
  },

  "what a list of machine types leaves to be said"({ Catalog }) {
    const filtered = (profile, filter) => Catalog.from(profile).machineTypes({ now, ...filter }).problems;
    assert.deepEqual(filtered(azure, {}), []);
    const spec = { ...azure.spec, machineTypes: [...azure.spec.machineTypes, { ...azure.spec.machineTypes[0] }] };
    const [twice] = filtered({ ...azure, spec }, {});
    assert.equal(twice.code, "machine-type-repeated");
    assert.match(twice.says, /Standard_/);
  },

  "options follow a profile, with or without one of a namespace"({ Catalog }) {
    const editionOf = (catalog) => catalog.pick(OM, { now }).edition;
    assert.equal(editionOf(Catalog.from(azure, { edition: "upstream" })), "upstream");
    assert.equal(editionOf(Catalog.from(azure, null, { edition: "upstream" })), "upstream");
    assert.equal(Catalog.from(azure, namespaced, { edition: "upstream" }).columns.machineType.at(-1), "own-type");
    for (const From of [Catalog, Numbers]) {
      assert.throws(() => From.from(azure, { editoin: "upstream" }), /found the option `editoin`/);
      assert.throws(() => From.from(azure, { edition: "upstrem" }), { code: "argument-not-understood", says: "found the edition `upstrem`, expected design or upstream" });
      assert.throws(() => From.from(azure, undefined, { edition: "upstrem" }), { code: "argument-not-understood", says: "found the edition `upstrem`, expected design or upstream" });
      assert.throws(() => From.from(azure, {}, { edition: "upstream" }), /found options twice/);
    }
    assert.throws(() => Numbers.from(azure, namespaced), /found a NamespacedCloudProfile, expected options/);
    assert.deepEqual(Catalog.from(azure, namespaced).warnings, []);
  },

  "columns, images and regions"({ Catalog }) {
    for (const catalog of [Catalog.from(azure), Numbers.from(azure)]) {
      assert.deepEqual(catalog.regions(), [{ name: "westeurope", zones: ["1", "2"] }]);
      const images = catalog.images(now);
      assert.deepEqual(images.map(({ name }) => name), ["gardenlinux", "suse-chost"]);
      assert.deepEqual(images[1].versions[1], { version: "15.5.20240101", place: 4, classification: "expired" });
      assert.deepEqual([...catalog.offered(OM, { now, region: "westeurope", zones: ["2"] })], []);
      assert.throws(() => catalog.offered(OM, { now, region: "westeurope", zones: [""] }), /the region `westeurope` of the profile has no zone/);
      assert.throws(() => catalog.offered(OM, { now, region: "westeurop" }), /no region `westeurop`.*did you mean `westeurope`/);
      assert.deepEqual([...catalog.offered(OM, { now, region: "westeurope" })], [0, 1]);
    }
    // What the smaller entry does not look at it does not pass over: the import is all that a page changes.
    const numbers = Numbers.from(azure);
    assert.throws(() => numbers.machineTypes({ image: "gardenlinux", now }), /found object, expected nothing more; .*`fitment\/images`/);
    assert.equal(numbers.machineTypes({}).length, numbers.machineTypes(null).length);
    for (const catalog of [Catalog.from(azure), numbers]) {
      for (const method of ["fitting", "refusals"]) assert.throws(() => catalog[method](OM, { region: "westeurope" }), /`offered` takes/);
    }
    assert.deepEqual(Numbers.from(azure).machineTypes()[2], { name: "Standard_D4ps_v5", cpu: "4", memory: "16Gi", gpu: "0" });
  },

  "errors have a code, a place and a sentence"({ Catalog, Fitment, FitmentError, Undecided }) {
    const thrown = (work) => {
      try {
        work();
      } catch (error) {
        assert.ok(error instanceof FitmentError, String(error));
        return error;
      }
      throw new Error("nothing was thrown");
    };
    const catalog = Catalog.from(azure);
    assert.equal(thrown(() => Catalog.from("{")).code, "profile-not-read");
    assert.equal(thrown(() => catalog.fitting("x")).code, "machine-type-unknown");
    assert.equal(thrown(() => catalog.offered(OM, { zone: 1 })).code, "argument-not-understood");
    const undecided = thrown(() => catalog.explain(OM, "gardenlinx", "1"));
    assert.ok(undecided instanceof Undecided);
    assert.deepEqual([undecided.code, undecided.path, undecided.envelope.undecided], ["image-unknown", "/given/image", "facts"]);
    assert.match(undecided.message, /no image `gardenlinx`.*did you mean `gardenlinux`/);
    assert.equal(thrown(() => new Fitment().ask("images/fitt")).code, "unknown-question");
  },

  "what was freed says so"({ Catalog, Fitment }) {
    const catalog = Catalog.from(azure);
    catalog.fit(OM);
    catalog.free();
    catalog.free();
    for (const use of [() => catalog.fitting(OM), () => catalog.fit(OM), () => catalog.columns, () => catalog.warnings]) {
      assert.throws(use, { code: "freed", message: "this has been freed; make another one" });
    }
    const fitment = new Fitment();
    fitment.free();
    assert.throws(() => fitment.ask("fitment/about"), { code: "freed" });
    if (Symbol.dispose !== undefined) assert.equal(typeof Catalog.prototype[Symbol.dispose], "function");
  },

  "frameworks may wrap it, and nobody can clone it"({ Catalog, Fitment }) {
    // As Vue and others do: every object that is read through a proxy comes back as a proxy.
    const wrapped = (target) => new Proxy(target, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver);
        const { writable, configurable } = Object.getOwnPropertyDescriptor(target, name) ?? { writable: true };
        return typeof value === "object" && value !== null && (writable || configurable) ? wrapped(value) : value;
      },
    });
    const catalog = wrapped(Catalog.from(azure));
    assert.deepEqual([...catalog.fitting(OM)], [0, 1]);
    assert.equal(catalog.explain(OM, "gardenlinux", "1443.10.0", { now }).verdict, "no");
    assert.equal(catalog.columns.image.length, 5);
    assert.equal(wrapped({ held: new Fitment() }).held.ask("fitment/about").outcome, "decided");
    assert.equal(catalog.__v_skip, true);
    assert.throws(() => structuredClone(Catalog.from(azure)), { name: "DataCloneError" });
    catalog.free();
    assert.throws(() => catalog.fitting(OM), { code: "freed" });
  },

  "memory is given back"({ Catalog, Fitment }, engine) {
    const bytes = new TextEncoder().encode(JSON.stringify(azure));
    const cycle = () => {
      const catalog = Catalog.from(bytes);
      catalog.fit(OM);
      catalog.free();
      new Fitment().free();
    };
    cycle();
    const before = engine.initSync().memory.buffer.byteLength;
    for (let turn = 0; turn < 1000; turn += 1) cycle();
    assert.equal(engine.initSync().memory.buffer.byteLength, before);
  },

  "after a trap there is a new engine, and the old says that it is gone"({ Catalog, Fitment }, engine) {
    const [catalog, bystander, fitment] = [Catalog.from(azure), Catalog.from(azure), new Fitment()];
    const { fitting } = engine.Catalog.prototype;
    engine.Catalog.prototype.fitting = function (name) {
      // No document makes the engine trap, so its memory is spoilt.
      return fitting.call({ __wbg_ptr: 0xfffffff0 }, name);
    };
    try {
      assert.throws(() => catalog.fitting(OM), { code: "engine-stopped", message: /started anew/ });
    } finally {
      engine.Catalog.prototype.fitting = fitting;
    }
    for (const gone of [() => catalog.fitting(OM), () => bystander.columns, () => fitment.ask("fitment/about")]) {
      assert.throws(gone, { code: "engine-stopped" });
    }
    bystander.free();
    assert.deepEqual([...Catalog.from(azure).fitting(OM)], [0, 1]);
  },
};

for (const [name, entry] of Object.entries(entries)) {
  const engine = await import(at(join(name, "engine.js")));
  for (const [what, test] of Object.entries(tests)) {
    try {
      await test(entry, engine);
    } catch (error) {
      error.message = `${join("fitment", name)}: ${what}: ${error.message}`;
      throw error;
    }
  }
}

// A profile of a namespace is held beside its parent, and a Shoot is judged, by the whole engine alone.
const { Catalog } = entries[""];
const elsewhere = { ...namespaced, spec: { ...namespaced.spec, parent: { kind: "CloudProfile", name: "aws" } } };
assert.match(Catalog.from(azure, elsewhere).warnings.join(), /`azure`.*`aws`/);
const shoot = (version) => ({
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { name: "s", namespace: "garden-team" },
  spec: { cloudProfile: { kind: "CloudProfile", name: "azure" }, region: "westeurope", kubernetes: { version: "1.33.4" }, provider: { type: "azure", workers: [{ name: "w", minimum: 1, maximum: 1, machine: { type: OM, image: { name: "gardenlinux", version } } }] } },
});
const admitted = (version, old) => Catalog.from(azure).admit(shoot(version), old && shoot(old), { now });
assert.deepEqual([admitted("1592.2.0").verdict, admitted("1443.10.0").verdict], ["yes", "no"]);
assert.match(admitted("1443.10.0").text, /the machine has `gen2`, but the image `gen1`/);
assert.equal(admitted("1592.2.0", "1592.2.0").verdict, "yes");
assert.equal(entries.images.Catalog.prototype.admit, undefined);
const warned = (given) => Catalog.from(azure).admit(given, null, { now }).problems.map(({ code }) => code);
assert.deepEqual(warned({}).filter((code) => code.startsWith("shoot-")), ["shoot-without-pools", "shoot-not-stored", "shoot-names-no-profile"]);
const bytes = new TextEncoder().encode(JSON.stringify(shoot("1443.10.0")));
for (const given of [bytes, bytes.buffer, JSON.stringify(shoot("1443.10.0"))]) assert.equal(Catalog.from(azure).admit(given, null, { now }).verdict, "no");
assert.throws(() => Catalog.from(azure).admit("kind: Shoot"), /expected a Shoot/);

// A List or another kind is no Shoot.
for (const kind of ["List", "AdmissionReview", "CloudProfile"]) {
  assert.throws(() => Catalog.from(azure).admit({ ...shoot("1592.2.0"), kind }, null, { now }), { code: "document-of-another-kind", path: "/given/shoot/kind" });
}

// What git leaves out is filled in where that is asked for: a pool that was picked is admitted.
const written = JSON.parse(readFileSync(new URL("../../examples/npm/profile.json", import.meta.url), "utf8"));
for (const type of written.spec.machineTypes) delete type.usable;
for (const child of [[], [namespaced]]) {
  const filled = Catalog.from(written, ...child, { defaulted: true });
  const { answer } = filled.pick(OM, { now });
  assert.deepEqual([...filled.offered(OM, { now, worker: answer.worker })], [...filled.offered(OM, { now })]);
  assert.ok(filled.offered(OM, { now }).length > 0);
  assert.equal(filled.columns.machineType.includes("own-type"), child.length > 0);
  assert.deepEqual([...Catalog.from(written, ...child).offered(OM, { now, worker: answer.worker })], []);
  const pool = shoot("1592.2.0");
  pool.spec.provider.workers = [answer.worker];
  const verdict = (catalog) => catalog.admit(pool, null, { now }).verdict;
  assert.deepEqual([verdict(filled), verdict(Catalog.from(written, ...child))], ["yes", "no"]);
}
assert.throws(() => Catalog.from(written, { defaulted: "yes" }), /found string, expected true or false for `defaulted`/);
assert.throws(() => entries.images.Catalog.from(written, { defaulted: true }), /found the option `defaulted`/);
for (const broken of ["{", '{"spec": x}', '{"spec":{"machineTypes":3}}', '"aws"', '{"spec":{}},"namespacedCloudProfile":{}', { kind: "Pod" }]) {
  const [plain, filled] = [{}, { defaulted: true }].map((options) => {
    try {
      return Catalog.from(broken, options);
    } catch ({ name, code, message, path }) {
      return { name, code, message, path };
    }
  });
  assert.equal(plain.name, "FitmentError");
  assert.deepEqual(filled, plain);
}

// Off the thread it is the same, promised.
const worker = await import(at("worker/index.node.js"));
for (const early of [() => worker.Catalog.from(azure), worker.about]) await assert.rejects(early, { code: "engine-not-started" });
for (const nothing of [{}, "thread.js"]) await assert.rejects(worker.start({ worker: nothing }), /expected a worker/);
const ending = new Worker("process.exit(3)", { eval: true });
await assert.rejects(worker.start({ worker: ending }), { code: "worker-stopped", message: /it ended with code 3/ });
await assert.rejects(worker.start({ worker: ending }), { code: "worker-stopped" });
const remote = await worker.start();
for (const [Made, way] of [[worker.Catalog, "Catalog.from(profile)"], [worker.Fitment, "start()"]]) {
  assert.throws(() => new Made(azure), { code: "argument-not-understood", says: `found \`new ${Made.name}\`, expected \`await ${way}\`: it is made in the worker` });
}
const here = Catalog.from(azure);
const there = await worker.Catalog.from(azure);
assert.deepEqual(await there.columns, here.columns);
assert.deepEqual(await there.fitting(OM), here.fitting(OM));
assert.deepEqual(await there.matrix(), here.matrix());
assert.deepEqual(await there.groups("hypervisorType"), here.groups("hypervisorType"));
assert.deepEqual(await there.explain(OM, "gardenlinux", "1443.10.0", { now }), here.explain(OM, "gardenlinux", "1443.10.0", { now }));
assert.deepEqual(await there.machineTypes({ image: "gardenlinux", now }), here.machineTypes({ image: "gardenlinux", now }));
assert.deepEqual((await remote.ask("fitment/about")).answer, await worker.about());
await assert.rejects(there.explain(OM, "gardenlinx", "1"), (error) => error instanceof worker.Undecided && error.code === "image-unknown");
await assert.rejects(there.fitting("x"), { name: "FitmentError", code: "machine-type-unknown" });
await there.free();
await assert.rejects(there.fitting(OM), { code: "freed" });
remote.stop();
await assert.rejects(remote.ask("fitment/about"), { code: "worker-stopped" });
await Promise.all([there.free(), remote.free()]);

// Node 20.19 and later may require it.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) {
  const required = createRequire(import.meta.url)(fileURLToPath(at("index.node.js")));
  assert.equal(required.about().engine, "fitment");
}

// The wasm may also be inside.
const inline = await import(at("images/index.inline.js"));
assert.equal((await inline.start()).ask("fitment/about").answer.engine, "fitment");
// Other hosts get a file that asks nothing of them, and whose digest is known.
const gate = await import(at("gate.js"));
const wasm = readFileSync(gate.url);
assert.equal(createHash("sha256").update(wasm).digest("hex"), gate.sha256);
const module = new WebAssembly.Module(wasm);
assert.deepEqual(WebAssembly.Module.imports(module), []);
const { fitment_buf, fitment_ask, memory } = new WebAssembly.Instance(module).exports;
const request = new TextEncoder().encode('{"question":"fitment/about"}');
const place = fitment_buf(request.length);
new Uint8Array(memory.buffer).set(request, place);
const packed = BigInt.asUintN(64, fitment_ask(place, request.length));
const answer = new Uint8Array(memory.buffer, Number(packed >> 32n), Number(packed & 0xffffffffn));
assert.equal(new TextDecoder().decode(answer), new entries[""].Fitment().askText('{"question":"fitment/about"}'));
console.log(`${Object.keys(tests).length} promises are kept by two entries, and by a worker`);
