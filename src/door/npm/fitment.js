// What both entries share: the engine with its verbs, as bytes, as text, and as objects for whoever has objects.
import { Catalog as Compiled, Engine } from "./engine.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A request that the engine did not understand or lacks a fact for. */
export class Undecided extends Error {
  /** @param {import("./index.d.ts").Envelope} envelope */
  constructor(envelope) {
    const lacks = envelope.undecided === "facts" ? "a fact is missing" : "the request was not understood";
    const codes = envelope.problems.map((problem) => `${problem.code} at \`${problem.path}\``).join(", ");
    super(`${lacks}: ${codes}`);
    this.name = "Undecided";
    this.envelope = envelope;
  }
}

/** The engine with its loaded documents. */
export class Fitment {
  #engine = new Engine();

  /** Asks a question; the time is added unless it is given. Throws `Undecided`. */
  ask(question, given = {}, options = {}) {
    return decided(this.#post("ask", { question, ...envelope(options), text: options.text ?? false, given }));
  }

  /** Judges or completes an AdmissionReview; the time is added unless it is given. Throws `Undecided`. */
  review(review, phase, options = {}) {
    return decided(this.#post("review", { review, phase, ...envelope(options) }));
  }

  /** Keeps documents, so that questions may name them. Throws `Undecided`; then nothing has changed. */
  load(documents, options = {}) {
    const { remove = [], defaulted = false } = options;
    return decided(this.#post("load", { documents, remove, defaulted })).answer.documents;
  }

  /** The verbs as they are: nothing is added to a request and nothing is taken from an answer. */
  askBytes(request) { return this.#call("ask", request); }
  reviewBytes(request) { return this.#call("review", request); }
  loadBytes(request) { return this.#call("load", request); }
  askText(request) { return this.#call("askText", request); }
  reviewText(request) { return this.#call("reviewText", request); }
  loadText(request) { return this.#call("loadText", request); }

  #post(verb, request) {
    return JSON.parse(decoder.decode(this.#call(verb, encoder.encode(JSON.stringify(request)))));
  }

  #call(verb, request) {
    if (this.#engine === null) throw new Error("the engine has stopped; load the page or process anew");
    try {
      return this.#engine[verb](request);
    } catch (error) {
      // After a trap the memory of the instance may be anything, so nobody asks it again.
      if (error instanceof WebAssembly.RuntimeError) this.#engine = null;
      throw error;
    }
  }
}

/** A CloudProfile, compiled once: what fits a machine type as numbers. The engine has to be started. */
export class Catalog {
  #compiled;
  #columns;

  /** Bytes of JSON cross fastest; its text and the object itself are welcome too. */
  constructor(profile, options = {}) {
    const text = profile instanceof Uint8Array || typeof profile === "string" ? profile : JSON.stringify(profile);
    this.#compiled = new Compiled(typeof text === "string" ? encoder.encode(text) : text, options.edition);
  }

  /** The image versions that fit, as places in `columns`. */
  fitting(machineType) { return this.#compiled.fitting(machineType); }

  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType) { return this.#compiled.refusals(machineType); }

  /** What the numbers mean. */
  get columns() { return (this.#columns ??= JSON.parse(this.#compiled.columnsText())); }

  /** Gives its memory back. */
  free() { this.#compiled.free(); }

  static FITS = 0xffffffff;
}

/** What this engine is. */
export function about() {
  return Engine.about();
}

function envelope({ edition = "design", now = new Date() }) {
  return { edition, now: now instanceof Date ? `${now.toISOString().slice(0, 19)}Z` : now };
}

function decided(envelope) {
  if (envelope.outcome !== "decided") throw new Undecided(envelope);
  return envelope;
}
