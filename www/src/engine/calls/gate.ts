// Does in the page what a gate does.
import { part } from "../../document/json.ts";
import { type KubernetesObject, type Phase, admitted } from "../admission.ts";
import type { Admission, Decided } from "../answers.ts";
import { type Verbs, engine, worded } from "../asking.ts";
import { documents, held, profileOf, spots } from "../held.ts";
import { gateEngine, plain } from "../plain.ts";
import { written } from "../../document/write.ts";
import { readJson } from "../../document/json.ts";
import { find } from "../../document/tree.ts";
import type { Answering } from "./mod.ts";

/** The engine of the last admission, with the documents that were open. */
let session: Verbs | undefined;

export const gate: Answering<"admit" | "isProfile" | "profileText"> = {
  async admit(object, circumstances) {
    const file = await gateEngine();
    session = file === undefined ? new (await engine("whole")).Fitment() : await plain(file.module);
    const verbs = session;
    const loaded = verbs.loadText(`{"documents":[${documents().join(",")}],"defaulted":true}`);
    let last: Decided | undefined;
    const answer = async (phase: Phase, review: string): Promise<string> => {
      const { now, edition } = circumstances;
      const request = `${JSON.stringify({ phase, edition, now, text: true }).slice(0, -1)},"review":${review}}`;
      const begun = performance.now();
      const text = verbs.reviewText(request);
      const microseconds = 1000 * (performance.now() - begun);
      const envelope = worded(verbs, JSON.parse(text));
      last = { request, envelope, spots: spots(envelope), microseconds };
      return part(text, "/review") ?? "";
    };
    const { object: completed, answer: review } = await admitted(object as KubernetesObject, answer);
    const list = JSON.parse(loaded).answer?.documents ?? [];
    return { object: completed, review, decided: last, sha256: file?.sha256, documents: list } satisfies Admission;
  },

  async isProfile(answer) {
    const profile = held().map(profileOf).find((found) => found !== undefined);
    if (session === undefined || profile === undefined) return false;
    const own = session.askText(JSON.stringify({ question: "images/default-profile", given: { cloudProfile: profile.name } }));
    const spec = part(own, "/answer/spec");
    return spec !== undefined && spec === part(answer, "/answer/spec");
  },

  async profileText(head, answer) {
    const [root] = readJson(answer);
    const spec = root === undefined ? undefined : find(root, "/answer/spec");
    if (spec?.exact !== true) return { text: undefined };
    return { text: `${head}spec:${written(answer, spec.node)}` };
  },
};
