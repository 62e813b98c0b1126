// A decision with its reasons, the lines they refer to, and the smallest edit that changes it.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Decided, Problem } from "../engine/answers.ts";
import { duration } from "../format.ts";
import { words } from "../words.ts";
import { Cure, cureOf } from "./cure.tsx";
import { type Links, LineLink } from "./links.tsx";
import { Says } from "./says.tsx";
import type { Request as RequestBody } from "./request.tsx";
import { Tree } from "./tree.tsx";
import { Mark, Verdict, type Word, wordOf } from "./verdict.tsx";

interface DecisionProps {
  decided: Decided;
  /** Undefined if the verdict is shown elsewhere. */
  title?: ComponentChildren;
  links: Omit<Links, "spots">;
  /** The names of the verdicts in this view. */
  names?: Record<Word, string>;
  /** The text that a cure would change; `onTry` takes the changed one. */
  text?: string;
  /** The files that have to be loaded before it can be asked. */
  loads?: string[];
  onTry?(text: string): void;
  isStale?: boolean;
  /** The target of the skip link; the first decision on a page has the default id. */
  id?: string;
  children?: ComponentChildren;
}

export function Decision({ decided, title, links, names, text, loads, onTry, isStale, id = "decision", children }: DecisionProps) {
  const { envelope, spots, request } = decided;
  const { because, problems } = envelope;
  const all: Links = { ...links, spots };
  const cure = cureOf(envelope.answer);
  return (
    <section class={`decision${isStale === true ? " stale" : ""}`} id={id} tabIndex={-1} aria-label={words.reasons}>
      {title !== undefined && (
        <header>
          <Verdict word={wordOf(envelope)} names={names ?? words.verdict} />
          <h2>{title}</h2>
        </header>
      )}
      {isStale === true && <p class="note">{words.stale}</p>}
      <Problems problems={problems} links={all} />
      {because.length > 0 && <Tree reasons={because} links={all} />}
      {cure !== undefined && isStale !== true && <Cure cure={cure} text={text} onTry={onTry} />}
      {children}
      <Asked loads={loads ?? []} request={request} envelope={envelope} microseconds={decided.microseconds} />
    </section>
  );
}

export function Problems({ problems, links }: { problems: Problem[]; links: Links }) {
  const errors = problems.filter(({ level }) => level === "error");
  const warnings = problems.filter(({ level }) => level === "warning");
  const list = (some: Problem[]) => (
    <ul class="problems">{some.map((problem, place) => <OneProblem key={place} problem={problem} links={links} />)}</ul>
  );
  return (
    <>
      {errors.length > 0 && list(errors)}
      {warnings.length > 0 && (warnings.length < 3 ? list(warnings) : <details><summary>{words.warnings(warnings.length)}</summary>{list(warnings)}</details>)}
    </>
  );
}

function OneProblem({ problem: { level, says, path }, links }: { problem: Problem; links: Links }) {
  const spot = links.spots[path];
  return (
    <li>
      <Mark shape={level === "error" ? "no" : "warn"} />
      <span><Says text={says} />{spot !== undefined && <> <LineLink spot={spot} links={links} /></>}</span>
    </li>
  );
}

/** Loaded when a request is first looked at. */
const body = signal<{ Request: typeof RequestBody } | undefined>(undefined);

export function Asked({ loads, request, envelope, microseconds }: { loads: string[]; request: string; envelope: Decided["envelope"]; microseconds: number }) {
  const Request = body.value?.Request;
  return (
    <details onToggle={async () => (body.value ??= await import("./request.tsx"))}>
      <summary>{words.asked} <span class="note"><code>{envelope.question ?? "review"}</code>{microseconds > 0 && ` · ${duration(microseconds)}`}</span></summary>
      {Request !== undefined && <Request loads={loads} request={request} envelope={envelope} />}
    </details>
  );
}
