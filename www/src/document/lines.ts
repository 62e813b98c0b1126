// Writes new values in a text's own style.
import * as scalar from "./scalar.ts";

export interface Style {
  /** Whether the whole text is JSON. */
  isJson: boolean;
  /** The indentation of block lists relative to their keys. */
  dashes: string;
}

export function styleOf(text: string): Style {
  return { isJson: /^\s*[[{]/.test(text), dashes: /^( *)[\w-]+:[ \t]*(?:#.*)?\n\1- /m.test(text) ? "" : "  " };
}

/** Whether a value is written on its key's line. */
export function isFlat(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const parts = Object.values(value);
  return parts.length === 0 || (Array.isArray(value) && parts.every((part) => typeof part !== "object" || part === null));
}

/** Writes a value on one line. */
export function inline(value: unknown, style: Style): string {
  if (style.isJson) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element) => inline(element, style)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value).map(([key, member]) => `${plain(key)}: ${inline(member, style)}`).join(", ")}}`;
  }
  return typeof value === "string" ? plain(value) : JSON.stringify(value);
}

/** Writes a list or object on lines of its own, each with its line end. */
export function lines(value: unknown, indent: string, style: Style): string {
  if (Array.isArray(value)) return value.map((element) => `${indent}- ${asElement(element, indent, style)}`).join("");
  return Object.entries(value as object).map(([key, member]) => `${indent}${plain(key)}:${asMember(member, indent, style)}`).join("");
}

/** Writes a value after its key. */
export function asMember(value: unknown, indent: string, style: Style): string {
  if (isFlat(value)) return ` ${inline(value, style)}\n`;
  return `\n${lines(value, `${indent}${Array.isArray(value) ? style.dashes : "  "}`, style)}`;
}

/** Writes a value after its dash, on whose line it begins. */
export function asElement(value: unknown, indent: string, style: Style): string {
  return isFlat(value) ? `${inline(value, style)}\n` : lines(value, `${indent}  `, style).slice(indent.length + 2);
}

/** Writes text without quotes if it cannot be misread, otherwise as JSON, which is also YAML. */
export function plain(text: string): string {
  const isBare = /^[A-Za-z0-9_/][\w./@-]*$/.test(text) && !/^\d{4}-\d/.test(text);
  return isBare && scalar.value({ text, plain: true }) === JSON.stringify(text) ? text : quoted(text);
}

/** Escapes the characters that Kubernetes refuses or takes for the end of a line. */
function quoted(text: string): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replaceAll(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped);
}
