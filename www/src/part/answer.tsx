// Draws an answer from its shape alone: the page knows no question by heart. Words and codes are replaced by the
// engine's sentences, if it has any.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Reason } from "../engine/answers.ts";
import { words } from "../words.ts";
import { later } from "../words-later.ts";
import { Says, Sentence } from "./says.tsx";
import { type Schema, flat, meaning, member as memberOf, saidOf, spoken } from "./schema.ts";

/** Converts `offeredBefore` to `Offered before`. */
export function label(key: string): string {
  const spaced = key.replaceAll("_", " ").replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

type Values = Record<string, unknown>;

/** The reasons of the answer, which explain its codes. */
const Because = createContext<Reason[]>([]);

const NONE: Reason[] = [];

export function Answer({ value, schema, because = NONE }: { value: Values; schema?: Schema; because?: Reason[] }) {
  return <Because.Provider value={flat(because)}><div class="answer"><Members value={value} schema={schema} depth={0} /></div></Because.Provider>;
}

function Members({ value, schema, depth }: { value: Values; schema?: Schema; depth: number }) {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (entries.length === 0) return <span class="note">{words.none}</span>;
  return (
    <dl>
      {entries.map(([key, member]) => (
        <>
          <Name name={key} schema={schema} />
          <dd class={isWide(member) ? "wide" : ""}><Value value={member} schema={memberOf(schema, key)} depth={depth + 1} beside={value} />{typeof member === "number" && depth > 0 && <Meaning name={key} schema={schema} />}</dd>
        </>
      ))}
    </dl>
  );
}

/** The name of a member. Keys that the schema does not list are data, and stay as they are. */
function Name({ name, schema }: { name: string; schema?: Schema }) {
  const known = schema?.properties?.[name];
  return known === undefined ? <dt><code>{name}</code></dt> : <dt title={known.description}>{label(name)}</dt>;
}

/** What a number counts, which its name may not tell. */
function Meaning({ name, schema }: { name: string; schema?: Schema }) {
  const meant = meaning(schema, name);
  return meant === undefined ? null : <span class="note"> {meant}</span>;
}

interface ValueProps {
  value: unknown;
  schema?: Schema;
  depth: number;
  /** The object that contains the value. */
  beside?: Values;
}

function Value({ value, schema, depth, beside }: ValueProps) {
  if (value === null) return <span class="note">{words.absent}</span>;
  if (typeof value === "boolean") return <>{value ? later.yesWord : later.noWord}</>;
  if (typeof value === "string") return value.includes("\n") ? <pre class="snippet">{value}</pre> : <Word value={value} schema={schema} beside={beside} />;
  if (typeof value !== "object") return <>{String(value)}</>;
  if (!Array.isArray(value)) {
    return <div class={depth > 0 ? "nested" : ""}><Members value={value as Values} schema={schema} depth={depth} /></div>;
  }
  if (value.length === 0) return <span class="note">{words.none}</span>;
  if (value.every((element) => spoken(schema, element) !== undefined)) return <ul>{value.map((element) => <li><Word value={String(element)} schema={schema} /></li>)}</ul>;
  if (value.every(isFlat)) return <>{value.map((element, place) => <>{place > 0 && ", "}<code>{String(element)}</code></>)}</>;
  const keys = columns(value);
  if (keys !== undefined) return <Table rows={value as Values[]} keys={keys} schema={schema?.items} />;
  const { shown, more } = first(value);
  return (
    <ol>
      {shown.map((element, place) => (
        <li key={place} class="nested"><Value value={element} schema={schema?.items} depth={0} /></li>
      ))}
      {more > 0 && <li class="note">{words.moreRows(more)}</li>}
    </ol>
  );
}

/** A word that the schema lists or a code that a reason has; anything else is shown as it is. */
function Word({ value, schema, beside = {} }: { value: string; schema?: Schema; beside?: Values }) {
  const because = useContext(Because);
  const meant = spoken(schema, value);
  if (meant !== undefined) return <span class="meant" title={value}><Sentence text={meant} /></span>;
  const said = saidOf(because, value, Object.values(beside));
  return said === undefined ? <code>{value}</code> : <span class="meant" title={value}><Says text={said} /></span>;
}

/** The most columns that fit side by side. */
const BESIDE = 5;

/** On narrow screens each row becomes a list of named values; the roles still make it a table. */
function Table({ rows, keys, schema }: { rows: Values[]; keys: string[]; schema?: Schema }) {
  const { shown, more } = first(rows);
  return (
    <div class={keys.length > BESIDE ? "scrolls narrow" : "scrolls"} tabIndex={0} role="region" aria-label={later.table}>
      <table role="table">
        <thead role="rowgroup"><tr role="row">{keys.map((key) => <th role="columnheader" scope="col" title={schema?.properties?.[key]?.description}>{label(key)}</th>)}</tr></thead>
        <tbody role="rowgroup">
          {shown.map((row, place) => (
            <tr key={place} role="row">{keys.map((key) => <td role="cell" data-of={label(key)}>{row[key] === undefined ? "–" : <Cell value={row[key]} schema={memberOf(schema, key)} beside={row} />}</td>)}</tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="note">{words.moreRows(more)}</p>}
    </div>
  );
}

/** Nested values are stacked in one cell. */
function Cell({ value, schema, beside }: Omit<ValueProps, "depth">) {
  if (!isSmall(value)) return <Value value={value} schema={schema} depth={1} beside={beside} />;
  return <ul>{Object.entries(value).map(([key, member]) => <li title={memberOf(schema, key)?.description}><Value value={member} schema={memberOf(schema, key)} depth={1} beside={value} /></li>)}</ul>;
}

const MOST = 50;

function first<T>(all: T[]): { shown: T[]; more: number } {
  return { shown: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
}

/** Whether a value takes the whole width: a table, or a value whose parts have parts. */
function isWide(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).some((member) => Array.isArray(value) ? !isFlat(member) : true);
}

function isFlat(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** Whether a value is an object with few members. */
function isSmall(value: unknown): value is Values {
  if (isFlat(value) || Array.isArray(value)) return false;
  const members = Object.values(value as Values);
  return members.length <= 3 && members.every(isFlat);
}

/** The columns of a list of objects, if their values are short. */
function columns(list: unknown[]): string[] | undefined {
  const keys = new Set<string>();
  for (const element of list) {
    if (isFlat(element) || Array.isArray(element)) return undefined;
    for (const [key, value] of Object.entries(element as Values)) {
      if (!isFlat(value) && !isSmall(value) && !(Array.isArray(value) && value.every(isFlat))) return undefined;
      keys.add(key);
    }
  }
  return keys.size <= 8 ? [...keys] : undefined;
}
