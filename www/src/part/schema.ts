// What the engine says of the parts of an answer: its schema of them and of their words, its reasons of their codes.
import type { Reason } from "../engine/answers.ts";

/** A part of the schema that the engine gives with a question. */
export interface Schema {
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  required?: string[];
  oneOf?: { const?: unknown; description?: string }[];
  anyOf?: Schema[];
}

/** The part of a schema that keys lead to; lists are passed through. */
export function partOf(schema: Schema | undefined, ...keys: string[]): Schema | undefined {
  return keys.reduce<Schema | undefined>((part, key) => member(part, key) ?? member(part?.items, key), schema);
}

/** What stands under a key, which the schema may leave open. */
export function member(schema: Schema | undefined, key: string): Schema | undefined {
  const known = schema?.properties?.[key];
  if (known !== undefined) return known;
  return typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** What a part means. */
export function meaning(schema: Schema | undefined, ...keys: string[]): string | undefined {
  return plain(partOf(schema, ...keys)?.description);
}

/** What a word stands for, if the schema lists it. */
export function spoken(schema: Schema | undefined, word: unknown): string | undefined {
  const all = schema?.oneOf ?? schema?.items?.oneOf;
  return plain(all?.find(({ const: name }) => name === word)?.description);
}

/** A sentence that stands for a value has no full stop. */
function plain(sentence: string | undefined): string | undefined {
  return sentence?.replace(/\.$/, "");
}

/** Reasons with those that they rest on. */
export function flat(reasons: Reason[]): Reason[] {
  return reasons.flatMap((reason) => [reason, ...flat(reason.because)]);
}

/** The sentence of the reason that has a code; of several, the one about something that stands beside it. */
export function saidOf(reasons: Reason[], code: string, beside: unknown[]): string | undefined {
  const all = reasons.filter((reason) => reason.code === code);
  const found = all.length === 1 ? all[0] : all.find(({ subject }) => beside.includes(subject));
  return found?.says;
}
