// A compiled CloudProfile that is asked for reasons too.
import { Catalog as Numbers } from "./catalog.js";
import { Catalog as Compiled } from "./engine.js";
import { unexpected } from "./errors.js";
import { Fitment, decided, envelope } from "./fitment.js";
import { guarded, inside, raw } from "./instance.js";
import { documentBytes, following, known, named } from "./options.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where, and for which worker. */
const WHEREABOUTS = ["region", "zones", "worker", "kubernetesVersion"];

/** Said beside every question. */
const SAID = ["now", "text", "fieldValidation"];

/** So many causes have a number of their own in a matrix; the last number is for all others. */
const MOST_CAUSES = 255;

/** A CloudProfile, alone or with one of a namespace, compiled once. The engine has to be started. */
export class Catalog extends Numbers {
  static from(profile, second, third) {
    const [namespacedProfile, options] = following(second, third);
    return new this(profile, { ...known(options, ["edition", "fieldValidation"]), namespacedProfile });
  }

  constructor(profile, options) {
    const { namespacedProfile, ...rest } = known(options, ["edition", "fieldValidation", "namespacedProfile"]);
    const documents = [documentBytes(profile)];
    if (namespacedProfile !== undefined && namespacedProfile !== null) {
      documents.push(documentBytes(namespacedProfile, "a NamespacedCloudProfile"));
    }
    super(profile, rest, {
      compile: (edition) => (documents.length === 1 ? new Compiled(documents[0], edition) : Compiled.merged(...documents, edition)),
      // A buffer is the caller's, who may write to it later.
      documents: documents.map((bytes) => bytes.slice()),
    });
  }

  /** The machine types, and which of them run an image and have what else is asked for. */
  machineTypes(filter) {
    const names = ["image", "version", "cpu", "memory", "gpu", "architecture", ...WHEREABOUTS];
    const asked = (said) => ask(this, "images/machine-types", {}, said, names);
    const { answer, problems } = asked(filter);
    // In English only where there is something to say: the list is asked for at every key press.
    return beside(answer.machineTypes, problems.length > 0 ? asked({ text: true, ...filter }).problems : problems);
  }

  offered(machineType, at) {
    const { kubernetesVersion, worker } = at ?? {};
    if (kubernetesVersion === undefined && worker === undefined) return super.offered(machineType, at);
    const { answer } = ask(this, "images/fit", { machineType: named(machineType) }, at, WHEREABOUTS);
    const versions = answer.images.flatMap((image) => image.versions);
    return Uint32Array.from(versions.flatMap(({ offered }, place) => (offered === true ? [place] : [])));
  }

  /** What fits a machine type, what does not, and why. */
  fit(machineType, options) {
    return ask(this, "images/fit", { machineType: named(machineType) }, { text: true, ...options }, ["image", "version", ...WHEREABOUTS]);
  }

  /** Why one version fits a machine type, or what keeps it apart, and the smallest change that would cure it. */
  explain(machineType, image, version, options) {
    const given = { machineType: named(machineType), image: named(image, "the name of an image"), version: named(version, "a version") };
    return ask(this, "images/fit", given, { text: true, ...options }, WHEREABOUTS);
  }

  /** The version to take for a machine type. */
  pick(machineType, options) {
    return ask(this, "images/pick", { machineType: named(machineType) }, { text: true, ...options }, ["image", ...WHEREABOUTS]);
  }

  /** What each machine type and each image version has of a capability, and the places of those side by side that have the same. */
  groups(capability) {
    const { columns } = this;
    const place = columns.capability.indexOf(named(capability, "the name of a capability"));
    if (place < 0) throw unexpected(`the capability \`${capability}\``, `one of ${columns.capability.join(", ")}`);
    const compiled = raw(this);
    const { label, machineType, version } = JSON.parse(guarded(() => compiled.groups(place)));
    return { rows: grouped(label, machineType), columns: grouped(label, version) };
  }

  /** Every machine type against every image version, as columns: what keeps each pair apart. */
  matrix(options) {
    const { groupBy } = known(options, ["groupBy"]);
    const groups = groupBy === undefined || groupBy === null ? {} : this.groups(groupBy);
    const { machineType, image, version, capability } = this.columns;
    const width = version.length;
    const apart = new Uint32Array(machineType.length * width);
    machineType.forEach((name, row) => apart.set(this.refusals(name), row * width));
    const { FITS } = Numbers;
    const counts = new Uint32Array(capability.length);
    // Plain loops over all pairs: iterators and callbacks take five times as long.
    for (let at = 0; at < apart.length; at += 1) if (apart[at] !== FITS) counts[apart[at]] += 1;
    const places = [...counts.keys()].filter((place) => counts[place] > 0).sort((left, right) => counts[right] - counts[left]);
    const numbers = new Uint8Array(capability.length);
    places.forEach((place, rank) => (numbers[place] = Math.min(rank + 1, MOST_CAUSES)));
    const cells = new Uint8Array(apart.length);
    for (let at = 0; at < apart.length; at += 1) if (apart[at] !== FITS) cells[at] = numbers[apart[at]];
    const fitting = apart.length - counts.reduce((sum, count) => sum + count, 0);
    const causes = places.map((place) => ({ capability: capability[place], count: counts[place] }));
    return { machineType, image, version, cells, causes, fitting, ...groups };
  }

  get warnings() {
    const own = this[inside]();
    if (!own.validates || own.documents.length === 1) return super.warnings;
    raw(this);
    const { members, warnings } = engine(own);
    const answer = ask(this, "images/machine-types", {}, { text: true }, []);
    // Documents without names are not loaded; they come with each question, whose answer tells.
    if (members !== undefined) return told(answer);
    // Whether two documents belong together only a question about both can tell.
    const together = answer.problems.filter(({ code }) => code === "profile-is-another");
    return [...warnings, ...told({ problems: together })];
  }

  free() {
    this[inside]().engine?.fitment.free();
    super.free();
  }
}

/** A list with the problems of its answer, which are no elements of it. */
function beside(list, problems) {
  return Object.defineProperty(list, "problems", { value: problems });
}

/** Labels by the places of what has them, and the places in the order of the labels. */
function grouped(label, numbers) {
  const places = label.map(() => []);
  numbers.forEach((number, place) => places[number].push(place));
  return { order: Uint32Array.from(places.flat()), label: numbers.map((number) => label[number]) };
}

/** Asks a question about the profile. */
export function ask(catalog, question, given, options, names) {
  raw(catalog);
  const own = catalog[inside]();
  const said = known(options, [...names, ...SAID]);
  const rest = { edition: own.edition };
  for (const name of SAID) if (said[name] !== undefined) rest[name] = said[name];
  const all = { ...given };
  for (const name of names) if (said[name] !== undefined && said[name] !== null) all[name] = said[name];
  const { fitment, names: loaded, members } = engine(own);
  if (loaded !== undefined) return fitment.ask(question, { ...loaded, ...all }, rest);
  // Without names the documents come with the question.
  const request = encoder.encode(JSON.stringify({ question, ...envelope(rest), given: all }).slice(0, -2));
  const comma = encoder.encode(Object.keys(all).length > 0 ? "," : "");
  const answer = fitment.askBytes(joined([request, comma, ...members, encoder.encode("}}")]));
  return decided(fitment, JSON.parse(decoder.decode(answer)));
}

/** The engine that has the documents of a catalog, made when it is first needed. */
function engine(own) {
  if (own.engine !== undefined) return own.engine;
  const { documents, validates } = own;
  const fitment = new Fitment();
  const comma = encoder.encode(",");
  const list = documents.flatMap((bytes, place) => (place === 0 ? [bytes] : [comma, bytes]));
  const said = encoder.encode(`],"text":true,"fieldValidation":"${validates ? "Warn" : "Ignore"}"}`);
  const loaded = JSON.parse(decoder.decode(fitment.loadBytes(joined([encoder.encode('{"documents":['), ...list, said]))));
  own.engine = { fitment, warnings: told(loaded) };
  if (loaded.outcome === "decided" && loaded.answer.documents.length === documents.length) {
    own.engine.names = Object.fromEntries(loaded.answer.documents.map(({ kind, namespace, name }) =>
      kind === "CloudProfile" ? ["cloudProfile", name] : ["namespacedCloudProfile", `${namespace}/${name}`]));
    own.documents = documents.map(() => undefined);
  } else {
    const members = ['"cloudProfile":', ',"namespacedCloudProfile":'];
    own.engine.members = documents.flatMap((bytes, place) => [encoder.encode(members[place]), bytes]);
  }
  return own.engine;
}

/** The warnings of an answer. */
function told({ problems }) {
  return problems.filter(({ level }) => level === "warning").map(({ says }) => says);
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
