// Steps in the engine's order, from top to bottom: a column for each subject, and lines to the steps they wait for.
import { useSignal } from "@preact/signals";
import { Copy } from "../../part/copy.tsx";
import { type Schema, partOf, spoken } from "../../part/schema.ts";
import { later } from "../../words-later.ts";

interface Step {
  step: number;
  action: string;
  provider: string;
  from?: string;
  to?: string;
  waitsFor: number[];
  until?: string;
}

/** The steps of an answer, if it has any. */
export function stepsOf({ steps }: { steps?: unknown }): Step[] | undefined {
  const isStep = (one: Partial<Step> | null) => typeof one?.step === "number" && typeof one.provider === "string" && Array.isArray(one.waitsFor);
  return Array.isArray(steps) && steps.length > 0 && steps.every(isStep) ? steps : undefined;
}

/** The glyphs of actions. Other actions have none. */
const GLYPHS: Record<string, string> = { pause: "‖", upgrade: "▲", unpause: "▶" };

/** The most steps and subjects of a drawing; beyond them it is a list. */
const [MOST_STEPS, MOST_SUBJECTS] = [60, 5];

/** The height of a row of the drawing. */
const ROW = 72;

/** The row of each step: one below the lowest that it waits for. */
function rowsOf(steps: Step[]): Map<number, number> {
  const rows = new Map<number, number>();
  for (const { step, waitsFor } of steps) rows.set(step, 1 + Math.max(-1, ...waitsFor.map((before) => rows.get(before) ?? -1)));
  return rows;
}

export function Steps({ steps, schema }: { steps: Step[]; schema: Schema | undefined }) {
  const looked = useSignal<number | undefined>(undefined);
  const subjects = [...new Set(steps.map(({ provider }) => provider))];
  const isDrawn = steps.length <= MOST_STEPS && subjects.length <= MOST_SUBJECTS;
  const rows = rowsOf(steps);
  const at = steps.find(({ step }) => step === looked.value);
  const isLit = ({ step, waitsFor }: Step) => at !== undefined && (at.waitsFor.includes(step) || waitsFor.includes(at.step));
  const until = ({ until }: Step) => spoken(partOf(schema, "until"), until) ?? until;
  const look = (step: number | undefined) => (looked.value = step);
  return (
    <section class="card stack" aria-label={later.steps}>
      <div class="line spread">
        <h2>{later.steps}</h2>
        <Copy what={() => plan(steps.map((one) => ({ ...one, until: until(one) })))}>{later.asMarkdown}</Copy>
      </div>
      <div class={isDrawn ? "steps drawn" : "steps"}>
        {isDrawn && <Waits steps={steps} rows={rows} subjects={subjects} looked={looked.value} />}
        <ol style={{ "--columns": String(subjects.length) }}>
          {isDrawn && subjects.map((subject, column) => <li class="name" aria-hidden="true" title={subject} style={{ "--column": String(column + 1) }}>{broken(short(subject, subjects))}</li>)}
          {steps.map((one) => (
            <li key={one.step} style={{ "--row": String((rows.get(one.step) ?? 0) + 2), "--column": String(subjects.indexOf(one.provider) + 1) }}>
              <button type="button" class={isLit(one) ? "lit" : ""} title={until(one)} onFocus={() => look(one.step)} onBlur={() => look(undefined)}
                onPointerEnter={() => look(one.step)} onPointerLeave={() => look(undefined)}>
                <span><span class="sign" aria-hidden="true">{GLYPHS[one.action] ?? ""}</span> {one.step} {one.action}</span>
                <small class="subject">{one.provider}</small>
                {one.to !== undefined && <small>{one.from} → {one.to}</small>}
                {one.waitsFor.length > 0 && <small class="waits">{later.waitsFor(one.waitsFor.join(", "))}</small>}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A name without its namespace, unless that would be ambiguous. */
function short(subject: string, all: string[]): string {
  const without = (name: string) => name.replace(/^([^/]+)\/[^/]+(?=\/)/, "$1");
  return all.filter((other) => without(other) === without(subject)).length === 1 ? without(subject) : subject;
}

/** A name that may be broken at its slashes. */
function broken(name: string) {
  return name.split("/").map((part, place, { length }) => <span key={place} class="bit">{part}{place < length - 1 && "/"}</span>);
}

interface WaitsProps {
  steps: Step[];
  rows: Map<number, number>;
  subjects: string[];
  looked: number | undefined;
}

/** Lines from each step to those it waits for, behind the steps. */
function Waits({ steps, rows, subjects, looked }: WaitsProps) {
  const height = (1 + Math.max(...rows.values())) * ROW;
  const x = (provider: string) => `${(100 * (subjects.indexOf(provider) + 0.5)) / subjects.length}%`;
  const y = (step: number) => (rows.get(step) ?? 0) * ROW;
  const byNumber = new Map(steps.map((one) => [one.step, one]));
  return (
    <svg aria-hidden="true" height={height}>
      {steps.flatMap((one) => one.waitsFor.map((number) => {
        const before = byNumber.get(number);
        const isLit = looked === one.step || looked === number;
        return before !== undefined && (
          <line key={`${one.step} ${number}`} class={isLit ? "lit" : ""} x1={x(before.provider)} y1={y(number) + ROW - 8} x2={x(one.provider)} y2={y(one.step) + 4} />
        );
      }))}
    </svg>
  );
}

/** The steps as a checklist for a change request. */
function plan(steps: Step[]): string {
  const lines = steps.map(({ step, action, provider, from, to, waitsFor, until }) => {
    const versions = to === undefined ? "" : ` from ${from} to ${to}`;
    const waits = waitsFor.length === 0 ? "" : `, ${later.waitsFor(waitsFor.join(", "))}`;
    return `${step}. [ ] ${action} \`${provider}\`${versions}${waits}${until === undefined ? "" : `; until ${until}`}`;
  });
  return `${lines.join("\n")}\n`;
}
