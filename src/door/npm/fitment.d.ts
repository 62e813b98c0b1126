/// <reference lib="esnext.disposable" />
import { FitmentError } from "./errors.js";
import type { AskedAlone, Questions } from "./questions.js";
import type { Edition, FieldValidation } from "./start.js";

export { FitmentError } from "./errors.js";
export type { Questions } from "./questions.js";

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
  /** Its sentence, where `text` was asked for. */
  says?: string;
  subject: string;
  facts: Fact[];
  because: Reason[];
}

export interface Problem {
  level: "error" | "warning";
  code: string;
  /** Its sentence, where `text` was asked for. */
  says?: string;
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
  /** The indexes of the causes of a refusal whose field is one of the old object. */
  ofOldObject?: number[];
  /** The places in the request of the causes whose field is counted without elements that were dropped. */
  asSent?: { cause: number; path: string }[];
  /** What the API server fills in, as a JSON patch (phase `applying`). */
  filled?: Record<string, unknown>[];
  because: Reason[];
  problems: Problem[];
  text?: string;
}

/** An envelope with an answer. */
export type Decided<Answer = Record<string, unknown>> = Envelope<Answer> & { outcome: "decided"; answer: Answer };

export interface Options {
  edition?: Edition | null;
  /** The time to decide with; now unless given. */
  now?: Date | string | null;
  /** Whether reasons and problems carry their sentences. */
  text?: boolean | null;
  /** What becomes of keys that nobody knows; `Warn` unless given, `Ignore` for reviews. */
  fieldValidation?: FieldValidation | null;
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
  namespace?: string | undefined;
  name: string;
}

export interface ReviewOptions extends Options {
  /** A loaded document that the review does not see: the object under review, where it is loaded among the others. */
  without?: Removal | null;
}

export interface LoadOptions {
  /** Documents to take out first. */
  remove?: Removal[];
  /** Whether they get the API server's defaults, as files from git need it. */
  defaulted?: boolean;
  /** Whose API server stores them: what that accepts gets its canonical form too. `design` unless given. */
  edition?: Edition;
  /** Kinds of which all there are is held afterwards. */
  complete?: { apiVersion: string; kind: string }[];
  fieldValidation?: FieldValidation;
  text?: boolean;
  /** Lower limits than the engine's own. */
  limits?: { askBytes?: number; loadBytes?: number };
}

/** A request that the engine did not understand or lacks a fact for. */
export class Undecided extends FitmentError {
  readonly envelope: Envelope;
}

/** What a question is given; it may be left out where nothing has to be given. */
export type Given<Question extends keyof Questions> = Question extends AskedAlone
  ? [given?: Questions[Question]["given"] | null, options?: Options | null]
  : [given: Questions[Question]["given"], options?: Options | null];

/** The engine with its loaded documents. */
export class Fitment {
  /**
   * Asks one of the questions that this entry has. The time is added unless it is given. Throws `Undecided`.
   *
   * ```ts
   * const { verdict, answer, because } = fitment.ask("images/fit", { cloudProfile, machineType: "m5.large" }, { text: true });
   * ```
   */
  ask<Question extends keyof Questions>(
    question: Question,
    ...given: Given<Question>
  ): Decided<Questions[Question]["answer"]>;
  review(review: unknown, phase: "validating" | "mutating" | "applying", options?: ReviewOptions): Envelope;
  /** The documents held afterwards, with the keys that nobody knows as problems. */
  load(documents: unknown[], options?: LoadOptions): Decided<{ documents: LoadedDocument[] }>;
  askBytes(request: Uint8Array): Uint8Array;
  reviewBytes(request: Uint8Array): Uint8Array;
  loadBytes(request: Uint8Array): Uint8Array;
  askText(request: string): string;
  reviewText(request: string): string;
  loadText(request: string): string;
  /** Gives back its memory, which also happens some time after the last use. */
  free(): void;
  [Symbol.dispose](): void;
}

/** What an engine is, as the question `fitment/about` answers. */
export interface About {
  engine: string;
  version: string;
  abi: number;
  editions: Edition[];
  /** The policies of this entry. */
  policies: string[];
  questions: number;
  codes: number;
  limits: { askBytes: number; loadBytes: number; depth: number };
  /** The kinds of objects that this entry judges in admission. */
  judged: { policy: string; group: string; kind: string }[];
  /** The kinds of stored objects that it judges those by, with what it looks at in them: no `members` means everything. */
  stored: { group: string; kind: string; members: string[] }[];
}

/** What this engine is. Call `start` first. */
export function about(): About;
