// Questions of any policy about an open document.
import { part, readJson } from "../../document/json.ts";
import type { AskedWith, Provider } from "../answers.ts";
import { type Fitment, decided, engine, load, requestOf } from "../asking.ts";
import { type Composed, composed, joined } from "../composed.ts";
import { type Held, hold, readOr, unusedOf } from "../held.ts";
import type { Answering } from "./mod.ts";

export const policy: Answering<"askWith" | "askBeside" | "providers" | "report"> = {
  async askWith(question, text, circumstances, choice) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    const made = composed(fitment, source, new Set(Object.keys(membersOf(fitment, question))), choice);
    if ("fault" in made) return made;
    const { loaded, gathered, refused, only } = made;
    const { given, text: what, unused } = refused === undefined ? await withProviders(made, fitment, question) : made;
    return { ...(await asked(loaded, given, requestOf(refused ?? question, what, circumstances, STRICT))), gathered, unused: unusedOf(text, unused), only };
  },

  async askBeside(question, text, keep, further, circumstances, choice) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    const made = composed(fitment, source, new Set(keep), choice);
    if ("fault" in made) return made;
    const { loaded, given, text: whole } = made;
    const members = [...(readJson(whole)[0]?.members ?? [])].filter(([key]) => keep.includes(key));
    const kept = members.map(([key, { value }]) => `${JSON.stringify(key)}:${whole.slice(value.start, value.end)}`);
    const rest = Object.entries(further).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return asked(loaded, given, requestOf(question, `{${[...kept, ...rest].join(",")}}`, circumstances));
  },

  async providers(text) {
    const { fitment, Fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return { isOwn: false, providers: [] };
    const made = composed(fitment, source, new Set(["providers"]));
    if ("fault" in made) return { isOwn: false, providers: [] };
    const { loaded, text: whole } = made;
    const own = part(whole, "/providers");
    if (own !== undefined) return { isOwn: true, providers: listOf(JSON.parse(own)) };
    if (loaded.names.length === 0) return { isOwn: false, providers: [] };
    return { isOwn: false, providers: installed(Fitment, loaded) };
  },

  async report(text, name, circumstances) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return { nodes: [] };
    const made = composed(fitment, source, new Set(["nodes"]));
    if ("fault" in made) return { nodes: [] };
    const { loaded, given, text: whole } = made;
    const list = listOf(JSON.parse(part(whole, "/nodes") ?? "[]"));
    // The engine knows the nodes' names, whatever their notation.
    const request = JSON.stringify({ question: "traits/gather", given: { documents: [list], byHand: true } });
    const { answer } = JSON.parse(fitment.askText(request)) as { answer?: { nodes: { at: string; document: { name?: string; uuid?: string } }[] } };
    const nodes = (answer?.nodes ?? []).map(({ at, document: { name, uuid } }) => {
      const place = Number(at.slice(at.lastIndexOf("/") + 1));
      return { name: name ?? uuid ?? String(place + 1), place };
    });
    const { place } = nodes.find((one) => one.name === name) ?? nodes[0] ?? {};
    if (place === undefined) return { nodes: [] };
    const at = given.places?.[`/nodes/${place}`] ?? { document: 0, pointer: `/nodes/${place}` };
    const { decided } = await asked(loaded, { ...given, places: { "/node": at } }, requestOf("traits/sync", JSON.stringify({ node: list[place] }), circumstances));
    return { nodes: nodes.map(({ name }) => name), decided };
  },
};

/** The providers among loaded objects. */
function installed(Engine: new () => Fitment, loaded: Held): Provider[] {
  const session = new Engine();
  load(session, [loaded]);
  const { answer } = JSON.parse(session.askText('{"question":"providers/installed","given":{}}')) as { answer?: { providers?: Provider[] } };
  session.free();
  return answer?.providers ?? [];
}

/** An input with the providers among the loaded objects, if the question takes such and the document lists none itself. */
async function withProviders(made: Composed, fitment: Fitment, question: string): Promise<Pick<Composed, "given" | "text" | "unused">> {
  const { loaded, given, text } = made;
  const list = membersOf(fitment, question).providers;
  if (list === undefined || loaded.names.length === 0 || part(text, "/providers") !== undefined) return made;
  const { Fitment } = await engine("whole");
  const found = installed(Fitment, loaded);
  if (found.length === 0) return made;
  if (!(list.items?.required ?? []).every((key) => key in (found[0] ?? {}))) return { ...made, unused: [...made.unused, ...loaded.source.documents] };
  // Its facts lead to the objects that they are read from.
  const { text: whole, documents } = given.source;
  const places: NonNullable<Held["places"]> = { "": { document: 0, pointer: "" } };
  found.forEach(({ kind, namespace, name }, place) => {
    const named = [kind, namespace, name].filter((part) => part !== undefined).join("/");
    places[`/providers/${place}`] = { document: documents.length + loaded.names.indexOf(named), pointer: "" };
  });
  const source = { text: whole, documents: [...documents, ...loaded.source.documents] };
  return { ...made, given: { ...given, source, places }, text: joined([text, `"providers":${JSON.stringify(found)}`]) };
}

/** As the command line reads what it is given: an unknown key may be a misspelt one, so it decides nothing. */
const STRICT = { fieldValidation: "Strict" };

type Members = Record<string, { items?: { required?: string[] } }>;

const known = new Map<string, Members>();

/** The members that a question takes. */
function membersOf(fitment: Fitment, question: string): Members {
  const before = known.get(question);
  if (before !== undefined) return before;
  const request = JSON.stringify({ question: "fitment/questions", given: { question } });
  const { answer } = JSON.parse(fitment.askText(request)) as { answer?: { questions: { given?: { properties?: Members } }[] } };
  const members = answer?.questions[0]?.given?.properties ?? {};
  known.set(question, members);
  return members;
}

function listOf(value: unknown): any[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

/** Asks, after loading what the question needs. */
async function asked(loaded: Held, given: Held, request: string): Promise<AskedWith> {
  const { fitment, Fitment } = await engine("whole");
  hold(loaded, given);
  if (loaded.names.length === 0) return { decided: decided(fitment, request) };
  const session = new Fitment();
  const before = load(session, [loaded]);
  const answer = decided(session, request);
  session.free();
  const problems = [...before.envelope.problems, ...answer.envelope.problems];
  return { isLoaded: true, decided: { ...answer, envelope: { ...answer.envelope, problems }, spots: { ...before.spots, ...answer.spots } } };
}
