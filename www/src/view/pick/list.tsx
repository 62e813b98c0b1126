import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { RowPool } from "fitment/row-pool";
import { LINE, useLineHeight } from "../../part/line-height.ts";
import { words } from "../../words.ts";
import type { Row } from "./rows.ts";

interface ListProps {
  /** The rows that match the filter, out of `total`. */
  rows: ReadonlySignal<Row[]>;
  total: number;
  selected: ReadonlySignal<Row | undefined>;
  best: ReadonlySignal<string>;
  onSelect(row: Row): void;
}

const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 32;

/** How long typing has to pause before updates that only screen readers announce. */
const SOON = 80;

/**
 * All versions, of which only the visible ones are drawn. A key press in the filter updates the rows directly: nothing
 * is re-rendered, and the list keeps its height, so nothing around it has to be laid out.
 */
export function List({ rows, total, selected, best, onSelect }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | undefined>(undefined);
  const rowHeight = Math.max(ROW, useLineHeight(list, LINE).value);
  const place = useMemo(() => computed(() => (selected.value === undefined ? -1 : rows.value.indexOf(selected.value))), [rows, selected]);
  const nothing = useMemo(() => computed(() => (rows.value.length > 0 ? "" : total === 0 ? words.nothing : words.nothingFound)), [rows, total === 0]);
  // Before the frame of the key press is painted, not after it.
  useLayoutEffect(() => {
    if (scroll.current === null) return;
    pool.current = new RowPool(scroll.current, { rowHeight, parts: ["glyph", "name", "about", "best"], role: "option", idPrefix: "version-" });
    return () => pool.current?.destroy();
  }, []);
  useLayoutEffect(() => {
    if (pool.current !== undefined) pool.current.rowHeight = rowHeight;
  }, [rowHeight]);
  useLayoutEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const end = effect(() => {
      const [all, at, taken] = [rows.value, place.value, best.value];
      pool.current?.update({
        count: all.length,
        draw(drawn, number) {
          const row = all[number];
          if (row === undefined) return;
          drawn.text(0, row.isOffered ? "✓" : row.fits ? "–" : "✕");
          drawn.text(1, row.name);
          drawn.text(2, row.about);
          drawn.text(3, row.name === taken ? words.recommended : "");
          const { element } = drawn;
          set(element, "data-is", row.isOffered ? "yes" : row.fits ? "none" : "no");
          set(element, "aria-selected", String(number === at));
          set(element, "aria-description", row.isOffered ? words.offered : row.fits ? words.notOffered : words.apart);
          set(element, "aria-posinset", String(number + 1));
        },
      });
      if (at >= 0) pool.current?.show(at);
      const shown = pool.current?.element(at);
      if (shown === undefined) scroll.current?.removeAttribute("aria-activedescendant");
      else if (scroll.current !== null) set(scroll.current, "aria-activedescendant", shown.id);
      clearTimeout(soon);
      soon = setTimeout(() => {
        for (const element of scroll.current?.querySelectorAll('[role="option"]') ?? []) set(element, "aria-setsize", String(all.length));
      }, SOON);
    });
    return () => {
      end();
      clearTimeout(soon);
    };
  }, [rows, place, best]);

  const select = (to: number) => {
    const all = rows.peek();
    const row = all[Math.max(0, Math.min(all.length - 1, to))];
    if (row !== undefined) onSelect(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = pool.current?.page ?? 10;
    const at = place.peek();
    const steps: Record<string, number> = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: rows.peek().length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(to);
  };
  const height = Math.max(3, Math.min(15, total)) * rowHeight;
  return (
    <div class="list" ref={list}>
      <div class="scroll" ref={scroll} tabIndex={0} role="listbox" aria-label={words.columns} style={{ height: `${height}px` }}
        onKeyDown={onKeyDown} onClick={({ target }) => select(pool.current?.placeOf(target as Node) ?? place.peek())} />
      <p class="note nothing" role="status">{nothing}</p>
    </div>
  );
}

function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
