// When and by which edition is asked, and in which theme the page shows it.
import { computed, effect, signal } from "@preact/signals";
import type { Circumstances } from "./engine/answers.ts";
import { place } from "./url.ts";

/** The present is that of the visit: answers do not change under the reader's eyes. */
const PRESENT = `${new Date().toISOString().slice(0, 19)}Z`;

/** The time that the open document was written for. */
export const written = signal<string | undefined>(undefined);

const now = computed(() => {
  const asked = place.value.state.now;
  const time = asked === undefined ? written.value : asked === "present" ? undefined : asked;
  return time ?? PRESENT;
});

export const edition = computed(() => place.value.state.edition ?? "design");

/** The same object as long as nothing in it changes: whoever asks with it asks once. */
export const circumstances = computed<Circumstances>(() => ({ now: now.value, edition: edition.value }));

/** Whether the time is that of the visit. */
export const isPresent = computed(() => circumstances.value.now === PRESENT);

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");

effect(() => {
  localStorage.setItem("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
