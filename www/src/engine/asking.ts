// The package's engines, and requests to them as text: input is passed on as it is written.
import type { Circumstances, Decided, Entry, Envelope } from "./answers.ts";
import { type Held, asWritten, documents, spots } from "./held.ts";

type Package = typeof import("fitment");
export type Fitment = InstanceType<Package["Fitment"]>;
export type Catalog = InstanceType<Package["Catalog"]>;
type Engine = { fitment: Fitment; Fitment: Package["Fitment"]; Catalog: Package["Catalog"] };

/** The verbs of an engine, whichever build it is. */
export interface Verbs {
  loadText(request: string): string;
  askText(request: string): string;
  reviewText(request: string): string;
}

const engines = new Map<Entry, Promise<Engine>>();

/** Returns an engine of the package, started once. */
export function engine(entry: Entry): Promise<Engine> {
  const known = engines.get(entry);
  if (known !== undefined) return known;
  const begun = begin(entry);
  engines.set(entry, begun);
  // What could not be fetched is tried again.
  begun.catch(() => engines.delete(entry));
  return begun;
}

async function begin(entry: Entry): Promise<Engine> {
  const loaded = (entry === "images" ? await import("fitment/images") : await import("fitment")) as Package;
  return { fitment: await loaded.start(), Fitment: loaded.Fitment, Catalog: loaded.Catalog };
}

/** Builds the text of a request. */
export function requestOf(question: string, given: string, { now, edition }: Circumstances, options = {}): string {
  const head = JSON.stringify({ question, edition, now, text: true, ...options });
  return `${head.slice(0, -1)},"given":${given}}`;
}

/** Loads documents with the API server's defaults, which files from git need. */
export function load(fitment: Verbs, texts: Held[]): Decided {
  const request = `{"documents":[${documents(texts).join(",")}],"defaulted":true,"text":true}`;
  const envelope = worded(fitment, JSON.parse(fitment.loadText(request)));
  return { request: "", envelope, spots: spots(envelope), microseconds: 0 };
}

export function decided(fitment: Verbs, request: string): Decided {
  const begun = performance.now();
  const text = fitment.askText(request);
  const microseconds = 1000 * (performance.now() - begun);
  const envelope = worded(fitment, JSON.parse(text));
  return { request, envelope, spots: spots(envelope), microseconds };
}

/** Adds missing sentences: a request that could not be read cannot have asked for English. */
export function worded(fitment: Verbs, envelope: Envelope): Envelope {
  const { because = [], problems } = envelope;
  const isWorded = [...because, ...problems].every(({ says }) => says !== undefined);
  const given = JSON.stringify({ because, problems });
  const all = { ...envelope, because, ...(isWorded ? {} : JSON.parse(fitment.askText(`{"question":"fitment/words","given":${given}}`)).answer) };
  return { ...all, problems: all.problems.map(asWritten) };
}
