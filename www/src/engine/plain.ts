// The engine as gates run it: the same file, without the package around it.
import { sha256 } from "../digest.ts";
import type { Verbs } from "./asking.ts";

interface Exports {
  memory: WebAssembly.Memory;
  fitment_buf(length: number): number;
  fitment_load(place: number, length: number): bigint;
  fitment_ask(place: number, length: number): bigint;
  fitment_review(place: number, length: number): bigint;
}

/** The engine file in the page; `url` is undefined if the package has none. */
interface Packed {
  url: URL | undefined;
  /** The file's SHA-256 according to the package. */
  sha256: string;
}

interface Compiled {
  module: WebAssembly.Module;
  sha256: string;
}

let compiled: Promise<Compiled | undefined> | undefined;

/** The file that gates run, compiled once. Undefined if it is not part of this page. */
export function gateEngine(): Promise<Compiled | undefined> {
  compiled ??= compile();
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

async function compile(): Promise<Compiled | undefined> {
  const { url } = await import("fitment/gate") as Packed;
  if (url === undefined) return undefined;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the file that gates run did not arrive: ${response.status}`);
  const bytes = await response.arrayBuffer();
  // The digest of the bytes that actually run.
  return { module: await WebAssembly.compile(bytes), sha256: await sha256(bytes) };
}

/** Creates an engine without any documents. */
export async function plain(module: WebAssembly.Module): Promise<Verbs> {
  const { exports } = await WebAssembly.instantiate(module);
  const { memory, ...rest } = exports as unknown as Exports;
  const call = (verb: "fitment_load" | "fitment_ask" | "fitment_review") => (request: string): string => {
    const bytes = new TextEncoder().encode(request);
    const place = rest.fitment_buf(bytes.length) >>> 0;
    if (place === 0) throw new Error(`the request has ${bytes.length} bytes, which the engine does not read`);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    // The address is in the high half, the length in the low half.
    const answer = BigInt.asUintN(64, rest[verb](place, bytes.length));
    return new TextDecoder().decode(new Uint8Array(memory.buffer, Number(answer >> 32n), Number(answer & 0xffffffffn)));
  };
  return { loadText: call("fitment_load"), askText: call("fitment_ask"), reviewText: call("fitment_review") };
}
