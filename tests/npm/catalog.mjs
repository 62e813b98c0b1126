// The catalogue of the npm package against the question it is the short way to, for every profile of the vectors.
// `node tests/npm/catalog.mjs PACKAGE`
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const entry = (name) => import(new URL("index.node.js", pathToFileURL(join(process.argv[2], name, "/"))));
const { start } = await entry("");
const fitment = await start();
const folder = new URL("../vectors/images/", import.meta.url);
const vectors = readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(new URL(file, folder))));
const profiles = vectors.map((vector) => vector.given.cloudProfile).filter((profile) => profile?.spec?.machineTypes);

const entries = await Promise.all(["", "images", "catalog"].map(entry));
let compared = 0;
for (const profile of profiles) {
  // The profiles take turns with the three entries that have a catalogue.
  const { Catalog } = entries[compared % entries.length];
  for (const edition of ["design", "upstream"]) {
    const catalog = new Catalog(profile, { edition });
    const { columns } = catalog;
    const classifications = catalog.classifications("2026-01-01T00:00:00Z");
    for (const machineType of new Set(columns.machineType)) {
      const { answer } = fitment.ask("images/fit", { cloudProfile: profile, machineType }, { edition, now: "2026-01-01T00:00:00Z" });
      const versions = answer.images.flatMap(({ name, versions }) => versions.map((version) => ({ name, ...version })));
      assert.deepEqual(versions.map(({ name }) => name), columns.image);
      assert.deepEqual(versions.map(({ version }) => version), columns.version);
      assert.deepEqual(versions.map(({ classification }) => classification), classifications);
      const fits = versions.flatMap((version, place) => (version.fits ? [place] : []));
      assert.deepEqual([...catalog.fitting(machineType)], fits);
      const now = "2026-01-01T00:00:00Z";
      const places = (member) => versions.flatMap((version, place) => (version[member] ? [place] : []));
      assert.deepEqual([...catalog.active(now)], places("active"));
      assert.deepEqual([...catalog.offered(machineType, { now })], places("offered"));
      const refused = [...catalog.refusals(machineType)].filter((capability) => capability !== Catalog.FITS);
      const counted = Object.fromEntries(answer.summary.refused.map(({ by, count }) => [by, count]));
      const count = (by) => refused.filter((capability) => columns.capability[capability] === by).length;
      // What fits is kept from being offered by something else than a capability.
      const apart = Object.keys(counted).filter((by) => columns.capability.includes(by));
      for (const by of apart) assert.equal(count(by), counted[by]);
      assert.equal(refused.length, versions.length - fits.length);
      compared += 1;
    }
    catalog.free();
  }
}
assert.ok(compared > 100, `only ${compared} machine types were compared`);

for (const { Catalog } of entries) {
  const none = new Catalog(`{"spec": {"machineTypes": [{"name": "m5.large"}]}}`);
  assert.throws(() => none.fitting("m5.lage"), /no machine type `m5.lage`.*did you mean `m5.large`/);
  assert.deepEqual([...none.fitting("m5.large")], []);
  assert.throws(() => new Catalog("{"), /^FitmentError: the document ends/);
  assert.throws(() => new Catalog({ kind: "Pod" }), /found a `Pod`, expected a `CloudProfile`/);
  assert.throws(() => new Catalog(), /found undefined, expected a CloudProfile/);
  assert.throws(() => none.fitting(), /found undefined, expected the name of a machine type/);
  assert.throws(() => none.offered("m5.large", { zones: ["a"] }), /found zones, expected the region/);
  assert.throws(() => none.offered("m5.large", { region: "eu", zones: ["a"] }), /the profile has no region `eu`/);
  assert.throws(() => none.classifications("soon"), /found `soon`, expected a time/);
  assert.throws(() => new Catalog("{}", { edition: "upstrem" }), /found the edition `upstrem`, expected design or upstream/);
}

// What is misspelt, of another type or nothing is said, and never read as something else.
const misspelt = { spec: { machineTypes: [{ name: "m5.large", capabilites: {} }] } };
for (const { Catalog } of entries) {
  const { warnings } = new Catalog(misspelt);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /`capabilites`.*did you mean `capabilities`/);
  assert.deepEqual(new Catalog(misspelt, { fieldValidation: "Ignore" }).warnings, []);
  assert.throws(() => new Catalog(misspelt, { fieldValidation: "Strict" }), /did you mean `capabilities`/);
  assert.throws(() => new Catalog(misspelt, { fieldValidation: "strict" }), /expected Ignore, Warn or Strict/);
  const bytes = new TextEncoder().encode(JSON.stringify(misspelt));
  for (const profile of [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(bytes), JSON.stringify(misspelt)]) {
    assert.deepEqual(new Catalog(profile).columns.machineType, ["m5.large"]);
  }
  assert.throws(() => new Catalog(misspelt, { fieldvalidation: "Strict" }), /found the option `fieldvalidation`/);
  assert.throws(() => new Catalog(misspelt, "upstream"), /found string, expected an object with the options/);
  assert.throws(() => new Catalog(misspelt, { edition: 7 }), /found the edition number, expected design or upstream/);
  const lacking = { spec: { machineTypes: [{ name: "a" }], regions: [{ name: "r", zones: [{ name: "z", unavailableMachineTypes: ["b"] }] }] } };
  assert.match(new Catalog(lacking).warnings.join(), /the zone `z` is said to lack `b`/);
  const catalog = new Catalog(misspelt, null);
  assert.throws(() => catalog.offered("m5.large", { region: "eu", zone: ["a"] }), /found the option `zone`/);
  assert.throws(() => new Catalog(null), /found null, expected a CloudProfile/);
  assert.throws(() => catalog.offered("m5.large", { now: 0 }), /found number, expected a Date/);
  assert.throws(() => catalog.offered("m5.large", { now: new Date("soon") }), /found an invalid date/);
  assert.throws(() => catalog.offered("m5.large", { region: 7 }), /found number, expected the name of a region/);
  assert.throws(() => catalog.offered("m5.large", { region: "eu", zones: "a" }), /found string, expected a list of zones/);
  assert.throws(() => catalog.offered("m5.large", { region: "eu", zones: [1] }), /found number, expected the name of a zone/);
  assert.throws(() => catalog.active({ now: "2026-01-01T00:00:00Z" }), /found object, expected a Date/);
  assert.deepEqual([...catalog.offered("m5.large", null)], []);
  assert.deepEqual([...catalog.fitting("m5.large")], []);
}
const document = { apiVersion: "core.gardener.cloud/v1beta1", kind: "CloudProfile", metadata: { name: "p" }, ...misspelt };
assert.deepEqual(fitment.load([document]).problems.map(({ code }) => code), ["unknown-key"]);
assert.deepEqual(fitment.load([document], { fieldValidation: "Ignore" }).problems, []);
assert.throws(() => fitment.load([document], { fieldValidation: "Strict" }), /did you mean `capabilities`/);
const asked = fitment.ask("images/machine-types", { cloudProfile: "p" }, { fieldValidation: "Strict", text: true });
assert.equal(asked.outcome, "decided");
assert.throws(() => fitment.ask("images/machine-types", { cloudProfil: "p" }, { fieldValidation: "Strict" }), /cloudProfil/);
assert.throws(() => fitment.ask("fitment/about", {}, { Now: new Date() }), /found the option `Now`/);
assert.throws(() => fitment.load([], { removed: [] }), /found the option `removed`/);
assert.throws(() => fitment.askText(5), /found number, expected text/);
assert.throws(() => fitment.askBytes("{}"), /found string, expected a Uint8Array/);
assert.equal(fitment.ask("fitment/about", null, null).outcome, "decided");
assert.throws(() => fitment.ask("drivers/default", { registeredDrivers: 1 }), /not understood: found number, expected array/);
console.log(`the catalogue and images/fit agree on ${compared} machine types of ${profiles.length} profiles`);
