// A decision as the gate logged it.
import type { Line } from "../../log/shape.ts";
import { Explained } from "../../part/explain.tsx";
import { Verdict, type Word } from "../../part/verdict.tsx";
import { moment } from "../../format-later.ts";
import { duration } from "../../format.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";

/** The verdict of a line as a word. */
function wordOf({ outcome, verdict }: Line): Word {
  if (outcome !== "decided") return "undecided";
  return verdict === "yes" || verdict === "no" ? verdict : "none";
}

export function LineOf({ line }: { line: Line }) {
  const { at, subject, codes, micros, engine } = line;
  return (
    <>
      <header class="line"><Verdict word={wordOf(line)} names={words.verdict} /><code>{subject}</code></header>
      <div class="answer">
        <dl>
          <dt>{words.time}</dt>
          <dd><time dateTime={at} title={at}>{moment(Date.parse(at))}</time></dd>
          <dt>{later.latency}</dt>
          <dd>{duration(micros)}</dd>
          <dt>{later.codes}</dt>
          <dd>{codes.map((code) => <div class="line" key={code}><code>{code}</code><Explained codes={[code]} /></div>)}{codes.length === 0 && <span class="note">{words.none}</span>}</dd>
          {engine?.version !== undefined && <><dt>{later.engine}</dt><dd>{engine.version}</dd></>}
        </dl>
      </div>
      <Digests line={line} />
    </>
  );
}

/** The digests by which repeated decisions are compared. */
function Digests({ line: { requestSha256, answerSha256, documents, engine } }: { line: Line }) {
  const rows = Object.entries({ [later.request]: requestSha256, [later.answer]: answerSha256, [words.document]: documents, [later.engine]: engine?.wasmSha256 });
  const known = rows.filter(([, hex]) => hex !== undefined && hex !== "");
  if (known.length === 0) return null;
  return (
    <details>
      <summary>{later.gate.digests}</summary>
      <div class="answer"><dl>{known.map(([name, hex]) => <><dt>{name}</dt><dd><code>{hex}</code></dd></>)}</dl></div>
    </details>
  );
}
