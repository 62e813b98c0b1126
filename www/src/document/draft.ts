// A document that a JSON Patch is changing: its existing values and the new ones.
import { type Operation, keysOf } from "./patch.ts";
import { type Node, json } from "./tree.ts";

/** An existing or new value, with its parts once a change has reached them. */
export interface Draft {
  /** The value in the text, or the one that it replaces. */
  node?: Node;
  isNew: boolean;
  value?: unknown;
  members?: Map<string, Draft>;
  elements?: Draft[];
}

/** A draft of an existing value. */
export function kept(node: Node): Draft {
  return { node, isNew: false };
}

/** A draft of a new value, which may replace an existing one. */
export function coming(value: unknown, node?: Node): Draft {
  return { node, isNew: true, value };
}

/** Applies an operation. Returns whether its path leads anywhere. */
export function apply(root: Draft, { op, path, value }: Operation): boolean {
  const keys = keysOf(path);
  const last = keys.pop();
  if (last === undefined) return false;
  let parent = root;
  for (const key of keys) {
    open(parent);
    const next = parent.members?.get(key) ?? parent.elements?.[Number(key)];
    if (next === undefined) return false;
    parent = next;
  }
  open(parent);
  if (parent.members !== undefined) {
    if (op === "remove") return parent.members.delete(last);
    parent.members.set(last, coming(value, parent.members.get(last)?.node));
    return true;
  }
  if (parent.elements === undefined) return false;
  const place = last === "-" ? parent.elements.length : Number(last);
  const found = parent.elements[place];
  if (op === "add") parent.elements.splice(place, 0, coming(value));
  else if (found === undefined) return false;
  else parent.elements.splice(place, 1, ...(op === "replace" ? [coming(value, found.node)] : []));
  return true;
}

/** Splits a value into its parts. */
function open(draft: Draft): void {
  if (draft.members !== undefined || draft.elements !== undefined) return;
  const { node, value } = draft;
  if (!draft.isNew && node !== undefined) {
    if (node.members !== undefined) draft.members = new Map([...node.members].map(([key, { value }]) => [key, kept(value)]));
    else draft.elements = node.elements?.map(kept);
  } else if (Array.isArray(value)) {
    draft.elements = value.map((element) => coming(element));
  } else if (typeof value === "object" && value !== null) {
    draft.members = new Map(Object.entries(value).map(([key, member]) => [key, coming(member)]));
  }
}

/** Returns the value after all changes. */
export function valueOf({ node, isNew, value, members, elements }: Draft): unknown {
  if (members !== undefined) return Object.fromEntries([...members].map(([key, member]) => [key, valueOf(member)]));
  if (elements !== undefined) return elements.map(valueOf);
  return isNew || node === undefined ? value : JSON.parse(json(node));
}

/**
 * Splits a new value that replaces another into parts where both have some in common, so that those stay as they are
 * written.
 */
export function beside(draft: Draft): Draft {
  const { node } = draft;
  if (!draft.isNew || node === undefined) return draft;
  const value = valueOf(draft);
  if (JSON.stringify(value) === json(node)) return kept(node);
  if (Array.isArray(value) && node.elements?.length === value.length) {
    return { node, isNew: false, elements: value.map((element, place) => beside(coming(element, node.elements?.[place]))) };
  }
  const { members } = node;
  if (members === undefined || typeof value !== "object" || value === null || Array.isArray(value)) return draft;
  const entries = Object.entries(value);
  if (!entries.some(([key]) => members.has(key))) return draft;
  return { node, isNew: false, members: new Map(entries.map(([key, member]) => [key, beside(coming(member, members.get(key)?.value))])) };
}
