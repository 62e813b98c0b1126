// Locates the values of a JSON text. The engine reads the text itself, unchanged.
import { type Node, Unreadable, find } from "./tree.ts";

/** Returns a part of a JSON text, as it is written. */
export function part(text: string, pointer: string): string | undefined {
  const [root] = readJson(text);
  const found = root === undefined ? undefined : find(root, pointer);
  return found?.exact === true ? text.slice(found.node.start, found.node.end) : undefined;
}

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
const DEEPEST = 128;

/** Reads the values of a text, which may hold several documents. Throws `Unreadable` if it is not JSON. */
export function readJson(text: string): Node[] {
  let at = 0;
  const taken = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const fail = (expected: string): never => {
    const found = at < text.length ? `\`${text[at]}\`` : "the end of the text";
    throw new Unreadable(at, `found ${found}, expected ${expected}`);
  };
  const next = (token: string): boolean => {
    taken(SPACE);
    if (text[at] !== token) return false;
    at += 1;
    return true;
  };

  const list = (close: string, one: () => void) => {
    if (next(close)) return;
    do one(); while (next(","));
    if (!next(close)) fail(`\`,\` or \`${close}\``);
  };

  const value = (depth: number): Node => {
    taken(SPACE);
    const start = at;
    if (depth > DEEPEST) fail(`no more than ${DEEPEST} lists and objects inside one another`);
    if (next("[")) {
      const elements: Node[] = [];
      list("]", () => elements.push(value(depth + 1)));
      return { start, end: at, elements };
    }
    if (next("{")) {
      const members: Node["members"] = new Map();
      list("}", () => {
        taken(SPACE);
        const key = at;
        const name: string = JSON.parse(taken(TEXT) ?? fail("a key in double quotes"));
        if (!next(":")) fail("`:`");
        members.set(name, { key, value: value(depth + 1) });
      });
      return { start, end: at, members };
    }
    const scalar = taken(TEXT) ?? taken(WORD) ?? fail("a value");
    return { start, end: at, scalar };
  };

  const values: Node[] = [];
  for (taken(SPACE); at < text.length; taken(SPACE)) values.push(value(0));
  return values;
}
