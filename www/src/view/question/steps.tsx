// Steps as the engine orders them, from top to bottom: a column for each subject, and what waits for what.
import { useSignal } from "@preact/signals";
import { words } from "../../words.ts";

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

export function Steps({ steps }: { steps: Step[] }) {
  const looked = useSignal<number | undefined>(undefined);
  const subjects = [...new Set(steps.map(({ provider }) => provider))];
  const at = steps.find(({ step }) => step === looked.value);
  const isLit = ({ step, waitsFor }: Step) => at !== undefined && (at.waitsFor.includes(step) || waitsFor.includes(at.step));
  return (
    <section class="card stack" aria-label={words.steps}>
      <h2>{words.steps}</h2>
      <ol class="steps">
        {subjects.map((subject, column) => <li class="name" aria-hidden="true" style={{ "--column": String(column + 1) }}>{subject}</li>)}
        {steps.map((one) => (
          <li key={one.step} style={{ "--row": String(one.step + 1), "--column": String(subjects.indexOf(one.provider) + 1) }}>
            <button type="button" class={isLit(one) ? "lit" : ""} onFocus={() => (looked.value = one.step)} onBlur={() => (looked.value = undefined)}
              onPointerEnter={() => (looked.value = one.step)} onPointerLeave={() => (looked.value = undefined)}>
              {one.step} {one.action}
              <span class="subject"> {one.provider}</span>
              {one.to !== undefined && <small>{one.from} → {one.to}</small>}
              {one.waitsFor.length > 0 && <small>{words.waitsFor(one.waitsFor.join(", "))}</small>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
