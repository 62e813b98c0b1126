// The engine's answers, as far as the page reads them.
import type { About, Catalog, Envelope, Groups } from "fitment";
import type { Found, Line, LogFilter, Opening } from "../log/shape.ts";
import type { Hunk } from "../document/hunks.ts";
import type { Operation } from "../document/patch.ts";

export type { About, Envelope, Fact, Grouping, Problem, Reason } from "fitment";

/** A line of an opened document, counted from 0. */
export interface Spot {
  document: string;
  line: number;
  exact: boolean;
  file?: InFile;
}

/** A line of one of several files that were joined, counted from 0. */
export interface InFile {
  name: string;
  line: number;
}

/** A decision with its request, and the lines of its facts. */
export interface Decided<Answer = Record<string, unknown>> {
  request: string;
  envelope: Envelope<Answer>;
  spots: Record<string, Spot>;
  microseconds: number;
}

/** Why a text cannot be used. */
export interface Fault {
  /** The line, counted from 0, if it is one of them. */
  line?: number;
  says: string;
  file?: InFile;
}

/** The documents of a text that are not used: the names of the first, and how many more there are. */
export interface Unused {
  names: string[];
  more: number;
}

/** An opened profile: its columns, as the package describes them, and its problems. */
export interface Opened {
  fault?: Fault;
  /** The profile's name and provider type. */
  profile?: string;
  type?: string;
  columns?: Catalog["columns"];
  decided?: Decided;
  unused?: Unused;
}

/** What fits a machine type, as places in the columns. */
export interface Fitting {
  offered: Uint32Array;
  refusals: Uint32Array;
  classifications: string[];
  microseconds: number;
}

/** The last number for a cause: if there are more causes, the others share it. */
export const LAST_NUMBER = 255;

/**
 * Which image versions fit which machine types: a cell is 0 if the version is offered, otherwise the number of a cause.
 */
export interface Cells {
  cells: Uint8Array;
  /** The capabilities for the numbers from 2. */
  causes: string[];
  /** How many cells have each number. */
  counts: number[];
  milliseconds: number;
}

/** The time and edition that questions are asked with. */
export interface Circumstances {
  now: string;
  edition: "design" | "upstream";
}

export type Entry = "images" | "whole";

/** A provider, as a document lists it or the engine reads it. */
export interface Provider {
  kind: string;
  name: string;
  namespace?: string;
  version?: string;
  contract?: string;
  available?: { version: string; contract?: string }[];
}

/** The chosen node, flavor and image, by name. */
export interface Choice {
  node?: string;
  flavor?: string;
  image?: string;
}

/** What a question takes one of, if files have several: all names, and the place of the chosen one. */
export type Gathered = Partial<Record<keyof Choice, { names: string[]; chosen: number }>>;

/** The result of asking a question with a document. */
export interface AskedWith {
  fault?: Fault;
  decided?: Decided;
  isLoaded?: boolean;
  gathered?: Gathered;
  /** The members of the input, if no document is the question's own. */
  only?: string[];
  unused?: Unused;
}

/** The result of comparing two states of a profile. */
export interface Changed {
  fault?: Fault;
  /** The key of the text that cannot be used. */
  in?: string;
  decided?: Decided;
  /** The documents that are not used, by the key of their text. */
  unused?: Record<string, Unused>;
}

/** A repeated decision: whether it is the same byte for byte, or what is missing to repeat it. */
export interface Replayed {
  lacks?: "request" | "documents";
  isRequest: boolean;
  isEngine: boolean;
  /** False if documents were given that are not those of the decision. */
  isDocuments?: boolean;
  isEqual: boolean;
  decided?: Decided;
}

/** A document that an engine holds. */
export interface Loaded {
  apiVersion: string;
  kind: string;
  namespace?: string;
  name: string;
  digest: string;
}

/** The result of an admission by an engine in the page. */
export interface Admission {
  /** The object as it was judged. */
  object: unknown;
  /** The AdmissionReview with the answer; empty if the engine could not decide. */
  review: string;
  decided: Decided | undefined;
  /** The SHA-256 of the engine file, if it is the one that gates run. */
  sha256: string | undefined;
  documents: Loaded[];
}

/** A move of a pool to another version. */
export interface Move {
  from: string;
  to: string;
  need: string;
  /** The time after which it happens; undefined for the next maintenance. */
  after?: string;
}

/** What maintenance does to a pool over time. */
export interface PlannedPool {
  /** In the form `namespace/shoot/worker`. */
  pool: string;
  name: string;
  image: string;
  version: string;
  steps?: Move[];
  stable?: boolean;
  failed?: boolean;
  failedAfter?: string;
}

/** Shoots for whose pools there is no plan, and the engine's reason. */
export interface Unplaced {
  shoots: string[];
  /** The engine's answer for the first of them. */
  decided: Decided;
}

/** What maintenance does, with a profile, to the pools of Shoots. */
export interface Plan {
  pools: PlannedPool[];
  unplaced: Unplaced[];
  /** How many Shoots were not examined. */
  more: number;
}

/** The engine's answer about a profile, with the lines of the items it lists. */
export interface Upkept {
  fault?: Fault;
  /** The key of the text that cannot be read. */
  in?: string;
  decided?: Decided;
  lines?: Record<string, Spot>;
}

/** The effect of a patch on a text. */
export interface Mended {
  /** Whether the rest of the text stays as it is written. */
  isInPlace: boolean;
  text?: string;
  hunks: Hunk[];
  /** The comments that are removed with the patch. */
  gone: string[];
}

/** The calls that the worker answers. */
export interface Calls {
  about(entry: Entry): About;
  open(key: string, text: string, circumstances: Circumstances, entry: Entry): Opened;
  fitting(machineType: string, region: string, circumstances: Circumstances): Fitting;
  matrix(circumstances: Circumstances): Cells;
  /** What each machine type and each version has of a capability. */
  groups(capability: string): Groups;
  ask(entry: Entry, question: string, given: Record<string, unknown>, circumstances: Circumstances): Decided;
  /** Asks with a document as the input; its objects are loaded first, and clients' output is put where it belongs. */
  askWith(question: string, text: string, circumstances: Circumstances, choice?: Choice): AskedWith;
  /** Asks something else about the same document, with some of its members and others in addition. */
  askBeside(question: string, text: string, keep: string[], given: Record<string, unknown>, circumstances: Circumstances, choice?: Choice): AskedWith;
  /** The providers of a document with their available versions, and whether the document lists them itself. */
  providers(text: string): { isOwn: boolean; providers: Provider[] };
  /** What a report of a document's node writes, by default of the first one, and the names of all nodes. */
  report(text: string, node: string, circumstances: Circumstances): { nodes: string[]; decided?: Decided };
  /** What a change of a profile does to its users. */
  change(before: string, after: string, users: string, circumstances: Circumstances): Changed;
  maintenance(profile: string, users: string, circumstances: Circumstances): Plan;
  /** Asks a question that takes only a profile. */
  aboutProfile(question: string, text: string, circumstances: Circumstances): Upkept;
  /** Asks what a profile becomes with capabilities, given what is known of its tags and machine types. */
  migrate(profile: string, known: string, users: string, circumstances: Circumstances): Upkept;
  /** A profile after a patch. */
  mended(text: string, patch: Operation[]): Mended;
  /** The effect that each of several patches would have. */
  previews(text: string, patches: Operation[][]): Mended[];
  /** A profile after a patch, written without its comments. */
  anew(text: string, patch: Operation[]): { text: string };
  log(file: Blob): Opening;
  logFind(filter: LogFilter): Found;
  logLine(place: number): Line;
  /** Repeats a logged decision, with the documents that the gate stored. */
  replay(place: number, documents: string): Replayed;
  /** Has an object admitted by the engine that gates run, together with the open documents. */
  admit(object: unknown, circumstances: Circumstances): Admission;
  /** Whether the open profile is the one in a gate's answer, as far as rules read it. */
  isProfile(answer: string): boolean;
  /** The profile in a gate's answer, as a document that begins with `head`. */
  profileText(head: string, answer: string): { text: string | undefined };
  /**
   * The text after a change of the document with a name, or of the one with some of the members of an input; undefined
   * if there is none, or if its form cannot be edited in place.
   */
  splice(text: string, patch: Operation[], document: string | readonly string[]): { text?: string };
  questions(policy: string): { question: string; asks: string }[];
  schema(question: string): unknown;
  /** All questions and all codes. */
  names(): { questions: string[]; codes: string[] };
  explain(entry: Entry, code: string): Record<string, unknown>;
}
