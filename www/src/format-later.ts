// Moments and days as people read them, which the first view has none of.

/** A moment as people read it, by the clock of UTC. */
export function moment(milliseconds: number): string {
  const said = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "UTC" });
  return `${said.format(milliseconds)} UTC`;
}

/** A day as people read it. */
export function date(time: string): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(time));
}
