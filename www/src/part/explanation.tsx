// What codes mean, in one popover for the whole page.
import { useEffect, useRef } from "preact/hooks";
import { words } from "../words.ts";
import { later } from "../words-later.ts";
import { explained } from "./explain.tsx";
import { Says } from "./says.tsx";

export function Explanation() {
  const element = useRef<HTMLDivElement>(null);
  const now = explained.value;
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
          {([[words.means, text(means)], [words.why, text(why)], [later.whatToDo, text(cure)]] as const).map(([title, said]) =>
            said !== undefined && <div><h3>{title}</h3><p><Says text={said} /></p></div>)}
        </div>
      ))}
    </div>
  );
}
