// An open decision log.
import { sha256 } from "../../digest.ts";
import { Log } from "../../log/log.ts";
import { engine, worded } from "../asking.ts";
import { hold } from "../held.ts";
import type { Answering } from "./mod.ts";

let open: Log | undefined;

function logged(): Log {
  if (open === undefined) throw new Error("no log is open");
  return open;
}

export const log: Answering<"log" | "logFind" | "logLine" | "replay"> = {
  async log(file) {
    open = await Log.read(file);
    return open.opening();
  },

  async logFind(filter) {
    return logged().find(filter);
  },

  async logLine(place) {
    return logged().line(place);
  },

  async replay(place, kept) {
    const { fitment: one, Fitment } = await engine("whole");
    const line = await logged().line(place);
    const isEngine = line.engine?.version === one.ask("fitment/about").answer.version;
    const request = line.request ?? undefined;
    if (request === undefined) return { lacks: "request", isRequest: false, isEngine, isEqual: false };
    const isRequest = await sha256(request) === line.requestSha256;
    const needed = line.documents ?? "";
    // What was kept for another line is nothing to one that needs none.
    const documents = needed === "" ? "" : kept;
    if (documents === "" && needed !== "") {
      return { lacks: "documents", isRequest, isEngine, isEqual: false };
    }
    const isDocuments = documents === "" || await sha256(documents) === line.documents;
    const session = new Fitment();
    for (const load of loadsOf(documents)) session.loadText(load);
    const begun = performance.now();
    const answer = line.verb === "review" ? session.reviewText(request) : session.askText(request);
    const microseconds = 1000 * (performance.now() - begun);
    hold();
    const envelope = worded(session, JSON.parse(answer));
    return { isRequest, isEngine, isDocuments, isEqual: await sha256(answer) === line.answerSha256, decided: { request, envelope, spots: {}, microseconds } };
  },
};

/** The loads that a gate kept beside its log; none if the text is another file. */
function loadsOf(text: string): string[] {
  try {
    const loads: unknown = JSON.parse(text);
    return Array.isArray(loads) ? loads.filter((load) => typeof load === "string") : [];
  } catch {
    return [];
  }
}
