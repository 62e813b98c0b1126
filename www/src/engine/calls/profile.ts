// What fits in an open profile.
import { part } from "../../document/json.ts";
import { type Catalog, engine, load } from "../asking.ts";
import { LAST_NUMBER, type Opened } from "../answers.ts";
import { hold, holding, profileIn, readOr } from "../held.ts";
import type { Answering } from "./mod.ts";

let catalog: Catalog | undefined;

function compiled(): Catalog {
  if (catalog === undefined) throw new Error("no profile is open");
  return catalog;
}

export const profile: Answering<"open" | "fitting" | "matrix" | "groups"> = {
  async open(key, text, circumstances, entry) {
    const { fitment, Catalog } = await engine(entry);
    catalog?.free();
    catalog = undefined;
    hold();
    const source = readOr(text);
    if ("fault" in source) return source;
    const loaded = holding(key, source);
    hold(loaded);
    const opened: Opened = { decided: load(fitment, [loaded]) };
    const profile = profileIn(loaded);
    if ("fault" in profile) return { ...opened, ...profile };
    opened.unused = profile.unused;
    if (opened.decided?.envelope.outcome === "undecided") return opened;
    catalog = new Catalog(new TextEncoder().encode(profile.json), { edition: circumstances.edition, fieldValidation: "Ignore" });
    opened.columns = catalog.columns;
    opened.profile = profile.name;
    const type: unknown = JSON.parse(part(profile.json, "/spec/type") ?? "null");
    if (typeof type === "string") opened.type = type;
    return opened;
  },

  async fitting(machineType, region, { now }) {
    const catalog = compiled();
    const begun = performance.now();
    const offered = catalog.offered(machineType, region === "" ? { now } : { now, region });
    const refusals = catalog.refusals(machineType);
    const microseconds = 1000 * (performance.now() - begun);
    return { offered, refusals, classifications: catalog.classifications(now), microseconds };
  },

  async matrix({ now }) {
    const catalog = compiled();
    const begun = performance.now();
    const { machineType, version, cells, causes } = catalog.matrix();
    // 0 is offered and 1 fits but is not offered; then come the causes, that of the most pairs first.
    const counts = new Array<number>(Math.min(causes.length + 2, LAST_NUMBER + 1)).fill(0);
    for (let at = 0; at < cells.length; at += 1) cells[at] = Math.min((cells[at] as number) + 1, LAST_NUMBER);
    for (let row = 0; row < machineType.length; row += 1) {
      const offered = catalog.offered(machineType[row] ?? "", { now });
      for (let place = 0; place < offered.length; place += 1) cells[row * version.length + (offered[place] as number)] = 0;
    }
    for (let at = 0; at < cells.length; at += 1) counts[cells[at] as number] = (counts[cells[at] as number] ?? 0) + 1;
    return { cells, counts, causes: causes.map(({ capability }) => capability), milliseconds: performance.now() - begun };
  },

  async groups(name) {
    return compiled().groups(name);
  },
};
