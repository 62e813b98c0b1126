// The compiled CloudProfile, which needs no engine around it.
import { Catalog as Compiled } from "./engine.js";
import { FitmentError, unexpected } from "./errors.js";
import { free, guarded, hold, inside, raw } from "./instance.js";
import { kind } from "./json.js";
import { documentBytes, editionOf, following, known, named, nothing, time, validation } from "./options.js";

export { FitmentError } from "./errors.js";

/** What a caller may have meant with more than options. */
export const ONCE = "all that is asked goes into one object";

/** What to do instead of constructing with more than a profile and options. */
export const MADE = "`Catalog.from` takes a NamespacedCloudProfile before the options";

/** The key of what is told of a profile, whether or not its warnings were wanted when it was compiled. */
export const slips = Symbol("slips");

/** The key of how the other entries compile and what they keep, among options: callers have only keys that are text. */
export const compiling = Symbol("compiling");

/** What to do instead of asking about capabilities in a region. */
const OFFERED = "this is about capabilities alone; `offered` takes a time, a region and zones";

/** A CloudProfile, compiled once: what fits a machine type as numbers. The engine has to be started. */
export class Catalog {
  static FITS = 0xffffffff;

  /** Bytes of JSON cross fastest; its text and the object itself are welcome too. */
  static from(profile, second, third, ...more) {
    nothing(more, ONCE);
    const [namespacedProfile, options] = following(second, third);
    if (namespacedProfile !== undefined && namespacedProfile !== null) {
      throw unexpected("a NamespacedCloudProfile", "options; the entry `images` merges it with its parent");
    }
    return new this(profile, options);
  }

  constructor(profile, options, ...more) {
    nothing(more, MADE);
    const { edition, fieldValidation, [compiling]: { compile, documents, isDefaulted } = {} } = known(options, ["edition", "fieldValidation"]);
    const chosen = editionOf(edition);
    const word = validation(fieldValidation);
    const bytes = compile === undefined ? documentBytes(profile) : undefined;
    const make = compile ?? ((edition) => new Compiled(bytes, edition));
    const own = hold(this, () => make(chosen), "profile-not-read");
    own.documents = documents?.();
    own.isDefaulted = isDefaulted;
    own.edition = chosen;
    own.validates = word !== "Ignore";
    try {
      strictly(this, word);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  /** Keys, names and values that no CloudProfile has, in English: what is misspelt may let more fit. */
  get warnings() {
    raw(this);
    return this[inside]().validates ? this[slips]() : [];
  }

  [slips]() {
    const compiled = raw(this);
    return listed(guarded(() => compiled.warnings()));
  }

  /** The image versions that fit, as places in `columns`. */
  fitting(machineType, ...more) {
    nothing(more, OFFERED);
    const [compiled, name] = [raw(this), named(machineType)];
    return guarded(() => compiled.fitting(name), "machine-type-unknown");
  }

  /**
   * Those of them that are offered at a time: neither expired, unavailable nor a preview, without a suffix, and the
   * machine type not out of use and available in the zones of the region.
   */
  offered(machineType, at, ...more) {
    nothing(more, ONCE);
    return offered(this, machineType, known(at, ["now", "region", "zones", "fieldValidation"]));
  }

  /** The image versions that are neither expired nor unavailable at a time. */
  active(now, ...more) {
    nothing(more, OFFERED);
    const [compiled, moment] = [raw(this), time(now ?? new Date())];
    return guarded(() => compiled.active(moment), "argument-not-understood");
  }

  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType, ...more) {
    nothing(more, OFFERED);
    const [compiled, name] = [raw(this), named(machineType)];
    return guarded(() => compiled.refusals(name), "machine-type-unknown");
  }

  /** What each image version is at a time: `supported`, `expired` and so on. What fits may be gone. */
  classifications(now, ...more) {
    nothing(more, OFFERED);
    const [compiled, moment] = [raw(this), time(now ?? new Date())];
    return listed(guarded(() => compiled.classifications(moment), "argument-not-understood"));
  }

  /** What the numbers mean. */
  get columns() {
    const compiled = raw(this);
    // One object for all who ask, so nobody may write to it.
    return (this[inside]().columns ??= JSON.parse(guarded(() => compiled.columnsText()), (_, value) => Object.freeze(value)));
  }

  /** The machine types, in the order of the profile. */
  machineTypes(...more) {
    nothing(more, "all machine types are listed here; `fitment/images` says which of them run an image");
    const { machineType, cpu, memory, gpu } = this.columns;
    return machineType.map((name, place) => ({ name, cpu: cpu[place], memory: memory[place], gpu: gpu[place] }));
  }

  /** The images with their versions, in the order of the profile. */
  images(now, ...more) {
    nothing(more, OFFERED);
    const { image, version } = this.columns;
    const classifications = this.classifications(now);
    const images = [];
    version.forEach((text, place) => {
      // Versions of one image stand together.
      if (images.at(-1)?.name !== image[place]) images.push({ name: image[place], versions: [] });
      images.at(-1).versions.push({ version: text, place, classification: classifications[place] });
    });
    return images;
  }

  /** The regions with their zones, in the order of the profile. */
  regions(...more) {
    nothing(more, "all regions are listed");
    return this.columns.regions;
  }

  /** Gives its memory back. */
  free() { free(this); }

  /** Tells Vue not to wrap it. */
  get __v_skip() { return true; }
}

if (Symbol.dispose !== undefined) {
  Object.defineProperty(Catalog.prototype, Symbol.dispose, { value() { this.free(); } });
}

/** Throws where a profile has what no profile has, if that is to be an error. */
export function strictly(catalog, fieldValidation) {
  if (validation(fieldValidation) !== "Strict") return;
  const found = catalog[slips]();
  if (found.length > 0) throw new FitmentError({ code: "profile-not-read", says: found.join("; ") });
}

/** What is offered for a machine type, when and where. */
export function offered(catalog, machineType, { now, region, zones, fieldValidation }) {
  strictly(catalog, fieldValidation);
  const within = whereabouts(region, zones).map((zone) => `${zone}\0`).join("");
  const moment = time(now ?? new Date());
  const [compiled, name] = [raw(catalog), named(machineType)];
  try {
    return guarded(() => compiled.offered(name, moment, region ?? undefined, within), "argument-not-understood");
  } catch (error) {
    // What the profile does not have has the code that it has in every method.
    if (error.code !== "argument-not-understood") throw error;
    guarded(() => compiled.fitting(name), "machine-type-unknown");
    if (error.path === undefined) throw error;
    throw new FitmentError({ ...error, code: error.path === "/given/region" ? "region-unknown" : "zone-unknown" });
  }
}

function whereabouts(region, zones) {
  const within = zones ?? [];
  const isGiven = region !== undefined && region !== null;
  if (!Array.isArray(within)) throw unexpected(kind(within), "a list of zones");
  if (!isGiven && within.length > 0) throw unexpected("zones", "the region they belong to");
  if (isGiven) named(region, "the name of a region");
  for (const zone of within) {
    // It stands between the names on their way into the engine.
    if (named(zone, "the name of a zone").includes("\0")) throw unexpected("a zero", "the name of a zone");
  }
  return within;
}

/** The texts of a list, each of which ends with a zero. */
function listed(text) {
  return text.split("\0").slice(0, -1);
}
