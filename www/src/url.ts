// The page's state is its address: `#/pick?type=Standard_S896om`.
import { signal } from "@preact/signals";

/** A view and its parameters. */
export interface Place {
  view: string;
  state: Readonly<Record<string, string>>;
}

/** Parses a fragment. */
export function read(fragment: string): Place {
  const [, view = "", query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(fragment) ?? [];
  return { view, state: Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== "")) };
}

/** Writes a fragment, escaping as little as possible. */
export function write({ view, state }: Place): string {
  const pairs = Object.entries(state).filter(([, value]) => value !== "");
  const query = pairs.map(([key, value]) => `${escape(key)}=${escape(value)}`).join("&");
  return `#/${view}${query === "" ? "" : `?${query}`}`;
}

function escape(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2F|2C|40)/g, (escaped) => decodeURIComponent(escaped));
}

export const place = signal<Place>(read(location.hash));

/** The parts of the address that name nothing in the open document. */
export const astray = signal<string[]>([]);

/** What is being typed, until typing pauses. */
let typed: Record<string, string> = {};
let quiet: ReturnType<typeof setTimeout> | undefined;

/** Goes to a place; Back returns from it. */
export function go(next: Place): void {
  forget();
  history.pushState(null, "", write(next));
  place.value = next;
}

/** Chooses something in this view; Back undoes it. The value "" restores the default. */
export function choose(changes: Record<string, string>): void {
  settle();
  go({ view: place.value.view, state: merged(changes) });
}

/** Sets something that is not worth an entry in the history, such as the zoom. */
export function adjust(changes: Record<string, string>): void {
  settle();
  place.value = { view: place.value.view, state: merged(changes) };
  history.replaceState(null, "", write(place.value));
}

/** Follows typing: the address, and everything that depends on it, changes when typing pauses. */
export function follow(changes: Record<string, string>): void {
  typed = { ...typed, ...changes };
  clearTimeout(quiet);
  quiet = setTimeout(settle, 300);
}

/** Stops following a key: something newer is being typed. */
export function unfollow(key: string): void {
  const { [key]: _, ...rest } = typed;
  typed = rest;
}

function merged(changes: Record<string, string>): Record<string, string> {
  const all = { ...place.value.state, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
}

function forget(): void {
  clearTimeout(quiet);
  quiet = undefined;
  typed = {};
}

/** Applies what was typed. */
export function settle(): void {
  if (quiet === undefined) return;
  const changes = typed;
  forget();
  adjust(changes);
}

addEventListener("popstate", () => {
  forget();
  place.value = read(location.hash);
});
