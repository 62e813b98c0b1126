// The compiled CloudProfile, which needs no engine around it.
import { Catalog as Compiled } from "./engine.js";
import { kind, known, time } from "./options.js";

const encoder = new TextEncoder();

/** A CloudProfile, compiled once: what fits a machine type as numbers. The engine has to be started. */
export class Catalog {
  #compiled;
  #columns;
  #validates;

  /** Bytes of JSON cross fastest; its text and the object itself are welcome too. */
  constructor(profile, options) {
    const { edition, fieldValidation } = known(options, ["edition", "fieldValidation"]);
    if (edition !== undefined && edition !== null) named(edition, "the name of an edition");
    const word = fieldValidation ?? "Warn";
    if (!["Ignore", "Warn", "Strict"].includes(word)) {
      throw new TypeError(`found the field validation ${word}, expected Ignore, Warn or Strict`);
    }
    this.#compiled = new Compiled(bytes(profile), edition ?? undefined);
    this.#validates = word !== "Ignore";
    const warnings = word === "Strict" ? this.warnings : [];
    if (warnings.length > 0) {
      this.free();
      throw new Error(warnings.join("; "));
    }
  }

  get #live() {
    if (this.#compiled === undefined) throw new Error("this Catalog gave its memory back with free(), expected a new one");
    return this.#compiled;
  }

  /** Keys, names and values that no CloudProfile has, in English: what is misspelt may let more fit. */
  get warnings() { return this.#validates ? this.#live.warnings() : []; }

  /** The image versions that fit, as places in `columns`. */
  fitting(machineType) { return this.#live.fitting(named(machineType)); }

  /**
   * Those of them that are offered at a time: neither expired, unavailable nor a preview, without a suffix, and the
   * machine type not out of use and available in the zones of the region.
   */
  offered(machineType, at) {
    const { now, region, zones } = known(at, ["now", "region", "zones"]);
    const within = zones ?? [];
    if (region === undefined && within.length > 0) throw new TypeError("found zones, expected the region they belong to");
    if (region !== undefined && region !== null) named(region, "the name of a region");
    if (!Array.isArray(within)) throw new TypeError(`found ${kind(within)}, expected a list of zones`);
    within.forEach((zone) => named(zone, "the name of a zone"));
    return this.#live.offered(named(machineType), time(now ?? new Date()), region ?? undefined, within);
  }

  /** The image versions that are neither expired nor unavailable at a time. */
  active(now) { return this.#live.active(time(now ?? new Date())); }

  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType) { return this.#live.refusals(named(machineType)); }

  /** What each image version is at a time: `supported`, `expired` and so on. What fits may be gone. */
  classifications(now) { return this.#live.classifications(time(now ?? new Date())); }

  /** What the numbers mean. */
  get columns() { return (this.#columns ??= JSON.parse(this.#live.columnsText())); }

  /** Gives its memory back. */
  free() {
    this.#compiled?.free();
    this.#compiled = undefined;
  }

  static FITS = 0xffffffff;
}

function named(name, what = "the name of a machine type") {
  if (typeof name === "string") return name;
  throw new TypeError(`found ${kind(name)}, expected ${what}`);
}

function bytes(profile) {
  if (profile instanceof ArrayBuffer) return new Uint8Array(profile);
  if (ArrayBuffer.isView(profile)) return new Uint8Array(profile.buffer, profile.byteOffset, profile.byteLength);
  if (typeof profile === "string") return encoder.encode(profile);
  if (typeof profile === "object" && profile !== null) return encoder.encode(JSON.stringify(profile));
  throw new TypeError(`found ${kind(profile)}, expected a CloudProfile`);
}
