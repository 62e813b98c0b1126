// What callers give the npm package by mistake: said by name, never taken for something else, and never the end of what others
// hold. `node tests/npm/arguments.mjs PACKAGE`
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { azure } from "../elements/profiles.mjs";

const at = (path) => new URL(path, pathToFileURL(join(process.argv[2], "/")));
const now = "2026-01-15T00:00:00Z";
const OM = "Standard_S896om";
const core = "core.gardener.cloud/v1beta1";
const namespaced = { apiVersion: core, kind: "NamespacedCloudProfile", metadata: { name: "own", namespace: "garden-team" }, spec: { parent: { kind: "CloudProfile", name: "azure" } } };

const doors = {};
for (const name of ["", "images", "catalog"]) doors[name] = await import(at(join(name, "index.node.js")));
const fitment = await doors[""].start();
await doors.images.start();
await doors.catalog.start();
const small = doors.catalog.Catalog;

/** A profile whose first image version expires at something. */
function expiring(expirationDate) {
  const [first, ...rest] = azure.spec.machineImages;
  const [version, ...versions] = first.versions;
  return { ...azure, spec: { ...azure.spec, machineImages: [{ ...first, versions: [{ ...version, expirationDate }, ...versions] }, ...rest] } };
}
const EXPIRES = "/spec/machineImages/0/versions/0/expirationDate";

const circular = { ...azure, spec: { ...azure.spec } };
circular.spec.self = circular.spec;
let deep = {};
for (let level = 0; level < 100000; level += 1) deep = { deep };
// As Vue's are.
class Ref {
  __v_isRef = true;
  constructor(value) { this._value = value; }
  get value() { return this._value; }
}
/** Bytes that were given to somebody else. */
const [detached, lent] = [new ArrayBuffer(2), new ArrayBuffer(2)];
const away = new Uint8Array(lent);
structuredClone([detached, lent], { transfer: [detached, lent] });

const ref = (value) => new Ref(value);

/** What no document is, and no part of one: each with what is said, where, and how it is cured. */
const foreign = [
  [Promise.resolve(azure), "found a `Promise`, expected a CloudProfile; await it first"],
  [new Map(Object.entries(azure)), "found a `Map`, expected a CloudProfile; give a plain object, or one with `toJSON`"],
  [new SharedArrayBuffer(2), "found a `SharedArrayBuffer`, expected a CloudProfile; give a plain object, or one with `toJSON`"],
  [ref(azure), "found a ref, expected a CloudProfile; give its `value`"],
  [new (class Lazy { get spec() { return azure.spec; } })(), "found a `Lazy`, expected a CloudProfile; give a plain object, or one with `toJSON`"],
  [new (class Watched extends class { get spec() { return azure.spec; } } { kind = "CloudProfile"; })(), /^found a `Watched`, expected a CloudProfile; give a plain object/],
  [() => azure, "found function, expected a CloudProfile"],
  ["\ud800", /^found half of a character, expected a CloudProfile/],
  [{ ...azure, spec: new Map() }, "found a `Map`, expected a value that JSON has (at /spec); give a plain object, or one with `toJSON`", "/spec"],
  [{ ...azure, spec: { "a/~b": Symbol("c") } }, "found symbol, expected a value that JSON has (at /spec/a~1~0b)", "/spec/a~1~0b"],
  [{ ...azure, spec: { regions: [undefined] } }, "found undefined, expected a value that JSON has (at /spec/regions/0)", "/spec/regions/0"],
  [expiring(new Date(Number.NaN)), `found an invalid date, expected a value that JSON has (at ${EXPIRES})`, EXPIRES],
  [expiring(() => now), `found function, expected a value that JSON has (at ${EXPIRES})`, EXPIRES],
  [expiring(Number.NaN), `found NaN, expected a value that JSON has (at ${EXPIRES})`, EXPIRES],
  [expiring(4n), `found bigint, expected a value that JSON has (at ${EXPIRES})`, EXPIRES],
  [circular, "found a circle, expected a value that JSON has (at /spec/self)", "/spec/self"],
  [deep, "found more than 500 levels, expected a value that JSON has (at /deep)", "/deep"],
  [expiring({ toJSON: () => null, valueOf: () => Number.NaN }), `found an invalid date, expected a value that JSON has (at ${EXPIRES})`, EXPIRES],
  [detached, /^a CloudProfile cannot be read: /],
  [away, /^a CloudProfile cannot be read: /],
  [{ toJSON() {} }, "found undefined, expected a CloudProfile"],
  [Object.assign(Object.create({ spec: azure.spec }), { kind: "CloudProfile" }), "found an object that inherits from another, expected a CloudProfile; give a plain object, or one with `toJSON`"],
  [{ ...azure, spec: Object.assign(Object.create(Object.assign(Object.create(null), { machineTypes: [] })), { type: "azure" }) }, /^found an object of a class, expected a value that JSON has \(at \/spec\)/, "/spec"],
];

function thrown(work, FitmentError) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof FitmentError, String(error));
    return error;
  }
  throw new Error("nothing was thrown");
}

const tests = {
  "a document has what JSON has, or is refused with the place"({ Catalog, FitmentError }) {
    for (const [document, says, path] of foreign) {
      const error = thrown(() => Catalog.from(document), FitmentError);
      assert.equal(error.code, "argument-not-understood");
      if (says instanceof RegExp) assert.match(error.message, says);
      else assert.equal(error.message, says);
      assert.equal(error.path, path);
    }
  },

  "a file in YAML is called what it is"({ Catalog, FitmentError }) {
    const licence = "# all rights reserved, and none granted\n".repeat(40);
    for (const text of ["kind: CloudProfile\n", "# from git\n---\napiVersion: v1\n", `${licence}kind: CloudProfile\n`, "%YAML 1.2\n---\nkind: x\n", "---\n# comment\nkind: CloudProfile\n", " # c\nkind: x\n", "# a\n\n---\n# b\napiVersion: x\n", "\r\n# c\r\nkind: x", '"kind": x\n', new TextEncoder().encode("\nspec:\n  x: 1\n")]) {
      const error = thrown(() => Catalog.from(text), FitmentError);
      assert.equal(error.message, "found YAML, expected a CloudProfile in JSON; parse it first, with a package such as `yaml`");
    }
    for (const text of ["#", `${licence}{"kind": "Pod"}`, `{"spec": "kind: x"}`]) assert.equal(thrown(() => Catalog.from(text), FitmentError).code, "profile-not-read");
  },

  "what JSON makes of an object is what counts"({ Catalog }) {
    const classOf = (profile) => Catalog.from(profile).classifications(now)[0];
    assert.equal(classOf(expiring(new Date("2020-01-01"))), "expired");
    assert.equal(classOf({ toJSON: () => expiring("2020-01-01T00:00:00Z") }), "expired");
    assert.equal(classOf(new (class Held { #held = expiring("2020-01-01T00:00:00Z"); toJSON() { return this.#held; } })()), "expired");
    assert.equal(classOf(new Proxy(expiring("2020-01-01T00:00:00Z"), {})), "expired");
    assert.equal(classOf(expiring(undefined)), classOf(azure));
    assert.equal(classOf(Object.assign(new (class Model {})(), expiring("2020-01-01T00:00:00Z"))), "expired");
  },

  "what a caller's own code throws ends nothing"({ Catalog, FitmentError }) {
    const bystander = Catalog.from(azure);
    const own = new RangeError("no such time");
    for (const spec of [{ get regions() { throw own; } }, { toJSON() { throw own; } }, { regions: { toJSON() { throw own; } } }]) {
      const error = thrown(() => Catalog.from({ ...azure, spec }), FitmentError);
      assert.deepEqual([error.code, error.cause], ["argument-not-understood", own]);
      assert.match(error.message, /^a CloudProfile cannot be read: no such time \(at \/spec/);
    }
    const late = Object.assign(new Date(now), { toISOString() { throw own; } });
    assert.throws(() => bystander.classifications(late), own);
    assert.deepEqual([...bystander.fitting(OM)], [0, 1]);
  },

  "a NamespacedCloudProfile or options follow, and nothing else"({ Catalog, FitmentError }) {
    for (const [second, says] of [[Promise.resolve(namespaced), /a `Promise`/], [new Map(), /a `Map`/], [[], /array/], [[namespaced], /array/], [new SharedArrayBuffer(2), /a `SharedArrayBuffer`/], [ref(namespaced), /a ref/]]) {
      assert.match(thrown(() => Catalog.from(azure, second), FitmentError).message, says);
      assert.match(thrown(() => Catalog.from(azure, null, second), FitmentError).message, says);
    }
  },

  "options are an object that has them itself"({ Catalog, FitmentError }) {
    const catalog = Catalog.from(azure);
    const methods = ["offered", "fit", "pick"].filter((method) => catalog[method] !== undefined).map((method) => (at) => catalog[method](OM, at));
    if (catalog.fit !== undefined) methods.push((at) => catalog.machineTypes(at), (at) => catalog.explain(OM, "gardenlinux", "1592.2.0", at), (at) => catalog.matrix(at));
    for (const call of methods) {
      for (const [options, found] of [[new Map([["region", "mars"]]), "a `Map`"], [new Date(now), "a `Date`"], [[], "array"], [ref({}), "a ref"], ["westeurope", "string"], [Object.create({ regoin: "x" }), "an object that inherits from another"]]) {
        const error = thrown(() => call(options), FitmentError);
        assert.deepEqual([error.code, error.says.startsWith(`found ${found}, expected an object with the options `)], ["argument-not-understood", true], error.says);
      }
    }
    const elsewhere = createContext({});
    const [there, profile] = [runInContext(`({ region: "westeurope", now: new Date("${now}") })`, elsewhere), runInContext(`(${JSON.stringify(azure)})`, elsewhere)];
    assert.deepEqual([...Catalog.from(profile, runInContext("({ edition: null })", elsewhere)).offered(OM, there)], [0, 1]);
    const bare = Object.assign(Object.create(null), { region: "westeurope", now });
    assert.deepEqual([...catalog.offered(OM, bare)], [0, 1]);
    assert.deepEqual([...catalog.offered(OM, { region: null, zones: null, now, fieldValidation: null })], [0, 1]);
    assert.match(thrown(() => catalog.offered(OM, { fieldValidation: "strict" }), FitmentError).says, /found the field validation `strict`/);
    const own = new RangeError("no such region");
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const options of [{ get region() { throw own; } }, proxy]) {
      const error = thrown(() => catalog.offered(OM, options), FitmentError);
      assert.deepEqual([error.code, error.cause instanceof Error], ["argument-not-understood", true], error.says);
    }
  },

  "what comes after the options is not passed over"({ Catalog, FitmentError }) {
    const catalog = Catalog.from(azure);
    const calls = [() => catalog.offered(OM, { now }, { region: "mars" }), () => catalog.regions("mars"), () => catalog.classifications(now, OM), () => catalog.active(now, OM), () => catalog.images(now, OM)];
    if (catalog.fit !== undefined) {
      calls.push(() => catalog.fit(OM, { now }, { region: "mars" }), () => catalog.pick(OM, {}, { region: "mars" }), () => catalog.machineTypes({}, { image: "x" }));
      calls.push(() => catalog.explain(OM, "gardenlinux", "1592.2.0", {}, { region: "mars" }), () => catalog.matrix({}, "network"), () => catalog.groups("network", "architecture"));
    }
    if (catalog.admit !== undefined) calls.push(() => catalog.admit({}, null, {}, { staticRules: true }));
    calls.push(() => new Catalog(azure, null, { edition: "upstream" }), () => new Catalog(azure, {}, { compile: () => undefined }));
    calls.push(() => new Catalog(azure, undefined, namespaced, {}), () => Catalog.from(azure, null, {}, { edition: "upstream" }));
    for (const call of calls) assert.match(thrown(call, FitmentError).says, /^found (object|string), expected nothing more$/, String(call));
    assert.match(thrown(() => new Catalog(azure, null, { edition: "upstream" }), FitmentError).hint, /^`Catalog.from` takes/);
    assert.deepEqual([...new Catalog(azure, null, null).fitting(OM)], [0, 1]);
  },

  "Strict finds what is misspelt in a profile that was compiled with Ignore"({ Catalog, FitmentError }) {
    const misspelt = { ...azure, spec: { ...azure.spec, machineTyps: [] } };
    const children = Catalog.prototype.fit === undefined ? [[]] : [[], [namespaced], [{ spec: namespaced.spec }]];
    for (const child of children) {
      const catalog = Catalog.from(misspelt, ...child, { fieldValidation: "Ignore" });
      const methods = ["offered", "fit", "pick"].filter((method) => catalog[method] !== undefined).map((method) => (at) => catalog[method](OM, at));
      if (catalog.fit !== undefined) methods.push((at) => catalog.machineTypes(at), (at) => catalog.explain(OM, "gardenlinux", "1592.2.0", at));
      if (catalog.admit !== undefined) methods.push((at) => catalog.admit({}, null, at));
      for (const call of methods) {
        const error = thrown(() => call({ now, fieldValidation: "Strict" }), FitmentError);
        assert.equal(error.code, "profile-not-read");
        assert.match(error.says, /`machineTyps`.*\/spec\/machineTyps\)/);
      }
      assert.deepEqual([...catalog.offered(OM, { now })], [0, 1]);
      assert.deepEqual(catalog.warnings, []);
    }
  },

  "a moment is taken to the millisecond"({ Catalog }) {
    const catalog = Catalog.from(expiring("2026-06-01T00:00:00Z"));
    for (const [moment, expected] of [["2026-06-01T00:00:00.000Z", "supported"], ["2026-06-01T00:00:00.900Z", "expired"]]) {
      const told = [moment, new Date(moment)].map((now) => catalog.classifications(now)[0]);
      assert.equal(told[0], told[1]);
      assert.equal(told[0] === "expired", expected === "expired");
    }
  },

  "half a character is no name"({ Catalog, FitmentError }) {
    const spec = { machineTypes: [{ name: "\ufffd" }], regions: [{ name: "\ufffd", zones: [{ name: "\ufffd" }] }] };
    const catalog = Catalog.from({ spec });
    assert.equal(catalog.fitting("\ufffd").length, 0);
    const calls = [() => catalog.fitting("\ud800"), () => catalog.refusals("\udc00"), () => catalog.offered("\ud800"), () => catalog.offered("\ufffd", { region: "\ud800" }), () => catalog.offered("\ufffd", { region: "\ufffd", zones: ["\ud800"] })];
    for (const call of calls) assert.match(thrown(call, FitmentError).says, /^found half of a character, expected the name of/);
  },

  "columns are the same for all who ask, and nobody writes to them"({ Catalog }) {
    const { columns } = Catalog.from(azure);
    for (const list of [columns, columns.image, columns.machineType, columns.regions, columns.regions[0], columns.regions[0].zones]) {
      assert.ok(Object.isFrozen(list));
    }
    assert.throws(() => columns.machineType.sort(), TypeError);
  },

  "a warning is one, whatever is in a key"({ Catalog }) {
    const [warning, ...others] = Catalog.from({ spec: { "ab\0cd": 1 } }).warnings;
    assert.match(warning, /`ab\\u\{0\}cd`.*\(at \/spec\/ab\\u\{0\}cd\)/);
    assert.deepEqual(others, []);
  },

  "an error of the engine's has its place and its hint apart"({ Catalog, FitmentError }) {
    const error = (work) => thrown(work, FitmentError);
    const catalog = Catalog.from(azure);
    const region = error(() => catalog.offered(OM, { region: "westeurop" }));
    assert.deepEqual([region.path, region.hint], ["/given/region", "did you mean `westeurope`?"]);
    assert.equal(region.message, "the profile has no region `westeurop` (at /given/region); did you mean `westeurope`?");
    const unread = error(() => Catalog.from({ ...azure, spec: { machineTypes: 5 } }));
    assert.deepEqual([unread.code, unread.path, unread.hint], ["profile-not-read", "/spec/machineTypes", "give what is expected"]);
    const kind = error(() => Catalog.from({ kind: "Pod" }));
    assert.deepEqual([kind.path, kind.hint], ["/kind", undefined]);
    const type = error(() => catalog.fitting("Standard_S896o"));
    assert.deepEqual([type.path, type.hint], [undefined, "did you mean `Standard_S896om`?"]);
    assert.equal(error(() => catalog.offered("Standard_S896o")).code, "machine-type-unknown");
    assert.equal(error(() => catalog.offered(OM, { now: "soon" })).code, "argument-not-understood");
    const zone = error(() => catalog.offered(OM, { region: "westeurope", zones: ["1", "9"] }));
    assert.deepEqual([region.code, zone.code, zone.path], ["region-unknown", "zone-unknown", "/given/zones/1"]);
    const edition = error(() => Catalog.from(azure, { edition: "a; b" }));
    assert.deepEqual([edition.says, edition.hint], ["found the edition `a; b`, expected design or upstream", undefined]);
  },
};

// Of those with answers alone.
const answering = {
  "what is offered has no silent warnings"({ Catalog, FitmentError, Undecided }) {
    const catalog = Catalog.from(azure);
    const offered = (options) => catalog.offered(OM, { now, ...options });
    const unknown = thrown(() => offered({ kubernetesVersion: "9.9.9" }), FitmentError);
    assert.deepEqual([unknown.code, unknown.path], ["kubernetes-version-unknown", "/given/kubernetesVersion"]);
    assert.match(unknown.says, /no Kubernetes version `9.9.9`/);
    const another = thrown(() => offered({ worker: { machine: { type: "Standard_D4ps_v5" } } }), FitmentError);
    assert.deepEqual([another.code, another.path], ["worker-is-another", "/given/worker/machine/type"]);
    assert.equal(thrown(() => offered({ worker: { machine: { architecture: "arm64" } } }), FitmentError).code, "worker-is-another");
    const misspelt = { cri: { name: "containerd", containerRuntims: [{ type: "gvisor" }] } };
    const { problems } = offered({ worker: misspelt });
    assert.deepEqual(problems.map(({ code, path }) => [code, path]), [["unknown-key", "/given/worker/cri/containerRuntims"]]);
    assert.match(problems[0].says, /did you mean `containerRuntimes`/);
    assert.deepEqual(problems, catalog.fit(OM, { now, worker: misspelt }).problems);
    assert.deepEqual(offered({ worker: {} }).problems, []);
    for (const method of [catalog.offered, catalog.fit, catalog.pick]) {
      const refused = thrown(() => method.call(catalog, OM, { now, worker: misspelt, fieldValidation: "Strict" }), Undecided);
      assert.deepEqual([refused.code, refused.path, refused.hint], ["unknown-key", "/given/worker/cri/containerRuntims", "did you mean `containerRuntimes`?"]);
    }
    assert.throws(() => catalog.machineTypes({ now, worker: misspelt, fieldValidation: "Strict" }), { code: "unknown-key" });
    for (const worker of [new Map(), ref({}), Promise.resolve({}), { zones: new Set() }]) {
      assert.match(thrown(() => offered({ worker }), FitmentError).path, /^\/given\/worker/);
      assert.match(thrown(() => catalog.pick(OM, { worker }), FitmentError).path, /^\/given\/worker/);
    }
    assert.deepEqual([...offered({ worker: null, kubernetesVersion: null })], [0, 1]);
    assert.equal(catalog.fit(OM, { now, text: null, worker: null }).because[0].says !== undefined, true);
  },

  "a bound that is misspelt bounds nothing, and is refused"({ Catalog, FitmentError }) {
    const catalog = Catalog.from(azure);
    const error = thrown(() => catalog.machineTypes({ cpu: { minimum: "900" } }), FitmentError);
    assert.equal(error.says, "found the option `minimum`, expected one of min, max");
    assert.equal(thrown(() => catalog.machineTypes({ memory: "4Gi" }), FitmentError).code, "argument-not-understood");
  },

  "documents that no question can name come with each"({ Catalog, FitmentError }) {
    const { namespace, ...nameless } = namespaced.metadata;
    const child = { ...namespaced, metadata: nameless, spec: { ...namespaced.spec, machineTyps: [] } };
    const elsewhere = { ...azure, apiVersion: "core.gardner.cloud/v1beta1" };
    for (const catalog of [Catalog.from(azure, child), Catalog.from(elsewhere)]) {
      const fitting = catalog.fit(OM, { now }).answer.images.flatMap(({ versions }) => versions.map(({ fits }) => fits));
      assert.deepEqual(fitting.flatMap((fits, place) => (fits ? [place] : [])), [...catalog.fitting(OM)]);
      assert.equal(catalog.pick(OM, { now }).answer.picked.version, Catalog.from(azure).pick(OM, { now }).answer.picked.version);
      assert.equal(catalog.machineTypes({ now }).length, azure.spec.machineTypes.length);
      assert.ok(Array.isArray(catalog.warnings));
    }
    assert.match(Catalog.from(azure, child).warnings.join(), /machineTyps/);
    assert.match(Catalog.from(elsewhere).warnings.join(), /`core.gardner.cloud\/v1beta1`/);
    const placed = { ...azure, metadata: { ...azure.metadata, namespace } };
    assert.equal(thrown(() => Catalog.from(placed), FitmentError).path, "/metadata/namespace");
  },

  "of a profile and its child is told what is told of a profile alone"({ Catalog, FitmentError }) {
    const [type, ...types] = azure.spec.machineTypes;
    const [image, ...images] = azure.spec.machineImages;
    const zone = { name: "9", unavailableMachineTypes: ["nothing"] };
    const slips = [
      { machineTypes: [{ ...type, capabilities: { ...type.capabilities, hypervisorTyp: ["gen2"] } }, ...types] },
      { machineTypes: [type, ...types, type] },
      { regions: [...azure.spec.regions, { name: "eu", zones: [zone] }] },
      { regions: [...azure.spec.regions, ...azure.spec.regions] },
      { machineImages: [{ ...image, versions: [...image.versions, image.versions[0]] }, ...images] },
      { machineImages: [{ ...image, versions: [{ ...image.versions[0], classification: "previw" }] }, ...images] },
      { machineTyps: [] },
    ];
    for (const slip of slips) {
      const profile = { ...azure, spec: { ...azure.spec, ...slip } };
      const alone = Catalog.from(profile).warnings;
      assert.equal(alone.length, 1);
      const head = alone[0].split(" (at ")[0];
      for (const child of [namespaced, { spec: namespaced.spec }]) {
        const { warnings } = Catalog.from(profile, child);
        assert.deepEqual(warnings.map((warning) => warning.split(" (at ")[0]), [head]);
        assert.ok(thrown(() => Catalog.from(profile, child, { fieldValidation: "Strict" }), FitmentError).says.includes(head));
        assert.deepEqual(Catalog.from(profile, child, { fieldValidation: "Ignore" }).warnings, []);
      }
    }
    const spec = { ...namespaced.spec, machineTypes: [{ name: "own", cpu: "1", gpu: "0", memory: "1Gi", capabilities: { ...type.capabilities, hypervisorTyp: ["gen2"] }, usabl: true }] };
    const told = Catalog.from(azure, { ...namespaced, spec }).warnings;
    // The whole engine judges it beside its parent too.
    const of = (words) => told.filter((warning) => words.test(warning)).length;
    const beside = of(/would not store this.*"hypervisorTyp"/);
    assert.deepEqual([of(/`usabl`/), of(/`hypervisorTyp`/), told.length - beside, beside], [1, 1, 2, Number(Catalog.prototype.admit !== undefined)]);
  },

  "a request has what JSON has as well"({ Fitment, FitmentError, Undecided }) {
    const own = new Fitment();
    const path = (given) => thrown(() => own.ask("images/fit", { machineType: OM, ...given }), FitmentError).path;
    assert.equal(path({ cloudProfile: circular }), "/given/cloudProfile/spec/self");
    assert.equal(path({ cloudProfile: expiring(4n) }), `/given/cloudProfile${EXPIRES}`);
    assert.equal(thrown(() => own.load(new Set([azure])), FitmentError).path, "/documents");
    // Bytes are for a `Catalog`: here their JSON would be an object of numbers, or what Node makes of its own.
    for (const given of [Buffer.from(JSON.stringify(azure)), new TextEncoder().encode("{}")]) {
      const { message } = thrown(() => own.ask("images/fit", { cloudProfile: given, machineType: OM }), FitmentError);
      assert.match(message, /^found a `(Buffer|Uint8Array)`, expected a value that JSON has \(at \/given\/cloudProfile\); decode it and parse it first$/);
      assert.equal(thrown(() => own.load([given]), FitmentError).path, "/documents/0");
    }
    assert.match(thrown(() => own.askText('"\ud800"'), FitmentError).says, /half of a character/);
    const bytes = new TextEncoder().encode("{}");
    for (const call of [() => new Fitment({ edition: "upstream" }), () => own.askText("{}", { now }), () => own.loadBytes(bytes, { text: true })]) {
      assert.match(thrown(call, FitmentError).says, /^found object, expected nothing more$/);
    }
    own.load([azure], { limits: { askBytes: 100 } });
    const tooLarge = thrown(() => own.ask("images/fit", { cloudProfile: "azure", machineType: OM, region: "westeurope" }), Undecided);
    assert.deepEqual([tooLarge.code, tooLarge.envelope.outcome], ["too-large", "undecided"]);
    assert.match(tooLarge.says, /100/);
  },
};

for (const [name, door] of Object.entries(doors)) {
  for (const [what, test] of Object.entries(name === "catalog" ? tests : { ...tests, ...answering })) {
    try {
      test(door);
    } catch (error) {
      error.message = `${join("fitment", name)}: ${what}: ${error.message}`;
      throw error;
    }
  }
}

// A Shoot that is written is read by the engine, as a profile is.
const { Catalog, FitmentError, Undecided } = doors[""];
const catalog = Catalog.from(azure);
const shoot = JSON.stringify({
  apiVersion: core, kind: "Shoot", metadata: { name: "s", namespace: "garden-team" },
  spec: { cloudProfile: { kind: "CloudProfile", name: "azure" }, region: "westeurope", kubernetes: { version: "1.33.4" }, provider: { type: "azure", workers: [{ name: "w", machine: { type: OM, image: { name: "gardenlinux", version: "1592.2.0" } } }] } },
});
const encoder = new TextEncoder();
assert.equal(catalog.admit(shoot, encoder.encode(shoot).buffer, { now }).verdict, "yes");
const twice = shoot.replace('"machine":', '"machine":{},"machine":');
for (const given of [twice, encoder.encode(twice)]) {
  const error = thrown(() => catalog.admit(given, null, { now }), Undecided);
  assert.deepEqual([error.code, error.path], ["duplicate-key", "/given/shoot/spec/provider/workers/0/machine"]);
  assert.equal(thrown(() => catalog.admit(shoot, given, { now }), Undecided).path, "/given/oldShoot/spec/provider/workers/0/machine");
}
const cut = encoder.encode(shoot);
cut[20] = 0xff;
assert.match(thrown(() => catalog.admit(cut), FitmentError).says, /expected a Shoot.*UTF-8/);
assert.match(thrown(() => catalog.admit("kind: Shoot"), FitmentError).says, /found YAML, expected a Shoot in JSON/);
for (const text of ["{} , \"operation\": 1", "\ufeff{}", "{"]) {
  assert.match(thrown(() => catalog.admit(text), FitmentError).says, /found what is no JSON, expected a Shoot, as an object or its JSON: ./);
}
for (const text of ['"azure"', "null", "5"]) assert.match(thrown(() => catalog.admit(text), FitmentError).says, /expected a Shoot/);
for (const given of [new Map(), Promise.resolve({}), new Date(Number.NaN)]) {
  assert.equal(thrown(() => catalog.admit(given), FitmentError).path, "/given/shoot");
}

// Across the worker it is the same.
const worker = await import(at("worker/index.node.js"));
const remote = await worker.start();
const rejected = async (work) => work().then(() => assert.fail("nothing was thrown"), (error) => {
  assert.ok(error instanceof worker.FitmentError, String(error));
  return error;
});
for (const [document, , path] of foreign) {
  const error = await rejected(() => worker.Catalog.from(document));
  assert.deepEqual([error.code, error.path], ["argument-not-understood", path]);
}
const there = await worker.Catalog.from(new Proxy(azure, {}));
assert.deepEqual(await (await worker.Catalog.from({ toJSON: () => azure })).columns, catalog.columns);
assert.deepEqual(await there.offered(OM, new Proxy({ now: new Date(now), region: "westeurope" }, {})), catalog.offered(OM, { now, region: "westeurope" }));
assert.equal((await worker.Catalog.from(azure, new Proxy(namespaced, {}), { edition: "upstream" })).free instanceof Function, true);
const { problems } = await there.offered(OM, { now, worker: { cris: {} } });
assert.deepEqual(problems.map(({ code }) => code), ["unknown-key"]);
for (const options of [new Map(), () => 1, { worker: new Map() }, [], { now: new Date(Number.NaN) }, Promise.resolve({})]) {
  assert.equal((await rejected(() => there.offered(OM, options))).code, "argument-not-understood");
}
assert.equal((await rejected(() => there.active(new Date(Number.NaN)))).code, "argument-not-understood");
const strict = await rejected(() => there.fit(OM, { now, worker: { cris: {} }, fieldValidation: "Strict" }));
assert.deepEqual([strict.code, strict.hint, strict.path], ["unknown-key", "did you mean `cri`?", "/given/worker/cris"]);
assert.equal((await remote.ask("images/fit", new Proxy({ cloudProfile: azure, machineType: OM }, {}))).outcome, "decided");
assert.equal((await rejected(() => remote.ask("images/fit", { cloudProfile: circular, machineType: OM }))).path, "/given/cloudProfile/spec/self");
assert.equal((await rejected(() => remote.load([new Map()]))).path, "/documents/0");
assert.equal((await rejected(() => there.admit(new Map()))).path, "/given/shoot");
assert.equal((await rejected(() => there.pick(OM, { worker: new Map() }))).path, "/given/worker");
assert.equal((await remote.load([new Proxy(azure, {})])).answer.documents.length, 1);
assert.equal((await there.admit(JSON.parse(shoot), shoot, { now: new Date(now) })).verdict, "yes");
assert.equal((await rejected(() => worker.start({ source: () => 1 }))).code, "argument-not-understood");
assert.match((await rejected(() => worker.start({ sorce: "engine_bg.wasm" }))).says, /^found the option `sorce`/);
for (const call of [() => worker.start({}, "engine_bg.wasm"), () => worker.Catalog.from(azure, null, {}, { edition: "upstream" })]) {
  assert.match((await rejected(call)).says, /expected nothing more$/);
}
assert.deepEqual(await there.fitting(OM), catalog.fitting(OM));
remote.stop();
console.log(`${foreign.length} things that no document is are named by three entries and a worker, and ${Object.keys(tests).length + Object.keys(answering).length} promises kept`);
