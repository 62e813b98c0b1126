// A document as it is written: the places of its values in the text.

/** A value with its place in the text. */
export interface Node {
  start: number;
  end: number;
  /** The JSON of a value that is neither a list nor an object. */
  scalar?: string;
  elements?: Node[];
  members?: Map<string, Member>;
}

export interface Member {
  /** Where the key begins. */
  key: number;
  value: Node;
}

/** Thrown if a document cannot be read. */
export class Unreadable extends Error {
  constructor(readonly offset: number, message: string) {
    super(message);
  }
}

/** The target of a pointer. A missing value has the place of the one that would contain it. */
export interface Found {
  node: Node;
  /** Where to look: at a member's key, otherwise at the value. */
  offset: number;
  exact: boolean;
}

/** Follows a JSON pointer as far as it leads. */
export function find(root: Node, pointer: string): Found {
  let found: Found = { node: root, offset: root.start, exact: true };
  for (const escaped of pointer.split("/").slice(1)) {
    const key = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    const member = found.node.members?.get(key);
    const element = found.node.elements?.[/^\d+$/.test(key) ? Number(key) : -1];
    const node = member?.value ?? element;
    if (node === undefined) return { ...found, exact: false };
    found = { node, offset: member?.key ?? node.start, exact: true };
  }
  return found;
}

const LARGEST = 32 << 20;

/** Writes a tree as JSON: numbers as they are written, keys in order. */
export function json(root: Node): string {
  const parts: string[] = [];
  let length = 0;
  const put = (text: string) => {
    parts.push(text);
    length += text.length;
    // Aliases can repeat their values without limit.
    if (length > LARGEST) throw new Unreadable(root.start, "the document comes to more than 32 MiB");
  };
  const walk = (node: Node) => {
    if (node.members !== undefined) {
      let first = true;
      put("{");
      for (const [key, { value }] of node.members) {
        put(`${first ? "" : ","}${JSON.stringify(key)}:`);
        first = false;
        walk(value);
      }
      put("}");
    } else if (node.elements !== undefined) {
      put("[");
      node.elements.forEach((element, place) => {
        if (place > 0) put(",");
        walk(element);
      });
      put("]");
    } else {
      put(node.scalar ?? "null");
    }
  };
  walk(root);
  return parts.join("");
}
