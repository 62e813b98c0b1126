// Nodes that fit and nodes that do not, each with what keeps it out.
import { useSignal } from "@preact/signals";
import type { Slot } from "../../documents.ts";
import { Sentence } from "../../part/says.tsx";
import { type Schema, partOf, spoken } from "../../part/schema.ts";
import { Tabs } from "../../part/tabs.tsx";
import { Mark } from "../../part/verdict.tsx";
import { place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { Report } from "./report.tsx";

interface Refused {
  node: string;
  cause?: string;
  missing?: string[];
  forbidden?: string[];
  heldBy?: string[];
  resourceClass?: string;
  error?: string;
}

interface Cause {
  cause: string;
  missing?: string[];
  forbidden?: string[];
  error?: string;
  count: number;
  free?: number;
}

interface Nodes {
  candidates: string[];
  refused: Refused[];
  summary: { nodes: number; fitting: number; refused: Cause[] };
}

/** The nodes of an answer, if it is about nodes. */
export function nodesOf({ candidates, refused, summary }: Partial<Nodes>): Nodes | undefined {
  if (summary === undefined || !Array.isArray(summary.refused) || typeof summary.fitting !== "number") return undefined;
  return { candidates: candidates ?? [], refused: refused ?? [], summary };
}

/** How many cards are drawn at first. */
const FIRST = 60;

/** The nodes, or what a report of one of them writes. */
export function NodeTabs({ nodes, schema, held }: { nodes: Nodes; schema: Schema | undefined; held: Slot }) {
  const isReport = place.value.state.tab === "sync";
  return (
    <section class="card stack" aria-label={later.nodes}>
      <Tabs label={later.nodes} tabs={[{ key: "nodes", name: later.nodes }, { key: "sync", name: later.sync }]} chosen={isReport ? "sync" : "nodes"} further={{ node: "" }} />
      {isReport ? <Report held={held} /> : <NodeCards nodes={nodes} schema={schema} />}
    </section>
  );
}

function NodeCards({ nodes: { candidates, refused, summary }, schema }: { nodes: Nodes; schema: Schema | undefined }) {
  const most = useSignal(FIRST);
  const chosen = useSignal<string | undefined>(undefined);
  const about = (cause: string) => chosen.value === undefined || chosen.value === cause;
  const fitting = chosen.value === undefined || chosen.value === "" ? candidates : [];
  const kept = refused.filter((one) => about(keyOf(one)));
  const more = Math.max(0, fitting.length + kept.length - most.value);
  return (
    <div class="stack">
      <h2>{words.fitOf(summary.fitting, summary.nodes)}</h2>
      <Causes summary={summary} schema={partOf(schema, "summary", "refused")} chosen={chosen.value} onChoose={(cause) => (chosen.value = chosen.value === cause ? undefined : cause)} />
      <ul class="nodes">
        {fitting.slice(0, most.value).map((name) => <li key={name}><p class="line"><Mark shape="yes" /><code>{name}</code></p></li>)}
        {kept.slice(0, Math.max(0, most.value - fitting.length)).map((one) => <Refusal key={one.node} one={one} schema={partOf(schema, "refused")} />)}
      </ul>
      {more > 0 && <button type="button" onClick={() => (most.value += FIRST)}>{words.moreRows(more)}</button>}
    </div>
  );
}

/** A key that a node shares with its cause in the summary. */
function keyOf({ cause, missing, forbidden, error }: Pick<Refused, "cause" | "missing" | "forbidden" | "error">): string {
  return JSON.stringify([cause, missing ?? [], forbidden ?? [], error ?? ""]);
}

function Refusal({ one: { node, cause, missing = [], forbidden = [], heldBy = [], resourceClass, error }, schema }: { one: Refused; schema: Schema | undefined }) {
  const said = [wordIn(schema, "cause", cause), ...heldBy.map((word) => wordIn(schema, "heldBy", word)), wordIn(schema, "error", error)];
  return (
    <li>
      <p class="line"><Mark shape="no" /><code>{node}</code></p>
      <p class="chips">
        {missing.map((trait) => <span class="chip" title={later.required}><span aria-hidden="true">■ </span><span class="unseen">{later.lacksTrait} </span><code>{trait}</code></span>)}
        {forbidden.map((trait) => <span class="chip" title={later.forbidden}><span aria-hidden="true">⊘ </span><span class="unseen">{later.forbidden} </span><code>{trait}</code></span>)}
        {resourceClass !== undefined && <span class="chip"><code>{resourceClass}</code></span>}
      </p>
      {missing.length + forbidden.length === 0 && said.map((sentence) => sentence !== undefined && <p class="note"><Sentence text={sentence} /></p>)}
    </li>
  );
}

/** The description of a word in an answer. */
function wordIn(schema: Schema | undefined, key: string, word: string | undefined): string | undefined {
  return spoken(partOf(schema, key), word) ?? word;
}

interface CausesProps {
  summary: Nodes["summary"];
  schema: Schema | undefined;
  chosen: string | undefined;
  onChoose(key: string): void;
}

/** How many nodes each cause keeps out, and how many fit; the hatched part of a bar is not free. */
function Causes({ summary: { fitting, nodes, refused }, schema, chosen, onChoose }: CausesProps) {
  const share = (count: number) => `${(100 * count) / Math.max(1, nodes)}%`;
  const rows = [
    { key: "", name: later.fits, traits: [], count: fitting, free: fitting, kind: "fits" },
    ...refused.map((one) => ({
      key: keyOf(one), name: [wordIn(schema, "cause", one.cause), wordIn(schema, "error", one.error)].filter((word) => word !== undefined).join(": "),
      traits: [...(one.missing ?? []), ...(one.forbidden ?? [])], count: one.count, free: one.free, kind: "",
    })),
  ];
  return (
    <ul class="causes">
      {rows.map(({ key, name, traits, count, free, kind }) => (
        <li key={key}>
          <button type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
            <span class="cause"><Sentence text={name} />{traits.map((trait, place) => <>{place === 0 ? ": " : ", "}<code>{trait}</code></>)}</span>
            <span class="count">{count}{free !== undefined && free < count && <small> {later.freeOf(free)}</small>}</span>
            <span class={`share ${kind}`} aria-hidden="true"><span class="free" style={{ width: share(free ?? 0) }} /><span class="held" style={{ width: share(count - (free ?? 0)) }} /></span>
          </button>
        </li>
      ))}
    </ul>
  );
}
