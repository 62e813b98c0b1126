// Questions of any policy about an open document.
import { readJson } from "../../document/json.ts";
import type { AskedWith, Provider } from "../answers.ts";
import { type Fitment, decided, engine, load, part, requestOf } from "../asking.ts";
import { composed } from "../composed.ts";
import { type Held, hold, readOr } from "../held.ts";
import type { Answering } from "./mod.ts";

export const policy: Answering<"askWith" | "askBeside" | "providers" | "report"> = {
  async askWith(question, text, circumstances, choice) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    const { loaded, given, text: what, gathered, refused } = composed(fitment, source, keysOf(fitment, question), choice);
    return { ...(await asked(loaded, given, requestOf(refused ?? question, what, circumstances))), gathered };
  },

  async askBeside(question, text, keep, further, circumstances, choice) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    const { loaded, given, text: whole } = composed(fitment, source, new Set(keep), choice);
    const members = [...(readJson(whole)[0]?.members ?? [])].filter(([key]) => keep.includes(key));
    const kept = members.map(([key, { value }]) => `${JSON.stringify(key)}:${whole.slice(value.start, value.end)}`);
    const rest = Object.entries(further).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return asked(loaded, given, requestOf(question, `{${[...kept, ...rest].join(",")}}`, circumstances));
  },

  async providers(text) {
    const { fitment, Fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return { isOwn: false, providers: [] };
    const { loaded, text: whole } = composed(fitment, source, new Set(["providers"]));
    const own = part(whole, "/providers");
    if (own !== undefined) return { isOwn: true, providers: listOf(JSON.parse(own)) };
    if (loaded.names.length === 0) return { isOwn: false, providers: [] };
    const session = new Fitment();
    load(session, [loaded]);
    const { answer } = JSON.parse(session.askText('{"question":"providers/installed","given":{}}')) as { answer?: { providers?: Provider[] } };
    session.free();
    return { isOwn: false, providers: answer?.providers ?? [] };
  },

  async report(text, name, circumstances) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return { nodes: [] };
    const { loaded, given, text: whole } = composed(fitment, source, new Set(["nodes"]));
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

const known = new Map<string, Set<string>>();

/** The members that a question takes. */
function keysOf(fitment: Fitment, question: string): Set<string> {
  const before = known.get(question);
  if (before !== undefined) return before;
  const request = JSON.stringify({ question: "fitment/questions", given: { question } });
  const { answer } = JSON.parse(fitment.askText(request)) as { answer?: { questions: { given?: { properties?: object } }[] } };
  const keys = new Set(Object.keys(answer?.questions[0]?.given?.properties ?? {}));
  known.set(question, keys);
  return keys;
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
