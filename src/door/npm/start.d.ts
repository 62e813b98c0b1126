/** `design` unless it says otherwise: the design texts, or what the real software does today. */
export type Edition = "design" | "upstream";

/** What becomes of keys that nobody knows, in the words of the Kubernetes API. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** Zones are those of a region, which is said with them. */
export type ZonesOfRegion =
  | { region: string | null | undefined; zones?: readonly string[] | null }
  | { region?: string | null | undefined; zones?: readonly [] | null };

/** Where the wasm is: an address, a response, its bytes, or a compiled module. */
export type Source = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/** Makes the wasm ready. In node the source is not needed and not looked at. */
export function ready(source?: Source | Promise<Source>): Promise<void>;
