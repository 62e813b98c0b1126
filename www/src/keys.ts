// The page's keyboard shortcuts. Single keys can be turned off; the browser's own shortcuts are left alone.
import { signal } from "@preact/signals";
import { store, stored } from "./storage.ts";

/** What is open above the page. */
export const above = signal<"palette" | "help" | undefined>(undefined);

/** Whether `/` and `?` are enabled. */
export const singleKeys = signal(stored("keys") !== "off");

export function allow(isOn: boolean): void {
  singleKeys.value = isOn;
  store("keys", isOn ? "on" : "off");
}

/** Where the palette can lead besides the views: named items of the open view. */
export interface Targets {
  group: string;
  names: readonly string[];
  go(place: number): void;
}

export const targets = signal<Targets[]>([]);

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || altKey) return;
  if ((ctrlKey || metaKey) && key.toLowerCase() === "k") {
    above.value = above.value === "palette" ? undefined : "palette";
  } else if (singleKeys.value && !ctrlKey && !metaKey && above.value === undefined && !isWriting(event)) {
    if (key === "?") above.value = "help";
    else if (key === "/") document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
    else return;
  } else {
    return;
  }
  event.preventDefault();
});

/** Whether a key press is meant for a field, including one inside a custom element. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
