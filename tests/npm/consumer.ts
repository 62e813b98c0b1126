// What somebody who installs the package writes, checked against its types.
import { Catalog, Fitment, FitmentError, Undecided, about, start } from "fitment";
import { Catalog as SmallCatalog, start as startCatalog } from "fitment/catalog";
import { Catalog as ImagesCatalog, start as startImages } from "fitment/images";
import { start as startClusters } from "fitment/clusters";
import { start as startDrivers } from "fitment/drivers";
import { start as startProviders } from "fitment/providers";
import { start as startTraits } from "fitment/traits";
import { Catalog as RemoteCatalog, Fitment as RemoteFitment, start as startWorker } from "fitment/worker";
import { sha256, url } from "fitment/gate";
import { FitmentImageSelect, FitmentMachineSelect, RowPool } from "fitment/element";
import type { Decided, Envelope, LoadedDocument, Questions, Reason, Whereabouts } from "fitment";

interface Profile {
  spec: { machineTypes: { name: string }[] };
}

export async function main(profile: Profile): Promise<string> {
  const fitment: Fitment = await start();
  const documents = [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }];
  const { answer, problems } = fitment.load(documents, { fieldValidation: "Strict", complete: [{ apiVersion: "v1", kind: "ConfigMap" }] });
  const loaded: LoadedDocument[] = problems.length === 0 ? answer.documents : [];
  try {
    const envelope = fitment.ask("drivers/default", { registeredDrivers: [{ name: "a", provides: [] }] }, { now: new Date(), text: true });
    const first: Reason | undefined = envelope.because[0];
    const fit = fitment.ask("images/fit", { cloudProfile: profile, machineType: "m5.large" });
    const version: string | undefined = fit.answer.images?.[0]?.versions?.[0]?.version;
    const classification: "supported" | undefined = fit.answer.recommended?.classification === "supported" ? "supported" : undefined;
    return version ?? classification ?? envelope.answer.driver ?? first?.says ?? loaded[0]?.digest ?? about().version;
  } catch (error) {
    if (error instanceof Undecided) return error.envelope.problems.map((problem) => problem.code).join();
    if (error instanceof FitmentError) return error.hint ?? error.path ?? error.code;
    throw error;
  }
}

/** Every question can be asked, with what it is given, and answers what it answers. */
export function every<Question extends keyof Questions>(
  fitment: Fitment,
  question: Question,
  given: Questions[Question]["given"],
): Decided<Questions[Question]["answer"]> {
  const ask: (question: Question, given: Questions[Question]["given"]) => Envelope = fitment.ask.bind(fitment) as never;
  return ask(question, given) as Decided<Questions[Question]["answer"]>;
}

// @ts-expect-error an edition has one of two names
export const wrong = (fitment: Fitment) => fitment.ask("fitment/about", {}, { edition: "upstrem" });

// @ts-expect-error the words are those of the Kubernetes API
export const strict = (fitment: Fitment) => fitment.load([], { fieldValidation: "strict" });

export const beside = (fitment: Fitment, review: object) =>
  fitment.review(review, "validating", { without: { apiVersion: "v1", kind: "ConfigMap", name: "a" }, text: true });

export const removed = (fitment: Fitment, name: string, namespace: string | undefined) =>
  fitment.load([], { remove: [{ apiVersion: "v1", kind: "ConfigMap", namespace, name }] });

// @ts-expect-error a question leaves nothing out
export const leftOut = (fitment: Fitment) => fitment.ask("fitment/about", {}, { without: null });

// @ts-expect-error there is no such question
export const misspelt = (fitment: Fitment) => fitment.ask("images/fitt", {});

// @ts-expect-error there is no such key
export const key = (fitment: Fitment) => fitment.ask("images/fit", { cloudProfil: "azure", machineType: "m5.large" });

// @ts-expect-error deep down neither
export const deep = (fitment: Fitment) => fitment.ask("drivers/resolve", { registeredDrivers: [{ nam: "a" }] });

// @ts-expect-error a name is text
export const kind = (fitment: Fitment) => fitment.ask("images/fit", { cloudProfile: "azure", machineType: 5 });

// @ts-expect-error what has to be given has to be given
export const missing = (fitment: Fitment) => fitment.ask("images/pick");

// @ts-expect-error also where no one member has to be
export const bare = (fitment: Fitment) => fitment.ask("images/fit");

// @ts-expect-error null is nothing
export const empty = (fitment: Fitment) => fitment.ask("images/lint", null);

// @ts-expect-error a gate is on or off
export const gate = (fitment: Fitment) => fitment.ask("clusters/reconcile", { featureGates: { X: null } });

// @ts-expect-error for a Shoot too
export const gates = (catalog: Catalog) => catalog.admit({ kind: "Shoot" }, null, { featureGates: { X: null } });

// @ts-expect-error zones have a region
export const regionless = (fitment: Fitment) => fitment.ask("images/fit", { cloudProfile: "azure", machineType: "m5.large", zones: ["a"] });

/** Zones without their region, in every method that takes them. */
export function nowhere(catalog: Catalog, images: ImagesCatalog, small: SmallCatalog, remote: RemoteCatalog): unknown {
  // @ts-expect-error
  small.offered("m5.large", { zones: ["a"] });
  // @ts-expect-error
  images.offered("m5.large", { zones: ["a"], kubernetesVersion: "1.33.4" });
  // @ts-expect-error
  catalog.fit("m5.large", { zones: ["a"] });
  // @ts-expect-error
  catalog.pick("m5.large", { zones: ["a"], text: true });
  // @ts-expect-error
  catalog.explain("m5.large", "linux", "1.0.0", { zones: ["a"] });
  // @ts-expect-error
  catalog.machineTypes({ zones: ["a"], cpu: { min: "4" } });
  // @ts-expect-error
  return remote.pick("m5.large", { zones: ["a"] });
}

/** What a page keeps of a region that may not be chosen yet. */
export function somewhere(catalog: Catalog, small: SmallCatalog, fitment: Fitment, region: string | null, zones: string[], optional?: string): unknown {
  const at: Whereabouts = { region, zones };
  for (const where of [at, { region, zones }, { region: optional, zones }, { region: "eu", zones }, { zones: null }, { region }, {}]) {
    small.offered("m5.large", where);
    catalog.fit("m5.large", where);
    catalog.machineTypes({ ...where, image: "linux" });
  }
  catalog.offered("m5.large", { zones: [] });
  catalog.explain("m5.large", "linux", "1.0.0", { region, zones, now: null });
  fitment.ask("images/fit", { cloudProfile: "azure", machineTypes: ["m5.large"], region, zones });
  fitment.ask("clusters/reconcile-all", { featureGates: { X: true } });
  return [fitment.ask("traits/lint"), fitment.ask("fitment/codes", null, { text: true }), fitment.ask("images/lint", {})];
}

// @ts-expect-error an answer has what it has
export const answers = (fitment: Fitment) => fitment.ask("images/fit", { cloudProfile: "azure" }).answer.imges;

export function offered(catalog: Catalog, machineType: string): string[] {
  const { image, version } = catalog.columns;
  for (const warning of catalog.warnings) throw new Error(warning);
  const fitting = Array.from(catalog.fitting(machineType), (place) => `${image[place]} ${version[place]}`);
  const { picked, worker } = catalog.pick(machineType, { region: "eu", zones: ["a"] }).answer;
  const why: Reason[] = catalog.explain(machineType, "linux", "1.0.0", { kubernetesVersion: "1.33.4" }).because;
  const large = catalog.machineTypes({ image: "linux", cpu: { min: "4" } }).filter((type) => type.offered === true);
  const cells: Uint8Array = catalog.matrix().cells;
  const order: Uint32Array = catalog.matrix({ groupBy: "architecture" }).rows.order;
  const labels: string[] = catalog.groups("architecture").columns.label;
  const admitted = catalog.admit({ kind: "Shoot" }, null, { now: new Date() }).answer;
  return [...fitting, picked?.version ?? "", worker?.name ?? "", why[0]?.says ?? "", large[0]?.architecture ?? "", `${cells[0]}`, `${admitted}`, `${order[0]}`, ...labels];
}

// @ts-expect-error without a capability there are no groups
export const ungrouped = (catalog: Catalog) => catalog.matrix().rows;

// @ts-expect-error there is no such filter
export const filter = (catalog: Catalog) => catalog.machineTypes({ cpus: { min: "4" } });

// @ts-expect-error only the whole engine judges Shoots
export const admit = (catalog: ImagesCatalog) => catalog.admit({});

// @ts-expect-error only the smallest entry is about numbers alone
export const fit = (catalog: SmallCatalog) => catalog.fit("m5.large");

export async function smaller(profile: Uint8Array): Promise<number> {
  await startCatalog();
  await startImages();
  const { limits } = (await startDrivers()).ask("fitment/about").answer;
  (await startTraits()).ask("traits/match-nodes", { nodes: [], flavor: {} });
  (await startClusters()).ask("clusters/name", { rule: "v1-name" });
  (await startProviders()).ask("providers/series", { version: "v1.2.3" });
  return SmallCatalog.from(profile).fitting("m5.large").length + (limits?.depth ?? 0);
}

export async function elsewhere(profile: Uint8Array): Promise<string | undefined> {
  const fitment = await startWorker();
  const catalog: RemoteCatalog = await RemoteCatalog.from(profile, null, { edition: "upstream" });
  const places: Uint32Array = await catalog.offered("m5.large");
  const whole: RemoteCatalog = await RemoteCatalog.from(profile, { edition: "upstream" });
  const cells: Uint8Array = (await whole.matrix()).cells;
  const { rows } = await whole.matrix({ groupBy: "network" });
  const { image } = await catalog.columns;
  const { answer } = await fitment.ask("images/pick", { machineType: "m5.large" });
  fitment.stop();
  return image[places[0] ?? cells[0] ?? rows.order[0] ?? 0] ?? answer.picked?.image;
}

// @ts-expect-error each entry has its own questions
export const foreign = async () => (await startDrivers()).ask("traits/match-nodes", {});

// @ts-expect-error the entry for drivers has no catalogue
import { Catalog as NoCatalog } from "fitment/drivers";

export const judged = (): string[] => about().judged.map(({ policy, kind }) => `${policy} ${kind}`);

export function element(catalog: Catalog, small: ImagesCatalog, remote: RemoteCatalog): string {
  const select = document.createElement("fitment-image-select");
  for (const asked of [catalog, small, remote]) select.catalog = asked;
  select.machineType = "m5.large";
  select.show = "why-not";
  select.words = { pending: "…" };
  if (select.problems.some(({ level }) => level === "warning")) select.refresh();
  const pool = new RowPool(select, { rowHeight: 32, parts: ["name"] });
  pool.update({ count: 1, draw: (row, place) => row.text(0, String(place)) });
  return select instanceof FitmentImageSelect ? `${select.version} ${sha256} ${url}` : "";
}

// @ts-expect-error numbers alone have no reasons
export const reasonless = (select: FitmentImageSelect, catalog: SmallCatalog) => (select.catalog = catalog);

// @ts-expect-error it is one of two words
export const show = (select: FitmentImageSelect) => (select.show = "all");

/** Options may be `null`, as state often is, and columns are for reading. */
export function nothing(catalog: Catalog, small: SmallCatalog, profile: Profile, json: { toJSON(): Profile }): readonly string[] {
  const where = { now: null, region: null, zones: null, fieldValidation: null };
  catalog.offered("m5.large", { ...where, worker: null, kubernetesVersion: null });
  catalog.fit("m5.large", { ...where, image: null, version: null, text: null });
  catalog.machineTypes({ ...where, image: null, cpu: null });
  catalog.admit(profile, null, { now: null, featureGates: null });
  small.offered("m5.large", where);
  for (const From of [Catalog, ImagesCatalog, SmallCatalog]) From.from(json, null, { edition: null });
  const said = catalog.offered("m5.large", { worker: {}, fieldValidation: "Strict" }).problems?.map(({ code }) => code);
  return said ?? catalog.columns.machineType;
}

// @ts-expect-error what everybody reads nobody sorts
export const sorted = (catalog: Catalog) => catalog.columns.machineType.sort();

// @ts-expect-error a promise is no profile
export const early = (profile: Promise<Profile>) => Catalog.from(profile);

// @ts-expect-error nor is what maps its members
export const mapped = (profile: Map<string, object>) => SmallCatalog.from(profile);

// @ts-expect-error nor a profile of a namespace
export const parentless = (profile: Profile, namespaced: Promise<Profile>) => ImagesCatalog.from(profile, namespaced);

// @ts-expect-error there is no such option
export const option = (profile: Profile) => Catalog.from(profile, { editon: "upstream" });

// @ts-expect-error a profile of a namespace stands by itself
export const within = (profile: Profile) => Catalog.from(profile, { namespacedProfile: profile });

// @ts-expect-error options come once
export const options = (profile: Profile) => Catalog.from(profile, { edition: "upstream" }, { edition: "design" });

// @ts-expect-error a Shoot that is awaited is one
export const unawaited = (catalog: Catalog, shoot: Promise<Profile>) => catalog.admit(shoot);

export async function asGitHasIt(profile: Profile, select: FitmentImageSelect, machines: FitmentMachineSelect): Promise<string[]> {
  Catalog.from(profile, { defaulted: true });
  Catalog.from(profile, null, { defaulted: true, edition: "upstream" });
  await RemoteCatalog.from(profile, { defaulted: true });
  // @ts-expect-error only the whole engine knows the defaults
  ImagesCatalog.from(profile, { defaulted: true });
  await startWorker({ source: "engine_bg.wasm" });
  // @ts-expect-error the worker's engine is started, not made
  new RemoteFitment();
  select.zones = ["1", "2"];
  select.now = new Date();
  machines.minCpu = 8;
  machines.kubernetesVersion = "1.33";
  // @ts-expect-error no amount is a date
  machines.maxMemory = new Date();
  return [select.zones, machines.minCpu, about().stored[0]?.kind ?? ""];
}
