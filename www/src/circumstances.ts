// When and by which edition is asked, and in which theme the page shows it.
import { computed, effect, signal } from "@preact/signals";
import type { Circumstances } from "./engine/answers.ts";
import { place } from "./url.ts";

/** The present is that of the visit: answers do not change under the reader's eyes. */
const PRESENT = `${new Date().toISOString().slice(0, 19)}Z`;

/** The time that the open document was written for. */
export const written = signal<string | undefined>(undefined);

export const circumstances = computed<Circumstances>(() => {
  const { now, edition } = place.value.state;
  const time = now === undefined ? written.value : now === "present" ? undefined : now;
  return { now: time ?? PRESENT, edition: edition ?? "design" };
});

/** Whether the time is that of the visit. */
export const isPresent = computed(() => circumstances.value.now === PRESENT);

export type Theme = "system" | "light" | "dark";

export const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");

effect(() => {
  localStorage.setItem("theme", theme.value);
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
