// A document that was changed in the page: each change can be undone, and the result saved.
import { batch } from "@preact/signals";
import { type Slot, change } from "../documents.ts";
import type { Envelope, Fault, Spot } from "../engine/answers.ts";
import { words } from "../words.ts";
import { download } from "./copy.tsx";
import type { Mistake } from "./editor.ts";

/** Changes a document. A change that continues the previous one is undone together with it. */
export function retouch(held: Slot, text: string, goesOn = false): void {
  batch(() => {
    if (!goesOn) held.edits.value = [...held.edits.value, held.text.value ?? ""];
    change(held, text);
  });
}

/** Returns a handler for an editor's text: everything typed in it is a single change. */
export function typing(held: Slot): (text: string) => void {
  let begun = -1;
  return (text) => {
    retouch(held, text, held.edits.value.length === begun);
    begun = held.edits.value.length;
  };
}

/** Shows that a document was changed, with buttons to undo and save. */
export function Edited({ held, name }: { held: Slot; name: string }) {
  const { length } = held.edits.value;
  if (length === 0) return null;
  const back = (to: number) => batch(() => {
    const before = held.edits.value[to];
    held.edits.value = held.edits.value.slice(0, to);
    if (before !== undefined) change(held, before);
  });
  return (
    <div class="notice" role="status">
      <span>{words.tried(length)}</span>
      <button type="button" class="link" onClick={() => back(length - 1)}>{words.undo}</button>
      <button type="button" class="link" onClick={() => back(0)}>{words.discard}</button>
      <button type="button" class="link" onClick={() => download(name, held.text.value ?? "", "application/yaml")}>{words.download}</button>
    </div>
  );
}

/** The problems of a document, each at its line. */
export function mistakesOf(key: string, fault: Fault | undefined, envelope: Envelope | undefined, spots: Record<string, Spot> = {}): Mistake[] {
  if (fault !== undefined) return fault.line === undefined ? [] : [{ line: fault.line, says: fault.says, level: "error" }];
  return (envelope?.problems ?? []).flatMap(({ path, says = "", level }) => {
    const spot = spots[path];
    return spot?.document === key ? [{ line: spot.line, says, level }] : [];
  });
}
