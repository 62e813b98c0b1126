// Builds a question's input from texts of several shapes: a question's own document, objects to load, or clients'
// output. The engine says what each part is; this module only puts it where the question takes it.
import { Unreadable, find, json } from "../document/tree.ts";
import type { Source } from "../document/read.ts";
import type { Choice, Fault, Gathered } from "./answers.ts";
import type { Verbs } from "./asking.ts";
import { type Held, faultAt, holding } from "./held.ts";

type Documents = Source["documents"];

export interface Composed {
  loaded: Held;
  given: Held;
  /** The JSON of the input. */
  text: string;
  /** The question that refuses the files, asked in place of the original one. */
  refused?: "traits/gather";
  /** The things found in clients' output, by name, if there is any. */
  gathered?: Gathered;
  /** The documents that are not used. */
  unused: Documents;
  /** The members of the input, if no document is the question's own. */
  only?: string[];
}

/** The objects that a question takes by name, each with the member that names it. */
const NAMED: Record<string, string> = { DriverRegistry: "registry", Fleet: "fleet" };

/** The members for the things of a kind: a single one, or all. */
const PLACES = { nodes: ["node", "nodes"], flavors: ["flavor", "flavors"], images: ["image", "images"] } as const;

/** The question that reads clients' output. */
const GATHER = "traits/gather";

type Test = (document: Documents[number]) => boolean;

/** Whether a document is an object to load. */
const isObject = (keys: ReadonlySet<string>): Test => ({ root: { members } }) => members?.has("apiVersion") === true && members.has("kind") && !keys.has("kind");

/** Whether a document is the input of a question that takes these members. */
export function isInput(keys: ReadonlySet<string>): Test {
  const isLoaded = isObject(keys);
  return (one) => !isLoaded(one) && [...(one.root.members?.keys() ?? [])].some((key) => keys.has(key));
}

/** Builds a question's input. `keys` are the members that the question takes. */
export function composed(verbs: Verbs, { text, documents }: Source, keys: ReadonlySet<string>, choice: Choice = {}): Composed | { fault: Fault } {
  const isLoaded = isObject(keys);
  const objects = documents.filter(isLoaded);
  const rest = documents.filter((one) => !isLoaded(one));
  const loaded = holding("given", { text, documents: objects });
  const isOwn = isInput(keys);
  const takesThings = Object.values(PLACES).flat().some((key) => keys.has(key));
  const [own, second] = rest.filter(isOwn);
  if (second !== undefined && !takesThings) {
    return { fault: faultAt(text, second.root.start, `found ${rest.filter(isOwn).length} documents with what the question takes, expected one`) };
  }
  const files = takesThings ? rest.filter((one) => one !== own) : [];
  // A question that takes an object by name takes no others.
  const isNaming = Object.values(NAMED).some((key) => keys.has(key));
  const idle = isNaming ? objects.filter((_, place) => !keys.has(NAMED[loaded.names[place]?.split("/")[0] ?? ""] ?? "")) : [];
  const given: Held = { key: "given", source: { text, documents: own === undefined ? files : [own, ...files] }, names: [], under: "" };
  const named = namesOf(loaded, keys).filter(([key]) => own?.root.members?.has(key) !== true);
  const only = (more: (readonly [string, string])[]) => (own === undefined ? [...named, ...more].map(([key]) => key) : undefined);
  const asIs = (): Composed => ({
    ...(rest.length === 0 && loaded.names.length > 0 && isNaming ? { only: only([]) } : {}),
    unused: [...idle, ...rest.filter((one) => one !== (own ?? rest[0]))],
    loaded, given: { ...given, source: { text, documents: own === undefined ? rest : [own] } }, text: joined([own?.json ?? rest[0]?.json ?? "{}", ...named.map(member)]),
  });
  if (files.length === 0) return asIs();
  const first = own === undefined ? 0 : 1;
  const asked = `{"documents":[${files.map(({ json }) => json).join(",")}]}`;
  const found = gather(verbs, asked);
  // A single object may have been meant as the question's own input, and so may what has nothing to gather: then the
  // question reports what is wrong with it.
  if (found === "nothing" || (found === "refused" && rest.length === 1 && rest[0]?.root.members !== undefined)) return asIs();
  if (found === "refused") {
    const places = Object.fromEntries(files.map((_, place) => [`/documents/${place}`, { document: first + place, pointer: "" }]));
    return { loaded, given: { ...given, places }, text: asked, refused: GATHER, unused: [] };
  }
  const { parts, places, gathered } = placed(first, files, found, keys, choice);
  const used = new Set(Object.values(found).flat().map((one) => (typeof one === "string" ? "" : one.at.split("/")[2])));
  const unused = [...idle, ...files.filter((_, place) => !used.has(String(place)))];
  if (own !== undefined) places[""] = { document: 0, pointer: "" };
  return { loaded, given: { ...given, places }, text: joined([own?.json ?? "{}", ...[...named, ...parts].map(member)]), gathered, unused, only: only(parts) };
}

const member = ([key, value]: readonly [string, string]) => `${JSON.stringify(key)}:${value}`;

/** Adds members to a JSON object. */
export function joined([object = "{}", ...members]: string[]): string {
  const inner = object.trim();
  if (members.length === 0 || !inner.startsWith("{")) return inner;
  const head = inner.slice(0, -1).trimEnd();
  return `${head}${head === "{" ? "" : ","}${members.join(",")}}`;
}

/** The objects that a question can name, if only one of a kind is loaded. */
function namesOf({ names }: Held, keys: ReadonlySet<string>): (readonly [string, string])[] {
  return Object.entries(NAMED).flatMap(([kind, key]) => {
    const own = names.filter((name) => name.startsWith(`${kind}/`));
    return keys.has(key) && own.length === 1 ? [[key, JSON.stringify(own[0]?.slice(kind.length + 1))] as const] : [];
  });
}

/** What the engine finds in files, with its place among the documents. */
type Found = Record<keyof typeof PLACES, { at: string; document: { name?: string; uuid?: string } }[]> & { knownTraits?: string[] };

function gather(verbs: Verbs, files: string): Found | "refused" | "nothing" {
  const { answer } = JSON.parse(verbs.askText(`{"question":"${GATHER}","given":${files}}`)) as { answer?: Found };
  if (answer === undefined) return "refused";
  return Object.keys(PLACES).every((kind) => answer[kind as keyof typeof PLACES].length === 0) ? "nothing" : answer;
}

/** The members of the input, and the places in the documents that they come from, of which the first file has a number. */
function placed(first: number, files: Documents, found: Found, keys: ReadonlySet<string>, choice: Choice) {
  const parts: (readonly [string, string])[] = [];
  const places: NonNullable<Held["places"]> = {};
  const gathered: Gathered = {};
  const written = (at: string, key: string): string => {
    const [, number = "0", pointer = ""] = /^\/documents\/(\d+)(.*)$/s.exec(at) ?? [];
    const document = files[Number(number)];
    if (document === undefined) throw new Unreadable(0, `there is no document at ${at}`);
    places[key] = { document: first + Number(number), pointer };
    return json(find(document.root, pointer).node);
  };
  for (const [kind, [one, all]] of Object.entries(PLACES) as [keyof typeof PLACES, (typeof PLACES)["nodes"]][]) {
    const things = found[kind];
    if (things.length === 0) continue;
    const names = things.map(({ document: { name, uuid } }, place) => name ?? uuid ?? String(place + 1));
    if (keys.has(all)) {
      parts.push([all, `[${things.map(({ at }, place) => written(at, `/${all}/${place}`)).join(",")}]`]);
    } else if (keys.has(one)) {
      const chosen = Math.max(0, names.indexOf(choice[one] ?? ""));
      parts.push([one, written(things[chosen]?.at ?? "", `/${one}`)]);
      gathered[one] = { names, chosen };
    }
  }
  if (found.knownTraits !== undefined && keys.has("knownTraits")) parts.push(["knownTraits", JSON.stringify(found.knownTraits)]);
  return { parts, places, gathered };
}
