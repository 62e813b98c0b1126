import type { Calls } from "../answers.ts";

/** Some of the calls, as the worker answers them. */
export type Answering<Names extends keyof Calls> = {
  [Name in Names]: (...given: Parameters<Calls[Name]>) => Promise<ReturnType<Calls[Name]>>;
};
