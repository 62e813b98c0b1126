// What both entries share: the engine with its verbs, as bytes, as text, and as objects for whoever has objects.
import { Catalog as Compiled, Engine } from "./engine.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A request that the engine did not understand or lacks a fact for. */
export class Undecided extends Error {
  /** @param {import("./index.d.ts").Envelope} envelope */
  constructor(envelope, words) {
    const lacks = envelope.undecided === "facts" ? "a fact is missing" : "the request was not understood";
    super(`${lacks}: ${words}`);
    this.name = "Undecided";
    this.envelope = envelope;
  }
}

/** The engine with its loaded documents. */
export class Fitment {
  #engine = new Engine();

  /** Asks a question; the time is added unless it is given. Throws `Undecided`. */
  ask(question, given = {}, options = {}) {
    return this.#decided(this.#post("ask", { question, ...envelope(options), text: options.text ?? false, given }));
  }

  /** Judges or completes an AdmissionReview; the time is added unless it is given. Throws `Undecided`. */
  review(review, phase, options = {}) {
    return this.#decided(this.#post("review", { review, phase, ...envelope(options) }));
  }

  /** Keeps documents, so that questions may name them. Throws `Undecided`; then nothing has changed. */
  load(documents, options = {}) {
    const { remove = [], defaulted = false } = options;
    return this.#decided(this.#post("load", { documents, remove, defaulted })).answer.documents;
  }

  /** The verbs as they are: nothing is added to a request and nothing is taken from an answer. */
  askBytes(request) { return this.#call("ask", request); }
  reviewBytes(request) { return this.#call("review", request); }
  loadBytes(request) { return this.#call("load", request); }
  askText(request) { return this.#call("askText", request); }
  reviewText(request) { return this.#call("reviewText", request); }
  loadText(request) { return this.#call("loadText", request); }

  #decided(envelope) {
    if (envelope.outcome === "decided") return envelope;
    const given = { because: [], problems: envelope.problems.filter(({ level }) => level === "error") };
    const { text } = this.#post("ask", { question: "fitment/words", given }).answer;
    throw new Undecided(envelope, text.replaceAll(/^error: /gm, "").trim().replaceAll("\n", "; "));
  }

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
    if (profile === undefined || profile === null) throw new TypeError(`found ${profile}, expected a CloudProfile`);
    const text = profile instanceof Uint8Array || typeof profile === "string" ? profile : JSON.stringify(profile);
    this.#compiled = new Compiled(typeof text === "string" ? encoder.encode(text) : text, options.edition);
  }

  /** The image versions that fit, as places in `columns`. */
  fitting(machineType) { return this.#compiled.fitting(named(machineType)); }

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

/** What this engine is. */
export function about() {
  return Engine.about();
}

function envelope({ edition = "design", now = new Date() }) {
  return { edition, now: time(now) };
}

function time(now) {
  return now instanceof Date ? `${now.toISOString().slice(0, 19)}Z` : now;
}
