// What the engine answers, as far as the page reads it.
import type { Found, Line, LogFilter, Opening } from "../log/shape.ts";
import type { Operation } from "../document/splice.ts";

export interface Fact {
  path?: string;
  name?: string;
  value?: unknown;
  absent?: true;
}

export interface Reason {
  code: string;
  says?: string;
  subject: string;
  facts: Fact[];
  because: Reason[];
}

export interface Problem {
  level: "error" | "warning";
  code: string;
  says?: string;
  path: string;
  facts: Fact[];
}

export interface Envelope<Answer = Record<string, unknown>> {
  question?: string;
  outcome: "decided" | "undecided";
  undecided?: "request" | "facts";
  verdict?: "yes" | "no" | "none";
  answer?: Answer;
  because: Reason[];
  problems: Problem[];
}

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
  /** The name of the profile. */
  profile?: string;
  columns?: {
    image: string[];
    version: string[];
    capability: string[];
    machineType: string[];
    /** Of each machine type; empty where the profile does not say. */
    cpu: string[];
    memory: string[];
    gpu: string[];
    regions: { name: string }[];
  };
  decided?: Decided;
}

/** What fits a machine type: places in the columns. */
export interface Fitting {
  offered: Uint32Array;
  refusals: Uint32Array;
  classifications: string[];
  microseconds: number;
}

/** Which image versions fit which machine types: a cell is 0 where one is offered, else the number of a cause. */
export interface Cells {
  cells: Uint8Array;
  /** How many cells each number has. */
  counts: number[];
  milliseconds: number;
}

/** What an engine says of itself. */
export interface About {
  engine: string;
  version: string;
  policies: string[];
  questions: number;
}

/** How the page stands to questions: with which time and edition. */
export interface Circumstances {
  now: string;
  edition: string;
}

export type Entry = "images" | "whole";

/** A decision made again: whether it is the same in every byte, and what is missing where it could not be made. */
export interface Replayed {
  lacks?: "request" | "documents";
  isRequest: boolean;
  isEngine: boolean;
  isEqual: boolean;
  decided?: Decided;
}

/** What can be asked of the worker. */
export interface Calls {
  about(entry: Entry): About;
  open(key: string, text: string, circumstances: Circumstances, entry: Entry): Opened;
  fitting(machineType: string, region: string, circumstances: Circumstances): Fitting;
  matrix(circumstances: Circumstances): Cells;
  ask(entry: Entry, question: string, given: Record<string, unknown>, circumstances: Circumstances): Decided;
  /** Asks with a document as what is given. */
  askWith(question: string, text: string, circumstances: Circumstances): { fault?: Fault; decided?: Decided };
  /** What becomes of a profile's users when it changes. */
  change(before: string, after: string, users: string, circumstances: Circumstances): { fault?: Fault; in?: string; decided?: Decided };
  log(file: Blob): Opening;
  logFind(filter: LogFilter): Found;
  logLine(place: number): Line;
  /** Makes a logged decision again, with the documents that the gate kept. */
  replay(place: number, documents: string): Replayed;
  /** The text after a change, or nothing where its form does not let it be edited in place. */
  splice(text: string, patch: Operation[]): { text?: string };
  questions(policy: string): { question: string; asks: string }[];
  schema(question: string): unknown;
  explain(entry: Entry, code: string): Record<string, unknown>;
}
