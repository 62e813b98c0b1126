// What a flavor asks of nodes. Each requirement can be turned into its opposite or dropped, to see what would fit then.
import { effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import { type Slot, typed } from "../../documents.ts";
import type { Operation } from "../../document/patch.ts";
import type { Decided, Reason } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";

/** A requirement of a flavor, with its place. */
interface Wish {
  path: string;
  subject: string;
  /** The kind of requirement; undefined if it was dropped. */
  way: string | undefined;
}

/** The kinds of requirements that the engine distinguishes, each a list in the answer. */
interface Group {
  [way: string]: unknown;
}

const GLYPHS: Record<string, string> = { required: "■", forbidden: "⊘" };

/** The requirements that the engine read, and the kinds there are. */
function wishesOf({ envelope: { answer, because } }: Decided): { wishes: Wish[]; ways: string[] } {
  const groups = Object.values(((answer as { groups?: Record<string, Group> } | undefined)?.groups ?? {}));
  const ways = [...new Set(groups.flatMap((group) => Object.entries(group).flatMap(([way, list]) => (Array.isArray(list) ? [way] : []))))];
  const flat = (reasons: Reason[]): Reason[] => reasons.flatMap((reason) => [reason, ...flat(reason.because)]);
  const wishes = flat(because).flatMap(({ subject, facts }) => facts.flatMap(({ path, value }) =>
    path !== undefined && typeof value === "string" && ways.includes(value) ? [{ path, subject, way: value }] : []));
  return { wishes, ways };
}

function model(held: Slot) {
  const read = signal<{ wishes: Wish[]; ways: string[] }>({ wishes: [], ways: [] });
  /** In the order in which they appeared, so that none moves when it changes. */
  const seen = new Map<string, Wish>();
  /** Dropped requirements can come back while nothing else has changed the text. */
  const own = { text: "" };
  const end = effect(() => {
    const text = held.text.value;
    if (text === undefined) return;
    if (text !== own.text) seen.clear();
    live.call("wishes", "askBeside", "traits/read-flavor", text, ["flavor"], {}, circumstances.value).then(({ decided }) => {
      const { wishes, ways } = decided === undefined ? { wishes: [], ways: [] } : wishesOf(decided);
      for (const [path, wish] of seen) seen.set(path, { ...wish, way: undefined });
      for (const wish of wishes) seen.set(wish.path, wish);
      read.value = { wishes: [...seen.values()], ways };
    }).catch(unlessOvertaken);
  });
  return { read, own, end };
}

/** The patch that changes a requirement to another kind. */
function patchOf({ path, way }: Wish, next: string | undefined): Operation[] {
  if (next === undefined) return [{ op: "remove", path }];
  return [{ op: way === undefined ? "add" : "replace", path, value: next }];
}

export function Wishes({ held }: { held: Slot }) {
  const made = useMemo(() => model(held), [held]);
  useEffect(() => made.end, [made]);
  const { wishes, ways } = made.read.value;
  if (wishes.length === 0) return null;
  const turn = async (wish: Wish) => {
    const all = [...ways, undefined];
    const at = all.indexOf(wish.way);
    // If the text cannot be edited in place to drop it, try the next kind.
    for (const next of [...all.slice(at + 1), ...all.slice(0, at)]) {
      const { text } = await live.call("turn", "splice", held.text.value ?? "", patchOf(wish, next), ["flavor"]);
      if (text === undefined) continue;
      made.own.text = text;
      return typed(held, text);
    }
  };
  return (
    <section class="card stack" aria-label={later.wishes}>
      <h2>{later.wishes}</h2>
      <ul class="chips wishes">
        {wishes.map((wish) => (
          <li key={wish.path}>
            <button type="button" class={wish.way === undefined ? "dropped" : ""} title={later.turn} onClick={() => void turn(wish)}>
              <span aria-hidden="true">{GLYPHS[wish.way ?? ""] ?? "–"}</span> <code>{wish.subject}</code> <small>{wish.way ?? later.dropped}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
