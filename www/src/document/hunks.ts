// Converts edits to lines before and after.
import { type Edit, edited } from "./splice.ts";

/** Lines that are replaced by others, numbered from 0. */
export interface Hunk {
  before: number;
  after: number;
  minus: string[];
  plus: string[];
}

/** Returns the lines that edits change, in order. */
export function hunksOf(text: string, edits: Edit[]): Hunk[] {
  const areas: { from: number; to: number; edits: Edit[] }[] = [];
  for (const edit of edits) {
    const from = text.lastIndexOf("\n", edit.from - 1) + 1;
    // An edit that ends where a line begins does not touch that line.
    const isWhole = edit.to === 0 || text[edit.to - 1] === "\n" ? from === edit.from : false;
    const end = text.indexOf("\n", edit.to);
    const to = isWhole ? edit.to : end < 0 ? text.length : end + 1;
    const last = areas.at(-1);
    if (last !== undefined && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.edits.push(edit);
    } else {
      areas.push({ from, to, edits: [edit] });
    }
  }
  const hunks: Hunk[] = [];
  let [line, moved, at] = [0, 0, 0];
  for (const { from, to, edits: own } of areas) {
    for (let end = text.indexOf("\n", at); end >= 0 && end < from; end = text.indexOf("\n", at)) {
      line += 1;
      at = end + 1;
    }
    const shifted = own.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
    const [minus, plus] = [linesOf(text.slice(from, to)), linesOf(edited(text.slice(from, to), shifted))];
    let same = 0;
    while (same < Math.min(minus.length, plus.length) && minus[same] === plus[same]) same += 1;
    let rest = 0;
    while (rest < Math.min(minus.length, plus.length) - same && minus.at(-1 - rest) === plus.at(-1 - rest)) rest += 1;
    hunks.push({
      before: line + same, after: line + same + moved, minus: minus.slice(same, minus.length - rest), plus: plus.slice(same, plus.length - rest),
    });
    moved += plus.length - minus.length;
  }
  return hunks;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
