// A document before and after: lines that are removed, added, or only moved.
import { useSignal } from "@preact/signals";
import type { Hunk } from "../../document/hunks.ts";
import type { Mended } from "../../engine/answers.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";

/** How many unchanged lines are shown around a change. */
const AROUND = 3;

/** How many blocks are drawn at first. */
const FIRST = 30;

type Kind = "same" | "goes" | "comes" | "moved" | "filler" | "gap";

interface Row {
  kind: Kind;
  line?: number;
  text: string;
}

const SIGNS: Record<Kind, string> = { same: " ", goes: "−", comes: "+", moved: "↷", filler: " ", gap: "⋯" };

export function Sides({ before, after: { hunks } }: { before: string; after: Mended }) {
  const most = useSignal(FIRST);
  const { left, right } = rowsOf(before.split("\n"), hunks.slice(0, most.value), hunks[most.value]);
  const more = hunks.length - most.value;
  return (
    <section class="card tight sides" aria-label={`${later.before}, ${later.after}`}>
      <ul class="legend">
        {([["goes", later.side.goes], ["comes", later.side.comes], ["moved", later.side.moved]] as const).map(([kind, name]) => (
          <li key={kind}><span class={`sign ${kind}`} aria-hidden="true">{SIGNS[kind]}</span>{name}</li>
        ))}
      </ul>
      <div class="both">
        <Side name={later.before} rows={left} />
        <Side name={later.after} rows={right} />
      </div>
      {more > 0 && <button type="button" onClick={() => (most.value += FIRST)}>{words.moreRows(more)}</button>}
    </section>
  );
}

function Side({ name, rows }: { name: string; rows: Row[] }) {
  const said: Partial<Record<Kind, string>> = { goes: later.side.goes, comes: later.side.comes, moved: later.side.moved };
  return (
    <div class="side-by">
      <h3>{name}</h3>
      <div class="diff" tabIndex={0} role="region" aria-label={name}>
        {rows.map(({ kind, line, text }, place) => (
          <div key={place} class={kind} aria-hidden={kind === "filler" ? "true" : undefined}>
            <span class="number">{line === undefined ? "" : line + 1}</span>
            <span aria-hidden="true">{SIGNS[kind]} </span>
            {said[kind] !== undefined && <span class="unseen">{said[kind]} </span>}
            {text}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The rows of both sides, the same number on each. */
function rowsOf(lines: string[], hunks: Hunk[], next: Hunk | undefined): { left: Row[]; right: Row[] } {
  const left: Row[] = [];
  const right: Row[] = [];
  const both = (row: Row, moved: number) => {
    left.push(row);
    right.push(row.line === undefined ? row : { ...row, line: row.line + moved });
  };
  const moves = movesOf(hunks);
  let [at, moved] = [0, 0];
  const alike = (to: number, isFirst: boolean, isLast: boolean) => {
    const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
    const isLong = to - at > head + tail + 1;
    for (let line = at; line < to; line += 1) {
      if (isLong && line === at + head) {
        both({ kind: "gap", text: later.alike(to - tail - line) }, moved);
        line = to - tail;
        if (line >= to) break;
      }
      both({ kind: "same", line, text: lines[line] ?? "" }, moved);
    }
    at = to;
  };
  hunks.forEach(({ before, minus, plus }, place) => {
    alike(before, place === 0, false);
    for (let row = 0; row < Math.max(minus.length, plus.length); row += 1) {
      const [goes, comes] = [minus[row], plus[row]];
      left.push(goes === undefined ? { kind: "filler", text: "" } : { kind: moves.has(bare(goes)) ? "moved" : "goes", line: before + row, text: goes });
      right.push(comes === undefined ? { kind: "filler", text: "" } : { kind: moves.has(bare(comes)) ? "moved" : "comes", line: before + moved + row, text: comes });
    }
    at = before + minus.length;
    moved += plus.length - minus.length;
  });
  const end = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  alike(next?.before ?? end, false, next === undefined);
  return { left, right };
}

/** The shortest line that counts as moved: shorter ones may be equal by chance. */
const TELLING = 16;

/** The lines that are removed in one place and added in another. */
function movesOf(hunks: Hunk[]): Set<string> {
  const goes = new Set(hunks.flatMap(({ minus }) => minus.map(bare)));
  return new Set(hunks.flatMap(({ plus }) => plus.map(bare)).filter((line) => line.length >= TELLING && goes.has(line)));
}

/** A line without its indentation and dash. */
function bare(line: string): string {
  return line.trim().replace(/^- /, "");
}
