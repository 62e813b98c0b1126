// The open texts, and the lines in them that facts and changes refer to.
import { type Source, lineOf, readSource, spot } from "../document/read.ts";
import { Unreadable } from "../document/tree.ts";
import type { Envelope, Fact, Fault, Reason, Spot } from "./answers.ts";

/** A text with its places, and the page's key for it. */
export interface Held {
  key: string;
  source: Source;
  /** How facts name each loaded document. */
  names: string[];
  /** The pointer to its document in the input, if it is part of the input. */
  under?: string;
  /** The places of other values, by their pointers into the input. */
  places?: Record<string, { document: number; pointer: string }>;
}

/** The texts that were opened last, in the order in which they are loaded. */
let open: Held[] = [];

/** Makes these the texts that paths lead into. */
export function hold(...texts: Held[]): void {
  open = texts;
}

export function held(): Held[] {
  return open;
}

/** A text whose documents are loaded. */
export function holding(key: string, source: Source): Held {
  return { key, source, names: source.documents.map(({ json }) => identity(json)) };
}

/** All documents of the texts, in order. */
export function documents(texts: Held[] = open): string[] {
  return texts.flatMap(({ source }) => source.documents.map(({ json }) => json));
}

const PROFILE = "CloudProfile/";

/** Returns the name and JSON of the first profile in a text. */
export function profileOf({ source, names }: Held): { name: string; json: string } | undefined {
  const place = names.findIndex((name) => name.startsWith(PROFILE));
  const document = source.documents[place];
  return document === undefined ? undefined : { name: (names[place] ?? "").slice(PROFILE.length), json: document.json };
}

/** How facts name a document. */
function identity(json: string): string {
  const { kind, metadata } = JSON.parse(json) ?? {};
  return [kind, metadata?.namespace, metadata?.name].filter((part) => typeof part === "string").join("/");
}

/** Reads a text, or returns why it cannot be read. */
export function readOr(text: string): Source | { fault: Fault } {
  try {
    return readSource(text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: { line: lineOf(text, error.offset), says: error.message } };
  }
}

/** The lines of everything that an envelope refers to. */
export function spots({ because, problems, answer }: Envelope): Record<string, Spot> {
  const found: Record<string, Spot> = {};
  const note = (path: string | undefined) => {
    const spot = path === undefined ? undefined : locate(path);
    if (path !== undefined && spot !== undefined) found[path] = spot;
  };
  const facts = (all: Fact[]) => all.forEach(({ path }) => note(path));
  const walk = (reasons: Reason[]) => {
    for (const reason of reasons) {
      facts(reason.facts);
      walk(reason.because);
    }
  };
  walk(because);
  for (const problem of problems) {
    note(problem.path);
    facts(problem.facts);
  }
  patches(answer, (document, path) => note(`${document}#${path}`));
  for (const { path } of findings(answer)) note(path);
  return found;
}

/** The findings of an answer that have a path. */
function findings(answer: unknown): { path?: string }[] {
  const { findings } = (answer ?? {}) as { findings?: unknown };
  return Array.isArray(findings) ? findings.filter((one) => typeof one?.path === "string") : [];
}

/** Visits the changes that an answer proposes, at any depth. */
function patches(answer: unknown, found: (document: string, path: string) => void): void {
  if (typeof answer !== "object" || answer === null) return;
  const { document, patch } = answer as { document?: unknown; patch?: unknown };
  if (typeof document === "string" && Array.isArray(patch)) patch.forEach(({ path }) => found(document, path));
  for (const value of Object.values(answer)) patches(value, found);
}

/** Locates a path: in a loaded document, in the input, or in the documents of a load. */
function locate(path: string): Spot | undefined {
  const [, name, own = ""] = /^([^/#][^#]*)#(.*)$/s.exec(path) ?? [];
  if (name !== undefined) {
    const holder = open.find(({ names }) => names.includes(name));
    return holder === undefined ? undefined : at(holder, holder.names.indexOf(name), own);
  }
  const [, loaded, rest = ""] = /^\/documents\/(\d+)(.*)$/s.exec(path) ?? [];
  if (loaded !== undefined) {
    let number = Number(loaded);
    for (const holder of open) {
      if (number < holder.source.documents.length) return at(holder, number, rest);
      number -= holder.source.documents.length;
    }
    return undefined;
  }
  const given = path.replace(/^\/given(?=\/|$)/, "");
  const holder = open.find(({ under }) => under !== undefined && (given === under || given.startsWith(`${under}/`)));
  if (holder?.under === undefined) return undefined;
  const { places } = holder;
  if (places === undefined) return at(holder, 0, given.slice(holder.under.length));
  const prefix = [/^\/[^/]*\/[^/]*/, /^\/[^/]*/].map((start) => start.exec(given)?.[0] ?? "").concat("").find((start) => places[start] !== undefined);
  const found = prefix === undefined ? undefined : places[prefix];
  return found === undefined ? undefined : at(holder, found.document, found.pointer + given.slice(prefix?.length));
}

function at({ key, source }: Held, document: number, pointer: string): Spot | undefined {
  const found = spot(source, document, pointer);
  return found === undefined ? undefined : { document: key, ...found };
}
