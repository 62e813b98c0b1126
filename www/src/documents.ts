// The page's documents, each identified by its value in the address.
import { batch, effect, signal, type Signal } from "@preact/signals";
import { circumstances, isPresent } from "./circumstances.ts";
import { sha256 } from "./digest.ts";
import { failure, live } from "./engine/client.ts";
import type { Example } from "./examples.ts";
import { ask, gate } from "./gate.ts";
import { choose, follow, place, settle, unfollow } from "./url.ts";
import { words } from "./words.ts";

/** A document shown in a view. */
export interface Slot {
  /** Its key in the address. */
  key: string;
  text: Signal<string | undefined>;
  name: Signal<string>;
  /** The text before each edit made in the page. */
  edits: Signal<string[]>;
  /** Why the document that the address names is not there. */
  absent: Signal<string | undefined>;
  example: Signal<Example | undefined>;
  /** Waits for a pause before changed text is given an address. */
  pause?: ReturnType<typeof setTimeout>;
}

/** The documents that were given, by address; the example that one was made of says how it is shown. */
const given = new Map<string, { text: string; name: string; example?: Example }>();

/** Follows a key of the address, or shows an example if there is one. Returns the slot and a function to end it. */
export function slot(key: string, examples: Example[], initial: Example | null | undefined = examples[0]): { slot: Slot; end(): void } {
  const made: Slot = { key, text: signal(undefined), name: signal(""), edits: signal([]), absent: signal(undefined), example: signal(undefined) };
  let shown: string | undefined;
  const end = effect(() => {
    const address = place.value.state[key] ?? (initial == null ? "" : `ex:${initial.id}`);
    // A document that was not there may have been given since.
    if (address === shown && made.absent.peek() === undefined) return;
    shown = address;
    rest(made);
    void resolve(address, examples, key).then((found) => batch(() => {
      if (shown !== address) return;
      made.example.value = found.example;
      made.absent.value = found.absent;
      if (found.text === made.text.peek()) return;
      if (found.text === undefined) return void (made.text.value = undefined);
      made.edits.value = [];
      made.name.value = found.name;
      made.text.value = found.text;
    }));
  });
  return {
    slot: made,
    end() {
      end();
      rest(made);
    },
  };
}

/** Forgets that a changed text waits for an address. */
function rest(slot: Slot): void {
  clearTimeout(slot.pause);
  waiting.delete(slot);
}

interface Resolved {
  text?: string;
  name: string;
  example?: Example;
  absent?: string;
}

async function resolve(address: string, examples: Example[], key: string): Promise<Resolved> {
  const [, scheme, rest = ""] = /^(\w+):(.*)$/s.exec(address) ?? [];
  const own = given.get(address);
  if (own !== undefined) return own;
  const example = scheme === "ex" ? examples.find(({ id }) => id === rest) : undefined;
  if (example !== undefined) {
    const text = await fetch(example.address).then((response) => (response.ok ? response.text() : undefined)).catch(() => undefined);
    return text === undefined ? { name: "", absent: words.noSuchDocument(address) } : { text, name: example.title, example };
  }
  if (scheme === "z") {
    const text = await unpacked(rest).catch(() => undefined);
    return text === undefined ? { name: "", absent: words.cutLink } : { text, name: words.ownDocument };
  }
  if (scheme === "gate") return fromGate(rest).catch(({ message }: Error) => ({ name: "", absent: `${words.gate.silent} ${message}` }));
  if (address === "" || (address === "none" && key === "shoots")) return { name: "" };
  return { name: "", absent: scheme === "id" ? words.askForSame(rest) : words.noSuchDocument(address) };
}

/** Fetches a profile that the gate holds, by kind and name, with the defaults it was given there. */
async function fromGate(address: string): Promise<Resolved> {
  const [kind = "", name = ""] = address.split("/");
  const { text } = await ask("images/default-profile", { cloudProfile: name });
  const apiVersion = gate.peek()?.documents.find((one) => one.kind === kind && one.name === name)?.apiVersion;
  const head = `apiVersion: ${apiVersion ?? "core.gardener.cloud/v1beta1"}\nkind: ${kind}\nmetadata:\n  name: ${JSON.stringify(name)}\n`;
  const answer = await live.call(`profile ${address}`, "profileText", head, text);
  return { text: answer.text, name };
}

/** Takes a document that was dropped, pasted or opened. */
export function give(key: string, text: string, name: string, further: Record<string, string> = {}): Promise<void> {
  return addressOf(text).then((address) => {
    given.set(address, { text, name });
    choose({ ...further, ...ownTime(key), [key]: address });
  }).catch((error: Error) => void (failure.value = { says: error.message }));
}

/** The time that edits of an example put into the address. */
let lent: string | undefined;

/** The change to the address when a key gets another document: the time of an example is not that of the other. */
export function ownTime(key: string): Record<string, string> {
  const { now = lent } = place.peek().state;
  return lent !== undefined && now === lent && (key === "doc" || key === "old") ? { now: "" } : {};
}

/** Takes text as it is typed. */
export function typed(slot: Slot, text: string): void {
  slot.name.value = words.ownDocument;
  change(slot, text);
}

/** Changes a text. When the changes pause, the address has it. */
export function change(slot: Slot, text: string): void {
  const { key } = slot;
  slot.text.value = text;
  rest(slot);
  // Following its address would bring the previous text back.
  unfollow(key);
  const { view } = place.peek();
  const settled = async () => {
    const address = await addressOf(text);
    const example = slot.example.peek();
    given.set(address, { text, name: slot.name.peek(), example });
    if (waiting.get(slot) !== settled || slot.text.peek() !== text) return;
    waiting.delete(slot);
    // What the example said of itself: nothing else says it to whoever opens the link.
    const said = { ...(key === "doc" ? example?.first : {}), q: example?.question?.slice(view.length + 1) ?? "", now: isPresent.peek() ? "" : circumstances.peek().now };
    const { state } = place.peek();
    if (state.now === undefined && said.now !== "") lent = said.now;
    follow({ ...Object.fromEntries(Object.entries(said).filter(([name]) => state[name] === undefined)), [key]: address });
  };
  waiting.set(slot, settled);
  slot.pause = setTimeout(settled, 400);
}

/** The slots whose changed text waits for an address. */
const waiting = new Map<Slot, () => Promise<void>>();

/** Has the address follow at once, before it is left or copied. */
export async function flush(): Promise<void> {
  await Promise.all([...waiting.values()].map((settled) => settled()));
  settle();
}

/** The longest document, compressed, that an address can hold. */
const LONGEST = 6000;

async function addressOf(text: string): Promise<string> {
  const packed = text.length > 100 * LONGEST ? "" : await deflated(text);
  if (packed !== "" && packed.length <= LONGEST) return `z:${packed}`;
  return `id:${(await sha256(text)).slice(0, 16)}`;
}

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
