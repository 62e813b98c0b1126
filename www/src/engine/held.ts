// The open texts, and the lines in them that facts and changes refer to.
import { type Source, lineOf, readSource, spot } from "../document/read.ts";
import { Unreadable, find } from "../document/tree.ts";
import type { Envelope, Fact, Fault, InFile, Problem, Reason, Spot, Unused } from "./answers.ts";

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

interface Profile {
  name: string;
  /** Its place among the documents. */
  place: number;
  json: string;
  /** What else the text has. */
  unused: Unused;
}

/** How many unused documents are named. */
const MOST = 5;

/** The documents of a text that are not used: only the first are named, as there may be thousands. */
export function unusedOf(text: string, documents: Source["documents"]): Unused {
  const names = documents.slice(0, MOST).map(({ root: { start }, json }) => {
    const { file, line = 0 } = faultAt(text, start, "");
    return identity(json) || (file?.name ?? `line ${line + 1}`);
  });
  return { names, more: documents.length - names.length };
}

/** Returns the profile of a text, or why there is not exactly one. */
export function profileIn({ source: { text, documents }, names }: Held): Profile | { fault: Fault } {
  // Whether it has a name is for the engine to say.
  const isProfile = (name: string) => `${name}/`.startsWith(PROFILE);
  const [place = -1, second] = names.flatMap((name, place) => (isProfile(name) ? [place] : []));
  const document = documents[place];
  if (document === undefined) return { fault: { says: "found no CloudProfile, expected one" } };
  if (second !== undefined) {
    const all = names.filter(isProfile).map((name) => `\`${name.slice(PROFILE.length)}\``);
    return { fault: faultAt(text, documents[second]?.root.start ?? 0, `found the profiles ${all.join(", ")}, expected one`) };
  }
  return { name: (names[place] ?? "").slice(PROFILE.length), place, json: document.json, unused: unusedOf(text, documents.filter((one) => one !== document)) };
}

/** Returns the profile of a text, if it has exactly one. */
export function profileOf(held: Held): Profile | undefined {
  const found = profileIn(held);
  return "fault" in found ? undefined : found;
}

/** How facts name a document. */
export function identity(json: string): string {
  const { kind, metadata } = JSON.parse(json) ?? {};
  return [kind, metadata?.namespace, metadata?.name].filter((part) => typeof part === "string").join("/");
}

/** Reads a text, or returns why it cannot be read. */
export function readOr(text: string): Source | { fault: Fault } {
  try {
    return readSource(text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: faultAt(text, error.offset, isSettings(text, error.offset) ? SETTINGS : error.message) };
  }
}

const SETTINGS = "found a configuration file, expected YAML or JSON: `fitment drivers` reads it beside the drivers";

/** Whether what is at an offset begins as a configuration file does: with the name of a section. */
function isSettings(text: string, offset: number): boolean {
  const begin = text.lastIndexOf("\n---\n", offset);
  return /^(?:[ \t]*(?:[#;].*)?\r?\n)*\[\w+\][ \t]*(?:\r?\n|$)/.test(text.slice(begin < 0 ? 0 : begin + 5));
}

/** A fault at an offset. */
export function faultAt(text: string, offset: number, says: string): Fault {
  const line = lineOf(text, offset);
  return { line, says, ...inFile(text, line) };
}

/** Where the files begin that were joined to the last text: each has its name in a comment above it. */
const joined: { of: string; heads: InFile[] } = { of: "", heads: [] };

/** Returns the file that a line of a text comes from, if several were joined, and the line there. */
function inFile(text: string, line: number): { file?: InFile } {
  if (!text.startsWith("# file 1 of ")) return {};
  if (joined.of !== text) {
    const heads: InFile[] = [];
    for (const { 0: head, 1: number, 2: name = "", index } of text.matchAll(/(?:^|\n---\n)# file (\d+) of \d+: (.+)/g)) {
      // A file may itself contain joined ones.
      if (Number(number) === heads.length + 1) heads.push({ name, line: lineOf(text, index + head.length) });
    }
    joined.heads = heads;
  }
  // The same text may come in many copies, and comparing it with itself takes no time.
  joined.of = text;
  const head = joined.heads.findLast((head) => head.line < line);
  return head === undefined ? {} : { file: { name: head.name, line: line - head.line - 1 } };
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

/** Has a sentence quote a value as it is written: the engine knows only what YAML made of it. */
export function asWritten<Said extends Pick<Problem, "path" | "facts" | "says">>(problem: Said): Said {
  const quote = problem.facts.find(({ name }) => name === "quote")?.value;
  const written = typeof quote === "string" ? placeOf(problem.path, ({ source: { text, documents } }, document, pointer) => {
    const { node, exact } = find((documents[document] as Source["documents"][number]).root, pointer);
    return exact ? text.slice(node.start, node.end) : undefined;
  }) : undefined;
  return written === undefined ? problem : { ...problem, says: problem.says?.replace(`\`${quote}\``, `\`${JSON.stringify(written)}\``) };
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
function placeOf<Found>(path: string, at: (held: Held, document: number, pointer: string) => Found | undefined): Found | undefined {
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

function locate(path: string): Spot | undefined {
  return placeOf(path, at);
}

function at({ key, source }: Held, document: number, pointer: string): Spot | undefined {
  const found = spot(source, document, pointer);
  return found === undefined ? undefined : { document: key, ...found, ...inFile(source.text, found.line) };
}
