// The comments of a text.
import type { Source } from "./read.ts";
import type { Edit } from "./splice.ts";
import type { Node } from "./tree.ts";

export interface Comment {
  at: number;
  /** The comment, including its `#`. */
  text: string;
}

/** Returns the comments of a YAML text, in order. */
export function commentsOf({ text, documents }: Source): Comment[] {
  if (!text.includes("#")) return [];
  const scalars: Node[] = [];
  const walk = (node: Node) => {
    if (node.scalar !== undefined) scalars.push(node);
    for (const element of node.elements ?? []) walk(element);
    for (const { value } of node.members?.values() ?? []) walk(value);
  };
  for (const { root } of documents) walk(root);
  // An alias's target is walked again, out of order.
  scalars.sort((one, other) => one.start - other.start);
  const found: Comment[] = [];
  let next = 0;
  for (const { index: at, 0: said } of text.matchAll(/(?<=^|\s)#.*/gm)) {
    while ((scalars[next]?.end ?? Infinity) <= at) next += 1;
    if ((scalars[next]?.start ?? Infinity) > at) found.push({ at, text: said.trimEnd() });
  }
  return found;
}

/** Returns the comments that edits remove; both are in order. */
export function goneWith(edits: Edit[], comments: Comment[]): string[] {
  let next = 0;
  return comments.filter(({ at }) => {
    while ((edits[next]?.to ?? Infinity) <= at) next += 1;
    return (edits[next]?.from ?? Infinity) <= at;
  }).map(({ text }) => text);
}
