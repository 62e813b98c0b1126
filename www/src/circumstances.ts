// The time and edition that questions are asked with, and the page's theme.
import { computed, effect, signal } from "@preact/signals";
import type { Circumstances } from "./engine/answers.ts";
import { store, stored } from "./storage.ts";
import { place } from "./url.ts";

/** The time of the visit, fixed so that answers do not change while they are read. */
const PRESENT = `${new Date().toISOString().slice(0, 19)}Z`;

/** The time that the open document was written for. */
export const written = signal<string | undefined>(undefined);

const now = computed(() => {
  const asked = place.value.state.now;
  if (asked === undefined) return written.value ?? PRESENT;
  // A day stands for its beginning, as the command line takes it; what is no time is told as a part that leads nowhere.
  const time = /^\d{4}-\d\d-\d\d$/.test(asked) ? `${asked}T00:00:00Z` : asked;
  return asked !== "present" && isTime(time) ? time : PRESENT;
});

/** Whether a text of an address is a time. */
export function isTime(text: string): boolean {
  return text === "present" || (/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text)));
}

export const EDITIONS = ["design", "upstream"] as const;

/** The edition of the address; one that does not exist is told as a part that leads nowhere. */
export const edition = computed(() => EDITIONS.find((name) => name === place.value.state.edition) ?? "design");

/** The same object while nothing in it changes, so that effects which read it ask only once. */
export const circumstances = computed<Circumstances>(() => ({ now: now.value, edition: edition.value }));

/** Whether the time is that of the visit. */
export const isPresent = computed(() => circumstances.value.now === PRESENT);

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>((stored("theme") as Theme | null) ?? "system");

effect(() => {
  store("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
