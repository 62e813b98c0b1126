// The engine, off the page's thread: one question at a time.
import { spliced } from "../document/splice.ts";
import type { About, Calls } from "./answers.ts";
import { decided, engine, load, requestOf } from "./asking.ts";
import { change } from "./calls/change.ts";
import { gate } from "./calls/gate.ts";
import { log } from "./calls/log.ts";
import type { Answering } from "./calls/mod.ts";
import { profile } from "./calls/profile.ts";
import { hold, parted, readOr } from "./held.ts";

const calls: Answering<keyof Calls> = {
  ...profile,
  ...change,
  ...log,
  ...gate,

  async about(entry) {
    const { fitment } = await engine(entry);
    return JSON.parse(fitment.askText('{"question":"fitment/about","given":{}}')).answer as About;
  },

  async ask(entry, question, given, circumstances) {
    const { fitment } = await engine(entry);
    return decided(fitment, requestOf(question, JSON.stringify(given), circumstances));
  },

  async askWith(question, text, circumstances) {
    const { fitment, Fitment } = await engine("whole");
    const source = readOr(text);
    if ("fault" in source) return source;
    const { loaded, given } = parted(source);
    hold(loaded, given);
    const request = requestOf(question, given.source.documents[0]?.json ?? "{}", circumstances);
    if (loaded.names.length === 0) return { decided: decided(fitment, request) };
    const session = new Fitment();
    const before = load(session, [loaded]);
    const answer = decided(session, request);
    session.free();
    const problems = [...before.envelope.problems, ...answer.envelope.problems];
    return { isLoaded: true, decided: { ...answer, envelope: { ...answer.envelope, problems }, spots: { ...before.spots, ...answer.spots } } };
  },

  async splice(text, patch) {
    return { text: spliced(text, 0, patch) };
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
    const buffers = Object.values(result as object).filter((value) => ArrayBuffer.isView(value));
    postMessage({ id, result }, buffers.map(({ buffer }) => buffer as ArrayBuffer));
  } catch (error) {
    postMessage({ id, failed: (error as Error).message, trapped: error instanceof WebAssembly.RuntimeError });
  }
};
