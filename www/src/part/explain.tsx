// Explains codes in the engine's own words, in one popover for the whole page.
import { signal } from "@preact/signals";
import type { Entry } from "../engine/answers.ts";
import { live } from "../engine/client.ts";
import { words } from "../words.ts";

export interface Open {
  at: DOMRect;
  said: { code: string; means?: unknown; why?: unknown; cure?: unknown }[];
}

/** The codes that are explained. */
export const explained = signal<Open | undefined>(undefined);

/** The engine to ask: the one already loaded. */
export const explaining = signal<Entry>("images");

/** Explains codes next to the element that asked, otherwise in the middle. */
export async function explain(codes: string[], entry = explaining.value, at = new DOMRect(innerWidth / 2 - 220, innerHeight / 4)): Promise<void> {
  const all = codes.map(async (code) => ({ code, ...await live.call(`explain ${code}`, "explain", entry, code) }));
  explained.value = { at, said: await Promise.all(all) };
}

export function Explained({ codes }: { codes: string[] }) {
  const named = codes.join(", ");
  return <button type="button" class="bare code" title={named} aria-label={`${words.means}: ${named}`} onClick={({ currentTarget }) => void explain(codes, explaining.value, currentTarget.getBoundingClientRect())}>?</button>;
}
