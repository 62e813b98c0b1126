// What a report of a node writes to Placement, request by request.
import { effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import type { Slot } from "../../documents.ts";
import type { Decided } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { Decision } from "../../part/decision.tsx";
import { choose, place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";

export interface Write {
  method: string;
  path: string;
  body?: unknown;
  status?: number;
}

/** The requests of an answer, if it is about requests. */
export function writesOf({ writes }: { writes?: unknown }): Write[] | undefined {
  return Array.isArray(writes) && writes.every((one) => typeof one?.method === "string" && typeof one.path === "string") ? writes : undefined;
}

export function Writes({ writes }: { writes: Write[] }) {
  if (writes.length === 0) return <p class="note" role="status">{later.nothingToWrite}</p>;
  return (
    <ol class="writes">
      {writes.map(({ method, path, body, status }, number) => (
        <li key={number}>
          <p><code>{method} {path}</code>{status !== undefined && <span class="note"> {status}</span>}</p>
          {body !== undefined && <pre class="snippet" tabIndex={0}>{spaced(body)}</pre>}
        </li>
      ))}
    </ol>
  );
}

/** JSON on one line that may be broken between its members. */
function spaced(body: unknown): string {
  return JSON.stringify(body, null, 1).replace(/\n\s*/g, " ");
}

function model(held: Slot) {
  const reported = signal<{ nodes: string[]; decided?: Decided }>({ nodes: [] });
  const end = effect(() => {
    const text = held.text.value;
    if (text === undefined) return;
    live.call("report", "report", text, place.value.state.node ?? "", circumstances.value).then((found) => (reported.value = found)).catch(unlessOvertaken);
  });
  return { reported, end };
}

export function Report({ held }: { held: Slot }) {
  const made = useMemo(() => model(held), [held]);
  useEffect(() => made.end, [made]);
  const { nodes, decided } = made.reported.value;
  return (
    <div class="stack">
      <div>
        <label for="reported">{later.node}</label>
        <select id="reported" value={place.value.state.node ?? nodes[0]} onChange={({ currentTarget }) => choose({ node: currentTarget.value })}>
          {nodes.map((name) => <option>{name}</option>)}
        </select>
      </div>
      {decided !== undefined && (
        <>
          <Writes writes={writesOf(decided.envelope.answer ?? {}) ?? []} />
          <Decision decided={decided} id="report" links={{ names: { given: later.lineName } }} names={words.verdict} />
        </>
      )}
    </div>
  );
}
