// The matrix's state: the engine's cells, the filters, and the selected pair.
import { computed, effect } from "@preact/signals";
import { circumstances } from "../../circumstances.ts";
import { type Cells, type Decided, type Grouping, LAST_NUMBER } from "../../engine/answers.ts";
import { long } from "../../engine/client.ts";
import { profiles } from "../../examples.ts";
import { place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { about, profile, unlessOvertaken } from "../profile.ts";

/** A cause that cells have, numbered as in the cells. */
export interface Cause {
  number: number;
  name: string;
  count: number;
  /** The colour: 0 for offered pairs, 1 to 3 for the most frequent causes, 4 for the others. */
  kind: number;
}

/** The most pairs for which a picture or a table is drawn fast enough. */
const MOST = 2_000_000;

export function model() {
  const { profile: held, end } = profile(long);
  const { last: matrix, current: cells } = about<Cells>(held);
  const { last: fitted, current: fit } = about<Decided>(held);
  const state = computed(() => ({ ...(place.value.state.doc === undefined ? profiles[0]?.first : {}), ...place.value.state }));
  const columns = computed(() => held.good.value?.columns);

  const causes = computed<Cause[]>(() => {
    const names = [words.offered, words.notOffered, ...(cells.value?.causes ?? [])];
    if (names.length > LAST_NUMBER + 1) names[LAST_NUMBER] = later.otherCauses;
    const all = (cells.value?.counts ?? []).map((count, number) => ({ number, name: names[number] ?? "", count }));
    const [offered, ...others] = all;
    if (offered === undefined) return [];
    const ranked = others.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
    return [{ ...offered, kind: 0 }, ...ranked.map((cause, rank) => ({ ...cause, kind: Math.min(rank + 1, 4) }))];
  });

  const found = (names: readonly string[], text: string) => {
    const wanted = text.toLowerCase();
    return names.flatMap((name, at) => (wanted === "" || name.toLowerCase().includes(wanted) ? [at] : []));
  };
  const [rowFilter, columnFilter] = [computed(() => state.value.rows ?? ""), computed(() => state.value.cols ?? "")];
  /** The values of the capabilities that rows and columns are grouped by, from the engine. */
  const [rowed, columned] = [about<Grouping>(held), about<Grouping>(held)];
  const [rowGroups, columnGroups] = [rowed.current, columned.current];
  const [rowLabels, columnLabels] = [computed(() => rowGroups.value?.label ?? []), computed(() => columnGroups.value?.label ?? [])];
  const [rowGroup, columnGroup] = [computed(() => state.value.group ?? ""), computed(() => state.value.by ?? "")];
  const rows = computed(() => inOrder(found(columns.value?.machineType ?? [], rowFilter.value), rowGroups.value));
  const shown = computed(() => {
    const { image = [], version = [] } = columns.value ?? {};
    return inOrder(found(image.map((name, at) => `${name} ${version[at]}`), columnFilter.value), columnGroups.value);
  });
  const isTooMany = computed(() => rows.value.length * shown.value.length > MOST);

  const pair = computed(() => {
    const { type, image, version } = state.value;
    const known = columns.value;
    const row = known?.machineType.indexOf(type ?? "") ?? -1;
    const column = known?.version.findIndex((name, at) => name === version && known.image[at] === image) ?? -1;
    return row < 0 || column < 0 ? undefined : { row, column };
  });

  const ends = [
    end,
    effect(() => {
      const of = held.good.value;
      if (of === undefined || !held.isReady.value) return;
      long.call("matrix", "matrix", circumstances.value).then((answer) => (matrix.value = { of, answer })).catch(unlessOvertaken);
    }),
    effect(() => {
      const of = held.good.value;
      if (of === undefined || !held.isReady.value) return;
      const known = of.columns?.capability ?? [];
      for (const [side, name, { last }] of [["rows", rowGroup.value, rowed], ["columns", columnGroup.value, columned]] as const) {
        if (!known.includes(name)) last.value = undefined;
        else long.call(`group ${side}`, "groups", name).then((answer) => (last.value = { of, answer: answer[side] })).catch(unlessOvertaken);
      }
    }),
    effect(() => {
      const of = held.good.value;
      const known = of?.columns;
      const chosen = pair.value;
      if (of === undefined || known === undefined || chosen === undefined) return void (fitted.value = undefined);
      if (!held.isReady.value) return;
      const given = {
        cloudProfile: of.profile,
        machineType: known.machineType[chosen.row],
        image: known.image[chosen.column],
        version: known.version[chosen.column],
      };
      long.call("fit", "ask", "images", "images/fit", given, circumstances.value).then((answer) => (fitted.value = { of, answer })).catch(unlessOvertaken);
    }),
  ];
  return { rowLabels, columnLabels, rowGroup, columnGroup, held, cells, fit, state, columns, causes, rows, shown, isTooMany, pair, end: () => ends.forEach((one) => one()) };
}

/** Sorts places by their groups. */
function inOrder(places: number[], groups: Grouping | undefined): number[] {
  if (groups === undefined) return places;
  const found = new Set(places);
  return [...groups.order].filter((place) => found.has(place));
}

export type Model = ReturnType<typeof model>;

/** The state of a pair in a word. */
export function wordOf(made: Model, row: number, column: number): string {
  const number = numberOf(made, row, column);
  return made.causes.value.find((cause) => cause.number === number)?.name ?? "";
}

function numberOf({ cells, columns }: Model, row: number, column: number): number | undefined {
  const width = columns.value?.version.length ?? 0;
  return cells.value?.cells[row * width + column];
}

/** All shown pairs as CSV, one per line. */
export function csv(made: Model): string {
  const { machineType = [], image = [], version = [] } = made.columns.value ?? {};
  const names = new Map(made.causes.value.map(({ number, name }) => [number, name]));
  const lines = made.rows.value.flatMap((row) => made.shown.value.map((column) =>
    [machineType[row], image[column], version[column], names.get(numberOf(made, row, column) ?? -1)].map(quoted).join(",")));
  return ["machineType,image,version,result", ...lines, ""].join("\r\n");
}

function quoted(text = ""): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
