// Matrix: every machine type compared with every image version, as a picture and as a table.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { theme } from "../../circumstances.ts";
import { Decision, Problems } from "../../part/decision.tsx";
import { Wrong } from "../../part/notices.tsx";
import { download } from "../../part/copy.tsx";
import { useTyped } from "../../part/typed.ts";
import { adjust, choose } from "../../url.ts";
import { duration } from "../../format.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { ProfileInput } from "../profile-input.tsx";
import { type Cell, GLYPHS, Heatmap, ZOOMS } from "./heatmap.ts";
import { type Cause, type Model, csv, model, wordOf } from "./model.ts";
import { Nothing } from "./nothing.tsx";
import { Pairs } from "./table.tsx";

export function Matrix() {
  const made = useMemo(model, []);
  useEffect(() => made.end, []);
  // On paper the pairs are a table: a picture says nothing without a pointer.
  const isPrinted = useSignal(false);
  useEffect(() => {
    const turn = ({ type }: Event) => void (isPrinted.value = type === "beforeprint");
    const events = ["beforeprint", "afterprint"];
    for (const name of events) addEventListener(name, turn);
    return () => events.forEach((name) => removeEventListener(name, turn));
  }, []);
  const isTable = isPrinted.value || (made.state.value.as ?? usual()) === "table";
  return (
    <div class="columns matrix">
      <Inputs made={made} isTable={isTable} />
      <section class={`card stack${made.held.isStale.value ? " stale" : ""}`} aria-label={isTable ? later.table : later.picture}>
        {made.held.isStale.value && <p class="note">{words.stale}</p>}
        <Summary made={made} />
        {made.isTooMany.value ? <p class="note" role="status">{later.tooMany}</p> : isTable ? <Pairs made={made} /> : <Picture made={made} />}
      </section>
      <Detail made={made} />
    </div>
  );
}

/** The form that suits the reader's screen. */
function usual(): string {
  return matchMedia("(max-width: 767px), (forced-colors: active)").matches ? "table" : "";
}

/** The chosen zoom, otherwise the largest one at which everything is visible. */
function zoomOf({ state, rows, shown }: Model): number {
  const chosen = Number(state.value.zoom);
  if (ZOOMS.includes(chosen)) return chosen;
  // The space beside the decision, or above it on narrow screens, without the names.
  const [width, height] = [innerWidth < 1024 ? innerWidth - 200 : Math.min(innerWidth, 1440) / 2 - 176, 480];
  return ZOOMS.findLast((zoom) => zoom >= 8 && zoom * shown.value.length <= width && zoom * rows.value.length <= height) ?? 8;
}

function Inputs({ made, isTable }: { made: Model; isTable: boolean }) {
  const [[rows, typeRows], [cols, typeCols]] = [useTyped("rows"), useTyped("cols")];
  const zoom = ZOOMS.indexOf(zoomOf(made));
  const isEmpty = made.held.isStale.value || made.cells.value === undefined;
  const picture = () => {
    document.querySelector<HTMLCanvasElement>(".heatmap canvas")?.toBlob((blob) => blob !== null && download("matrix.png", blob, "image/png"));
  };
  return (
    <section class="card inputs" id="inputs" tabIndex={-1} aria-label={words.given}>
      <ProfileInput held={made.held} keys={["type", "image", "version", "rows", "cols", "page", "group", "by"]} />
      <Group made={made} id="group" label={later.groupRows} value={made.rowGroup.value} usual={later.ungrouped} />
      <Group made={made} id="by" label={later.groupColumns} value={made.columnGroup.value} usual={words.image} />
      <div>
        <label for="rows">{later.rows}</label>
        <input id="rows" type="search" placeholder={words.filter} value={rows} onInput={({ currentTarget: { value } }) => typeRows(value)} />
      </div>
      <div>
        <label for="cols">{words.columns}</label>
        <input id="cols" type="search" placeholder={words.filter} value={cols} onInput={({ currentTarget: { value } }) => typeCols(value)} />
      </div>
      <div class="line">
        {!isTable && (
          <>
            <button type="button" aria-label={later.zoomOut} disabled={zoom === 0} onClick={() => adjust({ zoom: String(ZOOMS[zoom - 1]) })}>−</button>
            <button type="button" aria-label={later.zoomIn} disabled={zoom === ZOOMS.length - 1} onClick={() => adjust({ zoom: String(ZOOMS[zoom + 1]) })}>+</button>
          </>
        )}
        <button type="button" aria-pressed={isTable} onClick={() => choose({ as: isTable ? "picture" : "table" })}>{later.table}</button>
        <button type="button" disabled={isEmpty} onClick={() => download("matrix.csv", csv(made), "text/csv")}>{later.downloadCsv}</button>
        {!isTable && <button type="button" disabled={isEmpty} onClick={picture}>{later.downloadPng}</button>}
      </div>
    </section>
  );
}

/** A field for the capability that rows or columns are grouped by. */
function Group({ made: { columns }, id, label, value, usual }: { made: Model; id: "group" | "by"; label: string; value: string; usual: string }) {
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose({ [id]: currentTarget.value, page: "" })}>
        <option value="">{usual}</option>
        {columns.value?.capability.map((name) => <option>{name}</option>)}
      </select>
    </div>
  );
}

function Summary({ made: { cells, causes, rows, shown } }: { made: Model }) {
  const said = cells.value;
  const all = said?.cells.length ?? 0;
  return (
    <>
      <div class="line spread">
        <h2 aria-live="polite">{later.pairs(rows.value.length * shown.value.length)}</h2>
        <span class="note">{later.matrixRuns(rows.value.length, shown.value.length)}{said !== undefined && ` · ${duration(1000 * said.milliseconds)}`}</span>
      </div>
      <ul class="legend" aria-label={later.legend}>
        {causes.value.map(({ name, count, kind }: Cause) => (
          <li><span class={`swatch c${kind}`} aria-hidden="true">{GLYPHS[kind]}</span>{name} {percent(count, all)}</li>
        ))}
      </ul>
    </>
  );
}

function percent(count: number, all: number): string {
  return all === 0 ? "" : new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }).format(count / all);
}

function Picture({ made }: { made: Model }) {
  const scroll = useRef<HTMLDivElement>(null);
  const mirror = useRef<HTMLCanvasElement>(null);
  const map = useRef<Heatmap | undefined>(undefined);
  const active = useSignal<Cell | undefined>(undefined);
  const { columns, cells, causes, rows, shown, pair } = made;
  const zoom = zoomOf(made);

  useEffect(() => {
    if (scroll.current === null) return;
    map.current = new Heatmap(scroll.current);
    map.current.mirror(mirror.current);
    return () => map.current?.destroy();
  }, []);

  const scheme = useSignal(0);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => (scheme.value += 1);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);

  useEffect(() => {
    const known = columns.value;
    const filled = cells.value;
    if (known === undefined || filled === undefined) return map.current?.clear();
    const kinds = new Uint8Array(256).fill(4);
    for (const { number, kind } of causes.value) kinds[number] = kind;
    const width = known.version.length;
    map.current?.update({
      rows: rows.value,
      columns: shown.value,
      rowNames: rows.value.map((row) => known.machineType[row] ?? ""),
      columnNames: shown.value.map((column) => known.version[column] ?? ""),
      rowGroups: made.rowLabels.value.length === 0 ? [] : rows.value.map((row) => made.rowLabels.value[row] ?? ""),
      groups: shown.value.map((column) => (made.columnLabels.value.length === 0 ? known.image : made.columnLabels.value)[column] ?? ""),
      classOf: (row, column) => kinds[filled.cells[row * width + column] ?? 0] ?? 4,
    }, colours(), zoom);
  }, [columns.value, cells.value, rows.value, shown.value, zoom, theme.value, scheme.value]);

  useEffect(() => {
    const chosen = pair.value;
    const cell = { row: rows.value.indexOf(chosen?.row ?? -1), column: shown.value.indexOf(chosen?.column ?? -1) };
    map.current?.select(cell.row >= 0 && cell.column >= 0 ? cell : undefined);
  }, [rows.value, shown.value, pair.value]);

  const take = (at: Cell | undefined) => {
    const known = columns.value;
    const [row, column] = [rows.value[at?.row ?? -1], shown.value[at?.column ?? -1]];
    if (known === undefined || row === undefined || column === undefined) return;
    active.value = at;
    choose({ type: known.machineType[row] ?? "", image: known.image[column] ?? "", version: known.version[column] ?? "" });
  };
  const [height, width] = [rows.value.length, shown.value.length];
  const chosen = pair.value;
  const from = active.value ?? { row: Math.max(0, rows.value.indexOf(chosen?.row ?? 0)), column: Math.max(0, shown.value.indexOf(chosen?.column ?? 0)) };
  const isFit = (column: number) => wordOf(made, rows.value[from.row] ?? 0, shown.value[column] ?? 0) === words.offered;
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = from;
    const page = map.current?.page ?? 10;
    const next = (step: number) => {
      for (let at = column + step; at >= 0 && at < width; at += step) if (isFit(at)) return at;
      return column;
    };
    const moves: Record<string, Cell> = {
      ArrowDown: { row: row + 1, column }, ArrowUp: { row: row - 1, column }, ArrowRight: { row, column: column + 1 }, ArrowLeft: { row, column: column - 1 },
      PageDown: { row: row + page, column }, PageUp: { row: row - page, column }, "]": { row, column: next(1) }, "[": { row, column: next(-1) },
      Home: event.ctrlKey ? { row: 0, column: 0 } : { row, column: 0 }, End: event.ctrlKey ? { row: height - 1, column: width - 1 } : { row, column: width - 1 },
    };
    const to = moves[event.key];
    if (event.key === "Enter") take(from);
    else if (to === undefined) return;
    else {
      const at = { row: Math.max(0, Math.min(height - 1, to.row)), column: Math.max(0, Math.min(width - 1, to.column)) };
      map.current?.show(at);
      take(at);
    }
    event.preventDefault();
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const step = ZOOMS[ZOOMS.indexOf(zoom) - Math.sign(event.deltaY)];
    if (step !== undefined) adjust({ zoom: String(step) });
  };
  const name = ({ row, column }: Cell) => {
    const known = columns.value;
    const [machine, version] = [rows.value[row], shown.value[column]];
    if (known === undefined || machine === undefined || version === undefined) return "";
    const group = (label: string | undefined) => (label === undefined ? "" : ` (${label})`);
    const [type, image] = [group(made.rowLabels.value[machine]), group(made.columnLabels.value[version])];
    return `${known.machineType[machine]}${type}, ${known.image[version]} ${known.version[version]}${image}: ${wordOf(made, machine, version)}`;
  };
  if (height * width === 0 && cells.value !== undefined) return <Nothing />;
  return (
    <>
      <div class="heatmap" ref={scroll} tabIndex={0} role="grid" aria-label={later.picture} aria-rowcount={height} aria-colcount={width} aria-activedescendant="cell" style={{ height: `${Math.min(640, height * zoom + 148)}px` }}
        onKeyDown={onKeyDown} onWheel={onWheel} onClick={(event) => take(map.current?.at(event))}
        onMouseMove={(event) => {
          const over = map.current?.at(event);
          if (over?.row !== active.value?.row || over?.column !== active.value?.column) active.value = over;
        }}>
        <div role="row" class="unseen" aria-rowindex={from.row + 1}>
          <span role="gridcell" id="cell" aria-colindex={from.column + 1} aria-selected="true">{name(from)}</span>
        </div>
      </div>
      <div class="under">
        <p class="note hovered">{active.value === undefined ? later.choosePair : name(active.value)}</p>
        <canvas class="minimap" ref={mirror} aria-hidden="true" hidden onClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          map.current?.centre((clientX - left) / width, (clientY - top) / height);
        }} />
      </div>
    </>
  );
}

/** The colours of the classes in the current theme. */
function colours(): string[] {
  const probe = document.createElement("span");
  document.body.append(probe);
  const found = [0, 1, 2, 3, 4].map((kind) => {
    probe.className = `swatch c${kind}`;
    return getComputedStyle(probe).backgroundColor;
  });
  probe.remove();
  return found;
}

function Detail({ made: { held, fit, state, pair } }: { made: Model }) {
  const decided = fit.value;
  const opened = held.opened.value;
  const { envelope, spots = {} } = opened?.decided ?? {};
  const names = { profile: held.good.value?.profile ?? words.profile };
  const { type, image, version } = state.value;
  return (
    <aside class="card stack" aria-label={words.reasons}>
      <Wrong fault={opened?.fault} />
      {envelope !== undefined && <Problems problems={envelope.problems} links={{ spots, names: { profile: opened?.profile ?? words.profile }, view: "pick" }} />}
      {decided === undefined
        ? pair.value === undefined && <p class="note">{later.choosePair}</p>
        : (
          <Decision decided={decided} names={words.fitVerdict} isStale={held.isStale.value} links={{ names, view: "pick" }} loads={["cloudprofile.yaml"]} text={held.text.value}
            title={<><code>{image} {version}</code>, <code>{type}</code></>} />
        )}
    </aside>
  );
}

