// A document with its lines: readable at any size, and editable in place if it is small.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { RowPool } from "fitment/row-pool";
import { words } from "../words.ts";
import type { Editor, Mistake } from "./editor.ts";
import { LINE, useLineHeight } from "./line-height.ts";

export interface PaperProps {
  text: string;
  label: string;
  /** The lines that reasons refer to, counted from 0. */
  cited?: ReadonlySet<number>;
  /** The line to scroll to. */
  marked?: number;
  /** The line that cannot be read. */
  faulty?: number;
  /** The mistakes that the editor marks. */
  mistakes?: Mistake[];
  onEdit?(text: string): void;
  /** Whether it opens for reading, until the user wants to edit. */
  isReading?: boolean;
}

/** The longest text for a text area, which becomes slow beyond that. */
const MOST = 64 << 10;

export function Paper(props: PaperProps) {
  const editor = useSignal<typeof import("./editor.ts") | undefined>(undefined);
  const { onEdit, isReading, text } = props;
  if (onEdit === undefined) return <Reader {...props} />;
  if (isReading !== true && text.length <= MOST) return <Small {...props} />;
  const opened = editor.value;
  return (
    <>
      {opened === undefined ? <Reader {...props} /> : <Large {...props} editor={opened} />}
      <div class="line">
        {opened === undefined
          ? <button type="button" onClick={async () => (editor.value = await import("./editor.ts"))}>{words.edit}</button>
          : <button type="button" onClick={() => (editor.value = undefined)}>{words.done}</button>}
      </div>
    </>
  );
}

/** An editor for a text of any size. */
function Large({ text, label, marked, mistakes, onEdit, editor: { open } }: PaperProps & { editor: typeof import("./editor.ts") }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const edited = useRef(onEdit);
  edited.current = onEdit;
  useEffect(() => {
    if (host.current === null) return;
    editor.current = open(host.current, label, text, (text) => edited.current?.(text));
    editor.current.focus();
    return () => editor.current?.destroy();
  }, []);
  // Before the next key press: a text that arrives later would revert what was typed since.
  useLayoutEffect(() => editor.current?.show(text), [text]);
  useEffect(() => editor.current?.mark(mistakes ?? []), [mistakes]);
  useEffect(() => {
    if (marked !== undefined) editor.current?.jump(marked);
  }, [marked]);
  return <div class="paper"><div class="large" style={heightOf(text)} ref={host} /></div>;
}

/** As high as the text, within limits. */
function heightOf(text: string) {
  const lines = Math.max(6, Math.min(28, text.split("\n", 30).length));
  return { "--lines": String(lines) };
}

/** The approximate width of the line numbers. */
const GUTTER = 66;

function Reader({ text, label, cited, marked, faulty }: PaperProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | undefined>(undefined);
  const lineHeight = useLineHeight(paper, LINE);
  useEffect(() => {
    if (scroll.current === null) return;
    pool.current = new RowPool(scroll.current, { rowHeight: lineHeight.peek(), parts: ["number", "written"] });
    return () => pool.current?.destroy();
  }, []);
  useEffect(() => {
    if (pool.current !== undefined) pool.current.rowHeight = lineHeight.value;
  }, [lineHeight.value]);
  useEffect(() => {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    // Characters in this font are 0.6 times the font size wide, which is 13 of a line's 20 pixels.
    const seen = ((scroll.current?.clientWidth ?? 0) - GUTTER) / (lineHeight.value * 0.65 * 0.6);
    pool.current?.update({
      count: lines.length,
      draw(row, place) {
        row.text(0, String(place + 1));
        row.text(1, lines[place] ?? "");
        row.element.classList.toggle("cited", cited?.has(place) === true);
        row.element.classList.toggle("marked", marked === place);
        row.element.classList.toggle("faulty", faulty === place);
        row.element.title = (lines[place]?.length ?? 0) > seen ? lines[place]?.trim() ?? "" : "";
      },
    });
  }, [text, cited, marked, faulty, lineHeight.value]);
  useEffect(() => {
    const wanted = faulty ?? marked;
    if (wanted !== undefined) requestAnimationFrame(() => requestAnimationFrame(() => pool.current?.show(wanted, "third")));
  }, [marked, faulty]);
  return <div class="paper" style={heightOf(text)} ref={paper}><div class="scroll" ref={scroll} tabIndex={0} role="region" aria-label={label} /></div>;
}

function Small({ text, label, cited, marked, faulty, onEdit }: PaperProps) {
  const paper = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);
  const line = faulty ?? marked;
  const lineHeight = useLineHeight(paper, LINE);
  const follow = () => {
    if (area.current === null) return;
    const { scrollTop } = area.current;
    if (gutter.current !== null) gutter.current.style.transform = `translateY(${-scrollTop}px)`;
    if (marker.current !== null) marker.current.style.transform = `translateY(${8 + (line ?? 0) * lineHeight.peek() - scrollTop}px)`;
  };
  useEffect(() => {
    if (area.current !== null && area.current.value !== text) area.current.value = text;
    follow();
  }, [text, line, lineHeight.value]);
  useEffect(() => {
    if (area.current === null || line === undefined) return;
    area.current.scrollTop = Math.max(0, line * lineHeight.peek() - area.current.clientHeight / 3);
    follow();
  }, [marked]);
  const count = text.split("\n").length;
  const numbers = Array.from({ length: count }, (_, place) => `${cited?.has(place) === true ? "• " : ""}${place + 1}`).join("\n");
  return (
    <div class="paper editor" style={heightOf(text)} ref={paper}>
      <div class="gutter" aria-hidden="true"><div ref={gutter}>{numbers}</div></div>
      <div class="field">
        <div ref={marker} class={`marker ${faulty !== undefined ? "faulty" : marked !== undefined ? "marked" : ""}`} />
        <textarea ref={area} aria-label={label} spellcheck={false} autocomplete="off" autocapitalize="off" wrap="off"
          onScroll={follow} onInput={({ currentTarget }) => onEdit?.(currentTarget.value)} />
      </div>
    </div>
  );
}
