// Compares two states of a profile.
import { part, readJson } from "../../document/json.ts";
import { type Source, spot } from "../../document/read.ts";
import type { Decided, PlannedPool, Problem, Spot, Unplaced } from "../answers.ts";
import { decided, engine, load, requestOf } from "../asking.ts";
import { type Held, hold, holding, profileIn, profileOf, readOr } from "../held.ts";
import type { Answering } from "./mod.ts";

/** The most Shoots whose maintenance is planned. */
const MOST_SHOOTS = 2000;

export const change: Answering<"change" | "maintenance"> = {
  async change(before, after, users, circumstances) {
    const { Fitment } = await engine("whole");
    const sources: Held[] = [];
    for (const [key, text] of Object.entries({ old: before, new: after, shoots: users })) {
      const source = readOr(text);
      if ("fault" in source) return { fault: source.fault, in: key };
      sources.push(holding(key, source));
    }
    const [old, changed, using] = sources as [Held, Held, Held];
    const [former, profile] = [profileIn(old), profileIn(changed)];
    if ("fault" in former) return { fault: former.fault, in: "old" };
    if ("fault" in profile) return { fault: profile.fault, in: "new" };
    const unused = { old: former.unused, new: profile.unused };
    // Defaults are applied to loaded documents, and an engine cannot hold two with one name.
    const first = new Fitment();
    hold(changed);
    const loaded = load(first, [changed]);
    if (loaded.envelope.outcome === "undecided") return { decided: loaded };
    const answer = first.askText(JSON.stringify({ question: "images/default-profile", given: { cloudProfile: profile.name } }));
    const spec = part(answer, "/answer/spec");
    const members = [...(readJson(profile.json)[0]?.members ?? [])].map(([key, { value }]) =>
      `${JSON.stringify(key)}:${key === "spec" && spec !== undefined ? spec : profile.json.slice(value.start, value.end)}`);
    const second = new Fitment();
    hold(old, using);
    const both = load(second, [old, using]);
    if (both.envelope.outcome === "undecided") return { decided: both };
    hold(old, using, { ...changed, names: [], under: "/cloudProfile" });
    const given = `{"oldCloudProfile":${JSON.stringify(former.name)},"cloudProfile":{${members.join(",")}}}`;
    const answered = decided(second, requestOf("images/diff-profiles", given, circumstances));
    return { decided: told(answered, both, within(loaded, "new", `/documents/${profile.place}`)), unused };
  },

  async maintenance(text, users, circumstances) {
    const { Fitment } = await engine("whole");
    const [profile, using] = [readOr(text), readOr(users)];
    if ("fault" in profile || "fault" in using) return { pools: [], unplaced: [], more: 0 };
    const [held, shoots] = [holding("new", profile), holding("shoots", using)];
    const session = new Fitment();
    const loaded = load(session, [held, shoots]);
    const found = profileOf(held);
    if (loaded.envelope.outcome === "undecided" || found === undefined) return { pools: [], unplaced: [], more: 0 };
    const all = using.documents.map(({ json }, place) => ({ shoot: JSON.parse(json) as Shoot, place })).filter(({ shoot: { kind } }) => kind === "Shoot");
    const pools: PlannedPool[] = [];
    const unplaced = new Map<string, Unplaced>();
    for (const { shoot, place } of all.slice(0, MOST_SHOOTS)) {
      const name = [shoot.metadata?.namespace, shoot.metadata?.name].filter((part) => part !== undefined).join("/");
      const plan = decided(session, requestOf("images/plan-maintenance", JSON.stringify({ ...madeFrom(shoot), shoot: name }), circumstances));
      const { workers = [] } = (plan.envelope.answer ?? {}) as { workers?: Omit<PlannedPool, "pool">[] };
      pools.push(...workers.map((worker) => ({ ...worker, pool: `${name}/${worker.name}` })));
      if (workers.length > 0) continue;
      // Shoots with the same sentences from the engine are listed together.
      const says = JSON.stringify([...plan.envelope.problems, ...plan.envelope.because].map(({ says }) => says));
      const alike = unplaced.get(says);
      if (alike === undefined) unplaced.set(says, { shoots: [name], decided: { ...plan, spots: spotsOf(using, place) } });
      else alike.shoots.push(name);
    }
    session.free();
    return { pools, unplaced: [...unplaced.values()], more: Math.max(0, all.length - MOST_SHOOTS) };
  },
};

/** An answer with what loading its documents had to say, each place only once. */
function told(answered: Decided, ...loads: Decided[]): Decided {
  const all = [...loads, answered];
  const spots: Record<string, Spot> = Object.assign({}, ...all.map(({ spots }) => spots));
  const seen = new Set<string>();
  const problems = all.flatMap(({ envelope }) => envelope.problems).filter(({ code, path }) => {
    const key = `${code} ${path.replace(/^\/given(?=\/)/, "")}`;
    return !seen.has(key) && seen.add(key);
  });
  return { ...answered, envelope: { ...answered.envelope, problems }, spots };
}

/** An answer whose paths differ from those of another load, with those of its profile as the question has them. */
function within(loaded: Decided, key: string, profile: string): Decided {
  const moved = (path: string) => (path === profile || path.startsWith(`${profile}/`) ? `/cloudProfile${path.slice(profile.length)}` : `${key}${path}`);
  const problems = loaded.envelope.problems.map((problem): Problem => ({ ...problem, path: moved(problem.path) }));
  const spots = Object.fromEntries(Object.entries(loaded.spots).map(([path, spot]) => [moved(path), spot]));
  return { ...loaded, envelope: { ...loaded.envelope, problems }, spots };
}

/** The line on which a Shoot names its profile. */
function spotsOf(source: Source, place: number): Record<string, Spot> {
  const found = spot(source, place, "/spec/cloudProfile/name");
  const at: Spot[] = found === undefined ? [] : [{ document: "shoots", ...found }];
  return Object.fromEntries(["/given/cloudProfile", "/given/namespacedCloudProfile"].flatMap((path) => at.map((one) => [path, one])));
}

/** A Shoot's name and profile. */
interface Shoot {
  kind?: string;
  metadata?: { namespace?: string; name?: string };
  spec?: { cloudProfile?: { kind?: string; name?: string }; cloudProfileName?: string };
}

/** The profile that a Shoot names, as a question takes it. The engine decides whether it exists. */
function madeFrom({ metadata, spec }: Shoot): Record<string, string> {
  const { kind, name = spec?.cloudProfileName ?? "" } = spec?.cloudProfile ?? {};
  return kind === "NamespacedCloudProfile" ? { namespacedCloudProfile: `${metadata?.namespace}/${name}` } : { cloudProfile: name };
}
