// What the engine answers, as far as the page reads it.
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
}

/** A decision with the request that led to it, and the lines that its facts stand on. */
export interface Decided<Answer = Record<string, unknown>> {
  request: string;
  envelope: Envelope<Answer>;
  spots: Record<string, Spot>;
  microseconds: number;
}

/** Why a text cannot be read. */
export interface Fault {
  line: number;
  says: string;
}

/** A profile that was opened: its columns, as the package describes them, and what is wrong with it. */
export interface Opened {
  fault?: Fault;
  /** The name of the profile, and the type of provider that it is for. */
  profile?: string;
  type?: string;
  columns?: Catalog["columns"];
  decided?: Decided;
}

/** What fits a machine type: places in the columns. */
export interface Fitting {
  offered: Uint32Array;
  refusals: Uint32Array;
  classifications: string[];
  microseconds: number;
}

/** The last number of a cause: where there are more causes, it is for all the others. */
export const LAST_NUMBER = 255;

/** Which image versions fit which machine types: a cell is 0 where one is offered, else the number of a cause. */
export interface Cells {
  cells: Uint8Array;
  /** The capabilities that the numbers from 2 stand for. */
  causes: string[];
  /** How many cells each number has. */
  counts: number[];
  milliseconds: number;
}

/** How the page stands to questions: with which time and edition. */
export interface Circumstances {
  now: string;
  edition: string;
}

export type Entry = "images" | "whole";

/** A provider, as a document says or the engine reads it. */
export interface Provider {
  kind: string;
  name: string;
  namespace?: string;
  version?: string;
  contract?: string;
  available?: { version: string; contract?: string }[];
}

/** Which one of several, by its name. */
export interface Choice {
  node?: string;
  flavor?: string;
  image?: string;
}

/** What a question takes one of, where files have several: their names, and the place of the chosen one. */
export type Gathered = Partial<Record<keyof Choice, { names: string[]; chosen: number }>>;

/** What became of a document that a question was asked with. */
export interface AskedWith {
  fault?: Fault;
  decided?: Decided;
  isLoaded?: boolean;
  gathered?: Gathered;
}

/** A decision made again: whether it is the same in every byte, and what is missing where it could not be made. */
export interface Replayed {
  lacks?: "request" | "documents";
  isRequest: boolean;
  isEngine: boolean;
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

/** What became of an object that was to be admitted by an engine in the page. */
export interface Admission {
  /** The object as it was judged. */
  object: unknown;
  /** The AdmissionReview that it answered; nothing where it could not decide. */
  review: string;
  decided: Decided | undefined;
  /** The SHA-256 of the file that ran, if it is the one that gates run. */
  sha256: string | undefined;
  documents: Loaded[];
}

/** A move of a pool to another version. */
export interface Move {
  from: string;
  to: string;
  need: string;
  /** After which moment; at the next maintenance, where there is none. */
  after?: string;
}

/** What maintenance does to a pool in time. */
export interface PlannedPool {
  /** As `namespace/shoot/worker`. */
  pool: string;
  name: string;
  image: string;
  version: string;
  steps?: Move[];
  stable?: boolean;
  failed?: boolean;
  failedAfter?: string;
}

/** Shoots of whose pools nothing is planned, and why, in the words of the engine. */
export interface Unplaced {
  shoots: string[];
  /** What it said of the first of them. */
  decided: Decided;
}

/** What maintenance does by a profile to the pools of Shoots. */
export interface Plan {
  pools: PlannedPool[];
  unplaced: Unplaced[];
  /** How many Shoots were not looked at. */
  more: number;
}

/** What the engine says of a profile, with the lines of what its answer lists. */
export interface Upkept {
  fault?: Fault;
  /** The key of the text that cannot be read. */
  in?: string;
  decided?: Decided;
  lines?: Record<string, Spot>;
}

/** What a patch comes to in a text. */
export interface Mended {
  /** Whether the rest of the text stays as it is written. */
  isInPlace: boolean;
  text?: string;
  hunks: Hunk[];
  /** The comments of what it takes out. */
  gone: string[];
}

/** What can be asked of the worker. */
export interface Calls {
  about(entry: Entry): About;
  open(key: string, text: string, circumstances: Circumstances, entry: Entry): Opened;
  fitting(machineType: string, region: string, circumstances: Circumstances): Fitting;
  matrix(circumstances: Circumstances): Cells;
  /** What each machine type and each version has of a capability. */
  groups(capability: string): Groups;
  ask(entry: Entry, question: string, given: Record<string, unknown>, circumstances: Circumstances): Decided;
  /** Asks with a document as what is given; objects are loaded before, and files of clients are put where they belong. */
  askWith(question: string, text: string, circumstances: Circumstances, choice?: Choice): AskedWith;
  /** Asks something else about the same document: with those of its members that are named, and with others. */
  askBeside(question: string, text: string, keep: string[], given: Record<string, unknown>, circumstances: Circumstances, choice?: Choice): AskedWith;
  /** The providers of a document, with the versions there are of each, and whether it lists them itself. */
  providers(text: string): { isOwn: boolean; providers: Provider[] };
  /** What a report of a node of a document writes, the first unless one is named, and what all are called. */
  report(text: string, node: string, circumstances: Circumstances): { nodes: string[]; decided?: Decided };
  /** What becomes of a profile's users when it changes. */
  change(before: string, after: string, users: string, circumstances: Circumstances): { fault?: Fault; in?: string; decided?: Decided };
  maintenance(profile: string, users: string, circumstances: Circumstances): Plan;
  /** Asks what takes a profile and nothing else. */
  aboutProfile(question: string, text: string, circumstances: Circumstances): Upkept;
  /** Asks what becomes of a profile with capabilities, by what is said of its tags and machine types. */
  migrate(profile: string, known: string, users: string, circumstances: Circumstances): Upkept;
  /** A profile after a patch. */
  mended(text: string, patch: Operation[]): Mended;
  /** What each of some patches would come to. */
  previews(text: string, patches: Operation[][]): Mended[];
  /** A profile after a patch, written anew without its comments. */
  anew(text: string, patch: Operation[]): { text: string };
  log(file: Blob): Opening;
  logFind(filter: LogFilter): Found;
  logLine(place: number): Line;
  /** Makes a logged decision again, with the documents that the gate kept. */
  replay(place: number, documents: string): Replayed;
  /** Has an object admitted by the engine that gates run, beside the documents that are open. */
  admit(object: unknown, circumstances: Circumstances): Admission;
  /** Whether the profile that is open is the one that a gate gave, as far as rules read it. */
  isProfile(answer: string): boolean;
  /** The profile in a gate's answer, as a document that begins with a head. */
  profileText(head: string, answer: string): { text: string | undefined };
  /** The text after a change, or nothing where its form does not let it be edited in place. */
  splice(text: string, patch: Operation[]): { text?: string };
  questions(policy: string): { question: string; asks: string }[];
  schema(question: string): unknown;
  /** All that can be asked, and all that may be found. */
  names(): { questions: string[]; codes: string[] };
  explain(entry: Entry, code: string): Record<string, unknown>;
}
