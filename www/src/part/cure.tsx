// The smallest edit that changes an answer, as the engine proposes it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Operation } from "../document/patch.ts";
import { live } from "../engine/client.ts";
import { words } from "../words.ts";
import { Copy } from "./copy.tsx";

export interface Change {
  document: string;
  patch: Operation[];
}

/** Returns the first change that an answer proposes. */
export function cureOf(answer: unknown): Change | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { document, patch } = answer as Partial<Change>;
  if (typeof document === "string" && Array.isArray(patch)) return { document, patch };
  for (const value of Object.values(answer)) {
    const found = cureOf(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function Cure({ cure, text, onTry }: { cure: Change; text?: string; onTry?(text: string): void }) {
  const spliced = useSignal<string | undefined>(undefined);
  useEffect(() => {
    spliced.value = undefined;
    if (text === undefined) return;
    live.call("splice", "splice", text, cure.patch, cure.document).then((found) => (spliced.value = found.text)).catch(() => {});
  }, [text, JSON.stringify(cure.patch)]);
  const after = spliced.value;
  return (
    <div class="cure">
      <h3>{words.smallestChange}</h3>
      {text !== undefined && after !== undefined ? <Difference before={text} after={after} /> : <pre class="snippet" tabIndex={0}>{JSON.stringify(cure.patch)}</pre>}
      <div class="line">
        {after !== undefined && onTry !== undefined && <button type="button" onClick={() => onTry(after)}>{words.tryIt}</button>}
        <Copy what={() => JSON.stringify(cure.patch, null, 2)}>{words.copyPatch}</Copy>
      </div>
    </div>
  );
}

/** The lines that differ, as one block. */
function Difference({ before, after }: { before: string; after: string }) {
  const [from, to] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const parts = [from, to].map((lines) => lines.slice(start, lines.length - end));
  const indent = Math.min(...parts.flat().map((line) => line.search(/\S|$/)));
  const rows = (lines: string[], sign: string) => lines.slice(start, lines.length - end).map((line, place) => (
    <div key={`${sign}${place}`} class={sign === "−" ? "minus" : "plus"}>{String(start + place + 1).padStart(4)} {sign} {line.slice(indent)}</div>
  ));
  return <div class="diff" tabIndex={0} role="region" aria-label={words.smallestChange}>{rows(from, "−")}{rows(to, "+")}</div>;
}
