// The gate that serves the page, if one does: the page contacts no other server.
import { signal } from "@preact/signals";
import type { Loaded } from "./engine/answers.ts";

export interface Gate {
  version: string;
  /** The SHA-256 of the engine file that the gate runs. */
  sha256: string;
  documents: Loaded[];
}

/** Undefined until the gate has answered. */
export const gate = signal<Gate | undefined>(undefined);

/** A gate's answer, and its own time when it answered. */
export interface Said {
  text: string;
  now: string;
}

/** The gate was not reached, or came to no answer. */
export class Silent extends Error {}

/** Checks whether there is a gate. Other hosts have a file in its place that says there is none. */
export async function look(): Promise<void> {
  if (!navigator.onLine) return;
  const about = JSON.parse((await get("about")).text) as { answer?: { version?: string }; wasm?: { sha256?: string } };
  if (about.wasm?.sha256 === undefined) return;
  const { documents } = JSON.parse((await get("documents")).text) as { documents: Loaded[] };
  gate.value = { version: about.answer?.version ?? "", sha256: about.wasm.sha256, documents };
}

/** Sends an AdmissionReview. */
export function review(phase: "mutating" | "validating", text: string): Promise<Said> {
  return said(phase === "mutating" ? "admit/mutate" : "admit", { method: "POST", body: text, headers: JSON_TYPE });
}

/** Asks a question. */
export function ask(question: string, given: object): Promise<Said> {
  return said(`ask/${question}`, { method: "POST", body: JSON.stringify({ given, text: true }), headers: JSON_TYPE });
}

const JSON_TYPE = { "content-type": "application/json" };

function get(path: string): Promise<Said> {
  return said(path, { cache: "no-store" });
}

async function said(path: string, asked: RequestInit): Promise<Said> {
  const response = await fetch(new URL(path, document.baseURI), asked).catch((error: Error) => {
    throw new Silent(error.message);
  });
  const text = await response.text();
  if (!response.ok) throw new Silent(refusal(text) ?? `${response.status} ${response.statusText}`);
  const date = Date.parse(response.headers.get("date") ?? "");
  return { text, now: `${(Number.isNaN(date) ? new Date() : new Date(date)).toISOString().slice(0, 19)}Z` };
}

/** A gate's error message; an answer of the engine has problems instead. */
function refusal(text: string): string | undefined {
  try {
    const { error, problems } = JSON.parse(text) as { error?: { says?: string }; problems?: { says?: string; code: string }[] };
    return error?.says ?? problems?.map(({ says, code }) => says ?? code).join("; ");
  } catch {
    return undefined;
  }
}
