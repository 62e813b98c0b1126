// Two objects that represent each other, and what happens to one when the other is deleted.
import { type Schema, meaning, partOf, spoken } from "../../part/schema.ts";
import { Mark } from "../../part/verdict.tsx";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";

interface Pair {
  imported?: boolean;
  record?: string;
  missing?: string[];
  ifCapiClusterDeleted: { deletes?: { name: string; by?: string }[]; handled?: boolean };
  /** Only if there is a record. */
  ifRecordDeleted?: { marksImported?: boolean; workloadCluster?: string };
}

/** The part of an answer about deletion, if there is one. */
export function pairOf(answer: Partial<Pair>): Pair | undefined {
  const { ifCapiClusterDeleted } = answer;
  return ifCapiClusterDeleted === undefined ? undefined : { ...answer, ifCapiClusterDeleted };
}

function word(schema: Schema | undefined, value: string, ...keys: string[]): string {
  return spoken(partOf(schema, ...keys), value) ?? value;
}

export function Deletion({ pair, schema, subject }: { pair: Pair; schema: Schema | undefined; subject: string }) {
  const { record, missing = [], ifCapiClusterDeleted: { deletes = [], handled }, ifRecordDeleted: { marksImported, workloadCluster } = {} } = pair;
  return (
    <section class="card stack" aria-label={later.deleting}>
      <h2>{later.deleting}</h2>
      <div class="pair">
        <div class="one">
          <h3><code>{subject}</code></h3>
          <p>{meaning(schema, "ifCapiClusterDeleted")}</p>
          <ul>
            {deletes.map(({ name, by }) => <li><Mark shape="no" /><span><code>{name}</code>{by !== undefined && <small> {word(schema, by, "ifCapiClusterDeleted", "deletes", "by")}</small>}</span></li>)}
            {deletes.length === 0 && <li><Mark shape="none" /><span>{meaning(schema, "ifCapiClusterDeleted", "deletes")}: {words.none}</span></li>}
            {handled !== undefined && <Answered yes={handled} name={meaning(schema, "ifCapiClusterDeleted", "handled")} />}
          </ul>
        </div>
        <div class={`link${record === undefined ? " broken" : ""}`}><span class="unseen">{record === undefined ? later.notLinked : later.linked}</span></div>
        <div class="one">
          <h3>{record === undefined ? later.noRecord : <code>{record}</code>}</h3>
          {record !== undefined && <p>{meaning(schema, "ifRecordDeleted")}</p>}
          <ul>
            {marksImported !== undefined && <Answered yes={marksImported} name={meaning(schema, "ifRecordDeleted", "marksImported")} />}
            {workloadCluster !== undefined && <li><Mark shape="none" /><span>{meaning(schema, "ifRecordDeleted", "workloadCluster")}: <code>{workloadCluster}</code></span></li>}
          </ul>
        </div>
      </div>
      {missing.length > 0 && (
        <div class="tight">
          <h3>{meaning(schema, "missing")}</h3>
          <ol class="missing">{missing.map((one) => <li title={one}>{word(schema, one, "missing")}</li>)}</ol>
        </div>
      )}
    </section>
  );
}

function Answered({ yes, name }: { yes: boolean; name: string | undefined }) {
  return <li><Mark shape={yes ? "yes" : "none"} /><span>{name}: {yes ? later.yesWord : later.noWord}</span></li>;
}
