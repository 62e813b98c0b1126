// Reviews through the npm package: what they may be told, and what they answer. `node tests/npm/reviews.mjs PACKAGE`
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const entry = (name) => import(new URL(`${name}index.node.js`, `${pathToFileURL(process.argv[2])}/`));
const { FitmentError, Undecided, start } = await entry("");
const { start: startWorker } = await entry("worker/");

const type = { apiVersion: "management.cattle.io/v3", kind: "Cluster" };
const labels = {
  "cluster-api.cattle.io/capi-cluster-owner": "prod",
  "cluster-api.cattle.io/capi-cluster-owner-ns": "team-a",
  "cluster-api.cattle.io/owned": "",
};
const record = (metadata) => ({ ...type, metadata: { ...metadata, labels }, spec: {} });
const kind = { group: "management.cattle.io", version: "v3", kind: "Cluster" };
const object = record({ generateName: "c-" });
const review = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: { uid: "1", kind, operation: "CREATE", object },
};

for (const fitment of [await start(), await startWorker()]) {
  const judged = (options) => fitment.review(review, "validating", options);
  assert.equal((await judged()).verdict, "yes");
  await fitment.load([record({ name: "c-00001" })]);
  const refused = await judged({ text: true, now: "2026-01-01T00:00:00Z" });
  assert.equal(refused.verdict, "no", "a second record of one cluster");
  assert.equal(refused.review.response.allowed, false);
  assert.match(refused.review.response.status.message, /c-00001/);

  // The object under review may be loaded among the others.
  assert.equal((await judged({ without: { ...type, name: "c-00001" } })).verdict, "yes");
  const { verdict, problems } = await judged({ without: { ...type, name: "c-00002" } });
  assert.deepEqual([verdict, problems.map(({ code }) => code)], ["no", ["removed-not-loaded"]]);
  assert.equal((await judged({ without: null })).verdict, "no");
  await assert.rejects(async () => judged({ without: "c-00001" }), Undecided);

  await assert.rejects(async () => judged({ withot: {} }), /`withot`, expected one of .*, without/);
  await assert.rejects(async () => fitment.ask("fitment/about", {}, { without: {} }), /the option `without`/);
  await assert.rejects(async () => fitment.review(review, "valid"), Undecided);
  await assert.rejects(async () => fitment.review(review, "validating", {}, { text: true }), FitmentError);
  fitment.stop?.();
  fitment.free?.();
}
console.log("reviews are told what they may be told, here and in a worker");
