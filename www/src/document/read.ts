// A text that was opened, with the JSON for the engine and the places of its values.
import { readJson } from "./json.ts";
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

/** Why a text cannot be read, and on which line, counted from 0. */
export interface Fault {
  line: number;
  says: string;
}

/** Reads a text as JSON, or else as YAML. JSON reaches the engine as it is written. */
export function readSource(text: string): Source {
  const plain = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  let failed: Unreadable | undefined;
  if (/^\s*[[{"]/.test(plain)) {
    try {
      return { text, documents: readJson(plain).map((root) => ({ root, json: plain.slice(root.start, root.end) })) };
    } catch (error) {
      failed = error as Unreadable;
    }
  }
  try {
    return { text, documents: readYaml(text).map((root) => ({ root, json: json(root) })) };
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
