// A decision with its reasons, the lines they refer to, and the smallest edit that changes it.
import type { ComponentChildren } from "preact";
import type { Decided, Problem, Reason } from "../engine/answers.ts";
import { duration } from "../format.ts";
import { words } from "../words.ts";
import { Copy } from "./copy.tsx";
import { Cure, cureOf } from "./cure.tsx";
import { type Links, LineLink } from "./links.tsx";
import { Says } from "./says.tsx";
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
      {cure !== undefined && <Cure cure={cure} text={text} onTry={onTry} />}
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

export function Asked({ loads, request, envelope, microseconds }: { loads: string[]; request: string; envelope: Decided["envelope"]; microseconds: number }) {
  const { because, problems, question } = envelope;
  const load = loads.length === 0 ? "" : `--load ${loads.join(" ")} --defaulted `;
  // Without a question it is a review.
  const verb = question === undefined ? "review" : `ask ${question}`;
  const command = () => `fitment ${verb} ${load}-f given.json ${said(request)}-o text`;
  const loading = loads.length === 0 ? "" : `fitment.load(documents, { defaulted: true }); // those of ${loads.join(", ")}\n`;
  const script = () => `import { start } from "fitment";\nconst fitment = await start();\n${loading}console.log(fitment.${question === undefined ? "review" : "ask"}Text(${JSON.stringify(request)}));\n`;
  return (
    <details>
      <summary>{words.asked} <span class="note"><code>{question ?? "review"}</code>{microseconds > 0 && ` · ${duration(microseconds)}`}</span></summary>
      <div class="tight">
        <div class="line">
          <Copy what={() => asText(because, 0)}>{words.asText}</Copy>
          <Copy what={() => JSON.stringify({ because, problems }, null, 2)}>{words.asJson}</Copy>
          <Copy what={() => asMarkdown(because, 0)}>{words.asMarkdown}</Copy>
          <Copy what={command}>{words.asCommand}</Copy>
          <Copy what={script}>{words.asJavaScript}</Copy>
        </div>
        <pre class="snippet" tabIndex={0}>{request.length > 20_000 ? `${request.slice(0, 20_000)} …` : request}</pre>
      </div>
    </details>
  );
}

/** The time and edition of a request, as options for the command line. */
function said(request: string): string {
  const [, edition = "", now = ""] = /"edition":"([^"]*)","now":"([^"]*)"/.exec(request) ?? [];
  return `${now === "" ? "" : `--now ${now} `}${edition === "" || edition === "design" ? "" : `--edition ${edition} `}`;
}

function asText(reasons: Reason[], depth: number): string {
  return reasons.map(({ says, because }) => `${"  ".repeat(depth)}${says}\n${asText(because, depth + 1)}`).join("");
}

function asMarkdown(reasons: Reason[], depth: number): string {
  return reasons.map(({ says, because }) => `${"  ".repeat(depth)}* ${says}\n${asMarkdown(because, depth + 1)}`).join("");
}
