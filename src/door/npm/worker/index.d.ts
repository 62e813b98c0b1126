import type { Catalog as Here, AdmittingOptions, Document, Groups, Matrix } from "../index.js";
import type { About, Decided, Envelope, Given, LoadedDocument, LoadOptions, Options, Questions, ReviewOptions } from "../fitment.js";
import type { Source } from "../start.js";

/** What of a source crosses to a worker: no response, although the type of a module takes any object. */
type Crossing = Exclude<Source, Request | Response>;

export { FitmentError, Undecided } from "../fitment.js";

/** What is a method here is a method there, promised, and what is a property is a promise. */
type Promised<T> = {
  [Name in keyof T]: T[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Result>
    : Promise<T[Name]>;
};

/** Of a method that is written twice only one would be promised. */
type Methods = Promised<Omit<Here, "matrix" | typeof Symbol.dispose>>;

/** A CloudProfile, alone or with one of a namespace, compiled once, in the worker that was started last. */
export interface Catalog extends Methods {
  matrix(options?: { groupBy?: null } | null): Promise<Matrix>;
  matrix(options: { groupBy: string }): Promise<Matrix & Groups>;
}
export const Catalog: {
  readonly FITS: number;
  from(profile: Document, options?: AdmittingOptions | null): Promise<Catalog>;
  from(profile: Document, namespacedProfile?: Document | null, options?: AdmittingOptions | null): Promise<Catalog>;
};

/** The engine with its loaded documents, in a worker. */
export class Fitment {
  private constructor();
  ask<Question extends keyof Questions>(
    question: Question,
    ...given: Given<Question>
  ): Promise<Decided<Questions[Question]["answer"]>>;
  review(review: unknown, phase: "validating" | "mutating" | "applying", options?: ReviewOptions): Promise<Envelope>;
  load(documents: unknown[], options?: LoadOptions): Promise<Decided<{ documents: LoadedDocument[] }>>;
  askBytes(request: Uint8Array): Promise<Uint8Array>;
  reviewBytes(request: Uint8Array): Promise<Uint8Array>;
  loadBytes(request: Uint8Array): Promise<Uint8Array>;
  askText(request: string): Promise<string>;
  reviewText(request: string): Promise<string>;
  loadText(request: string): Promise<string>;
  free(): Promise<void>;
  /** Ends the worker; what has not been answered fails, and so does all that comes after. */
  stop(): void;
}

/** What the engine is. */
export function about(): Promise<About>;

/**
 * Starts the engine in a worker. Give `worker` where a policy of trusted types has the page make its workers itself: a module
 * worker whose script is this package's `worker/thread.js`. `source` says where the wasm is if not beside the script.
 */
export function start(options?: { worker?: object; source?: Crossing }): Promise<Fitment>;
