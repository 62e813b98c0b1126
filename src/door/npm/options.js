// What callers may say beside a question.
import { unexpected } from "./errors.js";

const encoder = new TextEncoder();

/** A time as the engine reads it: RFC 3339, to the second. */
export function time(now) {
  if (typeof now === "string") return now;
  if (now instanceof Date && !Number.isNaN(now.getTime())) return `${now.toISOString().slice(0, 19)}Z`;
  throw unexpected(now instanceof Date ? "an invalid date" : kind(now), 'a Date, or a time such as "2026-01-01T00:00:00Z"');
}

/** What something is, for messages. */
export function kind(value) {
  return value === null ? "null" : typeof value;
}

/** Options, of which each has to be known: a misspelt one would go unheeded. */
export function known(options, names) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object") throw unexpected(kind(options), `an object with the options ${names.join(", ")}`);
  const other = Object.keys(options).find((name) => !names.includes(name));
  if (other !== undefined) throw unexpected(`the option \`${other}\``, `one of ${names.join(", ")}`);
  return options;
}

/** A name, which is text. */
export function named(name, what = "the name of a machine type") {
  if (typeof name === "string") return name;
  throw unexpected(kind(name), what);
}

/** A document as the bytes of its JSON. */
export function documentBytes(document, what = "a CloudProfile") {
  if (document instanceof ArrayBuffer) return new Uint8Array(document);
  if (ArrayBuffer.isView(document)) return new Uint8Array(document.buffer, document.byteOffset, document.byteLength);
  if (typeof document === "string") return encoder.encode(document);
  if (typeof document === "object" && document !== null) return encoder.encode(JSON.stringify(document));
  throw unexpected(kind(document), what);
}

/** What a Kubernetes object has, and options have not. */
const PARTS = ["apiVersion", "kind", "metadata", "spec", "status"];

/**
 * What follows a profile: a profile of a namespace, if any, and options. The latter may come second, so that a page
 * changes nothing but its import.
 */
export function following(second, third) {
  if (typeof second !== "object" || second === null || ArrayBuffer.isView(second) || second instanceof ArrayBuffer) return [second, third];
  if (PARTS.some((part) => part in second)) return [second, third];
  if (third !== undefined && third !== null) throw unexpected("options twice", "a NamespacedCloudProfile, then options");
  return [undefined, second];
}
