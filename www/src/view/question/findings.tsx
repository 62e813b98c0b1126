// The findings of a question, each with its line and cure. The reasons explain them.
import type { Decided } from "../../engine/answers.ts";
import { type Links, LineLink } from "../../part/links.tsx";
import { Says } from "../../part/says.tsx";
import { Mark } from "../../part/verdict.tsx";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";

interface Finding {
  level: string;
  code: string;
  path: string;
  subject: string;
  cure: string;
  /** The edit that fixes it. */
  edit?: { key: string; value?: unknown };
}

/** The findings of an answer, if it has any. */
export function findingsOf({ findings }: { findings?: unknown }): Finding[] | undefined {
  const isFinding = (one: Partial<Finding> | null) => [one?.code, one?.path, one?.subject, one?.cure].every((part) => typeof part === "string");
  return Array.isArray(findings) && findings.length > 0 && findings.every(isFinding) ? findings : undefined;
}

/** How many findings are drawn. */
const MOST = 50;

export function Findings({ findings, decided, links }: { findings: Finding[]; decided: Decided; links: Omit<Links, "spots"> }) {
  const all: Links = { ...links, spots: decided.spots };
  return (
    <section class="card stack" aria-label={later.tabs.findings}>
      <h2>{later.tabs.findings}</h2>
      <ul class="found">
        {findings.slice(0, MOST).map(({ level, path, subject, cure, edit }, place) => {
          const spot = decided.spots[path];
          return (
            <li key={place}>
              <Mark shape={level === "error" ? "no" : "warn"} />
              <div class="tight">
                <p><code>{subject}</code>{spot !== undefined && <> <LineLink spot={spot} links={all} /></>}</p>
                <p><span class="note">{later.whatToDo}: </span><Says text={cure} /></p>
                {edit?.value !== undefined && <p><code>{edit.key}: {String(edit.value)}</code></p>}
              </div>
            </li>
          );
        })}
        {findings.length > MOST && <li class="note">{words.moreRows(findings.length - MOST)}</li>}
      </ul>
    </section>
  );
}
