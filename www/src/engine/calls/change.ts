// Two states of a profile.
import { readJson } from "../../document/json.ts";
import type { PlannedPool } from "../answers.ts";
import { decided, engine, load, part, requestOf } from "../asking.ts";
import { type Held, hold, holding, profileOf, readOr } from "../held.ts";
import type { Answering } from "./mod.ts";

/** So many Shoots are looked at for what maintenance does. */
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
    // Defaults are given to what is loaded, and two of one name cannot be held at once.
    const first = new Fitment();
    hold(changed);
    const loaded = load(first, [changed]);
    const profile = profileOf(changed);
    if (loaded.envelope.outcome === "undecided" || profile === undefined) return { decided: loaded };
    const answer = first.askText(JSON.stringify({ question: "images/default-profile", given: { cloudProfile: profile.name } }));
    const spec = part(answer, "/answer/spec");
    const members = [...(readJson(profile.json)[0]?.members ?? [])].map(([key, { value }]) =>
      `${JSON.stringify(key)}:${key === "spec" && spec !== undefined ? spec : profile.json.slice(value.start, value.end)}`);
    const second = new Fitment();
    hold(old, using);
    const both = load(second, [old, using]);
    const former = profileOf(old);
    if (both.envelope.outcome === "undecided" || former === undefined) return { decided: both };
    hold(old, using, { ...changed, names: [], under: "/cloudProfile" });
    const given = `{"oldCloudProfile":${JSON.stringify(former.name)},"cloudProfile":{${members.join(",")}}}`;
    return { decided: decided(second, requestOf("images/diff-profiles", given, circumstances)) };
  },

  async maintenance(text, users, circumstances) {
    const { Fitment } = await engine("whole");
    const [profile, using] = [readOr(text), readOr(users)];
    if ("fault" in profile || "fault" in using) return { pools: [], more: 0 };
    const [held, shoots] = [holding("new", profile), holding("shoots", using)];
    const session = new Fitment();
    const loaded = load(session, [held, shoots]);
    const found = profileOf(held);
    if (loaded.envelope.outcome === "undecided" || found === undefined) return { pools: [], more: 0 };
    const own = using.documents.map(({ json }) => JSON.parse(json) as Shoot).filter((one) => one.kind === "Shoot" && names(one, found.name));
    const pools = own.slice(0, MOST_SHOOTS).flatMap(({ metadata: { namespace, name } }) => {
      const shoot = [namespace, name].filter((part) => part !== undefined).join("/");
      const request = requestOf("images/plan-maintenance", JSON.stringify({ cloudProfile: found.name, shoot }), circumstances);
      const { answer } = JSON.parse(session.askText(request)) as { answer?: { workers?: Omit<PlannedPool, "pool">[] } };
      return (answer?.workers ?? []).map((worker) => ({ ...worker, pool: `${shoot}/${worker.name}` }));
    });
    session.free();
    return { pools, more: Math.max(0, own.length - MOST_SHOOTS) };
  },
};

/** A Shoot, as far as it says what it is called and made from. */
interface Shoot {
  kind?: string;
  metadata: { namespace?: string; name?: string };
  spec?: { cloudProfile?: { kind?: string; name?: string }; cloudProfileName?: string };
}

/** Whether a Shoot names a profile. Those of other profiles have a plan of their own. */
function names({ spec }: Shoot, profile: string): boolean {
  const { kind = "CloudProfile", name = spec?.cloudProfileName } = spec?.cloudProfile ?? {};
  return kind === "CloudProfile" && name === profile;
}
