// The engine with its verbs: as bytes, as text, and as objects for whoever has objects.
import { Engine } from "./engine.js";
import { Undecided, parts, unexpected } from "./errors.js";
import { free, guarded, hold, raw } from "./instance.js";
import { jsonOf, kind } from "./json.js";
import { known, nothing, time, whole } from "./options.js";

export { FitmentError, Undecided } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const BESIDE = "what is beside a question or a review goes into one object";

/** The engine with its loaded documents. */
export class Fitment {
  constructor(...more) {
    nothing(more, "options go with each question, review or load");
    hold(this, () => new Engine());
  }

  /** Asks a question; the time is added unless it is given. Throws `Undecided`. */
  ask(question, given, options, ...more) {
    nothing(more, BESIDE);
    return decided(post(this, "ask", { question, ...envelope(options), given: given ?? {} }));
  }

  /** Judges or completes an AdmissionReview; the time is added unless it is given. Throws `Undecided`. */
  review(review, phase, options, ...more) {
    nothing(more, BESIDE);
    return decided(post(this, "review", { review, phase, ...envelope(options, ["without"]) }));
  }

  /**
   * Keeps documents, so that questions may name them. The answer lists what is held afterwards; its problems are the
   * keys that nobody knows. Throws `Undecided`; then nothing has changed.
   */
  load(documents, options, ...more) {
    nothing(more, "all documents go into one list");
    const said = known(options, ["remove", "defaulted", "edition", "complete", "limits", "fieldValidation", "text"]);
    return decided(post(this, "load", { documents, ...said }));
  }

  /** The verbs as they are: nothing is added to a request and nothing is taken from an answer. */
  askBytes(request, ...more) { return call(this, "ask", request, more); }
  reviewBytes(request, ...more) { return call(this, "review", request, more); }
  loadBytes(request, ...more) { return call(this, "load", request, more); }
  askText(request, ...more) { return callText(this, "ask", request, more); }
  reviewText(request, ...more) { return callText(this, "review", request, more); }
  loadText(request, ...more) { return callText(this, "load", request, more); }

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
export function decided(envelope) {
  if (envelope.outcome === "decided") return envelope;
  const said = sentences(envelope.problems.filter(({ level }) => level === "error"));
  const lacks = envelope.undecided === "facts" ? "a fact is missing" : "the request was not understood";
  // Of several each has its hint behind it.
  const { says, hint } = said.length === 1 ? parts(said[0]) : { says: said.join("; ") };
  throw new Undecided(envelope, `${lacks}: ${says}`, hint);
}

/** Problems in English. */
export function sentences(problems) {
  // Another engine's limits may be too low for it.
  const words = new Fitment();
  try {
    const { answer } = post(words, "ask", { question: "fitment/words", given: { because: [], problems } });
    return (answer?.problems ?? problems).map(({ says, code }) => says ?? code);
  } finally {
    words.free();
  }
}

/** What is said beside a question, or beside a review, which has further options. */
export function envelope(options, further = []) {
  const said = known(options, ["edition", "now", "text", "fieldValidation", ...further]);
  // What is `null` is not said.
  for (const name of Object.keys(said)) said[name] ??= undefined;
  return { ...said, edition: said.edition ?? "design", now: time(said.now ?? new Date()) };
}

function post(fitment, verb, request) {
  return JSON.parse(callText(fitment, verb, jsonOf(request, "a request")));
}

function callText(fitment, verb, request, more = []) {
  if (typeof request !== "string") throw unexpected(kind(request), "text");
  return decoder.decode(call(fitment, verb, encoder.encode(whole(request, "text")), more));
}

function call(fitment, verb, request, more = []) {
  nothing(more, "a request has all that is said in itself");
  if (!(request instanceof Uint8Array)) throw unexpected(kind(request), "a Uint8Array");
  const engine = raw(fitment);
  return guarded(() => engine[verb](request));
}
