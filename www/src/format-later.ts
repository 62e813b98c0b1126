// Formats times and dates, which the first view has none of.

/** Formats a time in UTC. */
export function moment(milliseconds: number): string {
  const said = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC" });
  return `${said.format(milliseconds)} UTC`;
}

/** Formats a date. */
export function date(time: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(time));
}
