// Explains codes in the engine's own words, in one popover for the whole page.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Entry } from "../engine/answers.ts";
import { live } from "../engine/client.ts";
import { words } from "../words.ts";
import { Says } from "./says.tsx";

interface Open {
  at: DOMRect;
  said: { code: string; means?: unknown; why?: unknown; cure?: unknown }[];
}

const open = signal<Open | undefined>(undefined);

/** The engine to ask: the one already loaded. */
export const explaining = signal<Entry>("images");

/** Explains codes next to the element that asked, otherwise in the middle. */
export async function explain(codes: string[], entry = explaining.value, at = new DOMRect(innerWidth / 2 - 220, innerHeight / 4)): Promise<void> {
  const all = codes.map(async (code) => ({ code, ...await live.call(`explain ${code}`, "explain", entry, code) }));
  open.value = { at, said: await Promise.all(all) };
}

export function Explained({ codes }: { codes: string[] }) {
  const named = codes.join(", ");
  return <button type="button" class="bare code" title={named} aria-label={`${words.means}: ${named}`} onClick={({ currentTarget }) => void explain(codes, explaining.value, currentTarget.getBoundingClientRect())}>?</button>;
}

export function Explanation() {
  const element = useRef<HTMLDivElement>(null);
  const now = open.value;
  useEffect(() => {
    const popover = element.current;
    if (popover === null || now === undefined) return;
    popover.showPopover();
    const { width, height } = popover.getBoundingClientRect();
    const left = Math.max(16, Math.min(now.at.left, innerWidth - width - 16));
    const below = now.at.bottom + 8;
    const top = below + height < innerHeight ? below : Math.max(16, now.at.top - height - 8);
    Object.assign(popover.style, { left: `${left}px`, top: `${top}px` });
  }, [now]);
  const text = (said: unknown) => (typeof said === "string" ? said : undefined);
  return (
    <div popover="auto" ref={element} class="stack" role="dialog" aria-label={words.means}>
      {now?.said.map(({ code, means, why, cure }) => (
        <div key={code} class="tight">
          <h2><code>{code}</code></h2>
          {([[words.means, text(means)], [words.why, text(why)], [words.whatToDo, text(cure)]] as const).map(([title, said]) =>
            said !== undefined && <div><h3>{title}</h3><p><Says text={said} /></p></div>)}
        </div>
      ))}
    </div>
  );
}
