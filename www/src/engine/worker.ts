// Runs the engine off the page's thread, one question at a time.
import type { About, Calls } from "./answers.ts";
import { decided, engine, requestOf } from "./asking.ts";
import { change } from "./calls/change.ts";
import { gate } from "./calls/gate.ts";
import type { Answering } from "./calls/mod.ts";
import { policy } from "./calls/policy.ts";
import { profile } from "./calls/profile.ts";
import { readSource } from "../document/read.ts";
import { isInput } from "./composed.ts";
import { identity } from "./held.ts";

/** Calls that only Change and Decisions make, so that no other view waits for them. */
function later<Names extends keyof typeof import("./calls/later.ts").later>(...names: Names[]): Answering<Names> {
  const call = (name: Names) => async (...given: unknown[]) => ((await import("./calls/later.ts")).later[name] as (...given: unknown[]) => unknown)(...given);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Answering<Names>;
}

const calls: Answering<keyof Calls> = {
  ...profile,
  ...change,
  ...gate,
  ...policy,
  ...later("aboutProfile", "migrate", "mended", "previews", "anew", "log", "logFind", "logLine", "replay"),

  async about(entry) {
    const { fitment } = await engine(entry);
    return JSON.parse(fitment.askText('{"question":"fitment/about","given":{}}')).answer as About;
  },

  async ask(entry, question, given, circumstances) {
    const { fitment } = await engine(entry);
    return decided(fitment, requestOf(question, JSON.stringify(given), circumstances));
  },

  async splice(text, patch, document) {
    const { spliced } = await import("../document/splice.ts");
    const { documents } = readSource(text);
    const place = typeof document === "string" ? documents.findIndex(({ json }) => identity(json) === document) : documents.findIndex(isInput(new Set(document)));
    return { text: spliced(text, place, patch) };
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

  async names() {
    const { fitment } = await engine("whole");
    const all = (question: string) => JSON.parse(fitment.askText(JSON.stringify({ question, given: {} }))).answer;
    const questions = all("fitment/questions").questions.map(({ question }: { question: string }) => question);
    return { questions, codes: all("fitment/codes").codes.map(({ code }: { code: string }) => code) };
  },

  async explain(entry, code) {
    const { fitment } = await engine(entry);
    const request = { question: "fitment/explain", text: true, given: { code } };
    return JSON.parse(fitment.askText(JSON.stringify(request))).answer ?? {};
  },
};

onmessage = async ({ data: { id, name, given } }) => {
  try {
    const result = await (calls[name as keyof Calls] as (...given: unknown[]) => Promise<unknown>)(...given);
    const buffers = Object.values(result ?? {}).filter((value) => ArrayBuffer.isView(value));
    postMessage({ id, result }, buffers.map(({ buffer }) => buffer as ArrayBuffer));
  } catch (error) {
    postMessage({ id, failed: (error as Error).message, trapped: error instanceof WebAssembly.RuntimeError });
  }
};
