/// <reference lib="esnext.disposable" />
export { FitmentError } from "./errors.js";

import type { Edition, FieldValidation, ZonesOfRegion } from "./start.js";

/** What the numbers of a `Catalog` mean: one entry an image version, in the order of the profile. It is frozen. */
export interface Columns {
  readonly image: readonly string[];
  readonly version: readonly string[];
  /** The capabilities, in the order of their definitions. */
  readonly capability: readonly string[];
  readonly machineType: readonly string[];
  /** Of each machine type its processors; like the next two empty where the profile does not say. */
  readonly cpu: readonly string[];
  readonly memory: readonly string[];
  readonly gpu: readonly string[];
  readonly regions: readonly Region[];
}

/** A region with the names of its zones. */
export interface Region {
  readonly name: string;
  readonly zones: readonly string[];
}

/** An image with its versions, in the order of the profile. */
export interface Image {
  name: string;
  versions: ImageVersion[];
}

export interface ImageVersion {
  version: string;
  /** What the numbers of a `Catalog` call it. */
  place: number;
  /** `unavailable`, `preview`, `supported`, `deprecated` or `expired`. */
  classification: string;
}

/** What a profile says of a machine type; empty where it says nothing. */
export interface MachineAmounts {
  name: string;
  cpu: string;
  memory: string;
  gpu: string;
}

/**
 * Bytes of JSON, which cross fastest, its text, or an object, of which `toJSON` is honoured and members that are `undefined`
 * are not there. What JSON has not is refused with its place, such as a `Map`, a function or a date that is none.
 */
export type Document = Uint8Array | ArrayBuffer | ArrayBufferView | string | KubernetesObject | { toJSON(key?: string): unknown };

/** An object with any member of these. */
export interface KubernetesObject {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: unknown;
  readonly spec?: unknown;
  readonly status?: unknown;
}

export interface CatalogOptions {
  edition?: Edition | null;
  /**
   * What becomes of keys that no profile has and of values of another kind: `Strict` throws, `Warn`, the default, puts
   * them in `warnings`, `Ignore` is for what an API server sends.
   */
  fieldValidation?: FieldValidation | null;
}

/** When and where something is offered. */
export type Whereabouts = ZonesOfRegion & {
  /** Now, unless given. */
  now?: Date | string | null;
  region?: string | null | undefined;
  /** Zones of the region, all of which have to have it; any of them, unless given. */
  zones?: readonly string[] | null;
  /** As in every method that has one. Here it is about the keys of the profile and of a worker. */
  fieldValidation?: FieldValidation | null;
};

/**
 * A CloudProfile, compiled once: what fits a machine type as numbers, for a list that is drawn anew at every key
 * press. Call `start` first. It may be kept in a `ref`, in state or in a store; it cannot be cloned.
 *
 * ```ts
 * await start();
 * const catalog = Catalog.from(profile);
 * const { image, version } = catalog.columns;
 * for (const place of catalog.offered("m5.large", { region: "eu" })) console.log(image[place], version[place]);
 * ```
 */
export class Catalog {
  /** Where an image version fits, in the place of what keeps it apart. */
  static readonly FITS: number;
  /** Reads and compiles a CloudProfile. Throws where it cannot be read. */
  static from(profile: Document, options?: CatalogOptions | null): Catalog;
  /** As the other entries take it; a profile of a namespace is refused here. */
  static from(profile: Document, namespacedProfile: null | undefined, options?: CatalogOptions | null): Catalog;
  constructor(profile: Document, options?: CatalogOptions | null);
  /**
   * What a user may choose, as places in `columns`: what fits and is neither expired, unavailable nor a preview, without a
   * suffix, with the machine type not out of use and available in the zones of the region, where one is given; no
   * artifact is looked at, which `fitment` alone does. Throws where the profile has no such machine type, region or zone.
   */
  offered(machineType: string, at?: Whereabouts | null): Uint32Array;
  /** The image versions that fit, as places in `columns`. Throws where the profile has no such machine type. */
  fitting(machineType: string): Uint32Array;
  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType: string): Uint32Array;
  /** The image versions that are neither expired nor unavailable at a time, now unless given. */
  active(now?: Date | string | null): Uint32Array;
  /**
   * What each image version is at a time, now unless given: `unavailable`, `preview`, `supported`, `deprecated` or
   * `expired`. Fitting is about capabilities alone: `offered` leaves out what cannot be had.
   */
  classifications(now?: Date | string | null): string[];
  /** The machine types, in the order of the profile. */
  machineTypes(): MachineAmounts[];
  /** The images with their versions, and what each is at a time, now unless given. */
  images(now?: Date | string | null): Image[];
  regions(): readonly Region[];
  /** What the numbers mean. */
  readonly columns: Columns;
  /** Keys that no CloudProfile has and values of another kind, in English: a misspelt key may let more fit. */
  readonly warnings: string[];
  /** Gives back its memory, which also happens some time after the last use. */
  free(): void;
  [Symbol.dispose](): void;
}
