// Lints, minimizes and migrates a profile, and shows the effect on its text.
import { commentsOf, goneWith } from "../../document/comments.ts";
import { hunksOf } from "../../document/hunks.ts";
import { type Operation, patched } from "../../document/patch.ts";
import { type Source, type Spot, lineOf, readSource, spot } from "../../document/read.ts";
import { agrees, edited, editsOf } from "../../document/splice.ts";
import { json } from "../../document/tree.ts";
import { written } from "../../document/write.ts";
import type { Mended, Spot as Line } from "../answers.ts";
import { decided, engine, load, requestOf } from "../asking.ts";
import { type Held, hold, holding, readOr } from "../held.ts";
import type { Answering } from "./mod.ts";

export const upkeep: Answering<"aboutProfile" | "migrate" | "mended" | "previews" | "anew"> = {
  async aboutProfile(question, text, circumstances) {
    const { fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    const given = givenProfile(source);
    hold(given);
    const answer = decided(fitment, requestOf(question, `{"cloudProfile":${given.source.documents[0]?.json ?? "null"}}`, circumstances));
    return { decided: answer, lines: linesOf(answer.envelope.answer, given, undefined) };
  },

  async migrate(text, known, users, circumstances) {
    const { Fitment } = await engine("whole");
    const sources: Record<string, Source> = {};
    for (const [key, own] of Object.entries({ new: text, known, shoots: users })) {
      const source = readOr(own);
      if ("fault" in source) return { fault: source.fault, in: key };
      sources[key] = source;
    }
    const given = givenProfile(sources.new as Source);
    const said: Held = { key: "known", source: sources.known as Source, names: [], under: "" };
    const [what] = said.source.documents;
    if (what !== undefined && what.root.members === undefined) {
      return { fault: { line: lineOf(known, what.root.start), says: "found no object, expected one" }, in: "known" };
    }
    const using = holding("shoots", sources.shoots as Source);
    const session = new Fitment();
    hold(using);
    const loaded = load(session, [using]);
    hold(given, using, said);
    // The profile is always the open one, whatever else a dropped request contains.
    const members = [...(what?.root.members ?? [])].filter(([key]) => key !== "cloudProfile");
    const parts = members.map(([key, { value }]) => `${JSON.stringify(key)}:${json(value)}`);
    const request = [`"cloudProfile":${given.source.documents[0]?.json ?? "null"}`, ...parts].join(",");
    const answer = decided(session, requestOf("images/migrate-profile", `{${request}}`, circumstances));
    session.free();
    const problems = [...loaded.envelope.problems, ...answer.envelope.problems];
    const lines = linesOf(answer.envelope.answer, given, said);
    const all = { ...answer, envelope: { ...answer.envelope, problems }, spots: { ...loaded.spots, ...answer.spots } };
    return { decided: all, lines };
  },

  async mended(text, patch) {
    const source = readOr(text);
    return "fault" in source ? NOWHERE : mend(source, patch, true);
  },

  async previews(text, patches) {
    const source = readOr(text);
    return "fault" in source ? [] : patches.map((patch) => ({ ...mend(source, patch, text.length <= SMALL), text: undefined }));
  },

  async anew(text, patch) {
    const { documents } = readSource(text);
    const place = placeOf(documents);
    const all = documents.map(({ json: own }, number) => (number === place ? JSON.stringify(patched(JSON.parse(own), patch)) : own));
    if (/^\s*[[{]/.test(text)) return { text: all.map((own) => `${JSON.stringify(JSON.parse(own), null, 2)}\n`).join("") };
    const yaml = (own: string) => readSource(own).documents.map(({ root }) => written(own, root).replace(/^\n/, "").replaceAll(/^ {2}/gm, "")).join("");
    return { text: all.map(yaml).join("---\n") };
  },
};

const NOWHERE: Mended = { isInPlace: false, hunks: [], gone: [] };

/** Up to this length, edits are verified before they are wanted. */
const SMALL = 256 << 10;

/** The effect of a patch on a text; without a new text if it cannot be edited in place. */
function mend(source: Source, patch: Operation[], isSure: boolean): Mended {
  const place = placeOf(source.documents);
  const edits = editsOf(source, place, patch);
  const text = edits === undefined ? undefined : edited(source.text, edits);
  if (edits === undefined || text === undefined || (isSure && !agrees(source, text, place, patch))) return NOWHERE;
  return { isInPlace: true, text, hunks: hunksOf(source.text, edits), gone: goneWith(edits, commentsOf(source)) };
}

/** The index of the profile among the documents. */
function placeOf(documents: Source["documents"]): number {
  return Math.max(0, documents.findIndex(({ root }) => root.members?.get("kind")?.value.scalar === '"CloudProfile"'));
}

/** The profile of a text, as a question takes it. */
function givenProfile({ text, documents }: Source): Held {
  return { key: "new", source: { text, documents: documents.slice(placeOf(documents)).slice(0, 1) }, names: [], under: "/cloudProfile" };
}

/** The lines of an answer's items: in the profile, or in the additional input. */
function linesOf(answer: unknown, profile: Held, said: Held | undefined): Record<string, Line> {
  const { findings = [], inferences = [] } = (answer ?? {}) as Record<string, { path: string }[]>;
  const found: Record<string, Line> = {};
  for (const { path } of [...findings, ...inferences]) {
    const isSaid = path.startsWith("/given/");
    const holder = isSaid ? said : profile;
    const at: Spot | undefined = holder === undefined ? undefined : spot(holder.source, 0, isSaid ? path.slice("/given".length) : path);
    if (holder !== undefined && at !== undefined) found[path] = { document: holder.key, ...at };
  }
  return found;
}
