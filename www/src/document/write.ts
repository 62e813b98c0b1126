// Writes a value as YAML, with numbers as they were written in its JSON.
import { plain } from "./lines.ts";
import type { Node } from "./tree.ts";

/** Returns the YAML of a value, to be put after a key. */
export function written(text: string, node: Node, indent = ""): string {
  if (node.members !== undefined && node.members.size > 0) {
    return `\n${[...node.members].map(([key, { value }]) => `${indent}  ${plain(key)}:${written(text, value, `${indent}  `)}`).join("")}`;
  }
  if (node.elements !== undefined && node.elements.length > 0) {
    return `\n${node.elements.map((element) => `${indent}  -${element.members === undefined ? written(text, element, `${indent}  `) : entry(text, element, indent)}`).join("")}`;
  }
  return ` ${node.members !== undefined ? "{}" : node.elements !== undefined ? "[]" : scalar(node, text)}\n`;
}

/** An object in a list begins on its dash's line. */
function entry(text: string, node: Node, indent: string): string {
  const lines = written(text, node, `${indent}  `);
  return lines.startsWith("\n") ? ` ${lines.slice(1).trimStart()}` : lines;
}

/** A number keeps its notation. */
function scalar({ start, end }: Node, json: string): string {
  const text = json.slice(start, end);
  return text.startsWith('"') ? plain(JSON.parse(text)) : text;
}
