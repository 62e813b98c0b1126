// An answer drawn from its shape alone: the page knows no question by heart.
import { words } from "../words.ts";
import { later } from "../words-later.ts";

/** `offeredBefore` as a person writes it. */
export function label(key: string): string {
  const spaced = key.replaceAll("_", " ").replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

type Values = Record<string, unknown>;

/** A part of the schema that the engine gives with a question. */
export interface Schema {
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  oneOf?: { const?: unknown; description?: string }[];
  anyOf?: Schema[];
}

export function Answer({ value, schema }: { value: Values; schema?: Schema }) {
  return <div class="answer"><Members value={value} schema={schema} depth={0} /></div>;
}

function Members({ value, schema, depth }: { value: Values; schema?: Schema; depth: number }) {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (entries.length === 0) return <span class="note">{later.emptyList}</span>;
  return (
    <dl>
      {entries.map(([key, member]) => (
        <>
          <Name name={key} schema={schema} />
          <dd class={isWide(member) ? "wide" : ""}><Value value={member} schema={schema?.properties?.[key]} depth={depth + 1} /></dd>
        </>
      ))}
    </dl>
  );
}

/** A member that the schema has; other keys are data, and stay as they are. */
function Name({ name, schema }: { name: string; schema?: Schema }) {
  const known = schema?.properties?.[name];
  return known === undefined ? <dt><code>{name}</code></dt> : <dt title={known.description}>{label(name)}</dt>;
}

function Value({ value, schema, depth }: { value: unknown; schema?: Schema; depth: number }) {
  if (value === null) return <span class="note">{words.absent}</span>;
  if (typeof value === "boolean") return <>{value ? later.yesWord : later.noWord}</>;
  if (typeof value === "string") return value.includes("\n") ? <pre class="snippet">{value}</pre> : <code>{value}</code>;
  if (typeof value !== "object") return <>{String(value)}</>;
  if (!Array.isArray(value)) {
    return <div class={depth > 0 ? "nested" : ""}><Members value={value as Values} schema={schema} depth={depth} /></div>;
  }
  if (value.length === 0) return <span class="note">{later.emptyList}</span>;
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

function Table({ rows, keys, schema }: { rows: Values[]; keys: string[]; schema?: Schema }) {
  const { shown, more } = first(rows);
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={later.table}>
      <table>
        <thead><tr>{keys.map((key) => <th scope="col" title={schema?.properties?.[key]?.description}>{label(key)}</th>)}</tr></thead>
        <tbody>
          {shown.map((row, place) => (
            <tr key={place}>{keys.map((key) => <td>{row[key] === undefined ? "–" : <Value value={row[key]} depth={1} />}</td>)}</tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="note">{words.moreRows(more)}</p>}
    </div>
  );
}

const MOST = 50;

function first<T>(all: T[]): { shown: T[]; more: number } {
  return { shown: all.slice(0, MOST), more: Math.max(0, all.length - MOST) };
}

/** A table takes the whole width, and so does what has parts of its own. */
function isWide(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).some((member) => Array.isArray(value) ? !isFlat(member) : true);
}

function isFlat(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** The columns of a list of objects, if they are few and their values short. */
function columns(list: unknown[]): string[] | undefined {
  const keys = new Set<string>();
  for (const element of list) {
    if (isFlat(element) || Array.isArray(element)) return undefined;
    for (const [key, value] of Object.entries(element as Values)) {
      if (!isFlat(value) && !(Array.isArray(value) && value.every(isFlat))) return undefined;
      keys.add(key);
    }
  }
  return keys.size <= 8 ? [...keys] : undefined;
}
