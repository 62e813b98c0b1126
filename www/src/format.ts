// Formats sizes and durations.

const rules = new Intl.PluralRules("en");

/** Chooses between singular and plural. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === "one" ? one : other;
}

/** Keeps a number and its unit on one line. */
const GAP = "\u00a0";

/** Formats a size. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes}${GAP}B`;
  const [value, unit] = bytes < 1 << 20 ? [bytes / 1024, "KiB"] : [bytes / (1 << 20), "MiB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${GAP}${unit}`;
}

/** Formats a duration. */
export function duration(microseconds: number): string {
  return microseconds < 1000 ? `${Math.round(microseconds)}${GAP}µs` : `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)}${GAP}ms`;
}
