// The engine's descriptions of an answer's parts: the schema for members and words, the reasons for codes.
import type { Reason } from "../engine/answers.ts";

/** A part of the schema that the engine returns with a question. */
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

/** Follows keys into a schema, passing through lists. */
export function partOf(schema: Schema | undefined, ...keys: string[]): Schema | undefined {
  return keys.reduce<Schema | undefined>((part, key) => member(part, key) ?? member(part?.items, key), schema);
}

/** The schema of a member, which may be an additional property. */
export function member(schema: Schema | undefined, key: string): Schema | undefined {
  const known = schema?.properties?.[key];
  if (known !== undefined) return known;
  return typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** The description of a part. */
export function meaning(schema: Schema | undefined, ...keys: string[]): string | undefined {
  return plain(partOf(schema, ...keys)?.description);
}

/** The description of a word, if the schema lists it. */
export function spoken(schema: Schema | undefined, word: unknown): string | undefined {
  const all = schema?.oneOf ?? schema?.items?.oneOf;
  return plain(all?.find(({ const: name }) => name === word)?.description);
}

/** Removes the full stop of a sentence that stands for a value. */
function plain(sentence: string | undefined): string | undefined {
  return sentence?.replace(/\.$/, "");
}

/** Returns reasons together with the reasons they rest on. */
export function flat(reasons: Reason[]): Reason[] {
  return reasons.flatMap((reason) => [reason, ...flat(reason.because)]);
}

/** The sentence of the reason with a code; if there are several, of the one about a value in `beside`. */
export function saidOf(reasons: Reason[], code: string, beside: unknown[]): string | undefined {
  const all = reasons.filter((reason) => reason.code === code);
  const found = all.length === 1 ? all[0] : all.find(({ subject }) => beside.includes(subject));
  return found?.says;
}
