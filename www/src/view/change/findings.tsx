// The changed profile's mistakes that nothing else reports, each with the edit that fixes it.
import type { ComponentChildren } from "preact";
import { effect, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Operation } from "../../document/patch.ts";
import type { Slot } from "../../documents.ts";
import type { Decided, Mended, Reason, Spot, Upkept } from "../../engine/answers.ts";
import { long } from "../../engine/client.ts";
import { circumstances } from "../../circumstances.ts";
import { size } from "../../format.ts";
import { Asked, Problems } from "../../part/decision.tsx";
import { Explained } from "../../part/explain.tsx";
import { type Links, LineLink } from "../../part/links.tsx";
import { Says } from "../../part/says.tsx";
import { Tree } from "../../part/tree.tsx";
import { Mark, Verdict, wordOf } from "../../part/verdict.tsx";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { unlessOvertaken } from "../profile.ts";
import "./upkeep.css";
import { Mend, usePreviews } from "./mend.tsx";

interface Finding {
  level: string;
  code: string;
  path: string;
  cure: string;
  fix?: Operation[];
  safe?: boolean;
}

interface Linted {
  count: number;
  findings: Finding[];
  fix: Operation[];
}

interface Minimized {
  patch: Operation[];
  saved: number;
}

/** The findings, and the text they are about. */
export interface Linting extends Upkept {
  of: string;
}

/** How many findings are drawn at first. */
const FIRST = 20;

interface FindingsProps {
  held: Slot;
  linted: Linting;
  names: Links["names"];
  isStale: boolean;
}

function model(held: Slot) {
  const minimized = signal<{ of: string; decided?: Decided } | undefined>(undefined);
  const end = effect(() => {
    const text = held.text.value;
    if (text === undefined) return;
    long.call("minimize", "aboutProfile", "images/minimize-profile", text, circumstances.value)
      .then(({ decided }) => (minimized.value = { of: text, decided })).catch(unlessOvertaken);
  });
  return { minimized, end };
}

export function Findings({ held, linted: { of, decided, lines = {} }, names, isStale }: FindingsProps) {
  const made = useMemo(() => model(held), [held]);
  useEffect(() => made.end, [made]);
  const most = useSignal(FIRST);
  const answer = decided?.envelope.answer as Linted | undefined;
  const shown = answer?.findings.slice(0, most.value) ?? [];
  const mending = shown.filter(({ fix }) => fix !== undefined);
  const safe = answer?.fix ?? [];
  const [all, ...previews] = usePreviews("previews", of, answer === undefined ? [] : [safe, ...mending.map(({ fix }) => fix ?? [])]);
  if (decided === undefined) return null;
  const { envelope, spots } = decided;
  const [reason] = envelope.because;
  const links: Links = { names, spots };
  const more = (answer?.count ?? 0) - shown.length;
  return (
    <section class={`card decision stack linted${isStale ? " stale" : ""}`} id="decision" tabIndex={-1} aria-label={later.tabs.findings}>
      <header><Verdict word={wordOf(envelope)} names={words.verdict} /><h2><code>{envelope.question}</code></h2></header>
      {isStale && <p class="note">{words.stale}</p>}
      <Problems problems={envelope.problems} links={links} />
      {answer === undefined && envelope.because.length > 0 && <Tree reasons={envelope.because} links={links} />}
      {answer !== undefined && (
        <div class="line">
          {answer.count === 0 && <Mark shape="yes" />}
          <span>{answer.count === 0 && <strong>{later.noFindings} </strong>}<Says text={reason?.says} /></span>
        </div>
      )}
      {safe.length > 0 && <Mend held={held} of={of} patch={safe} preview={all} label={later.applySafe(safe.length)} note={later.answers.stay} isFolded />}
      {shown.length > 0 && (
        <ol class="findings">
          {shown.map((finding, place) => (
            <OneFinding key={`${finding.code} ${finding.path}`} held={held} of={of} finding={finding} reason={reason?.because[place]} preview={previews[mending.indexOf(finding)]}>
              <At spot={lines[finding.path]} links={links} />
            </OneFinding>
          ))}
        </ol>
      )}
      {more > 0 && (shown.length < (answer?.findings.length ?? 0)
        ? <button type="button" onClick={() => (most.value += FIRST)}>{words.moreRows(more)}</button>
        : <p class="note">{words.moreRows(more)}</p>)}
      <Asked loads={[]} request={decided.request} envelope={envelope} microseconds={decided.microseconds} />
      {answer !== undefined && made.minimized.value?.decided !== undefined && <Smaller held={held} of={made.minimized.value.of} decided={made.minimized.value.decided} />}
    </section>
  );
}

/** A link to a line, if there is one. */
export function At({ spot, links }: { spot: Spot | undefined; links: Links }) {
  return spot === undefined ? null : <LineLink spot={spot} links={links} />;
}

interface OneFindingProps {
  held: Slot;
  of: string;
  finding: Finding;
  reason: Reason | undefined;
  preview: Mended | undefined;
  children: ComponentChildren;
}

function OneFinding({ held, of, finding: { level, code, cure, fix, safe }, reason, preview, children }: OneFindingProps) {
  return (
    <li class="tight">
      <div class="line top">
        <Mark shape={level === "error" ? "no" : "warn"} />
        <p><span class="note">{level}:</span> <Says text={reason?.says} /> {children}</p>
        <Explained codes={[code]} />
      </div>
      <p><span class="note">{later.whatToDo}:</span> <Says text={cure} /></p>
      {fix !== undefined && <Mend held={held} of={of} patch={fix} preview={preview} label={later.apply} note={safe === true ? later.answers.stay : later.answers.differ} />}
    </li>
  );
}

/** The lists that the profile does not need. */
function Smaller({ held, of, decided }: { held: Slot; of: string; decided: Decided }) {
  const { envelope } = decided;
  const { patch = [], saved = 0 } = (envelope.answer ?? {}) as Partial<Minimized>;
  const [preview] = usePreviews("smaller", of, patch.length === 0 ? [] : [patch]);
  return (
    <section class="decision smaller" aria-label={later.smaller}>
      <h3>{later.smaller}</h3>
      <p><Says text={envelope.because[0]?.says} />{saved > 0 && <span class="note"> {later.saves(size(saved))}</span>}</p>
      {patch.length > 0 && <Mend held={held} of={of} patch={patch} preview={preview} label={later.apply} isFolded />}
      <Asked loads={[]} request={decided.request} envelope={envelope} microseconds={decided.microseconds} />
    </section>
  );
}
