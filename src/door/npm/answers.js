// A compiled CloudProfile that is asked for reasons too.
import { Catalog as Numbers, MADE, ONCE, compiling, offered, slips, strictly } from "./catalog.js";
import { Catalog as Compiled } from "./engine.js";
import { FitmentError, parts, unexpected } from "./errors.js";
import { Fitment, decided, envelope, sentences } from "./fitment.js";
import { guarded, inside, raw } from "./instance.js";
import { jsonOf, kind } from "./json.js";
import { documentBytes, following, known, named, nothing } from "./options.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where, and for which worker. */
const WHEREABOUTS = ["region", "zones", "worker", "kubernetesVersion"];

/** Said beside every question. */
const SAID = ["now", "text", "fieldValidation"];

/** Said beside a list of what is offered. */
const OF_LISTS = ["now", ...WHEREABOUTS, "fieldValidation"];

/** What is asked about, and is not there: as an unknown region it is no list. */
const NOT_THERE = ["kubernetes-version-unknown", "worker-is-another"];

const IN_ENGLISH = { text: true };

/** What a question calls the documents of a catalog. */
export const MEMBERS = ["cloudProfile", "namespacedCloudProfile"];

/** What `Catalog.from` is told besides. */
const OF_PROFILES = ["edition", "fieldValidation"];

/** What a machine type has an amount of. */
const AMOUNTS = ["cpu", "memory", "gpu"];

/** The bounds of an amount, of which a misspelt one would bound nothing. */
const BOUNDS = ["min", "max"];

/** So many causes have a number of their own in a matrix; the last number is for all others. */
const MOST_CAUSES = 255;

/** The key of what gives documents the API server's defaults, in the entry that knows them. */
export const filling = Symbol("filling");

/** A CloudProfile, alone or with one of a namespace, compiled once. The engine has to be started. */
export class Catalog extends Numbers {
  static from(profile, second, third, ...more) {
    nothing(more, ONCE);
    const [namespacedProfile, options] = following(second, third);
    return new this(profile, { ...known(options, optionsOf(this)), namespacedProfile });
  }

  constructor(profile, options, ...more) {
    nothing(more, MADE);
    const { namespacedProfile, defaulted, ...rest } = known(options, [...optionsOf(new.target), "namespacedProfile"]);
    const isDefaulted = defaulted ?? false;
    if (typeof isDefaulted !== "boolean") throw unexpected(kind(isDefaulted), "true or false for `defaulted`");
    let documents = [documentBytes(profile)];
    if (namespacedProfile !== undefined && namespacedProfile !== null) {
      documents.push(documentBytes(namespacedProfile, "a NamespacedCloudProfile"));
    }
    const fill = isDefaulted ? new.target[filling] : undefined;
    const compiled = (edition) => (documents.length === 1 ? new Compiled(documents[0], edition) : Compiled.merged(...documents, edition));
    const within = {
      isDefaulted,
      compile: (edition) => {
        const first = compiled(edition);
        if (fill === undefined) return first;
        // What is wrong with the documents was said of them as they came.
        first.free();
        documents = fill(documents);
        return compiled(edition);
      },
      // A buffer is the caller's, who may write to it later.
      documents: () => documents.map((bytes) => bytes.slice()),
    };
    super(profile, { ...rest, [compiling]: within });
  }

  /** The machine types, and which of them run an image and have what else is asked for. */
  machineTypes(filter, ...more) {
    nothing(more, ONCE);
    const names = ["image", "version", ...AMOUNTS, "architecture", ...WHEREABOUTS];
    const said = known(filter, [...names, ...SAID]);
    for (const amount of AMOUNTS) known(said[amount], BOUNDS);
    const { answer, problems } = spoken((inEnglish) => ask(this, "images/machine-types", {}, said, names, inEnglish));
    return beside(answer.machineTypes, problems);
  }

  offered(machineType, at, ...more) {
    nothing(more, ONCE);
    const said = known(at, OF_LISTS);
    if ((said.kubernetesVersion ?? said.worker ?? null) === null) return offered(this, machineType, said);
    const given = { machineType: named(machineType) };
    const { answer, problems } = spoken((inEnglish) => ask(this, "images/fit", given, said, WHEREABOUTS, inEnglish));
    const none = problems.find(({ code }) => NOT_THERE.includes(code));
    if (none !== undefined) throw new FitmentError({ code: none.code, ...parts(none.says) });
    const versions = answer.images.flatMap((image) => image.versions);
    return beside(Uint32Array.from(versions.flatMap(({ offered }, place) => (offered === true ? [place] : []))), problems);
  }

  /** What fits a machine type, what does not, and why. */
  fit(machineType, options, ...more) {
    nothing(more, ONCE);
    return ask(this, "images/fit", { machineType: named(machineType) }, options, ["image", "version", ...WHEREABOUTS], IN_ENGLISH);
  }

  /** Why one version fits a machine type, or what keeps it apart, and the smallest change that would cure it. */
  explain(machineType, image, version, options, ...more) {
    nothing(more, ONCE);
    const given = { machineType: named(machineType), image: named(image, "the name of an image"), version: named(version, "a version") };
    return ask(this, "images/fit", given, options, WHEREABOUTS, IN_ENGLISH);
  }

  /** The version to take for a machine type. */
  pick(machineType, options, ...more) {
    nothing(more, ONCE);
    return ask(this, "images/pick", { machineType: named(machineType) }, options, ["image", ...WHEREABOUTS], IN_ENGLISH);
  }

  /** What each machine type and each image version has of a capability, and the places of those side by side that have the same. */
  groups(capability, ...more) {
    nothing(more, ONCE);
    const { columns } = this;
    const place = columns.capability.indexOf(named(capability, "the name of a capability"));
    if (place < 0) throw unexpected(`the capability \`${capability}\``, `one of ${columns.capability.join(", ")}`);
    const compiled = raw(this);
    const { label, machineType, version } = JSON.parse(guarded(() => compiled.groups(place)));
    return { rows: grouped(label, machineType), columns: grouped(label, version) };
  }

  /** Every machine type against every image version, as columns: what keeps each pair apart. */
  matrix(options, ...more) {
    nothing(more, ONCE);
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

  [slips]() {
    const own = this[inside]();
    if (own.documents.length === 1) return super[slips]();
    raw(this);
    const { members, warnings } = engine(own);
    const { problems } = ask(this, "images/machine-types", {}, {}, [], IN_ENGLISH);
    // Documents that no question can name come with each, whose answer tells of them. Of others it tells whether they belong
    // together.
    const isLoaded = members === undefined;
    const apart = isLoaded ? [...warnings, ...told(problems.filter(({ code }) => code === "profile-is-another"))] : told(problems);
    const said = new Set(apart.map(placeless));
    return [...apart, ...super[slips]().filter((warning) => !said.has(placeless(warning)))];
  }

  free() {
    this[inside]().engine?.fitment.free();
    super.free();
  }
}

/** The options of a profile that a class takes. */
function optionsOf(type) {
  return type[filling] === undefined ? OF_PROFILES : [...OF_PROFILES, "defaulted"];
}

/** An answer in English only where there is something to say: a list is asked for at every key press. */
function spoken(asked) {
  const answer = asked();
  return answer.problems.length > 0 ? asked(IN_ENGLISH) : answer;
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

/**
 * Asks a question about the profile. `unless` is what is said where the options do not, `documents` are members of `given`
 * whose JSON is there already.
 */
export function ask(catalog, question, given, options, names, unless, documents = []) {
  raw(catalog);
  const own = catalog[inside]();
  const said = known(options, [...names, ...SAID]);
  strictly(catalog, said.fieldValidation);
  const rest = { edition: own.edition, ...unless };
  for (const name of SAID) if (said[name] !== undefined && said[name] !== null) rest[name] = said[name];
  const all = { ...given };
  for (const name of names) if (said[name] !== undefined && said[name] !== null) all[name] = said[name];
  const { fitment, names: loaded, members = [] } = engine(own);
  Object.assign(all, loaded);
  // Without names the documents of the catalog come with the question.
  const written = [...members, ...documents];
  if (written.length === 0) return fitment.ask(question, all, rest);
  const request = encoder.encode(jsonOf({ question, ...envelope(rest), given: all }, "a request").slice(0, -2));
  const isFirst = Object.keys(all).length === 0;
  const further = written.flatMap(([name, bytes], place) => [encoder.encode(`${isFirst && place === 0 ? "" : ","}"${name}":`), bytes]);
  return decided(JSON.parse(decoder.decode(fitment.askBytes(joined([request, ...further, encoder.encode("}}")])))));
}

/** The engine that has the documents of a catalog, made when it is first needed. */
function engine(own) {
  if (own.engine !== undefined) return own.engine;
  const { documents, isDefaulted } = own;
  const fitment = new Fitment();
  const comma = encoder.encode(",");
  const list = documents.flatMap((bytes, place) => (place === 0 ? [bytes] : [comma, bytes]));
  const said = encoder.encode(`],"defaulted":${isDefaulted},"edition":"${own.edition ?? "design"}","text":true}`);
  const loaded = JSON.parse(decoder.decode(fitment.loadBytes(joined([encoder.encode('{"documents":['), ...list, said]))));
  own.engine = { fitment, warnings: told(loaded.problems).map(ofMembers) };
  if (loaded.outcome === "decided" && loaded.answer.documents.length === documents.length && loaded.answer.documents.every(isNameable)) {
    own.engine.names = Object.fromEntries(loaded.answer.documents.map(({ kind, namespace, name }) =>
      kind === "CloudProfile" ? ["cloudProfile", name] : ["namespacedCloudProfile", `${namespace}/${name}`]));
    own.documents = documents.map(() => undefined);
  } else {
    own.engine.members = documents.map((bytes, place) => [MEMBERS[place], bytes]);
  }
  return own.engine;
}

/** A warning about a loaded document with the name of what the caller gave. */
function ofMembers(warning) {
  return warning.replace(/\(at \/documents\/([01])/, (_, place) => `(at /${MEMBERS[place]}`);
}

/** Whether a question can name a loaded document: it is of Gardener's, and only one of a namespace has a namespace. */
function isNameable({ apiVersion, kind, namespace }) {
  return apiVersion.startsWith("core.gardener.cloud/") && (kind === "CloudProfile") === (namespace === undefined);
}

/** A warning without its place, which is another in what two documents come to. */
function placeless(warning) {
  const { says, path, hint } = parts(warning);
  return `${path === undefined ? says : says.slice(0, -path.length - 1)}; ${hint}`;
}

/** The warnings among problems. */
function told(problems) {
  return problems.filter(({ level }) => level === "warning").map(({ says }) => says);
}

/** Bytes one after the other. */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
