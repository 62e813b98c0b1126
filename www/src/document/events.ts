// The parser's events, also for input that Kubernetes and the command line accept but the parser does not: tabs between
// a colon and a bracket, and closing brackets indented no deeper than their key.
import { EVENT_ID, YAMLException, parseEvents, type Event } from "js-yaml";
import { Unreadable } from "./tree.ts";

/** Returns the events of a text. Lists and objects nested deeper than `deepest` are refused. */
export function events(text: string, deepest: number): Event[] {
  const parsed = (text: string) => parseEvents(text, { maxDepth: deepest });
  try {
    return parsed(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // Replacing both by blanks leaves everything else in place.
    const calm = withoutTabs(text);
    for (const { joined, gaps } of [{ joined: calm, gaps: [] }, closersJoined(calm)]) {
      try {
        const events = parsed(joined);
        if (areOutside(gaps, events)) return events;
      } catch (again) {
        if (!(again instanceof YAMLException)) throw again;
      }
    }
    throw new Unreadable(error.mark?.position ?? 0, error.reason);
  }
}

function withoutTabs(text: string): string {
  return text.replaceAll(/:[ \t]+(?=(?:[&!]\S*[ \t]+)?[[{])/g, (found) => `:${" ".repeat(found.length - 1)}`);
}

/** Joins brackets that begin a line to the text before them, without the comments in between. */
function closersJoined(text: string): { joined: string; gaps: number[] } {
  const parts: string[] = [];
  const gaps: number[] = [];
  let done = 0;
  for (const { index } of text.matchAll(/\n[ \t]*(?=[\]}])/g)) {
    const from = Math.max(done, before(text, index));
    const to = index + 1;
    parts.push(text.slice(done, from), " ".repeat(to - from));
    gaps.push(from);
    done = to;
  }
  return { joined: [...parts, text.slice(done)].join(""), gaps };
}

/** Returns where the text before a line end ends, skipping comments and empty lines. */
function before(text: string, end: number): number {
  for (let at = end; at > 0; ) {
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const line = text.slice(start, at);
    const comment = line.search(/(?:^|[ \t])#/);
    const said = (comment < 0 ? line : line.slice(0, comment)).trimEnd();
    if (said !== "") return start + said.length;
    at = start - 1;
  }
  return 0;
}

/** Whether no place is inside a scalar, where a line end, a bracket or a `#` has another meaning. */
function areOutside(places: number[], events: Event[]): boolean {
  let next = 0;
  for (const event of events) {
    if (event.type !== EVENT_ID.SCALAR || event.valueStart < 0) continue;
    while ((places[next] ?? Infinity) < event.valueStart) next += 1;
    if ((places[next] ?? Infinity) < event.valueEnd) return false;
  }
  return true;
}
