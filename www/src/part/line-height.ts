// The line height at the reader's text size: rows that are positioned by script grow with their text.
import { type RefObject } from "preact";
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** The line height of running text, unless the reader has larger text. */
export const LINE = 20;

/** Follows the line height inside an element. */
export function useLineHeight(within: RefObject<HTMLElement | null>, usual: number): Signal<number> {
  const height = useSignal(usual);
  useLayoutEffect(() => {
    if (within.current === null) return;
    const probe = within.current.appendChild(document.createElement("div"));
    probe.className = "probe";
    const observer = new ResizeObserver(([entry]) => {
      const found = Math.ceil(entry?.contentRect.height ?? 0);
      if (found > 0) height.value = found;
    });
    observer.observe(probe);
    return () => {
      observer.disconnect();
      probe.remove();
    };
  }, []);
  return height;
}
