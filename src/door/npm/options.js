// What callers may say beside a question.
import { unexpected } from "./errors.js";
import { cure, isBytes, isPlain, jsonOf, kind, unreadable } from "./json.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A time as the engine reads it: RFC 3339. */
export function time(now) {
  if (typeof now === "string") return now;
  const isDate = Object.prototype.toString.call(now) === "[object Date]";
  if (isDate && !Number.isNaN(now.getTime())) return now.toISOString();
  throw unexpected(isDate ? "an invalid date" : kind(now), 'a Date, or a time such as "2026-01-01T00:00:00Z"');
}

/** Options, of which each has to be known: a misspelt one would go unheeded, and so would those of a Map. Each is read once. */
export function known(options, names) {
  if (options === undefined || options === null) return {};
  const read = readOnce(options, names);
  const other = Object.keys(read).find((name) => !names.includes(name));
  if (other !== undefined) throw unexpected(`the option \`${other}\``, `one of ${names.join(", ")}`);
  return read;
}

function readOnce(options, names) {
  try {
    if (typeof options === "object" && !Array.isArray(options) && isPlain(options)) return { ...options };
  } catch (error) {
    // A getter of the caller's, or a proxy that was revoked.
    throw unreadable(error, "the options");
  }
  throw unexpected(kind(options), `an object with the options ${names.join(", ")}`);
}

/** What is said beside what a method takes, and would go unheeded. */
export function nothing(more, hint) {
  const said = more.find((it) => it !== undefined && it !== null && !(isPlain(it) && Object.keys(it).length === 0));
  if (said !== undefined) throw unexpected(kind(said), "nothing more", hint);
}

/** What becomes of keys that nobody knows. */
export function validation(word) {
  if (word === undefined || word === null) return "Warn";
  if (["Ignore", "Warn", "Strict"].includes(word)) return word;
  throw unexpected(`the field validation ${typeof word === "string" ? `\`${word}\`` : kind(word)}`, "Ignore, Warn or Strict");
}

const EDITIONS = ["design", "upstream"];

/** By whose rules is decided, if it is said. */
export function editionOf(edition) {
  if (edition === undefined || edition === null) return undefined;
  if (EDITIONS.includes(edition)) return edition;
  throw unexpected(`the edition ${typeof edition === "string" ? `\`${edition}\`` : kind(edition)}`, EDITIONS.join(" or "));
}

/** A name, which is text. */
export function named(name, what = "the name of a machine type") {
  if (typeof name !== "string") throw unexpected(kind(name), what);
  return whole(name, what);
}

/** Text without halves of characters, each of which would reach the engine as the sign for what is no character. */
export function whole(text, what) {
  if (text.isWellFormed?.() ?? !/\p{Surrogate}/u.test(text)) return text;
  throw unexpected("half of a character", what, "write both halves, or the character itself");
}

/** A document as the bytes of its JSON. */
export function documentBytes(document, what = "a CloudProfile") {
  const bytes = bytesOf(document, what);
  // A key without quotes, as YAML has it: said by name, because that is what most files are.
  if (isYaml(bytes)) {
    throw unexpected("YAML", `${what} in JSON`, "parse it first, with a package such as `yaml`");
  }
  return bytes;
}

const YAML = /^(\s|[#%][^\n]*(\n|$)|---)*("\w+"|'\w+'|\w+):(\s|$)/;

function isYaml(bytes) {
  // What begins as an object of JSON is not looked at any further: it may be large.
  const first = bytes.find((byte) => byte > 0x20);
  return first !== 0x7b && YAML.test(decoder.decode(bytes));
}

function bytesOf(document, what) {
  try {
    if (ArrayBuffer.isView(document)) return new Uint8Array(document.buffer, document.byteOffset, document.byteLength);
    if (isBytes(document)) return new Uint8Array(document);
  } catch (error) {
    // It was given to somebody else.
    throw unreadable(error, what);
  }
  if (typeof document === "string") return encoder.encode(whole(document, what));
  if (typeof document === "object" && document !== null) return encoder.encode(jsonOf(document, what));
  throw unexpected(kind(document), what);
}

/** What a Kubernetes object has, and options have not. */
const PARTS = ["apiVersion", "kind", "metadata", "spec", "status"];

/**
 * What follows a profile: a profile of a namespace, if any, and options. The latter may come second, so that a page
 * changes nothing but its import.
 */
export function following(second, third) {
  if (typeof second !== "object" || second === null || isDocument(second)) return [second, third];
  if (Array.isArray(second) || !isPlain(second)) throw unexpected(kind(second), "a NamespacedCloudProfile, or options", cure(second));
  if (third !== undefined && third !== null) throw unexpected("options twice", "a NamespacedCloudProfile, then options");
  return [undefined, second];
}

function isDocument(value) {
  return isBytes(value) || typeof value.toJSON === "function" || PARTS.some((part) => part in value);
}
