import type { Edition, FieldValidation } from "./start.js";

/** What the numbers of a `Catalog` mean: one entry an image version, in the order of the profile. */
export interface Columns {
  image: string[];
  version: string[];
  /** The capabilities, in the order of their definitions. */
  capability: string[];
  machineType: string[];
}

/**
 * A CloudProfile, compiled once: what fits a machine type as numbers, for a list that is drawn anew at every key
 * press. Call `start` first. Filters, reasons and cures are the question `images/fit`.
 */
export class Catalog {
  /** Where an image version fits, in the place of what keeps it apart. */
  static readonly FITS: number;
  /** The profile as bytes of JSON, which cross fastest, as text, or as an object. Throws where it cannot be read. */
  constructor(
    profile: Uint8Array | ArrayBuffer | string | object,
    options?: {
      edition?: Edition;
      /**
       * What becomes of keys that no CloudProfile has and of values of another kind: `Strict` throws, `Warn`, the
       * default, puts them in `warnings`, `Ignore` is for what an API server sends.
       */
      fieldValidation?: FieldValidation;
    },
  );
  /** Keys that no CloudProfile has and values of another kind, in English: a misspelt key may let more fit. */
  readonly warnings: string[];
  /** The image versions that fit, as places in `columns`. Throws where the profile has no such machine type. */
  fitting(machineType: string): Uint32Array;
  /**
   * Those of them that are offered, as places in `columns`: neither expired, unavailable nor a preview, without a
   * suffix, and the machine type not out of use and available in the zones of the region, where one is given (in any of
   * its zones, unless zones are given). The time is now, unless given.
   */
  offered(machineType: string, at?: { now?: Date | string; region?: string; zones?: string[] }): Uint32Array;
  /** The image versions that are neither expired nor unavailable at a time, now unless given. */
  active(now?: Date | string): Uint32Array;
  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType: string): Uint32Array;
  /**
   * What each image version is at a time, now unless given: `unavailable`, `preview`, `supported`, `deprecated` or
   * `expired`. Fitting is about capabilities alone: `offered` leaves out what cannot be had.
   */
  classifications(now?: Date | string): string[];
  readonly columns: Columns;
  /** Gives its memory back. */
  free(): void;
}
