import { Glyph, type Shape } from "./icons.tsx";
import type { Envelope } from "../engine/answers.ts";

export type Word = "yes" | "no" | "undecided" | "none";

/** The verdict of an envelope as a word. */
export function wordOf({ outcome, verdict }: Envelope<unknown>): Word {
  return outcome === "decided" ? verdict ?? "none" : "undecided";
}

export function Verdict({ word, names }: { word: Word; names: Record<Word, string> }) {
  return (
    <span class={`verdict ${word}`} data-verdict={word}>
      <Glyph shape={word} />
      {names[word]}
    </span>
  );
}

export function Mark({ shape }: { shape: Shape }) {
  return <span class={`mark ${shape}`}><Glyph shape={shape} /></span>;
}
