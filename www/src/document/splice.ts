// Changes a document by editing its text: everything else stays as it is written, including comments.
import { type Draft, apply, beside, kept, valueOf } from "./draft.ts";
import { type Style, asElement, asMember, inline, isFlat, lines, styleOf } from "./lines.ts";
import { type Operation, patched } from "./patch.ts";
import { type Source, readSource } from "./read.ts";
import type { Node } from "./tree.ts";

/** A replacement of part of a text. */
export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Applies a patch to a text. Returns undefined if the text's form cannot be edited in place. */
export function spliced(text: string, document: number, patch: Operation[]): string | undefined {
  const source = readSource(text);
  const edits = editsOf(source, document, patch);
  const after = edits === undefined ? undefined : edited(text, edits);
  return after !== undefined && agrees(source, after, document, patch) ? after : undefined;
}

/** Returns the edits for a patch, in order. `agrees` tells whether they have the intended effect. */
export function editsOf({ text, documents }: Source, document: number, patch: Operation[]): Edit[] | undefined {
  const root = documents[document]?.root;
  if (root === undefined) return undefined;
  const draft = kept(root);
  if (!patch.every((operation) => apply(draft, operation))) return undefined;
  const splicing = new Splicing(text);
  try {
    splicing.change(draft, root, undefined);
  } catch (error) {
    if (!(error instanceof NotInPlace)) throw error;
    return undefined;
  }
  return splicing.edits.sort((one, other) => one.from - other.from || one.to - other.to);
}

/** Applies edits to a text. */
export function edited(text: string, edits: Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, text: comes } of edits) {
    parts.push(text.slice(done, from), comes);
    done = Math.max(done, to);
  }
  return [...parts, text.slice(done)].join("");
}

/** Whether a text is what a patch makes of another, and nothing else has changed. */
export function agrees({ documents }: Source, after: string, document: number, patch: Operation[]): boolean {
  try {
    const now = readSource(after).documents;
    const meant = ordered(patched(JSON.parse(documents[document]?.json ?? ""), patch));
    return now.length === documents.length &&
      now.every(({ json }, place) => (place === document ? ordered(JSON.parse(json)) === meant : json === documents[place]?.json));
  } catch {
    return false;
  }
}

/** Returns a value's JSON with sorted keys: existing keys keep their order even if a change writes them in another. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, part) => typeof part === "object" && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part);
}

/** The text's form cannot be edited in place. */
class NotInPlace extends Error {}

/** Where a value is written: after the colon of its key or after its dash, with their indentation. */
interface Place {
  behind: number;
  indent: string;
  isElement: boolean;
}

/** A part of a list or object, from its key or its own start. */
interface Part {
  from: number;
  node: Node;
  /** The new state; undefined if the part is removed. */
  stays: Draft | undefined;
}

/** A new part, after that many of the existing ones. */
interface Comes {
  after: number;
  key?: string;
  value: unknown;
}

class Splicing {
  readonly edits: Edit[] = [];
  readonly #style: Style;

  constructor(readonly text: string) {
    this.#style = styleOf(text);
  }

  change(draft: Draft, node: Node, place: Place | undefined): void {
    const { members, elements, isNew } = beside(draft);
    if (members === undefined && elements === undefined) {
      if (isNew) this.#replace(node, valueOf(draft), place);
      return;
    }
    const [parts, comes] = members === undefined ? ofList(node, elements ?? []) : ofObject(node, members);
    if (isNew || parts.every(({ stays }) => stays === undefined)) return this.#replace(node, valueOf(draft), place);
    const isFlow = this.#isFlow(node);
    for (const { from, stays, node: own } of parts) {
      if (stays !== undefined) this.change(stays, own, isFlow ? undefined : this.#placeOf(from, node));
    }
    if (isFlow) this.#inBrackets(parts, comes);
    else this.#inLines(node, parts, comes);
  }

  /** Removes and adds parts in brackets, with the commas beside them. */
  #inBrackets(parts: Part[], comes: Comes[]): void {
    const first = parts.findIndex(({ stays }) => stays !== undefined);
    const start = parts[first]?.from ?? 0;
    if (first > 0) this.#put(parts[0]?.from ?? 0, start, "");
    for (let at = first + 1; at < parts.length; at += 1) {
      if (parts[at]?.stays === undefined) this.#put(parts[at - 1]?.node.end ?? 0, parts[at]?.node.end ?? 0, "");
    }
    const gap = this.#beginsLine(start) ? `\n${this.#indent(start)}` : " ";
    for (const { after, key, value } of comes) {
      const name = key === undefined ? "" : `${this.text[start] === '"' ? JSON.stringify(key) : inline(key, this.#style)}: `;
      const isSpread = this.#style.isJson && gap !== " ";
      const piece = `${name}${isSpread ? JSON.stringify(value, null, 2).replaceAll("\n", gap) : inline(value, this.#styleBeside(parts[0]))}`;
      if (after <= first) this.#put(start, start, `${piece},${gap}`);
      else this.#put(parts[after - 1]?.node.end ?? 0, parts[after - 1]?.node.end ?? 0, `,${gap}${piece}`);
    }
  }

  /** Removes and adds parts on lines of their own, with the comments that belong to them. */
  #inLines(node: Node, parts: Part[], comes: Comes[]): void {
    const starts = parts.map(({ from }) => (node.elements === undefined ? from : this.#dash(from)));
    const column = this.#column(starts[0] as number);
    for (let at = 0; at < parts.length; at += 1) {
      const [part, start] = [parts[at] as Part, starts[at] as number];
      if (part.stays !== undefined) continue;
      if (this.#beginsLine(start)) {
        // Comments above the first part may be about all of them, so they stay.
        const from = at === 0 ? this.#lineStart(start) : this.#withThoseAbove(start, parts[at - 1]?.node.end ?? 0);
        this.#put(from, this.#withThoseBelow(part.node.end, column), "");
        continue;
      }
      // After a dash, the next part that stays moves up to the dash, with the comments above it.
      const next = parts.findIndex(({ stays }, place) => place > at && stays !== undefined);
      if (node.members === undefined || next < 0) throw new NotInPlace();
      const end = this.#withThoseBelow(parts[next - 1]?.node.end ?? 0, column);
      const comment = this.text.slice(end, starts[next]).indexOf("#");
      this.#put(start, comment < 0 ? starts[next] as number : end + comment, "");
      at = next;
    }
    const indent = " ".repeat(column);
    for (const { after, key, value } of comes) {
      const at = after === 0 ? this.#lineStart(starts[0] as number) : this.#withThoseBelow(parts[after - 1]?.node.end ?? 0, column);
      if (after === 0 && !this.#beginsLine(starts[0] as number)) throw new NotInPlace();
      const written = key === undefined ? `${indent}- ${asElement(value, indent, this.#style)}` : lines({ [key]: value }, indent, this.#style);
      const isEnded = at === 0 || this.text[at - 1] === "\n";
      this.#put(at, at, isEnded ? written : `\n${written}`);
    }
  }

  /** Replaces a whole value. */
  #replace(node: Node, value: unknown, place: Place | undefined): void {
    const { start, end } = node;
    const isBlock = (node.members ?? node.elements) !== undefined && !this.#isFlow(node);
    // Inside brackets and in JSON it stays on one line.
    const isPiece = isFlat(value) || this.#style.isJson || place === undefined;
    if (isPiece && (!isBlock || place?.isElement === true)) {
      if (place === undefined && isBlock) throw new NotInPlace();
      const piece = inline(value, this.#styleBeside({ from: start, node, stays: undefined }));
      // An empty value follows a key or a dash.
      if (start === end && place !== undefined) this.#put(place.behind, place.behind, ` ${piece}`);
      else this.#put(start, this.#trimmed(start, end), piece);
      return;
    }
    if (place === undefined) throw new NotInPlace();
    const { behind, indent, isElement } = place;
    if (isElement) {
      this.#put(start, this.#trimmed(start, end), asElement(value, indent, this.#style).trimEnd());
      return;
    }
    const [from, to] = isBlock ? [this.#lineStart(start), this.#lineEnd(end)] : [this.#lineEnd(end), this.#lineEnd(end)];
    if (isBlock ? from < behind : from > to) throw new NotInPlace();
    const [head, ...rest] = asMember(value, indent, this.#style).split("\n");
    // Text after the key, such as a comment, stays there.
    this.#put(behind, isBlock ? behind : Math.max(behind, end), head ?? "");
    this.#put(from, to, `${isBlock || this.text[from - 1] === "\n" ? "" : "\n"}${rest.join("\n")}`);
  }

  #placeOf(from: number, { elements }: Node): Place {
    if (elements !== undefined) {
      const dash = this.#dash(from);
      return { behind: dash + 1, indent: " ".repeat(this.#column(dash)), isElement: true };
    }
    return { behind: this.#colon(from) + 1, indent: " ".repeat(this.#column(from)), isElement: false };
  }

  /** Returns the place of an element's dash, before any comments in between. */
  #dash(start: number): number {
    let before = this.text.slice(0, start).trimEnd();
    for (;;) {
      const line = before.slice(before.lastIndexOf("\n") + 1);
      const comment = line.search(/(?<=^|\s)#/);
      if (comment < 0) break;
      before = before.slice(0, before.length - line.length + comment).trimEnd();
    }
    if (!before.endsWith("-")) throw new NotInPlace();
    return before.length - 1;
  }

  /**
   * Returns where a part's lines begin: with the comments directly above, after the previous part, with the same
   * indentation.
   */
  #withThoseAbove(start: number, before: number): number {
    let from = this.#lineStart(start);
    while (from > 0) {
      const above = this.#lineStart(from - 1);
      if (above < before || this.#commentOn(above) !== this.#column(start)) break;
      from = above;
    }
    return from;
  }

  /** Returns where a part's lines end: after the comments directly below it with a deeper indentation. */
  #withThoseBelow(end: number, column: number): number {
    let to = this.#lineEnd(end);
    while (this.#commentOn(to) > column) to = this.#lineEnd(to + 1);
    return to;
  }

  /** The indentation of the comment that has the line beginning here to itself; negative if there is none. */
  #commentOn(line: number): number {
    const pattern = /[ \t]*#/y;
    pattern.lastIndex = line;
    return pattern.test(this.text) ? pattern.lastIndex - 1 - line : -1;
  }

  /** Returns the place of a key's colon. */
  #colon(key: number): number {
    const pattern = this.text[key] === '"' ? /"(?:[^"\\]|\\[^])*"\s*:/y : this.text[key] === "'" ? /'(?:[^']|'')*'\s*:/y : /[^\n]*?:(?=\s|$)/y;
    pattern.lastIndex = key;
    if (!pattern.test(this.text)) throw new NotInPlace();
    return pattern.lastIndex - 1;
  }

  /** Beside quoted text, new text is quoted too. */
  #styleBeside(part: Part | undefined): Style {
    const node = part?.node;
    const isQuoted = node?.scalar?.startsWith('"') === true && /["']/.test(this.text[node.start] ?? "");
    return isQuoted ? { ...this.#style, isJson: true } : this.#style;
  }

  #isFlow({ start }: Node): boolean {
    return this.text[start] === "[" || this.text[start] === "{";
  }

  #lineStart(at: number): number {
    return this.text.lastIndexOf("\n", at - 1) + 1;
  }

  /** Returns where the next line begins. */
  #lineEnd(at: number): number {
    if (at > 0 && this.text[at - 1] === "\n") return at;
    const end = this.text.indexOf("\n", at);
    return end < 0 ? this.text.length : end + 1;
  }

  #trimmed(start: number, end: number): number {
    return start + this.text.slice(start, end).trimEnd().length;
  }

  #column(at: number): number {
    return at - this.#lineStart(at);
  }

  #indent(at: number): string {
    return " ".repeat(this.#column(at));
  }

  #beginsLine(at: number): boolean {
    return this.text.slice(this.#lineStart(at), at).trim() === "";
  }

  #put(from: number, to: number, text: string): void {
    if (from < to || text !== "") this.edits.push({ from, to, text });
  }
}

function ofObject(node: Node, members: Map<string, Draft>): [Part[], Comes[]] {
  const own = [...(node.members ?? [])];
  const parts = own.map(([name, { key, value }]) => ({ from: key, node: value, stays: members.get(name) }));
  const comes = [...members].filter(([name]) => node.members?.has(name) !== true);
  return [parts, comes.map(([key, draft]) => ({ after: own.length, key, value: valueOf(draft) }))];
}

function ofList(node: Node, elements: Draft[]): [Part[], Comes[]] {
  const own = node.elements ?? [];
  const places = new Map(own.map((element, place) => [element, place]));
  const parts: Part[] = own.map((element) => ({ from: element.start, node: element, stays: undefined }));
  const comes: Comes[] = [];
  let after = 0;
  for (const draft of elements) {
    const place = draft.node === undefined ? undefined : places.get(draft.node);
    if (place === undefined) {
      comes.push({ after, value: valueOf(draft) });
    } else {
      (parts[place] as Part).stays = draft;
      after = place + 1;
    }
  }
  return [parts, comes];
}
