// The profile that Pick and Matrix look at: opened once, asked often.
import { effect, signal, type Signal } from "@preact/signals";
import { circumstances, written } from "../circumstances.ts";
import { type Slot, slot } from "../documents.ts";
import { type Opened } from "../engine/answers.ts";
import { type Lane, Overtaken } from "../engine/client.ts";
import { profiles } from "../examples.ts";

export interface Profile extends Slot {
  /** What the engine says of it. */
  opened: Signal<Opened | undefined>;
  /** The last one that could be read, where this one cannot. */
  good: Signal<Opened | undefined>;
}

/** Follows the address. Answers the profile and what ends it. */
export function profile(lane: Lane): { profile: Profile; end(): void } {
  const { slot: held, end } = slot("doc", profiles);
  const made: Profile = { ...held, opened: signal(undefined), good: signal(undefined) };
  const endTime = effect(() => {
    written.value = held.example.value?.now;
  });
  const endOpening = effect(() => {
    const text = held.text.value;
    const { edition } = circumstances.value;
    if (text === undefined) return;
    lane.call("open", "open", "profile", text, { now: "", edition }, "images").then((opened) => {
      made.opened.value = opened;
      if (opened.columns !== undefined) made.good.value = opened;
    }).catch(unlessOvertaken);
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

/** A question that was overtaken needs no answer; anything else is a fault. */
export function unlessOvertaken(error: Error): void {
  if (!(error instanceof Overtaken)) throw error;
}
