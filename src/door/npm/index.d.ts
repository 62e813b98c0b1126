/** `design` unless it says otherwise: the design texts, or what the real software does today. */
export type Edition = "design" | "upstream";

export interface Fact {
  /** A JSON pointer into `given`, or `Kind/name#/…` for a loaded document. */
  path?: string;
  /** What a figure is called that stands in no document. */
  name?: string;
  value?: unknown;
  absent?: true;
}

export interface Reason {
  code: string;
  subject: string;
  facts: Fact[];
  because: Reason[];
}

export interface Problem {
  level: "error" | "warning";
  code: string;
  /** A JSON pointer into the request. */
  path: string;
  facts: Fact[];
}

export interface Envelope<Answer = Record<string, unknown>> {
  question?: string;
  edition?: Edition;
  outcome: "decided" | "undecided";
  undecided?: "request" | "facts";
  verdict?: "yes" | "no" | "none";
  answer?: Answer;
  review?: Record<string, unknown>;
  because: Reason[];
  problems: Problem[];
  text?: string;
}

/** An envelope with an answer. */
export type Decided<Answer = Record<string, unknown>> = Envelope<Answer> & { outcome: "decided"; answer: Answer };

export interface Options {
  edition?: Edition;
  /** The time to decide with; now unless given. */
  now?: Date | string;
}

export interface LoadedDocument {
  apiVersion: string;
  kind: string;
  namespace?: string;
  name: string;
  digest: string;
}

export interface Removal {
  apiVersion: string;
  kind: string;
  namespace?: string;
  name: string;
}

/** A request that the engine did not understand or lacks a fact for. */
export class Undecided extends Error {
  readonly envelope: Envelope;
}

/** The engine with its loaded documents. */
export class Fitment {
  ask<Answer = Record<string, unknown>>(
    question: string,
    given?: Record<string, unknown>,
    options?: Options & { text?: boolean },
  ): Decided<Answer>;
  review(review: unknown, phase: "validating" | "mutating", options?: Options): Envelope;
  /** The documents held afterwards. */
  load(documents: unknown[], options?: { remove?: Removal[]; defaulted?: boolean }): LoadedDocument[];
  askBytes(request: Uint8Array): Uint8Array;
  reviewBytes(request: Uint8Array): Uint8Array;
  loadBytes(request: Uint8Array): Uint8Array;
  askText(request: string): string;
  reviewText(request: string): string;
  loadText(request: string): string;
}

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
  constructor(profile: Uint8Array | string | object, options?: { edition?: Edition });
  /** The image versions that fit, as places in `columns`. Throws where the profile has no such machine type. */
  fitting(machineType: string): Uint32Array;
  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType: string): Uint32Array;
  /**
   * What each image version is at a time, now unless given: `unavailable`, `preview`, `supported`, `deprecated` or
   * `expired`. Fitting is about capabilities alone: leave out what is `unavailable` or `expired` from a list of choices.
   */
  classifications(now?: Date | string): string[];
  readonly columns: Columns;
  /** Gives its memory back. */
  free(): void;
}

/** What this engine is. */
export function about(): { engine: string; version: string; editions: Edition[] };

/** Where the wasm is: an address, a response, its bytes, or a compiled module. */
export type Source = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/** Starts the engine. In node the source is not needed and not looked at. */
export function start(source?: Source | Promise<Source>): Promise<Fitment>;
