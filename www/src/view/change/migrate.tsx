// A profile with architectures and tags of versions, and the same profile with capabilities.
import { type ReadonlySignal, type Signal, effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import type { Operation } from "../../document/patch.ts";
import { type Slot, give, slot, typed } from "../../documents.ts";
import type { Mended, Reason, Spot, Upkept } from "../../engine/answers.ts";
import { live, long } from "../../engine/client.ts";
import { knowns } from "../../examples.ts";
import { Answer } from "../../part/answer.tsx";
import { download } from "../../part/copy.tsx";
import { Asked, Problems } from "../../part/decision.tsx";
import { Drop } from "../../part/drop.tsx";
import { Explained } from "../../part/explain.tsx";
import type { Links } from "../../part/links.tsx";
import { Absent, Wrong } from "../../part/notices.tsx";
import { Paper } from "../../part/paper.tsx";
import { Says } from "../../part/says.tsx";
import type { Schema } from "../../part/schema.ts";
import { Tree } from "../../part/tree.tsx";
import { Mark, Verdict, wordOf } from "../../part/verdict.tsx";
import { choose, place } from "../../url.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";
import { At } from "./findings.tsx";
import { Gone, take } from "./mend.tsx";
import { Sides } from "./sides.tsx";

interface Listed {
  code: string;
  path: string;
  subject: string;
  /** Only for findings. */
  level?: string;
  cure?: string;
}

interface Migrated {
  patch: Operation[];
  inferences: Listed[];
  findings: Listed[];
  lost: Record<string, unknown>[];
  pools: Record<string, unknown>[];
}

/** The state of a migration. */
export interface Migration {
  known: Slot;
  answer: Signal<Upkept | undefined>;
  schema: Signal<Schema | undefined>;
  /** The profile before and after. */
  after: Signal<{ before: string; mended: Mended; patch: Operation[] } | undefined>;
}

export function migration(held: Slot, users: ReadonlySignal<string | undefined>) {
  const { slot: known, end } = slot("known", knowns, null);
  const made: Migration = { known, answer: signal(undefined), schema: signal(undefined), after: signal(undefined) };
  live.call("schema of the migration", "schema", "images/migrate-profile").then((found) => (made.schema.value = (found as { answer?: Schema }).answer)).catch(unlessOvertaken);
  const ends = [
    end,
    effect(() => {
      const [text, said, using] = [held.text.value, known.text.value, users.value];
      // A document that the address names is still loading.
      if (text === undefined || using === undefined || (said === undefined && place.peek().state.known !== undefined)) return;
      long.call("migrate", "migrate", text, said ?? "", using, circumstances.value).then(async (answer) => {
        const patch = (answer.decided?.envelope.answer as Migrated | undefined)?.patch ?? [];
        const mended = patch.length === 0 ? undefined : await long.call("migrated", "mended", text, patch);
        made.answer.value = answer.decided === undefined ? { ...made.answer.peek(), fault: answer.fault, in: answer.in } : answer;
        if (answer.fault === undefined) made.after.value = mended === undefined ? undefined : { before: text, mended, patch };
      }).catch(unlessOvertaken);
    }),
  ];
  return { made, end: () => ends.forEach((one) => one()) };
}

interface MigrateProps {
  held: Slot;
  users: ReadonlySignal<string | undefined>;
  names: Links["names"];
}

export function Migrate({ held, users, names }: MigrateProps) {
  const { made, end } = useMemo(() => migration(held, users), [held]);
  useEffect(() => end, [end]);
  const { decided, fault, in: where = "", lines = {} } = made.answer.value ?? {};
  const links: Links = { names: { ...names, known: later.known.title }, spots: decided?.spots ?? {} };
  const envelope = decided?.envelope;
  return (
    <>
      <section class={`card decision stack migration${fault === undefined ? "" : " stale"}`} id="decision" tabIndex={-1} aria-label={later.tabs.migrate}>
        {where === "known" && <Wrong fault={fault} name={links.names[where]} />}
        {decided !== undefined && envelope !== undefined && (
          <>
            <header><Verdict word={wordOf(envelope)} names={words.verdict} /><h2><code>{envelope.question}</code></h2></header>
            <Problems problems={envelope.problems} links={links} />
            {envelope.answer === undefined
              ? <Tree reasons={envelope.because} links={links} />
              : <Told answer={envelope.answer as unknown as Migrated} reason={envelope.because[0]} lines={lines} links={links} schema={made.schema.value} />}
            <Outcome made={made} held={held} isStale={fault !== undefined} />
            <Asked loads={["shoots.yaml"]} request={decided.request} envelope={envelope} microseconds={decided.microseconds} />
          </>
        )}
      </section>
      <Known made={made} fault={where === "known" ? fault?.line : undefined} />
      {made.after.value?.mended.isInPlace === true && <Sides before={made.after.value.before} after={made.after.value.mended} />}
    </>
  );
}

/** The inferences, the findings against them, and the losses. */
function Told({ answer, reason, lines, links, schema }: { answer: Migrated; reason: Reason | undefined; lines: Record<string, Spot>; links: Links; schema: Schema | undefined }) {
  const rest = [...(reason?.because ?? [])];
  const told = (all: Listed[]) => all.map((one) => {
    const at = rest.findIndex(({ code, subject }) => code === one.code && subject === one.subject);
    return { ...one, says: at < 0 ? one.subject : rest.splice(at, 1)[0]?.says };
  });
  const [inferences, findings] = [told(answer.inferences), told(answer.findings)];
  const { lost, pools } = answer;
  const costs = { ...(lost.length > 0 ? { lost } : {}), ...(pools.length > 0 ? { pools } : {}) };
  return (
    <>
      <p><Says text={reason?.says} /></p>
      {findings.length > 0 && (
        <ol class="findings">
          {findings.map(({ level, code, path, says, cure }, number) => (
            <Line key={number} shape={level === "error" ? "no" : "warn"} code={code} at={<At spot={lines[path]} links={links} />} says={says}>
              <p><span class="note">{later.whatToDo}:</span> <Says text={cure} /></p>
            </Line>
          ))}
        </ol>
      )}
      {inferences.length > 0 && (
        <div class="tight">
          <h3>{later.migration.concluded}</h3>
          <ol class="findings">
            {inferences.map(({ code, path, says }, number) => <Line key={number} shape="none" code={code} at={<At spot={lines[path]} links={links} />} says={says} />)}
          </ol>
        </div>
      )}
      {rest.length > 0 && (
        <div class="tight">
          <h3>{later.migration.costs}</h3>
          <ul class="problems">{rest.map(({ says }, number) => <li key={number}><Mark shape="warn" /><Says text={says} /></li>)}</ul>
          <Answer value={costs} schema={schema} />
        </div>
      )}
    </>
  );
}

function Line({ shape, code, at, says, children }: { shape: "no" | "warn" | "none"; code: string; at: ComponentChildren; says?: string; children?: ComponentChildren }) {
  return (
    <li class="tight">
      <div class="line top"><Mark shape={shape} /><p><Says text={says} /> {at}</p><Explained codes={[code]} /></div>
      {children}
    </li>
  );
}

/** The actions for the migrated profile. */
function Outcome({ made, held, isStale }: { made: Migration; held: Slot; isStale: boolean }) {
  const after = made.after.value;
  if (after === undefined || after.before !== held.text.value || isStale) return null;
  const { before, mended, patch } = after;
  const anew = async () => take(held, before, (await long.call("mend", "anew", before, patch)).text);
  return (
    <div class="tight">
      <Gone comments={mended.gone} />
      {!mended.isInPlace && <p class="note" role="status">{later.notInPlace}</p>}
      <div class="line">
        {mended.text === undefined
          ? <button type="button" onClick={() => void anew().catch(unlessOvertaken)}>{later.applyAnew}</button>
          : (
            <>
              <button type="button" onClick={() => take(held, before, mended.text ?? before)}>{later.migration.takeOver}</button>
              <button type="button" onClick={() => download("cloudprofile.yaml", mended.text ?? before, "application/yaml")}>{words.download}</button>
            </>
          )}
      </div>
    </div>
  );
}

/** The additional knowledge for the migration, as a document. */
function Known({ made: { known }, fault }: { made: Migration; fault: number | undefined }) {
  const { state } = place.value;
  const address = state.known ?? "";
  const line = state.in === "known" ? Number(state.line ?? "") : 0;
  return (
    <section class="card tight" id="known" aria-label={later.known.title}>
      <div>
        <label for="known-of">{later.known.title}</label>
        <select id="known-of" value={address} onChange={({ currentTarget: { value } }) => choose({ known: value, ...(state.in === "known" ? { in: "", line: "" } : {}) })}>
          <option value="">{later.known.nothing}</option>
          {knowns.map(({ id, title }) => <option value={`ex:${id}`}>{title}</option>)}
          {address !== "" && !address.startsWith("ex:") && <option value={address}>{known.name.value || words.ownDocument}</option>}
        </select>
      </div>
      <Absent held={known} />
      <Paper text={known.text.value ?? ""} label={later.known.title} marked={line > 0 ? line - 1 : undefined} faulty={fault} onEdit={(text) => typed(known, text)} />
      <Drop prompt={later.known.drop} isPasted={false} onText={(text, name) => void give("known", text, name)} />
    </section>
  );
}
