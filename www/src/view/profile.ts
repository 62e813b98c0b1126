// The profile of Pick and Matrix: opened once, asked often.
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { edition, written } from "../circumstances.ts";
import { type Slot, slot } from "../documents.ts";
import { type Opened } from "../engine/answers.ts";
import { type Lane, Overtaken, failure } from "../engine/client.ts";
import { profiles } from "../examples.ts";
import { astray, place } from "../url.ts";

export interface Profile extends Slot {
  /** The engine's answer to opening it. */
  opened: Signal<Opened | undefined>;
  /** The last readable one, if this one is not. */
  good: Signal<Opened | undefined>;
  /** Whether the worker holds the shown text and can answer questions about it. */
  isReady: ReadonlySignal<boolean>;
  /** Whether what is shown is about an earlier text: this one is unreadable, or was given up. */
  isStale: ReadonlySignal<boolean>;
}

/** Follows the address. Returns the profile and a function to end it. */
export function profile(lane: Lane): { profile: Profile; end(): void } {
  const { slot: held, end } = slot("doc", profiles);
  const [opened, good] = [signal<Opened | undefined>(undefined), signal<Opened | undefined>(undefined)];
  const read = signal<string | undefined>(undefined);
  const isReady = computed(() => read.value === held.text.value && opened.value?.columns !== undefined);
  const isStale = computed(() => good.value !== undefined && !isReady.value && (read.value === held.text.value || lane.pace.value !== "quick"));
  const made: Profile = { ...held, opened, good, isReady, isStale };
  const endTime = effect(() => {
    written.value = held.example.value?.now;
  });
  const endOpening = effect(() => {
    const text = held.text.value;
    const by = edition.value;
    if (text === undefined) return void (opened.value = good.value = undefined);
    lane.call("open", "open", "profile", text, { now: "", edition: by }, "images").then((answer) => held.text.peek() !== undefined && batch(() => {
      opened.value = answer;
      read.value = text;
      if (answer.columns !== undefined) good.value = answer;
    })).catch(unlessOvertaken);
  });
  const endAstray = effect(() => {
    const { type, region, image, version } = place.value.state;
    const known = isReady.value ? opened.value?.columns : undefined;
    astray.value = known === undefined ? [] : [
      ...(type === undefined || known.machineType.includes(type) ? [] : ["type"]),
      ...(region === undefined || known.regions.some(({ name }) => name === region) ? [] : ["region"]),
      ...(version === undefined
        ? (image === undefined || known.image.includes(image) ? [] : ["image"])
        : (known.version.some((name, at) => name === version && known.image[at] === image) ? [] : ["image", "version"])),
    ];
  });
  return {
    profile: made,
    end() {
      end();
      endAstray();
      astray.value = [];
      endTime();
      endOpening();
      written.value = undefined;
    },
  };
}

/** The last answer, and the same as long as it is about the open profile: in another one its names and places mean nothing. */
export function about<Answer>({ good }: Profile) {
  const last = signal<{ of: Opened; answer: Answer } | undefined>(undefined);
  return { last, current: computed(() => (last.value?.of === good.value ? last.value?.answer : undefined)) };
}

/** An overtaken question needs no answer; any other error is shown. */
export function unlessOvertaken(error: Error): void {
  if (!(error instanceof Overtaken) && failure.peek() === undefined) failure.value = { says: error.message };
}
