// Change: two states of a profile, the pairs that appear and vanish, and the pools affected.
import { batch, computed, effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances, written } from "../../circumstances.ts";
import { type Slot, give, ownTime, slot } from "../../documents.ts";
import type { Changed, Plan } from "../../engine/answers.ts";
import { live, long } from "../../engine/client.ts";
import { type Example, profiles, users } from "../../examples.ts";
import { Answer } from "../../part/answer.tsx";
import { Decision } from "../../part/decision.tsx";
import { Drop } from "../../part/drop.tsx";
import { explaining } from "../../part/explain.tsx";
import { Edited, mistakesOf, typing } from "../../part/edited.tsx";
import { Absent, Unused, Wrong } from "../../part/notices.tsx";
import { Paper } from "../../part/paper.tsx";
import type { Schema } from "../../part/schema.ts";
import { Tabs } from "../../part/tabs.tsx";
import { Verdict, wordOf } from "../../part/verdict.tsx";
import { choose, place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";
import type { Findings as FindingsBody, Linting } from "./findings.tsx";
import type { Migrate as MigrateBody } from "./migrate.tsx";
import { Timeline } from "./timeline.tsx";

/** The parts of the answer that the figures are read from. */
interface Figures {
  vanish?: { pairs: number };
  appear?: { pairs: number };
  refusedPools?: number;
  maintenance?: { count: number }[];
}

type Key = "old" | "new" | "shoots";

/** Loaded when their tabs are first opened. */
const bodies = signal<{ Findings?: typeof FindingsBody; Migrate?: typeof MigrateBody }>({});

async function body(tab: string): Promise<void> {
  if (tab === "findings" && bodies.peek().Findings === undefined) {
    const { Findings } = await import("./findings.tsx");
    bodies.value = { ...bodies.peek(), Findings };
  }
  if (tab === "migrate" && bodies.peek().Migrate === undefined) {
    const { Migrate } = await import("./migrate.tsx");
    bodies.value = { ...bodies.peek(), Migrate };
  }
}

function model() {
  const [old, changed, shoots] = [slot("old", profiles), slot("new", profiles, profiles[1]), slot("shoots", users)];
  const slots: Record<Key, Slot> = { old: old.slot, new: changed.slot, shoots: shoots.slot };
  /** The last answer, and what it answers. */
  const answered = signal<Changed & { of?: unknown }>({});
  const decided = computed(() => answered.value.decided);
  const fault = computed(() => answered.value.fault);
  const schema = signal<Schema | undefined>(undefined);
  const planned = signal<Schema | undefined>(undefined);
  const plan = signal<Plan | undefined>(undefined);
  const linted = signal<Linting | undefined>(undefined);
  /** The text with the profile's users. */
  const using = computed(() => (place.value.state.shoots === "none" ? "" : slots.shoots.text.value));
  const asked = computed(() => [slots.old.text.value, slots.new.text.value, using.value, circumstances.value] as const);
  /** Whether the answer is an earlier one: a text is unreadable, or the work was given up or takes long. */
  const isStale = computed(() => decided.value !== undefined && (fault.value !== undefined || (answered.value.of !== asked.value && long.pace.value !== "quick")));
  const tab = computed(() => place.value.state.tab ?? "pairs");
  explaining.value = "whole";
  live.call("schema", "schema", "images/diff-profiles").then((found) => (schema.value = (found as { answer?: Schema }).answer)).catch(unlessOvertaken);
  live.call("schema of the plan", "schema", "images/plan-maintenance").then((found) => (planned.value = (found as { answer?: Schema }).answer)).catch(unlessOvertaken);
  const ends = [
    old.end, changed.end, shoots.end,
    effect(() => {
      written.value = slots.old.example.value?.now;
    }),
    effect(() => {
      const of = asked.value;
      const [before, after, given, at] = of;
      if (before === undefined || after === undefined || given === undefined) return batch(() => {
        answered.value = {};
        plan.value = undefined;
      });
      long.call("change", "change", before, after, given, at).then((answer) => {
        if (asked.peek().includes(undefined)) return;
        const last = answered.peek();
        const isGood = answer.decided === undefined && last.decided?.envelope.outcome === "decided";
        answered.value = { ...(isGood ? { decided: last.decided } : {}), ...answer, of };
      }).catch(unlessOvertaken);
      long.call("maintenance", "maintenance", after, given, at).then((answer) => {
        if (!asked.peek().includes(undefined)) plan.value = answer;
      }).catch(unlessOvertaken);
    }),
    effect(() => {
      const after = slots.new.text.value;
      if (after === undefined) return void (linted.value = undefined);
      long.call("lint", "aboutProfile", "images/lint", after, circumstances.value).then((answer) => {
        if (answer.decided !== undefined) linted.value = { ...answer, of: after };
      }).catch(unlessOvertaken);
    }),
    effect(() => void body(tab.value)),
  ];
  return {
    slots, answered, decided, fault, isStale, schema, plan, planned, linted, tab, using,
    end() {
      explaining.value = "images";
      written.value = undefined;
      ends.forEach((one) => one());
    },
  };
}

type Model = ReturnType<typeof model>;

export function Change() {
  const made = useMemo(model, []);
  useEffect(() => made.end, []);
  return (
    <div class={`columns change on-${made.tab.value}`}>
      <section class="card inputs" id="inputs" tabIndex={-1} aria-label={words.given}>
        <Input made={made} id="old" label={later.before} examples={profiles} initial={0} prompt={later.dropOne} />
        <Input made={made} id="new" label={later.after} examples={profiles} initial={1} prompt={later.dropOne} />
        <Input made={made} id="shoots" label={later.shoots} examples={users} initial={0} prompt={later.dropShoots} isOptional />
      </section>
      <Effects made={made} />
      <Documents made={made} />
    </div>
  );
}

interface InputProps {
  made: Model;
  id: Key;
  label: string;
  examples: Example[];
  initial: number;
  prompt: string;
  isOptional?: boolean;
}

function Input({ made: { slots, answered }, id, label, examples, initial, prompt, isOptional }: InputProps) {
  const address = place.value.state[id] ?? "";
  const held = slots[id];
  return (
    <div class="tight">
      <div>
        <label for={id}>{label}</label>
        <select id={id} value={address} onChange={({ currentTarget: { value } }) => choose({ ...ownTime(id), [id]: value, line: "", in: "" })}>
          {examples.map(({ id: name, title }, number) => <option value={number === initial ? "" : `ex:${name}`}>{title}</option>)}
          {isOptional === true && <option value="none">{later.nobody}</option>}
          {address !== "" && address !== "none" && !address.startsWith("ex:") && <option value={address}>{held.name.value || words.ownDocument}</option>}
        </select>
      </div>
      <Drop prompt={prompt} isPasted={false} onText={(text, name) => void give(id, text, name, { line: "", in: "" })} />
      <Absent held={held} />
      <Unused all={answered.value.unused?.[id]} />
    </div>
  );
}

function namesOf({ slots }: Model): Record<string, string> {
  return { old: later.before, new: later.after, shoots: slots.shoots.name.value };
}

function Effects({ made }: { made: Model }) {
  const { answered, decided, fault, isStale, linted, plan, planned, slots, using, tab } = made;
  const wrong = answered.value.in;
  const shown = decided.value;
  const names = namesOf(made);
  const { Findings, Migrate } = bodies.value;
  const looked = linted.value?.decided?.envelope.answer as { count?: number } | undefined;
  const tabs = (["pairs", "pools", "timeline", "findings", "migrate"] as const).map((key) => ({
    key, name: later.tabs[key], ...(key === "findings" ? { count: looked?.count } : {}),
  }));
  return (
    <div class="stack">
      <section class="card stack" aria-label={later.effects}>
        <Wrong fault={fault.value} name={names[wrong ?? ""]} />
        {shown !== undefined && (
          <div class={`stack${isStale.value ? " stale" : ""}`}>
            <div class="line">
              <Verdict word={wordOf(shown.envelope)} names={words.verdict} />
              <code>{shown.envelope.question}</code>
            </div>
            {shown.envelope.answer !== undefined && <Numbers answer={shown.envelope.answer} />}
          </div>
        )}
        <Tabs label={later.effects} tabs={tabs} chosen={tab.value} />
      </section>
      {tab.value === "pairs" && <Pairs made={made} />}
      {tab.value === "pools" && <Pools made={made} />}
      {tab.value === "timeline" && wrong === undefined && plan.value !== undefined && (plan.value.pools.length + plan.value.unplaced.length > 0
        ? <Timeline plan={plan.value} now={circumstances.value.now} schema={planned.value} names={names} />
        : <p class="card note" role="status">{later.nothingPlanned}</p>)}
      {tab.value === "findings" && Findings !== undefined && linted.value !== undefined && (
        <Findings held={slots.new} linted={linted.value} names={names} isStale={wrong === "new"} />
      )}
      {tab.value === "migrate" && Migrate !== undefined && <Migrate held={slots.new} users={using} names={names} />}
    </div>
  );
}

/** The members of the answer that are about users; the others are about pairs. */
const OF_POOLS = ["refused", "refusedPools", "alreadyRefused", "maintenance", "inUse", "inUseCount", "shoots", "pools", "otherShoots"];

function Pairs({ made }: { made: Model }) {
  const { decided, isStale, schema } = made;
  const shown = decided.value;
  if (shown === undefined) return null;
  const { answer } = shown.envelope;
  return (
    <>
      <section class="card">
        <Decision decided={shown} links={{ names: namesOf(made) }} loads={["old.yaml", "shoots.yaml"]} isStale={isStale.value} />
      </section>
      {answer !== undefined && (
        <details class="card">
          <summary>{later.answer}</summary>
          <Answer value={Object.fromEntries(Object.entries(answer).filter(([key]) => !OF_POOLS.includes(key)))} schema={schema.value} because={shown.envelope.because} />
        </details>
      )}
    </>
  );
}

function Pools({ made: { decided, isStale, schema } }: { made: Model }) {
  const answer = decided.value?.envelope.answer as Figures | undefined;
  if (answer === undefined) return null;
  const own = Object.fromEntries(Object.entries(answer).filter(([key]) => OF_POOLS.includes(key)));
  return (
    <section class={`card stack${isStale.value ? " stale" : ""}`} id="decision" tabIndex={-1} aria-label={later.tabs.pools}>
      <h2>{later.tabs.pools}</h2>
      <Answer value={own} schema={schema.value} because={decided.value?.envelope.because} />
    </section>
  );
}

function Numbers({ answer }: { answer: Figures }) {
  const { vanish, appear, refused, turned } = later;
  const count = (answer.maintenance ?? []).reduce((sum, pools) => sum + pools.count, 0);
  const all: [string, (count: number) => string, number][] = [
    ["−", vanish, answer.vanish?.pairs ?? 0], ["+", appear, answer.appear?.pairs ?? 0], ["✕", refused, answer.refusedPools ?? 0], ["→", turned, count],
  ];
  return (
    <ul class="figures">
      {all.map(([glyph, name, count]) => <li><strong><span aria-hidden="true">{glyph} </span>{count.toLocaleString("en")}</strong> <span>{name(count)}</span></li>)}
    </ul>
  );
}

/** The document that a reason refers to, otherwise the changed one. */
function Documents({ made }: { made: Model }) {
  const { slots, answered, decided, fault, isStale, linted, tab } = made;
  const { state } = place.value;
  const key = (["old", "new", "shoots"] as const).find((one) => one === (answered.value.in ?? state.in)) ?? "new";
  const text = slots[key].text.value;
  const spots = (tab.value === "findings" ? linted.value?.lines : isStale.value ? undefined : decided.value?.spots) ?? {};
  const cited = useMemo(() => new Set(Object.values(spots).filter(({ document }) => document === key).map(({ line }) => line)), [spots, key]);
  const line = Number(state.line ?? "");
  const mistakes = useMemo(() => mistakesOf(key, answered.value.in === key ? fault.value : undefined, decided.value?.envelope, decided.value?.spots),
    [decided.value, fault.value, key]);
  const types = useMemo(() => ({ old: typing(slots.old), new: typing(slots.new), shoots: typing(slots.shoots) }), [slots]);
  return (
    <aside class="card tight" aria-label={words.document}>
      <div class="line" role="group" aria-label={words.document}>
        {(["old", "new", "shoots"] as const).map((one) => (
          <button type="button" aria-pressed={one === key} onClick={() => choose({ in: one, line: "" })}>{namesOf(made)[one]}</button>
        ))}
      </div>
      <Edited held={slots[key]} name={`${key}.yaml`} />
      {text !== undefined && (
        <Paper key={key} mistakes={mistakes} onEdit={types[key]} isReading text={text} label={words.document} cited={cited} marked={line > 0 ? line - 1 : undefined} faulty={answered.value.in === key ? fault.value?.line : undefined} />
      )}
    </aside>
  );
}
