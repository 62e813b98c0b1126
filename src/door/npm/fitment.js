// The engine with its verbs: as bytes, as text, and as objects for whoever has objects.
import { Engine } from "./engine.js";
import { Undecided, unexpected } from "./errors.js";
import { free, guarded, hold, raw } from "./instance.js";
import { kind, known, time } from "./options.js";

export { FitmentError, Undecided } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The engine with its loaded documents. */
export class Fitment {
  constructor() {
    hold(this, () => new Engine());
  }

  /** Asks a question; the time is added unless it is given. Throws `Undecided`. */
  ask(question, given, options) {
    return decided(this, post(this, "ask", { question, ...envelope(options), given: given ?? {} }));
  }

  /** Judges or completes an AdmissionReview; the time is added unless it is given. Throws `Undecided`. */
  review(review, phase, options) {
    return decided(this, post(this, "review", { review, phase, ...envelope(options) }));
  }

  /**
   * Keeps documents, so that questions may name them. The answer lists what is held afterwards; its problems are the
   * keys that nobody knows. Throws `Undecided`; then nothing has changed.
   */
  load(documents, options) {
    const said = known(options, ["remove", "defaulted", "complete", "limits", "fieldValidation", "text"]);
    return decided(this, post(this, "load", { documents, ...said }));
  }

  /** The verbs as they are: nothing is added to a request and nothing is taken from an answer. */
  askBytes(request) { return call(this, "ask", request); }
  reviewBytes(request) { return call(this, "review", request); }
  loadBytes(request) { return call(this, "load", request); }
  askText(request) { return callText(this, "ask", request); }
  reviewText(request) { return callText(this, "review", request); }
  loadText(request) { return callText(this, "load", request); }

  /** Gives back its memory. */
  free() { free(this); }

  /** Tells Vue not to wrap it. */
  get __v_skip() { return true; }
}

if (Symbol.dispose !== undefined) Fitment.prototype[Symbol.dispose] = Fitment.prototype.free;

/** What this engine is. */
export function about() {
  const fitment = new Fitment();
  try {
    return fitment.ask("fitment/about").answer;
  } finally {
    fitment.free();
  }
}

/** The answer to a request, which throws where it is undecided. */
export function decided(fitment, envelope) {
  if (envelope.outcome === "decided") return envelope;
  const given = { because: [], problems: envelope.problems.filter(({ level }) => level === "error") };
  const { problems } = post(fitment, "ask", { question: "fitment/words", given }).answer;
  const lacks = envelope.undecided === "facts" ? "a fact is missing" : "the request was not understood";
  throw new Undecided(envelope, `${lacks}: ${problems.map(({ says }) => says).join("; ")}`);
}

/** What is said beside a question. */
export function envelope(options) {
  const { edition, now, text, fieldValidation } = known(options, ["edition", "now", "text", "fieldValidation"]);
  return { edition: edition ?? "design", now: time(now ?? new Date()), text, fieldValidation };
}

function post(fitment, verb, request) {
  return JSON.parse(callText(fitment, verb, JSON.stringify(request)));
}

function callText(fitment, verb, request) {
  if (typeof request !== "string") throw unexpected(kind(request), "text");
  return decoder.decode(call(fitment, verb, encoder.encode(request)));
}

function call(fitment, verb, request) {
  if (!(request instanceof Uint8Array)) throw unexpected(kind(request), "a Uint8Array");
  const engine = raw(fitment);
  return guarded(() => engine[verb](request));
}
