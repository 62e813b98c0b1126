// Kubernetes lists, such as `kubectl get` prints them, which stand for their items.
import { type Node, Unreadable, find, json } from "./tree.ts";

interface Document {
  root: Node;
  json: string;
}

/** Returns the items of a list and of the lists in it, otherwise the document itself. */
export function unwrapped(root: Node, write: (root: Node) => string): Document[] {
  const at = (pointer: string): Node | undefined => {
    const { node, exact } = find(root, pointer);
    return exact ? node : undefined;
  };
  const [version, items] = [at("/apiVersion"), at("/items")];
  const [, kind] = /^"(.*)List"$/.exec(at("/kind")?.scalar ?? "") ?? [];
  // Go writes an empty list as null.
  const elements = items?.scalar === "null" ? [] : items?.elements;
  if (version === undefined || kind === undefined || elements === undefined) return [{ root, json: write(root) }];
  const more = at("/metadata/continue");
  if (more?.scalar?.startsWith('"') === true && more.scalar !== '""') throw new Unreadable(more.start, "found a list that goes on, expected all of it, as `kubectl get` fetches it");
  return elements.flatMap((item) => {
    const { start, members } = item;
    if (item.scalar === "null") return [];
    if (kind === "" || members === undefined || members.has("apiVersion") || members.has("kind")) return unwrapped(item, write);
    // An API server leaves out of items what the list says of all of them.
    const named: Node = { start, end: start, scalar: JSON.stringify(kind) };
    const whole = { ...item, members: new Map([["apiVersion", { key: start, value: version }], ["kind", { key: start, value: named }], ...members]) };
    return [{ root: whole, json: json(whole) }];
  });
}
