import { useLayoutEffect, useRef } from "preact/hooks";
import { RowPool } from "fitment/row-pool";
import { LINE, useLineHeight } from "../../part/line-height.ts";
import { words } from "../../words.ts";
import type { Row } from "./rows.ts";

interface ListProps {
  rows: Row[];
  /** The place of the selected one among the rows. */
  selected: number;
  best: string;
  onSelect(row: Row): void;
}

const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 32;

/** The versions, all of them, of which only those in sight are drawn. */
export function List({ rows, selected, best, onSelect }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | undefined>(undefined);
  const rowHeight = Math.max(ROW, useLineHeight(list, LINE).value);
  // Before the frame of the key is painted, not after it.
  useLayoutEffect(() => {
    if (scroll.current === null) return;
    pool.current = new RowPool(scroll.current, { rowHeight, parts: ["glyph", "name", "about", "best"], role: "option", idPrefix: "version-" });
    return () => pool.current?.destroy();
  }, []);
  useLayoutEffect(() => {
    if (pool.current !== undefined) pool.current.rowHeight = rowHeight;
  }, [rowHeight]);
  useLayoutEffect(() => {
    pool.current?.update({
      count: rows.length,
      draw(drawn, place) {
        const row = rows[place];
        if (row === undefined) return;
        const name = `${row.image} ${row.version}`;
        drawn.text(0, row.isOffered ? "✓" : row.fits ? "–" : "✕");
        drawn.text(1, name);
        drawn.text(2, row.about);
        drawn.text(3, name === best ? words.recommended : "");
        drawn.element.firstElementChild?.setAttribute("class", `glyph ${row.isOffered ? "yes" : row.fits ? "" : "no"}`);
        drawn.element.classList.toggle("active", place === selected);
        drawn.element.ariaSelected = String(place === selected);
        drawn.element.setAttribute("aria-description", row.isOffered ? words.offered : row.fits ? words.notOffered : words.apart);
        drawn.element.ariaSetSize = String(rows.length);
        drawn.element.ariaPosInSet = String(place + 1);
      },
    });
    if (selected >= 0) pool.current?.show(selected);
    const shown = pool.current?.element(selected);
    if (shown === undefined) scroll.current?.removeAttribute("aria-activedescendant");
    else scroll.current?.setAttribute("aria-activedescendant", shown.id);
  }, [rows, selected, best]);

  const select = (place: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, place))];
    if (row !== undefined) onSelect(row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = pool.current?.page ?? 10;
    const steps: Record<string, number> = {
      ArrowDown: selected + 1, ArrowUp: selected - 1, PageDown: selected + page, PageUp: selected - page, Home: 0, End: rows.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(to);
  };
  const height = Math.max(3, Math.min(15, rows.length)) * rowHeight;
  return (
    <div class="list" ref={list}>
      <div class="scroll" ref={scroll} tabIndex={0} role="listbox" aria-label={words.columns} style={{ height: `${height}px` }}
        onKeyDown={onKeyDown} onClick={({ target }) => select(pool.current?.placeOf(target as Node) ?? selected)} />
      {rows.length === 0 && <p class="note" role="status">{words.nothingFound}</p>}
    </div>
  );
}
