// The frame that four policies share: the input on the left, the decision about it on the right.
import { computed, effect, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import { type Slot, give, slot, typed } from "../../documents.ts";
import type { AskedWith, Choice, Decided } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { given as examples } from "../../examples.ts";
import { Answer, label } from "../../part/answer.tsx";
import { Decision } from "../../part/decision.tsx";
import { Drop } from "../../part/drop.tsx";
import { mistakesOf } from "../../part/edited.tsx";
import { explaining } from "../../part/explain.tsx";
import { Absent, Unused, Wrong } from "../../part/notices.tsx";
import { Paper } from "../../part/paper.tsx";
import { type Schema, partOf } from "../../part/schema.ts";
import { choose, place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";
import { Deletion, pairOf } from "./deletion.tsx";
import { Findings, findingsOf } from "./findings.tsx";
import { Fleet } from "./fleet.tsx";
import { Ladder, levelsOf } from "./ladder.tsx";
import { NodeTabs, nodesOf } from "./nodes.tsx";
import { Writes, writesOf } from "./report.tsx";
import { Steps, stepsOf } from "./steps.tsx";
import { Wishes } from "./wishes.tsx";
import "./question.css";

/** The state for a new document: nothing is chosen yet. */
const NOTHING_CHOSEN = { line: "", node: "", flavor: "", image: "", delete: "", tab: "" };

interface Listed {
  question: string;
  asks: string;
}

interface Described extends Listed {
  given?: Schema;
  answer?: Schema;
}

function model(policy: string) {
  const own = examples[policy] ?? [];
  const { slot: held, end } = slot("doc", own);
  const questions = signal<Listed[]>([]);
  const described = signal<Described | undefined>(undefined);
  /** The last answer, and what it answers. */
  const answered = signal<AskedWith & { of?: unknown; question?: string }>({});
  const decided = computed(() => answered.value.decided);
  const fault = computed(() => answered.value.fault);
  /** The choices in the address, for files with several nodes, flavors or images: the same object while none changes. */
  const chosen = (key: string) => computed(() => place.value.state[key]);
  const [node, flavor, image] = [chosen("node"), chosen("flavor"), chosen("image")];
  const choice = computed<Choice>(() => ({ node: node.value, flavor: flavor.value, image: image.value }));
  const question = computed(() => {
    const { q } = place.value.state;
    return q !== undefined ? `${policy}/${q}` : held.example.value?.question ?? own[0]?.question ?? "";
  });
  const asked = computed(() => [question.value, held.text.value, circumstances.value, choice.value] as const);
  /** Whether the answer is an earlier one: the text is unreadable, or the work was given up or takes long. */
  const isStale = computed(() => decided.value !== undefined && (fault.value !== undefined || (answered.value.of !== asked.value && live.pace.value !== "quick")));
  explaining.value = "whole";
  live.call("questions", "questions", policy).then((all) => (questions.value = all)).catch(unlessOvertaken);
  const ends = [
    end,
    effect(() => {
      live.call("schema", "schema", question.value).then((schema) => (described.value = schema as Described)).catch(unlessOvertaken);
    }),
    effect(() => {
      const of = asked.value;
      const [question, text, at, choice] = of;
      if (text === undefined) return void (answered.value = {});
      live.call("ask", "askWith", question, text, at, choice).then((answer) => {
        if (held.text.peek() === undefined) return;
        const before = answered.peek();
        const isGood = answer.decided === undefined && before.question === question && before.decided?.envelope.outcome === "decided";
        answered.value = { ...(isGood ? before : {}), ...answer, question, of };
      }).catch(unlessOvertaken);
    }),
  ];
  return {
    own, policy, held, questions, described, fault, decided, answered, isStale, question,
    end() {
      explaining.value = "images";
      ends.forEach((one) => one());
    },
  };
}

type Model = ReturnType<typeof model>;

/** The view of a policy. */
export function questionView(policy: string): FunctionComponent {
  return views.get(policy) ?? made(policy);
}

const views = new Map<string, FunctionComponent>();

function made(policy: string): FunctionComponent {
  const View = () => {
    const model_ = useMemo(() => model(policy), []);
    useEffect(() => model_.end, []);
    return (
      <div class="columns two">
        <Given made={model_} policy={policy} />
        <Answered made={model_} />
      </div>
    );
  };
  views.set(policy, View);
  return View;
}

function Given({ made: { own, held, questions, described, question, fault, decided, answered, isStale }, policy }: { made: Model; policy: string }) {
  const address = place.value.state.doc ?? "";
  const cited = useMemo(() => new Set(Object.values(isStale.value ? {} : decided.value?.spots ?? {}).map(({ line }) => line)), [decided.value, isStale.value]);
  const mistakes = useMemo(() => mistakesOf("given", fault.value, decided.value?.envelope, decided.value?.spots), [decided.value, fault.value]);
  const line = Number(place.value.state.line ?? "");
  // Of a text that is unreadable nothing is known.
  const { unused, only, gathered = {} }: AskedWith = fault.value === undefined ? answered.value : {};
  return (
    <section class="card stack" id="inputs" tabIndex={-1} aria-label={words.given}>
      <div>
        <label for="question">{later.question}</label>
        <select id="question" value={question.value} onChange={({ currentTarget: { value } }) => choose({ q: value.slice(policy.length + 1), line: "", tab: "", delete: "" })}>
          {questions.value.length === 0 && <option>{question.value}</option>}
          {questions.value.map(({ question: name }) => <option>{name}</option>)}
        </select>
        <p class="note asks">{described.value?.asks}</p>
      </div>
      <div>
        <label for="example">{words.document}</label>
        <select id="example" value={address} onChange={({ currentTarget: { value } }) => choose({ doc: value, q: "", ...NOTHING_CHOSEN })}>
          {own.map(({ id, title }, number) => <option value={number === 0 ? "" : `ex:${id}`}>{title}</option>)}
          {address !== "" && !address.startsWith("ex:") && <option value={address}>{held.name.value || words.ownDocument}</option>}
        </select>
      </div>
      <Absent held={held} />
      <Unused all={unused} />
      <Only names={only} decided={decided.value} />
      <Choices gathered={gathered} />
      {held.text.value !== undefined && (
        <Paper text={held.text.value} label={words.given} cited={cited} marked={line > 0 ? line - 1 : undefined} faulty={fault.value?.line}
          mistakes={mistakes} onEdit={(text) => typed(held, text)} />
      )}
      <Drop prompt={later.dropGiven} onText={(text, name) => void give("doc", text, name, { q: question.value.slice(policy.length + 1), ...NOTHING_CHOSEN })} />
      {described.value?.given !== undefined && <Members schema={described.value.given} />}
    </section>
  );
}

/** What little a question was asked with, where the files have no input of its own and the answer is not simply yes. */
function Only({ names, decided }: { names: string[] | undefined; decided: Decided | undefined }) {
  if (names === undefined || decided?.envelope.verdict === "yes") return null;
  return (
    <p class="notice" role="status">
      {names.length === 0 ? later.askedWithNothing : <span>{later.askedWith} <code>{names.join(", ")}</code></span>}
    </p>
  );
}

/** Fields to choose which of several things in files a question is about. */
function Choices({ gathered }: { gathered: NonNullable<AskedWith["gathered"]> }) {
  const all = Object.entries(gathered).filter(([, { names }]) => names.length > 1);
  return (
    <>
      {all.map(([key, { names, chosen }]) => (
        <div key={key}>
          <label for={`one-${key}`}>{label(key)}</label>
          <select id={`one-${key}`} value={names[chosen]} onChange={({ currentTarget }) => choose({ [key]: currentTarget.value })}>
            {names.map((name) => <option>{name}</option>)}
          </select>
        </div>
      ))}
    </>
  );
}

/** The members that a question takes, in the words of its schema. */
function Members({ schema }: { schema: Schema }) {
  const required = new Set(schema.required ?? []);
  return (
    <details>
      <summary>{words.given}</summary>
      <div class="answer">
        {schema.description !== undefined && <p class="note">{schema.description}</p>}
        <dl>
          {Object.entries(schema.properties ?? {}).map(([name, { description }]) => (
            <>
              <dt><code>{name}</code></dt>
              <dd>{description}{required.has(name) && <span class="note"> {later.required}</span>}</dd>
            </>
          ))}
        </dl>
      </div>
    </details>
  );
}

/** The file in which the command line would find the objects to load. */
const OBJECTS = ["objects.yaml"];

function Answered({ made: { policy, held, described, answered, fault, decided, isStale: stale } }: { made: Model }) {
  const shown = decided.value;
  const { isLoaded, gathered, question } = answered.value;
  const isStale = stale.value;
  return (
    <aside class="stack" aria-label={words.reasons} aria-live="off">
      <div class="card stack">
        <Wrong fault={fault.value} />
        {shown !== undefined && (
          <Decision decided={shown} links={{ names: { given: later.lineName } }} title={<code>{question}</code>}
            loads={isLoaded === true ? OBJECTS : []} text={held.text.value} isStale={isStale} />
        )}
      </div>
      <div class={`stack${isStale ? " stale" : ""}`}>
        {shown !== undefined && <Drawn policy={policy} decided={shown} held={held} schema={described.value?.answer} isFiles={gathered?.flavor !== undefined}
          takes={described.value?.given?.properties ?? {}} />}
        {shown?.envelope.answer !== undefined && (
          <section class="card stack" aria-label={later.answer}>
            <h2>{later.answer}</h2>
            <Answer value={undrawn(shown, described.value?.answer)} schema={described.value?.answer} because={shown.envelope.because} />
          </section>
        )}
      </div>
    </aside>
  );
}

interface DrawnProps {
  policy: string;
  decided: Decided;
  held: Slot;
  schema: Schema | undefined;
  /** Whether the flavor comes from a client's output. */
  isFiles: boolean;
  /** The members that the question takes. */
  takes: Record<string, Schema>;
}

/** Draws parts of an answer, and offers related questions about the same document. */
function Drawn({ policy, decided, held, schema, isFiles, takes }: DrawnProps) {
  const answer: Record<string, unknown> = decided.envelope.answer ?? {};
  const [steps, nodes, pair, levels, writes] = [stepsOf(answer), nodesOf(answer), pairOf(answer), levelsOf(decided, schema), writesOf(answer)];
  const findings = findingsOf(answer);
  return (
    <>
      {findings !== undefined && <Findings findings={findings} decided={decided} links={{ names: { given: later.lineName } }} />}
      {policy === "providers" && <Fleet held={held} decided={decided} hasTarget={takes.target !== undefined} />}
      {takes.flavor !== undefined && !isFiles && <Wishes held={held} />}
      {levels !== undefined && <Ladder levels={levels} text={held.text.value} onEdit={(text) => typed(held, text)} />}
      {nodes !== undefined && <NodeTabs nodes={nodes} schema={schema} held={held} />}
      {pair !== undefined && <Deletion pair={pair} schema={schema} subject={decided.envelope.because[0]?.subject ?? ""} />}
      {steps !== undefined && <Steps steps={steps} schema={partOf(schema, "steps")} />}
      {writes !== undefined && (
        <section class="card stack" aria-label={later.sync}>
          <h2>{later.sync}</h2>
          <Writes writes={writes} />
        </section>
      )}
    </>
  );
}

/** The members of an answer that are not drawn. */
function undrawn(decided: Decided, schema: Schema | undefined): Record<string, unknown> {
  const answer: Record<string, unknown> = decided.envelope.answer ?? {};
  const drawn = [
    ...(levelsOf(decided, schema) === undefined ? [] : ["levels"]),
    ...(findingsOf(answer) === undefined ? [] : ["findings"]),
    ...(stepsOf(answer) === undefined ? [] : ["steps", "moves", "blockedBy"]),
    ...(nodesOf(answer) === undefined ? [] : ["candidates", "refused", "summary"]),
    ...(writesOf(answer) === undefined ? [] : ["writes"]),
    ...(pairOf(answer) === undefined ? [] : ["missing", "ifCapiClusterDeleted", "ifRecordDeleted"]),
  ];
  return Object.fromEntries(Object.entries(answer).filter(([key]) => !drawn.includes(key)));
}
