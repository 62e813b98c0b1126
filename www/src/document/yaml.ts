// YAML to trees, from the events of the parser, which know where everything stands.
import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents, type DocumentEvent, type ScalarEvent } from "js-yaml";
import { type Node, Unreadable } from "./tree.ts";
import * as scalar from "./scalar.ts";

const DEEPEST = 126;

/** A list or object whose end has not come yet. */
interface Open {
  node: Node;
  isFlow: boolean;
  anchor: string | undefined;
  /** The key whose value comes next. */
  key: { name: string; at: number; merges: boolean } | undefined;
  /** Where the own members stand in their order, to tell what comes before a merge. */
  order: Map<string, number>;
  merged: { at: number; before: number; value: Node }[];
}

/** The documents of a text, those that are empty left out. */
export function readYaml(text: string): Node[] {
  const documents: Node[] = [];
  const open: Open[] = [];
  const anchors = new Map<string, Node>();
  let root: Node | undefined;
  let handles = new Map<string, string>();
  let inDocument = false;
  /** Where what was read last ends. */
  let behind = 0;

  const place = (node: Node, key?: () => string, merges = false) => {
    const parent = open.at(-1);
    if (parent === undefined) {
      root = node;
    } else if (parent.node.elements !== undefined) {
      parent.node.elements.push(node);
    } else if (parent.key === undefined) {
      if (key === undefined) throw new Unreadable(node.start, "a key is a list or an object, expected text");
      const name = key();
      if (!merges && parent.order.has(name)) throw new Unreadable(node.start, `the key \`${name}\` stands there twice`);
      parent.key = { name, at: node.start, merges };
    } else {
      member(parent, node);
    }
  };

  for (const event of events(text)) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        inDocument = true;
        anchors.clear();
        handles = handlesOf(event);
        root = undefined;
        break;
      case EVENT_ID.SCALAR: {
        const plain = event.style === SCALAR_STYLE.PLAIN;
        const quotes = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
        // Where nothing is written, it stands behind what was read last.
        const [start, end] = event.valueStart < 0 ? [behind, behind] : [event.valueStart - quotes, event.valueEnd + quotes];
        behind = end;
        const read: scalar.Scalar = { text: getScalarValue(text, event), plain, tag: tag(text, event, handles) };
        if (plain && read.text.startsWith("\ufeff")) throw new Unreadable(start, "a byte order mark stands inside a document");
        const saying = (say: (read: scalar.Scalar) => string) => () => {
          try {
            return say(read);
          } catch (error) {
            throw new Unreadable(start, (error as Error).message);
          }
        };
        const parent = open.at(-1);
        const isKey = parent?.node.members !== undefined && parent.key === undefined;
        const node: Node = { start, end };
        if (!isKey) node.scalar = saying(scalar.value)();
        else node.scalar = JSON.stringify(read.text);
        keep(anchors, text, event, node);
        place(node, saying(scalar.key), read.text === "<<" && (read.tag === "merge" || (plain && read.tag === undefined)));
        break;
      }
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const isMapping = event.type === EVENT_ID.MAPPING;
        const node: Node = { start: event.start, end: event.start };
        if (isMapping) node.members = new Map();
        else node.elements = [];
        place(node);
        if (open.length === DEEPEST) {
          throw new Unreadable(node.start, `lists and objects stand more than ${DEEPEST} deep inside one another`);
        }
        const anchor = event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
        const isFlow = event.style === COLLECTION_STYLE.FLOW;
        if (isFlow) behind = node.start + 1;
        open.push({ node, isFlow, anchor, key: undefined, order: new Map(), merged: [] });
        break;
      }
      case EVENT_ID.ALIAS: {
        const node = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
        if (node === undefined) throw new Unreadable(event.anchorStart, "an alias stands for nothing that ended before it");
        behind = event.anchorEnd;
        place(node, () => JSON.parse(node.scalar ?? "null"));
        break;
      }
      case EVENT_ID.POP: {
        const ended = open.pop();
        if (ended !== undefined) {
          merge(ended);
          if (ended.isFlow) behind = bracket(text, behind);
          ended.node.end = ended.isFlow ? behind : last(ended.node);
          if (ended.anchor !== undefined) anchors.set(ended.anchor, ended.node);
        } else if (inDocument) {
          inDocument = false;
          if (root !== undefined && root.scalar !== "null") documents.push(root);
        }
      }
    }
  }
  return documents;
}

/** How many times tabs behind a colon are taken for blanks. */
const TABS = 100;

/** How far before the place where the parser stumbles they are looked for. */
const NEAR = 200;

/** Tabs behind a colon are blanks to Kubernetes, and to the command line; the parser stumbles over some of them. */
function events(text: string, tabs = TABS) {
  try {
    return parseEvents(text, { maxDepth: DEEPEST + 4 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const at = error.mark?.position ?? 0;
    // The parser stumbles at what stands behind them, or behind the bracket.
    const [found, blanks = ""] = /:([ \t]*\t[ \t]*)(?:[[{]\s*)?$/.exec(text.slice(Math.max(0, at - NEAR), at)) ?? [];
    if (found === undefined || tabs === 0) throw new Unreadable(at, error.reason);
    const colon = at - found.length + 1;
    return events(`${text.slice(0, colon)}${" ".repeat(blanks.length)}${text.slice(colon + blanks.length)}`, tabs - 1);
  }
}

/** What a tag begins with that stands for `!!`. */
const CORE = "tag:yaml.org,2002:";

/** What the handles stand for with which the tags of a document begin. */
function handlesOf({ directives }: DocumentEvent): Map<string, string> {
  const named = directives.flatMap((one) => (one.kind === "tag" ? [[one.handle, one.prefix] as const] : []));
  return new Map([["!!", CORE], ...named]);
}

/** The name behind `!!`, empty for a tag that is nobody's but the author's. */
function tag(text: string, { tagStart, tagEnd }: ScalarEvent, handles: Map<string, string>): string | undefined {
  if (tagStart < 0) return undefined;
  const [, whole, handle = "", suffix] = /^(?:!<(.*)>|(!(?:[\w-]*!)?)(.*))$/.exec(text.slice(tagStart, tagEnd)) ?? [];
  const said = whole ?? `${handles.get(handle) ?? handle}${suffix}`;
  return said.startsWith(CORE) ? said.slice(CORE.length) : "";
}

function keep(anchors: Map<string, Node>, text: string, { anchorStart, anchorEnd }: ScalarEvent, node: Node): void {
  if (anchorStart >= 0) anchors.set(text.slice(anchorStart, anchorEnd), node);
}

function member(parent: Open, value: Node): void {
  const { name, at, merges } = parent.key as NonNullable<Open["key"]>;
  parent.key = undefined;
  if (!merges) {
    parent.order.set(name, parent.order.size);
    parent.node.members?.set(name, { key: at, value });
    return;
  }
  // What it holds is known when all of the mapping is.
  parent.merged.push({ at, before: parent.order.size, value });
}

/** Merges what is to be, in the order of the members: what comes later counts. */
function merge({ node, order, merged }: Open): void {
  for (const { at, before, value } of merged) {
    // Of several the first counts, as if it were merged last.
    for (const { members } of [...(value.elements ?? [value])].reverse()) {
      if (members === undefined) throw new Unreadable(at, "found no mapping under `<<`, expected one or a list of them");
      for (const [name, entry] of members) {
        const own = order.get(name);
        if (own === undefined || own < before) node.members?.set(name, entry);
      }
    }
  }
}

/** Behind the bracket that closes what ends with a part. */
function bracket(text: string, end: number): number {
  const rest = /(?:[\s,:]|#.*)*[\]}]?/y;
  rest.lastIndex = end;
  rest.test(text);
  return rest.lastIndex;
}

/** Where a list or object without brackets ends: with its last part. */
function last({ start, elements, members }: Node): number {
  let end = start;
  for (const element of elements ?? []) end = Math.max(end, element.end);
  for (const { key, value } of members?.values() ?? []) end = Math.max(end, key, value.end);
  return end;
}
