// Decisions: a gate's log, its contents, and a repeated decision.
import { computed, effect, signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { RowPool } from "fitment/row-pool";
import type { Replayed } from "../../engine/answers.ts";
import { long } from "../../engine/client.ts";
import type { Found, Line, Opening } from "../../log/shape.ts";
import { Decision } from "../../part/decision.tsx";
import { Drop } from "../../part/drop.tsx";
import { LINE, useLineHeight } from "../../part/line-height.ts";
import { explaining } from "../../part/explain.tsx";
import { useTyped } from "../../part/typed.ts";
import { Mark } from "../../part/verdict.tsx";
import { choose, place } from "../../url.ts";
import { duration } from "../../format.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";
import { Charts } from "./charts.tsx";
import { LineOf } from "./line.tsx";
import "./decisions.css";

/** The dropped file is kept while other views are open. */
const file = signal<File | undefined>(undefined);
const kept = signal<{ name: string; text: string } | undefined>(undefined);

function model() {
  const opening = signal<Opening | undefined>(undefined);
  const found = signal<Found | undefined>(undefined);
  const line = signal<Line | undefined>(undefined);
  const replayed = signal<Replayed | undefined>(undefined);
  const key = (name: string) => computed(() => place.value.state[name] ?? "");
  const state = { verdict: key("verdict"), code: key("code"), find: key("find"), slice: key("slice"), latency: key("latency"), n: key("n") };
  const number = (text: string) => (text === "" ? undefined : Number(text));
  explaining.value = "whole";
  const ends = [
    effect(() => {
      const dropped = file.value;
      opening.value = undefined;
      found.value = undefined;
      if (dropped !== undefined) long.call("log", "log", dropped).then((answer) => (opening.value = answer)).catch(unlessOvertaken);
    }),
    effect(() => {
      if (opening.value === undefined) return;
      const { verdict, code, find, slice, latency } = state;
      const filter = { verdict: verdict.value, code: code.value, text: find.value, slice: number(slice.value), latency: number(latency.value) };
      long.call("find", "logFind", filter).then((answer) => (found.value = answer)).catch(unlessOvertaken);
    }),
    effect(() => {
      const n = number(state.n.value);
      line.value = undefined;
      replayed.value = undefined;
      if (opening.value === undefined || n === undefined || n >= opening.value.at.length) return;
      long.call("line", "logLine", n).then((answer) => (line.value = answer)).catch(unlessOvertaken);
    }),
  ];
  const replay = () => {
    const n = number(state.n.value);
    if (n === undefined) return;
    long.call("replay", "replay", n, kept.value?.text ?? "").then((answer) => (replayed.value = answer)).catch(unlessOvertaken);
  };
  return {
    opening, found, line, replayed, state, replay,
    end() {
      explaining.value = "images";
      ends.forEach((one) => one());
    },
  };
}

type Model = ReturnType<typeof model>;

export function Decisions() {
  const made = useMemo(model, []);
  useEffect(() => made.end, []);
  const opened = made.opening.value;
  const hasAny = opened !== undefined && opened.at.length > 0;
  return (
    <div class="columns decisions">
      <Inputs made={made} />
      {hasAny && <Listed made={made} opened={opened} />}
      {hasAny && <Detail made={made} />}
    </div>
  );
}

function Inputs({ made: { opening, state } }: { made: Model }) {
  const [find, type] = useTyped("find");
  const opened = opening.value;
  return (
    <section class="card inputs" id="inputs" tabIndex={-1} aria-label={words.given}>
      <div class="tight">
        {file.value !== undefined && opened !== undefined && (opened.at.length > 0
          ? <p>{later.logOf(file.value.name, opened.at.length)}</p>
          : <p class="notice" role="alert">{later.noLog(file.value.name)}</p>)}
        <Drop prompt={later.dropLog} isPasted={false} onFile={(dropped) => {
          file.value = dropped;
          choose({ verdict: "", code: "", find: "", slice: "", latency: "", n: "" });
        }} />
        {(opened === undefined || opened.at.length === 0) && <p class="note">{later.logCommand} <code>fitment serve --log decisions.jsonl --log-bodies</code></p>}
        {opened !== undefined && opened.badCount > 0 && (
          <details>
            <summary>{later.badLines(opened.badCount)}</summary>
            <ul class="problems">{opened.bad.map(({ line, says }) => <li><Mark shape="warn" /><span>{words.line(line)}: {says}</span></li>)}</ul>
          </details>
        )}
      </div>
      {opened !== undefined && opened.at.length > 0 && (
        <>
          <div>
            <label for="verdict">{later.decision}</label>
            <select id="verdict" value={state.verdict.value} onChange={({ currentTarget: { value } }) => choose({ verdict: value, n: "" })}>
              <option value="">{later.allOfThem}</option>
              {opened.verdicts.map((name) => <option>{name}</option>)}
            </select>
          </div>
          <div>
            <label for="find">{words.filter}</label>
            <input id="find" type="search" value={find} onInput={({ currentTarget: { value } }) => type(value)} />
          </div>
        </>
      )}
    </section>
  );
}

const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 32;

function Listed({ made: { found, state }, opened }: { made: Model; opened: Opening }) {
  const shown = found.value;
  if (shown === undefined) return <section class="card" />;
  const { code, slice, latency } = state;
  return (
    <section class="card stack" aria-label={later.decisions(shown.places.length)}>
      <h2 aria-live="polite">{later.decisions(shown.places.length)}</h2>
      <Charts found={shown} verdicts={opened.verdicts} slice={slice.value} latency={latency.value} />
      <div class="chips" role="group" aria-label={later.codes}>
        {shown.codes.map(([name, count]) => (
          <button type="button" aria-pressed={code.value === name} onClick={() => choose({ code: code.value === name ? "" : name, n: "" })}>{name} {count}</button>
        ))}
      </div>
      <Rows opened={opened} places={shown.places} selected={shown.places.indexOf(state.n.value === "" ? -1 : Number(state.n.value))} />
    </section>
  );
}

const GLYPHS: Record<string, string> = { yes: "✓", no: "✕", undecided: "?" };

function Rows({ opened, places, selected }: { opened: Opening; places: Uint32Array; selected: number }) {
  const list = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | undefined>(undefined);
  const rowHeight = Math.max(ROW, useLineHeight(list, LINE).value);
  useEffect(() => {
    if (scroll.current === null) return;
    pool.current = new RowPool(scroll.current, { rowHeight, parts: ["glyph", "name", "about", "when"], role: "option", idPrefix: "decision-" });
    return () => pool.current?.destroy();
  }, []);
  useEffect(() => {
    if (pool.current !== undefined) pool.current.rowHeight = rowHeight;
  }, [rowHeight]);
  useEffect(() => {
    pool.current?.update({
      count: places.length,
      draw(row, at) {
        const line = places[at] ?? 0;
        const verdict = opened.verdicts[opened.verdict[line] ?? 0] ?? "";
        row.text(0, GLYPHS[verdict] ?? "•");
        row.text(1, opened.subjects[opened.subject[line] ?? 0] ?? "");
        row.text(2, `${verdict}, ${duration(opened.micros[line] ?? 0)}`);
        row.text(3, new Date(opened.at[line] ?? 0).toISOString().slice(11, 19));
        row.element.dataset.is = verdict;
        row.element.ariaSelected = String(at === selected);
        row.element.ariaSetSize = String(places.length);
        row.element.ariaPosInSet = String(at + 1);
      },
    });
    if (selected >= 0) pool.current?.show(selected);
    const shown = pool.current?.element(selected);
    if (shown === undefined) scroll.current?.removeAttribute("aria-activedescendant");
    else scroll.current?.setAttribute("aria-activedescendant", shown.id);
  }, [opened, places, selected]);
  const select = (at: number) => {
    const line = places[Math.max(0, Math.min(places.length - 1, at))];
    if (line !== undefined) choose({ n: String(line) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = pool.current?.page ?? 10;
    const steps: Record<string, number> = {
      ArrowDown: selected + 1, ArrowUp: selected - 1, PageDown: selected + page, PageUp: selected - page, Home: 0, End: places.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(to);
  };
  return (
    <div class="list" ref={list}>
      <div class="scroll" ref={scroll} tabIndex={0} role="listbox" aria-label={later.decision} style={{ height: `${Math.max(3, Math.min(12, places.length)) * rowHeight}px` }}
        onKeyDown={onKeyDown} onClick={({ target }) => select(pool.current?.placeOf(target as Node) ?? selected)} />
      {places.length === 0 && <p class="note" role="status">{words.nothingFound}</p>}
    </div>
  );
}

function Detail({ made: { line, replayed, replay } }: { made: Model }) {
  const shown = line.value;
  const again = replayed.value;
  if (shown === undefined) return <aside class="card" aria-label={later.decision}><p class="note">{later.chooseDecision}</p></aside>;
  return (
    <aside class="stack" aria-label={later.decision}>
      <section class="card stack">
        <LineOf line={shown} />
        <div class="line"><button type="button" onClick={replay}>{later.replay}</button></div>
        {again !== undefined && <Outcome again={again} documents={shown.documents} />}
        {shown.documents !== undefined && shown.documents !== "" && (
          <Drop prompt={kept.value?.name ?? later.dropKept} isPasted={false} onText={(text, name) => {
            kept.value = { name, text };
            replay();
          }} />
        )}
      </section>
      {again?.decided !== undefined && (
        <section class="card">
          <Decision decided={again.decided} links={{ names: {} }} title={<code>{shown.subject}</code>} />
        </section>
      )}
    </aside>
  );
}

function Outcome({ again: { lacks, isRequest, isEngine, isDocuments, isEqual }, documents }: { again: Replayed; documents?: string }) {
  if (lacks !== undefined) return <p class="line" role="status"><Mark shape="warn" />{later.lacks[lacks]} {lacks === "documents" && <code>{documents}.json</code>}</p>;
  return (
    <div class="tight" role="status">
      <p class="line"><Mark shape={isEqual ? "yes" : "no"} />{isEqual ? later.same : later.otherAnswer}</p>
      {isDocuments === false && <p class="line"><Mark shape="warn" /><span>{later.otherDocuments} <code>{documents}.json</code></span></p>}
      {!isRequest && <p class="line"><Mark shape="warn" />{later.otherRequest}</p>}
      {!isEngine && <p class="line"><Mark shape="warn" />{later.otherEngine}</p>}
    </div>
  );
}
