// A change of a document as an edit of its text: what the change does not touch stays as it is written, comments and all.
import { readSource } from "./read.ts";
import { type Node, find } from "./tree.ts";

/** An operation of a JSON Patch, of those that the engine writes. */
export interface Operation {
  op: "add" | "replace" | "remove";
  path: string;
  value?: unknown;
}

/** The text after a patch, or nothing where its form does not let it be edited in place. */
export function spliced(text: string, document: number, patch: Operation[]): string | undefined {
  let changed = text;
  for (const operation of patch) {
    const after = edited(changed, document, operation);
    if (after === undefined || !agrees(changed, after, document, operation)) return undefined;
    changed = after;
  }
  return changed;
}

function edited(text: string, document: number, { op, path, value }: Operation): string | undefined {
  const root = readSource(text).documents[document]?.root;
  const cut = path.lastIndexOf("/");
  const key = path.slice(cut + 1).replaceAll("~1", "/").replaceAll("~0", "~");
  const parent = root === undefined ? undefined : find(root, path.slice(0, cut));
  if (root === undefined || parent === undefined || !parent.exact) return undefined;
  if (op === "replace") {
    const { node, exact } = find(root, path);
    if (!exact || node.scalar === undefined) return undefined;
    return put(text, node.start, node.end, inline(value, text, node));
  }
  if (op === "remove") return removed(text, parent.node, key);
  const { node } = parent;
  const sibling = node.elements?.at(-1) ?? [...(node.members?.values() ?? [])].at(-1)?.value;
  const written = inline(value, text, sibling);
  if (node.elements !== undefined) return key === "-" ? appended(text, node, node.elements.at(-1), written) : undefined;
  if (node.members === undefined) return undefined;
  const isFlow = text[node.start] === "{";
  const name = isFlow ? JSON.stringify(key) : key;
  return appended(text, node, [...node.members.values()].at(-1)?.value, `${name}: ${written}`);
}

/** A member that begins on a line of its own goes with its lines. */
function removed(text: string, { members, start }: Node, key: string): string | undefined {
  const member = members?.get(key);
  if (member === undefined || text[start] === "{") return undefined;
  const from = text.lastIndexOf("\n", member.key) + 1;
  if (text.slice(from, member.key).trim() !== "") return undefined;
  const end = text.indexOf("\n", Math.max(member.key, member.value.end));
  return put(text, from, end < 0 ? text.length : end + 1, "");
}

/** Puts an entry behind the last one of a list or object, in the style that it has. */
function appended(text: string, node: Node, last: Node | undefined, entry: string): string | undefined {
  const opening = text[node.start];
  if (opening === "[" || opening === "{") {
    const close = text.indexOf(opening === "[" ? "]" : "}", Math.max(node.start + 1, last?.end ?? 0));
    if (close < 0) return undefined;
    const at = last === undefined ? close : text.slice(0, close).trimEnd().length;
    return put(text, at, at, last === undefined ? entry : `, ${entry}`);
  }
  if (last === undefined) return undefined;
  const start = text.lastIndexOf("\n", node.start) + 1;
  const indent = " ".repeat(node.start - start);
  const end = text.indexOf("\n", last.end);
  const dash = node.elements === undefined ? "" : "- ";
  return end < 0 ? `${text}\n${indent}${dash}${entry}\n` : put(text, end, end, `\n${indent}${dash}${entry}`);
}

function put(text: string, from: number, to: number, what: string): string {
  return `${text.slice(0, from)}${what}${text.slice(to)}`;
}

/** A value on one line, where JSON is YAML too. A word stays plain beside words that are. */
function inline(value: unknown, text: string, beside: Node | undefined): string {
  const written = JSON.stringify(value);
  const isPlain = beside?.scalar !== undefined && !/["']/.test(text.slice(beside.start - 1, beside.start + 1));
  return isPlain && typeof value === "string" && /^[A-Za-z][\w.-]*$/.test(value) ? value : written;
}

/** Whether the edit did what the operation says and nothing else. */
function agrees(before: string, after: string, document: number, operation: Operation): boolean {
  try {
    const [from, to] = [before, after].map((text) => JSON.parse(readSource(text).documents[document]?.json ?? ""));
    return JSON.stringify(patched(from, [operation])) === JSON.stringify(to);
  } catch {
    return false;
  }
}

/** A value after a patch, which changes it. */
export function patched(root: unknown, patch: Operation[]): unknown {
  return patch.reduce(applied, root);
}

function applied(root: unknown, { op, path, value }: Operation): unknown {
  const keys = path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  if (last === undefined) return value;
  let parent = root as any;
  for (const key of keys) parent = parent[key];
  if (!Array.isArray(parent)) {
    if (op === "remove") delete parent[last];
    else parent[last] = value;
  } else if (op === "replace") {
    parent[Number(last)] = value;
  } else {
    const place = last === "-" ? parent.length : Number(last);
    parent.splice(place, op === "remove" ? 1 : 0, ...(op === "remove" ? [] : [value]));
  }
  return root;
}
