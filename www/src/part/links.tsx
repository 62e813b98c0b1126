// Facts, and the lines they refer to.
import type { Fact, Spot } from "../engine/answers.ts";
import { go, place, write } from "../url.ts";
import { words } from "../words.ts";

/** The lines that paths lead to, and the names of the documents. */
export interface Links {
  spots: Record<string, Spot>;
  /** The names of documents, by key. */
  names: Record<string, string>;
  /** The view that shows the document, if it is another one. */
  view?: string;
}

/** A value as text. */
export function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return Object.entries(value).map(([key, member]) => `${key}: ${shown(member)}`).join("; ");
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

export function FactLink({ fact: { path, name, value, absent }, links }: { fact: Fact; links: Links }) {
  const spot = path === undefined ? undefined : links.spots[path];
  return (
    <li>
      <span>{name ?? last(path)}</span>
      {absent === true || isEmpty(value) ? <span class="note">{absent === true ? words.absent : words.none}</span> : <code title={shown(value)}>{shown(value)}</code>}
      {spot !== undefined && <LineLink spot={spot} links={links} />}
      {spot === undefined && path?.startsWith("/") === true && <InputLink path={path} />}
    </li>
  );
}

export function LineLink({ spot, links }: { spot: Spot; links: Links }) {
  const { state } = place.value;
  const line = String(spot.line + 1);
  const isOne = Object.keys(links.names).length === 1;
  const next = { view: links.view ?? place.value.view, state: { ...state, line, ...(isOne ? {} : { in: spot.document }) } };
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(next);
  };
  const name = spot.file?.name ?? links.names[spot.document] ?? words.document;
  const shown = (spot.file ?? spot).line + 1;
  return <a href={write(next)} onClick={follow} title={`${name}, ${words.line(shown)}`}>{name}:{shown}</a>;
}

/** A link to the control that an input came from. */
function InputLink({ path }: { path: string }) {
  const find = () => document.querySelector<HTMLElement>(`[data-given="${CSS.escape(path)}"]`);
  return find() === null ? null : <button type="button" class="link" onClick={() => find()?.focus()}>{words.show}</button>;
}

/** The last name in a path, skipping list indices. */
function last(path: string | undefined): string {
  const keys = (path ?? "").split(/[/#]/).filter((key) => key !== "").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  while (keys.length > 1 && /^\d+$|^-$/.test(keys.at(-1) ?? "")) keys.pop();
  return keys.at(-1) ?? "";
}
