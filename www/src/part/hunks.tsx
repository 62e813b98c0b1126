// The lines that a change touches, before and after.
import type { Hunk } from "../document/hunks.ts";

/** The most lines that are drawn. */
const MOST = 24;

export function Hunks({ hunks, label }: { hunks: Hunk[]; label: string }) {
  const all = hunks.flatMap(({ before, after, minus, plus }) => [
    ...minus.map((text, place) => ({ sign: "−", line: before + place, text })),
    ...plus.map((text, place) => ({ sign: "+", line: after + place, text })),
  ]);
  const indent = Math.min(...all.filter(({ text }) => text.trim() !== "").map(({ text }) => text.search(/\S/)));
  return (
    <div class="diff" tabIndex={0} role="region" aria-label={label}>
      {all.slice(0, MOST).map(({ sign, line, text }) => (
        <div key={`${sign}${line}`} class={sign === "−" ? "minus" : "plus"}>{String(line + 1).padStart(4)} {sign} {text.slice(indent)}</div>
      ))}
      {all.length > MOST && <div>{"     … "}{all.length - MOST}</div>}
    </div>
  );
}
