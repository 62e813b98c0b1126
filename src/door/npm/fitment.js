// The engine with its verbs: as bytes, as text, and as objects for whoever has objects.
import { Engine } from "./engine.js";
import { kind, known, time } from "./options.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A request that the engine did not understand or lacks a fact for. */
export class Undecided extends Error {
  /** @param {import("./fitment.d.ts").Envelope} envelope */
  constructor(envelope, sentences) {
    const lacks = envelope.undecided === "facts" ? "a fact is missing" : "the request was not understood";
    super(`${lacks}: ${sentences.join("; ")}`);
    this.name = "Undecided";
    this.envelope = envelope;
  }
}

/** The engine with its loaded documents. */
export class Fitment {
  #engine = new Engine();

  /** Asks a question; the time is added unless it is given. Throws `Undecided`. */
  ask(question, given, options) {
    return this.#decided(this.#post("ask", { question, ...envelope(options), given: given ?? {} }));
  }

  /** Judges or completes an AdmissionReview; the time is added unless it is given. Throws `Undecided`. */
  review(review, phase, options) {
    return this.#decided(this.#post("review", { review, phase, ...envelope(options) }));
  }

  /**
   * Keeps documents, so that questions may name them. The answer lists what is held afterwards; its problems are the
   * keys that nobody knows. Throws `Undecided`; then nothing has changed.
   */
  load(documents, options) {
    const said = known(options, ["remove", "defaulted", "complete", "limits", "fieldValidation", "text"]);
    return this.#decided(this.#post("load", { documents, ...said }));
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
    const { problems } = this.#post("ask", { question: "fitment/words", given }).answer;
    throw new Undecided(envelope, problems.map(({ says }) => says));
  }

  #post(verb, request) {
    return JSON.parse(decoder.decode(this.#call(verb, encoder.encode(JSON.stringify(request)))));
  }

  #call(verb, request) {
    const isText = verb.endsWith("Text");
    if (isText ? typeof request !== "string" : !(request instanceof Uint8Array)) {
      throw new TypeError(`found ${kind(request)}, expected ${isText ? "text" : "a Uint8Array"}`);
    }
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
  return new Fitment().ask("fitment/about").answer;
}

function envelope(options) {
  const { edition, now, text, fieldValidation } = known(options, ["edition", "now", "text", "fieldValidation"]);
  return { edition: edition ?? "design", now: time(now ?? new Date()), text, fieldValidation };
}
