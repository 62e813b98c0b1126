// The engine, off the page's thread: one question at a time.
import type { About, Calls, Circumstances, Decided, Entry, Envelope, Fact, Opened, Reason, Spot } from "./answers.ts";
import { readJson } from "../document/json.ts";
import { type Source, lineOf, readSource, spot } from "../document/read.ts";
import { Log } from "../log/log.ts";
import { spliced } from "../document/splice.ts";
import { Unreadable, find } from "../document/tree.ts";

type Package = typeof import("fitment");
type Fitment = InstanceType<Package["Fitment"]>;
type Engine = { fitment: Fitment; Fitment: Package["Fitment"]; Catalog: Package["Catalog"] };

const engines = new Map<Entry, Promise<Engine>>();

function engine(entry: Entry): Promise<Engine> {
  const known = engines.get(entry);
  if (known !== undefined) return known;
  const begun = begin(entry);
  engines.set(entry, begun);
  return begun;
}

async function begin(entry: Entry): Promise<Engine> {
  const loaded = (entry === "images" ? await import("fitment/images") : await import("fitment")) as Package;
  return { fitment: await loaded.start(), Fitment: loaded.Fitment, Catalog: loaded.Catalog };
}

/** A text with its places, under the key that the page knows it by. */
interface Held {
  key: string;
  source: Source;
  /** Of each document that is loaded, how facts name it. */
  names: string[];
  /** Where its document stands in what is given, if it does. */
  under?: string;
}

/** What was opened last, in the order in which it is loaded. */
let held: Held[] = [];
let log: Log | undefined;
let catalog: InstanceType<Package["Catalog"]> | undefined;

const calls: { [Name in keyof Calls]: (...given: Parameters<Calls[Name]>) => Promise<ReturnType<Calls[Name]>> } = {
  async about(entry) {
    const { fitment } = await engine(entry);
    return JSON.parse(fitment.askText('{"question":"fitment/about","given":{}}')).answer as About;
  },

  async open(key, text, circumstances, entry) {
    const { fitment, Catalog } = await engine(entry);
    catalog?.free();
    catalog = undefined;
    held = [];
    const source = readOr(text);
    if ("fault" in source) return source;
    const loaded = holding(key, source);
    const { names } = loaded;
    held = [loaded];
    const opened: Opened = { decided: load(fitment, held) };
    const place = names.findIndex((name) => name.startsWith("CloudProfile/"));
    const profile = source.documents[place];
    if (opened.decided?.envelope.outcome === "undecided" || profile === undefined) return opened;
    catalog = new Catalog(new TextEncoder().encode(profile.json), { edition: edition(circumstances), fieldValidation: "Ignore" });
    opened.columns = catalog.columns;
    opened.profile = (names[place] ?? "").slice("CloudProfile/".length);
    return opened;
  },

  async fitting(machineType, region, circumstances) {
    const catalog = compiled();
    const begun = performance.now();
    const { now } = circumstances;
    const offered = catalog.offered(machineType, region === "" ? { now } : { now, region });
    const refusals = catalog.refusals(machineType);
    const microseconds = 1000 * (performance.now() - begun);
    return { offered, refusals, classifications: catalog.classifications(now), microseconds };
  },

  async matrix({ now }) {
    const catalog = compiled();
    const begun = performance.now();
    const { machineType, version, capability } = catalog.columns;
    const cells = new Uint8Array(machineType.length * version.length);
    // 0 offered, 1 fits and is not offered, then the capabilities in their order.
    const counts = new Array<number>(capability.length + 2).fill(0);
    machineType.forEach((name, row) => {
      const offset = row * version.length;
      catalog.refusals(name).forEach((cause, column) => {
        cells[offset + column] = cause === 0xffffffff ? 1 : cause + 2;
      });
      for (const column of catalog.offered(name, { now })) cells[offset + column] = 0;
    });
    for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1;
    return { cells, counts, milliseconds: performance.now() - begun };
  },

  async ask(entry, question, given, circumstances) {
    const { fitment } = await engine(entry);
    return decided(fitment, envelopeOf(question, JSON.stringify(given), circumstances));
  },

  async askWith(question, text, circumstances) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    held = [{ key: "given", source, names: [], under: "" }];
    return { decided: decided(fitment, envelopeOf(question, source.documents[0]?.json ?? "{}", circumstances)) };
  },

  async change(before, after, users, circumstances) {
    const { Fitment } = await engine("whole");
    const sources: Held[] = [];
    for (const [key, text] of Object.entries({ old: before, new: after, shoots: users })) {
      const source = readOr(text);
      if ("fault" in source) return { fault: source.fault, in: key };
      sources.push(holding(key, source));
    }
    const [old, changed, using] = sources as [Held, Held, Held];
    // Defaults are given to what is loaded, and two of one name cannot be held at once.
    const first = new Fitment();
    held = [changed];
    const loaded = load(first, held);
    const profile = profileOf(changed);
    if (loaded.envelope.outcome === "undecided" || profile === undefined) return { decided: loaded };
    const answer = first.askText(JSON.stringify({ question: "images/default-profile", given: { cloudProfile: profile.name } }));
    const spec = part(answer, "/answer/spec");
    const members = [...(readJson(profile.json)[0]?.members ?? [])].map(([key, { value }]) =>
      `${JSON.stringify(key)}:${key === "spec" && spec !== undefined ? spec : profile.json.slice(value.start, value.end)}`);
    const second = new Fitment();
    held = [old, using];
    const both = load(second, held);
    const former = profileOf(old);
    if (both.envelope.outcome === "undecided" || former === undefined) return { decided: both };
    held = [old, using, { ...changed, names: [], under: "/cloudProfile" }];
    const given = `{"oldCloudProfile":${JSON.stringify(former.name)},"cloudProfile":{${members.join(",")}}}`;
    return { decided: decided(second, envelopeOf("images/diff-profiles", given, circumstances)) };
  },

  async log(file) {
    log = await Log.read(file);
    return log.opening();
  },

  async logFind(filter) {
    return logged().find(filter);
  },

  async logLine(place) {
    return logged().line(place);
  },

  async replay(place, documents) {
    const { fitment: one, Fitment } = await engine("whole");
    const line = await logged().line(place);
    const isEngine = line.engine?.version === one.ask("fitment/about").answer.version;
    const request = line.request ?? undefined;
    if (request === undefined) return { lacks: "request", isRequest: false, isEngine, isEqual: false };
    const isRequest = await sha256(request) === line.requestSha256;
    if (documents === "" && line.documents !== undefined && line.documents !== "") {
      return { lacks: "documents", isRequest, isEngine, isEqual: false };
    }
    const session = new Fitment();
    for (const load of documents === "" ? [] : JSON.parse(documents) as string[]) session.loadText(load);
    const begun = performance.now();
    const answer = line.verb === "review" ? session.reviewText(request) : session.askText(request);
    const microseconds = 1000 * (performance.now() - begun);
    held = [];
    const envelope = worded(session, JSON.parse(answer));
    return { isRequest, isEngine, isEqual: await sha256(answer) === line.answerSha256, decided: { request, envelope, spots: {}, microseconds } };
  },

  async splice(text, patch) {
    return { text: spliced(text, 0, patch) };
  },

  async questions(policy) {
    const { fitment } = await engine("whole");
    const { answer } = JSON.parse(fitment.askText('{"question":"fitment/questions","given":{}}'));
    return answer.questions.filter(({ question }: { question: string }) => question.startsWith(`${policy}/`));
  },

  async schema(question) {
    const { fitment } = await engine("whole");
    const request = { question: "fitment/questions", given: { question } };
    return JSON.parse(fitment.askText(JSON.stringify(request))).answer?.questions[0];
  },

  async explain(entry, code) {
    const { fitment } = await engine(entry);
    const request = { question: "fitment/explain", text: true, given: { code } };
    return JSON.parse(fitment.askText(JSON.stringify(request))).answer ?? {};
  },
};

function compiled() {
  if (catalog === undefined) throw new Error("no profile is open");
  return catalog;
}

function logged(): Log {
  if (log === undefined) throw new Error("no log is open");
  return log;
}

function holding(key: string, source: Source): Held {
  return { key, source, names: source.documents.map(({ json }) => identity(json)) };
}

/** Loads documents with the defaults of the API server, as files from git need them. */
function load(fitment: Fitment, sources: Held[]): Decided {
  const documents = sources.flatMap(({ source }) => source.documents.map(({ json }) => json)).join(",");
  const request = `{"documents":[${documents}],"defaulted":true,"text":true}`;
  const envelope = worded(fitment, JSON.parse(fitment.loadText(request)));
  return { request: "", envelope, spots: spots(envelope), microseconds: 0 };
}

/** The first profile of a text: which it is, and its JSON. */
function profileOf({ source, names }: Held): { name: string; json: string } | undefined {
  const place = names.findIndex((name) => name.startsWith("CloudProfile/"));
  const document = source.documents[place];
  return document === undefined ? undefined : { name: (names[place] ?? "").slice("CloudProfile/".length), json: document.json };
}

/** A part of a JSON text, as it is written there. */
function part(text: string, pointer: string): string | undefined {
  const [root] = readJson(text);
  const found = root === undefined ? undefined : find(root, pointer);
  return found?.exact === true ? text.slice(found.node.start, found.node.end) : undefined;
}

function edition({ edition }: Circumstances) {
  return edition === "upstream" ? "upstream" as const : "design" as const;
}

/** The text of a request: what is given goes in as it is written. */
function envelopeOf(question: string, given: string, { now, edition }: Circumstances): string {
  const head = JSON.stringify({ question, edition, now, text: true });
  return `${head.slice(0, -1)},"given":${given}}`;
}

function decided(fitment: Fitment, request: string): Decided {
  const begun = performance.now();
  const text = fitment.askText(request);
  const microseconds = 1000 * (performance.now() - begun);
  const envelope = worded(fitment, JSON.parse(text));
  return { request, envelope, spots: spots(envelope), microseconds };
}

/** A request that could not be read cannot have asked for English. */
function worded(fitment: Fitment, envelope: Envelope): Envelope {
  const { because = [], problems } = envelope;
  if ([...because, ...problems].every(({ says }) => says !== undefined)) return { ...envelope, because };
  const given = JSON.stringify({ because, problems });
  return { ...envelope, ...JSON.parse(fitment.askText(`{"question":"fitment/words","given":${given}}`)).answer };
}

/** The lines of all that an envelope cites. */
function spots({ because, problems, answer }: Envelope): Record<string, Spot> {
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
  return found;
}

/** The changes that an answer proposes, wherever they stand in it. */
function patches(answer: unknown, found: (document: string, path: string) => void): void {
  if (typeof answer !== "object" || answer === null) return;
  const { document, patch } = answer as { document?: unknown; patch?: unknown };
  if (typeof document === "string" && Array.isArray(patch)) patch.forEach(({ path }) => found(document, path));
  for (const value of Object.values(answer)) patches(value, found);
}

/** Where a path leads: into a loaded document, into what was given, or into the documents of a load. */
function locate(path: string): Spot | undefined {
  const [, name, own = ""] = /^([^/#][^#]*)#(.*)$/s.exec(path) ?? [];
  if (name !== undefined) {
    const holder = held.find(({ names }) => names.includes(name));
    return holder === undefined ? undefined : at(holder, holder.names.indexOf(name), own);
  }
  const [, loaded, rest = ""] = /^\/documents\/(\d+)(.*)$/s.exec(path) ?? [];
  if (loaded !== undefined) {
    let number = Number(loaded);
    for (const holder of held) {
      if (number < holder.source.documents.length) return at(holder, number, rest);
      number -= holder.source.documents.length;
    }
    return undefined;
  }
  const given = path.replace(/^\/given(?=\/|$)/, "");
  const holder = held.find(({ under }) => under !== undefined && (given === under || given.startsWith(`${under}/`)));
  return holder?.under === undefined ? undefined : at(holder, 0, given.slice(holder.under.length));
}

function at({ key, source }: Held, document: number, pointer: string): Spot | undefined {
  const found = spot(source, document, pointer);
  return found === undefined ? undefined : { document: key, ...found };
}

/** How facts name a document. */
function identity(json: string): string {
  const { kind, metadata } = JSON.parse(json) ?? {};
  return [kind, metadata?.namespace, metadata?.name].filter((part) => typeof part === "string").join("/");
}

function readOr(text: string): Source | { fault: { line: number; says: string } } {
  try {
    return readSource(text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { fault: { line: lineOf(text, error.offset), says: error.message } };
  }
}

async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

onmessage = async ({ data: { id, name, given } }) => {
  try {
    const result = await (calls[name as keyof Calls] as (...given: unknown[]) => Promise<unknown>)(...given);
    const buffers = Object.values(result as object).filter((value) => ArrayBuffer.isView(value));
    postMessage({ id, result }, buffers.map(({ buffer }) => buffer as ArrayBuffer));
  } catch (error) {
    postMessage({ id, failed: (error as Error).message, trapped: error instanceof WebAssembly.RuntimeError });
  }
};
