// A text that was opened, with the JSON for the engine and the places of its values.
import { readJson } from "./json.ts";
import { unwrapped } from "./lists.ts";
import { type Node, Unreadable, find, json } from "./tree.ts";
import { readYaml } from "./yaml.ts";

/** The documents in a text. */
export interface Source {
  text: string;
  documents: { root: Node; json: string }[];
}

/** A place in a text, counted from 0. */
export interface Spot {
  line: number;
  /** Whether the value itself was found, rather than the one that would contain it. */
  exact: boolean;
}

/** Reads a text as JSON, or else as YAML. JSON reaches the engine as it is written, and lists as their items. */
export function readSource(text: string): Source {
  const plain = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  let failed: Unreadable | undefined;
  if (/^\s*[[{"]/.test(plain)) {
    try {
      return { text, documents: readJson(plain).flatMap((root) => unwrapped(root, ({ start, end }) => plain.slice(start, end))) };
    } catch (error) {
      failed = error as Unreadable;
    }
  }
  try {
    return { text, documents: readYaml(text).flatMap((root) => unwrapped(root, json)) };
  } catch (error) {
    throw failed ?? error;
  }
}

/** Returns the line of the value at a pointer in a document. */
export function spot(source: Source, document: number, pointer: string): Spot | undefined {
  const root = source.documents[document]?.root;
  if (root === undefined) return undefined;
  const { offset, exact } = find(root, pointer);
  return { line: lineOf(source.text, offset), exact };
}

/** Returns the line of an offset, counted from 0. */
export function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
