// What both entries share: the engine with its verbs, as bytes, as text, and as objects for whoever has objects.
import { Engine } from "./engine.js";

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
