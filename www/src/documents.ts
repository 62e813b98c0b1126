// The page's documents, each identified by its value in the address.
import { effect, signal, type Signal } from "@preact/signals";
import { live } from "./engine/client.ts";
import type { Example } from "./examples.ts";
import { ask, gate } from "./gate.ts";
import { choose, follow, place, unfollow } from "./url.ts";
import { words } from "./words.ts";

/** A document shown in a view. */
export interface Slot {
  text: Signal<string | undefined>;
  name: Signal<string>;
  /** The text before each edit made in the page. */
  edits: Signal<string[]>;
  /** The digest of a document that the address names but that was not given in this page. */
  missing: Signal<string | undefined>;
  /** Why the gate did not return the document that the address names. */
  withheld: Signal<string | undefined>;
  example: Signal<Example | undefined>;
}

/** The documents that were given, by address. */
const given = new Map<string, { text: string; name: string }>();

/** Follows a key of the address, or shows an example if there is one. Returns the slot and a function to end it. */
export function slot(key: string, examples: Example[], initial: Example | null | undefined = examples[0]): { slot: Slot; end(): void } {
  const made: Slot = { text: signal(undefined), name: signal(""), edits: signal([]), missing: signal(undefined), withheld: signal(undefined), example: signal(undefined) };
  let shown: string | undefined;
  const end = effect(() => {
    const address = place.value.state[key] ?? (initial == null ? "" : `ex:${initial.id}`);
    if (address === shown) return;
    shown = address;
    void resolve(address, examples).then((found) => {
      if (shown !== address) return;
      made.example.value = found.example;
      made.missing.value = found.missing;
      made.withheld.value = found.withheld;
      if (found.text === made.text.peek()) return;
      if (found.text === undefined) return void (made.text.value = undefined);
      made.edits.value = [];
      made.name.value = found.name;
      made.text.value = found.text;
    });
  });
  return { slot: made, end };
}

interface Resolved {
  text?: string;
  name: string;
  example?: Example;
  missing?: string;
  withheld?: string;
}

async function resolve(address: string, examples: Example[]): Promise<Resolved> {
  const [, scheme, rest = ""] = /^(\w+):(.*)$/s.exec(address) ?? [];
  const own = given.get(address);
  if (own !== undefined) return own;
  const example = scheme === "ex" ? examples.find(({ id }) => id === rest) : undefined;
  if (example !== undefined) {
    const response = await fetch(example.address);
    return { text: await response.text(), name: example.title, example };
  }
  if (scheme === "z") {
    const text = await unpacked(rest).catch(() => undefined);
    if (text !== undefined) return { text, name: words.ownDocument };
  }
  if (scheme === "gate") return fromGate(rest).catch((error: Error) => ({ name: "", withheld: error.message }));
  return { name: "", missing: scheme === "id" ? rest : undefined };
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
export async function give(key: string, text: string, name: string, further: Record<string, string> = {}): Promise<void> {
  const address = await addressOf(text);
  given.set(address, { text, name });
  choose({ ...further, [key]: address });
}

let pending: ReturnType<typeof setTimeout> | undefined;

/** Takes text as it is typed. */
export function typed(key: string, slot: Slot, text: string): void {
  slot.text.value = text;
  slot.name.value = words.ownDocument;
  clearTimeout(pending);
  // Following its address would bring the previous text back.
  unfollow(key);
  pending = setTimeout(async () => {
    const address = await addressOf(text);
    given.set(address, { text, name: words.ownDocument });
    if (slot.text.peek() === text) follow({ [key]: address });
  }, 400);
}

/** The longest document, compressed, that an address can hold. */
const LONGEST = 6000;

async function addressOf(text: string): Promise<string> {
  const packed = text.length > 100 * LONGEST ? "" : await deflated(text);
  if (packed !== "" && packed.length <= LONGEST) return `z:${packed}`;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `id:${[...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
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
