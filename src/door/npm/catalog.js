// The compiled CloudProfile, which needs no engine around it.
import { Catalog as Compiled } from "./engine.js";
import { FitmentError, unexpected } from "./errors.js";
import { free, guarded, hold, inside, raw } from "./instance.js";
import { documentBytes, following, kind, known, named, time } from "./options.js";

export { FitmentError } from "./errors.js";

/** A CloudProfile, compiled once: what fits a machine type as numbers. The engine has to be started. */
export class Catalog {
  static FITS = 0xffffffff;

  /** Bytes of JSON cross fastest; its text and the object itself are welcome too. */
  static from(profile, second, third) {
    const [namespacedProfile, options] = following(second, third);
    if (namespacedProfile !== undefined && namespacedProfile !== null) {
      throw unexpected("a NamespacedCloudProfile", "options; the entry `images` merges it with its parent");
    }
    return new this(profile, options);
  }

  constructor(profile, options, { compile, documents } = {}) {
    const { edition, fieldValidation } = known(options, ["edition", "fieldValidation"]);
    if (edition !== undefined && edition !== null) named(edition, "the name of an edition");
    const word = fieldValidation ?? "Warn";
    if (!["Ignore", "Warn", "Strict"].includes(word)) {
      throw unexpected(`the field validation ${word}`, "Ignore, Warn or Strict");
    }
    const make = compile ?? ((edition) => new Compiled(documentBytes(profile), edition));
    const own = hold(this, () => make(edition ?? undefined), "profile-not-read");
    own.documents = documents;
    own.edition = edition ?? undefined;
    own.validates = word !== "Ignore";
    const warnings = word === "Strict" ? this.warnings : [];
    if (warnings.length > 0) {
      this.free();
      throw new FitmentError({ code: "profile-not-read", says: warnings.join("; ") });
    }
  }

  /** Keys, names and values that no CloudProfile has, in English: what is misspelt may let more fit. */
  get warnings() {
    const compiled = raw(this);
    return this[inside]().validates ? listed(guarded(() => compiled.warnings())) : [];
  }

  /** The image versions that fit, as places in `columns`. */
  fitting(machineType) {
    const compiled = raw(this);
    return guarded(() => compiled.fitting(named(machineType)), "machine-type-unknown");
  }

  /**
   * Those of them that are offered at a time: neither expired, unavailable nor a preview, without a suffix, and the
   * machine type not out of use and available in the zones of the region.
   */
  offered(machineType, at) {
    const { now, region, zones } = known(at, ["now", "region", "zones"]);
    const within = whereabouts(region, zones);
    const moment = time(now ?? new Date());
    const compiled = raw(this);
    return guarded(() => compiled.offered(named(machineType), moment, region ?? undefined, within.map((zone) => `${zone}\0`).join("")), "argument-not-understood");
  }

  /** The image versions that are neither expired nor unavailable at a time. */
  active(now) {
    const compiled = raw(this);
    return guarded(() => compiled.active(time(now ?? new Date())), "argument-not-understood");
  }

  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType) {
    const compiled = raw(this);
    return guarded(() => compiled.refusals(named(machineType)), "machine-type-unknown");
  }

  /** What each image version is at a time: `supported`, `expired` and so on. What fits may be gone. */
  classifications(now) {
    const compiled = raw(this);
    return listed(guarded(() => compiled.classifications(time(now ?? new Date())), "argument-not-understood"));
  }

  /** What the numbers mean. */
  get columns() {
    const compiled = raw(this);
    return (this[inside]().columns ??= JSON.parse(guarded(() => compiled.columnsText())));
  }

  /** The machine types, in the order of the profile. */
  machineTypes() {
    const { machineType, cpu, memory, gpu } = this.columns;
    return machineType.map((name, place) => ({ name, cpu: cpu[place], memory: memory[place], gpu: gpu[place] }));
  }

  /** The images with their versions, in the order of the profile. */
  images(now) {
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
  regions() { return this.columns.regions; }

  /** Gives its memory back. */
  free() { free(this); }

  /** Tells Vue not to wrap it. */
  get __v_skip() { return true; }
}

if (Symbol.dispose !== undefined) {
  Object.defineProperty(Catalog.prototype, Symbol.dispose, { value() { this.free(); } });
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
