// Sizes, durations and days as people read them.

const rules = new Intl.PluralRules("en");

/** One or several. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === "one" ? one : other;
}

/** A figure and its unit stay on one line. */
const GAP = "\u00a0";

/** A size as people read it. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes}${GAP}B`;
  const [value, unit] = bytes < 1 << 20 ? [bytes / 1024, "KiB"] : [bytes / (1 << 20), "MiB"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${GAP}${unit}`;
}

/** How long something took. */
export function duration(microseconds: number): string {
  return microseconds < 1000 ? `${Math.round(microseconds)}${GAP}µs` : `${(microseconds / 1000).toFixed(microseconds < 10_000 ? 1 : 0)}${GAP}ms`;
}

/** A moment as people read it, by the clock of UTC. */
export function moment(milliseconds: number): string {
  const said = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC" });
  return `${said.format(milliseconds)} UTC`;
}

/** A day as people read it. */
export function date(time: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(time));
}
