// The profile of Pick and Matrix: opened once, asked often.
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { edition, written } from "../circumstances.ts";
import { type Slot, slot } from "../documents.ts";
import { type Opened } from "../engine/answers.ts";
import { type Lane, Overtaken } from "../engine/client.ts";
import { profiles } from "../examples.ts";

export interface Profile extends Slot {
  /** The engine's answer to opening it. */
  opened: Signal<Opened | undefined>;
  /** The last readable one, if this one is not. */
  good: Signal<Opened | undefined>;
  /** Whether the worker holds the shown text and can answer questions about it. */
  isReady: ReadonlySignal<boolean>;
}

/** Follows the address. Returns the profile and a function to end it. */
export function profile(lane: Lane): { profile: Profile; end(): void } {
  const { slot: held, end } = slot("doc", profiles);
  const [opened, good] = [signal<Opened | undefined>(undefined), signal<Opened | undefined>(undefined)];
  const read = signal<string | undefined>(undefined);
  const isReady = computed(() => read.value === held.text.value && opened.value?.columns !== undefined);
  const made: Profile = { ...held, opened, good, isReady };
  const endTime = effect(() => {
    written.value = held.example.value?.now;
  });
  const endOpening = effect(() => {
    const text = held.text.value;
    const by = edition.value;
    if (text === undefined) return;
    lane.call("open", "open", "profile", text, { now: "", edition: by }, "images").then((answer) => batch(() => {
      opened.value = answer;
      read.value = text;
      if (answer.columns !== undefined) good.value = answer;
    })).catch(unlessOvertaken);
  });
  return {
    profile: made,
    end() {
      end();
      endTime();
      endOpening();
      written.value = undefined;
    },
  };
}

/** An overtaken question needs no answer; any other error is a fault. */
export function unlessOvertaken(error: Error): void {
  if (!(error instanceof Overtaken)) throw error;
}
