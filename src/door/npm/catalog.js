// The compiled CloudProfile, which needs no engine around it.
import { Catalog as Compiled } from "./engine.js";
import { time } from "./time.js";

const encoder = new TextEncoder();

/** A CloudProfile, compiled once: what fits a machine type as numbers. The engine has to be started. */
export class Catalog {
  #compiled;
  #columns;

  /** Bytes of JSON cross fastest; its text and the object itself are welcome too. */
  constructor(profile, options = {}) {
    if (profile === undefined || profile === null) throw new TypeError(`found ${profile}, expected a CloudProfile`);
    const text = profile instanceof Uint8Array || typeof profile === "string" ? profile : JSON.stringify(profile);
    this.#compiled = new Compiled(typeof text === "string" ? encoder.encode(text) : text, options.edition);
  }

  /** The image versions that fit, as places in `columns`. */
  fitting(machineType) { return this.#compiled.fitting(named(machineType)); }

  /**
   * Those of them that are offered at a time: neither expired, unavailable nor a preview, without a suffix, and the
   * machine type not out of use and available in the zones of the region.
   */
  offered(machineType, { now = new Date(), region, zones = [] } = {}) {
    if (region === undefined && zones.length > 0) throw new TypeError("found zones, expected the region they belong to");
    return this.#compiled.offered(named(machineType), time(now), region, zones);
  }

  /** The image versions that are neither expired nor unavailable at a time. */
  active(now = new Date()) { return this.#compiled.active(time(now)); }

  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType) { return this.#compiled.refusals(named(machineType)); }

  /** What each image version is at a time: `supported`, `expired` and so on. What fits may be gone. */
  classifications(now = new Date()) { return this.#compiled.classifications(time(now)); }

  /** What the numbers mean. */
  get columns() { return (this.#columns ??= JSON.parse(this.#compiled.columnsText())); }

  /** Gives its memory back. */
  free() { this.#compiled.free(); }

  static FITS = 0xffffffff;
}

function named(machineType) {
  if (typeof machineType === "string") return machineType;
  throw new TypeError(`found ${typeof machineType}, expected the name of a machine type`);
}
