// Builds trees from the YAML parser's events, which have positions.
import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, getScalarValue, type DocumentEvent, type ScalarEvent } from "js-yaml";
import { events } from "./events.ts";
import { type Node, Unreadable } from "./tree.ts";
import * as scalar from "./scalar.ts";

const DEEPEST = 126;

/** A list or object that has not ended yet. */
interface Open {
  node: Node;
  isFlow: boolean;
  anchor: string | undefined;
  /** The key whose value comes next. */
  key: { name: string; at: number; merges: boolean } | undefined;
  /** The order of the mapping's own members, to tell which precede a merge. */
  order: Map<string, number>;
  merged: { at: number; before: number; value: Node }[];
}

/** The value of an anchor and, unless it is a list or an object, its text as a key. */
interface Anchored {
  node: Node;
  key?: () => string;
}

/** The most members merged in total: each takes time, however short the text is. */
const MERGED = 1 << 20;

/** Reads the documents of a text, without empty ones. */
export function readYaml(text: string): Node[] {
  const documents: Node[] = [];
  const open: Open[] = [];
  const anchors = new Map<string, Anchored>();
  let root: Node | undefined;
  let handles = new Map<string, string>();
  let inDocument = false;
  /** Where the last value that was read ends. */
  let behind = 0;
  let merged = 0;

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

  for (const event of events(text, DEEPEST + 4)) {
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
        // An empty value is located after the last value that was read.
        const [start, end] = event.valueStart < 0 ? [behind, behind] : [event.valueStart - quotes, event.valueEnd + quotes];
        behind = end;
        const read: scalar.Scalar = { text: getScalarValue(text, event), plain, tag: tag(text, event, handles) };
        if (plain && read.text.includes("\ufeff")) throw new Unreadable(start, "a byte order mark stands inside a document");
        const saying = (say: (read: scalar.Scalar) => string) => () => {
          try {
            return say(read);
          } catch (error) {
            throw new Unreadable(start, (error as Error).message);
          }
        };
        const parent = open.at(-1);
        const isKey = parent?.node.members !== undefined && parent.key === undefined;
        const key = saying(scalar.key);
        const node: Node = { start, end };
        if (!isKey || event.anchorStart >= 0) node.scalar = saying(scalar.value)();
        if (event.anchorStart >= 0) anchors.set(text.slice(event.anchorStart, event.anchorEnd), { node, key });
        place(node, key, read.text === "<<" && (read.tag === "merge" || (plain && read.tag === undefined)));
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
        const named = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
        if (named === undefined) throw new Unreadable(event.anchorStart, "an alias stands for nothing that ended before it");
        behind = event.anchorEnd;
        place(named.node, named.key);
        break;
      }
      case EVENT_ID.POP: {
        const ended = open.pop();
        if (ended !== undefined) {
          merged += merge(ended);
          if (merged > MERGED) throw new Unreadable(ended.node.start, `more than ${MERGED} members are merged`);
          if (ended.isFlow) behind = bracket(text, behind);
          ended.node.end = ended.isFlow ? behind : last(ended.node);
          if (ended.anchor !== undefined) anchors.set(ended.anchor, { node: ended.node });
        } else if (inDocument) {
          inDocument = false;
          if (root !== undefined && root.scalar !== "null") documents.push(root);
        }
      }
    }
  }
  return documents;
}

/** The prefix of tags that `!!` abbreviates. */
const CORE = "tag:yaml.org,2002:";

/** Returns the prefixes that a document's tag handles stand for. */
function handlesOf({ directives }: DocumentEvent): Map<string, string> {
  const named = directives.flatMap((one) => (one.kind === "tag" ? [[one.handle, one.prefix] as const] : []));
  return new Map([["!!", CORE], ...named]);
}

/** Returns the name after `!!`; empty for other tags. */
function tag(text: string, { tagStart, tagEnd }: ScalarEvent, handles: Map<string, string>): string | undefined {
  if (tagStart < 0) return undefined;
  const [, whole, handle = "", suffix] = /^(?:!<(.*)>|(!(?:[\w-]*!)?)(.*))$/.exec(text.slice(tagStart, tagEnd)) ?? [];
  const said = whole ?? `${handles.get(handle) ?? handle}${suffix}`;
  return said.startsWith(CORE) ? said.slice(CORE.length) : "";
}

function member(parent: Open, value: Node): void {
  const { name, at, merges } = parent.key as NonNullable<Open["key"]>;
  parent.key = undefined;
  if (!merges) {
    parent.order.set(name, parent.order.size);
    parent.node.members?.set(name, { key: at, value });
    return;
  }
  // Its members are known only when the whole mapping is.
  parent.merged.push({ at, before: parent.order.size, value });
}

/** Merges mappings into one, in the order of its members: later values win. Returns how many members it looked at. */
function merge({ node, order, merged }: Open): number {
  let looked = 0;
  for (const { at, before, value } of merged) {
    // The first of several mappings wins, as if it were merged last.
    for (const { members } of [...(value.elements ?? [value])].reverse()) {
      if (members === undefined) throw new Unreadable(at, "found no mapping under `<<`, expected one or a list of them");
      for (const [name, entry] of members) {
        const own = order.get(name);
        if (own === undefined || own < before) node.members?.set(name, entry);
      }
      looked += members.size;
      if (looked > MERGED) return looked;
    }
  }
  return looked;
}

/** Returns the place after the bracket that closes a collection whose last part ends at `end`. */
function bracket(text: string, end: number): number {
  const rest = /(?:[\s,:]|#.*)*[\]}]?/y;
  rest.lastIndex = end;
  rest.test(text);
  return rest.lastIndex;
}

/** Returns where a list or object without brackets ends: with its last part. */
function last({ start, elements, members }: Node): number {
  let end = start;
  for (const element of elements ?? []) end = Math.max(end, element.end);
  for (const { key, value } of members?.values() ?? []) end = Math.max(end, key, value.end);
  return end;
}
