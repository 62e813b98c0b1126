// Would the gate admit it? Asks the gate and the same engine in the page, and explains differences, the likeliest cause
// first.
import { batch, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import { type KubernetesObject, type Response, admitted, responseOf } from "../../engine/admission.ts";
import type { Admission, Loaded } from "../../engine/answers.ts";
import { Overtaken, live } from "../../engine/client.ts";
import { type Gate, type Said, ask, gate, look, review } from "../../gate.ts";
import { Decision } from "../../part/decision.tsx";
import { Mark, Verdict } from "../../part/verdict.tsx";
import { date } from "../../format-later.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";
import { type Value, yaml } from "./worker.ts";

interface Compared {
  gate: Gate;
  /** The AdmissionReview with the gate's answer, and the time of that answer. */
  theirs: string;
  now: string;
  own: Admission;
  /** The profile's document, in the gate and in the page. */
  documents: { theirs: Loaded | undefined; own: Loaded | undefined; isSame: boolean };
}

/** Asks both. */
async function compare(object: KubernetesObject, profile: string): Promise<Compared> {
  // The documents may have changed since the page was opened.
  await look();
  const asked = gate.value as Gate;
  let last: Said = { text: "", now: "" };
  const { answer } = await admitted(object, async (phase, text) => {
    last = await review(phase, text);
    return last.text;
  });
  const own = await live.call("admit", "admit", object, { now: last.now, edition: circumstances.peek().edition });
  const named = (all: Loaded[]) => all.find(({ kind, name }) => kind === "CloudProfile" && name === profile);
  const [theirs, ours] = [named(asked.documents), named(own.documents)];
  const isSame = theirs !== undefined && (theirs.digest === ours?.digest || await isRead(profile));
  return { gate: asked, theirs: answer, now: last.now, own, documents: { theirs, own: ours, isSame } };
}

/** Whether the gate's profile means the same as the page's: different bytes may. */
async function isRead(profile: string): Promise<boolean> {
  const { text } = await ask("images/default-profile", { cloudProfile: profile });
  return live.call("isProfile", "isProfile", text);
}

/** This module was loaded because the user asked. */
let isFirst = true;

interface GateCheckProps {
  object: KubernetesObject;
  profile: string;
  /** Whether everything that the object is made of is known. */
  isWhole: boolean;
}

export function GateCheck({ object, profile, isWhole }: GateCheckProps) {
  const compared = useSignal<Compared | undefined>(undefined);
  const silent = useSignal("");
  const isAsking = useSignal(isFirst);
  const subject = JSON.stringify(object);
  useEffect(() => {
    compared.value = undefined;
    silent.value = "";
  }, [subject, circumstances.value]);
  // A request stays open while the object changes: an answer about an earlier object does not count.
  useEffect(() => {
    isFirst = false;
    if (!isAsking.value || !isWhole) return;
    let isOld = false;
    const answered = (take: () => void) => isOld || batch(() => {
      take();
      isAsking.value = false;
    });
    compare(object, profile).then(
      (found) => answered(() => {
        compared.value = found;
        silent.value = "";
      }),
      (error: Error) => answered(() => (silent.value = error instanceof Overtaken ? "" : error.message)),
    );
    return () => void (isOld = true);
  }, [subject, circumstances.value, isWhole, isAsking.value]);
  return (
    <section class="card stack" id="gate" aria-label={words.gate.asks}>
      <div class="line spread">
        <h2>{words.gate.asks}</h2>
        <button type="button" aria-disabled={isAsking.value} onClick={() => (isAsking.value = true)}>{words.gate.ask}</button>
      </div>
      <div class="tight" role="status">
        {silent.value !== "" && <p class="line"><Mark shape="warn" />{words.gate.silent} <code>{silent.value}</code></p>}
        {compared.value !== undefined && <Outcome compared={compared.value} />}
      </div>
      {compared.value !== undefined && <Details compared={compared.value} object={object} profile={profile} />}
    </section>
  );
}

function Outcome({ compared: { gate, theirs, now, own, documents } }: { compared: Compared }) {
  const isEqual = theirs === own.review && theirs !== "";
  const isEngine = own.sha256 === gate.sha256;
  return (
    <>
      <p class="note">{later.gate.at} <time dateTime={now} title={now}>{date(now)}</time></p>
      <Side name={later.gate.theirs} response={responseOf(theirs)} isTold={!isEqual} />
      <Side name={later.gate.own} response={responseOf(own.review)} isTold={true} />
      <p class="line"><Mark shape={isEqual ? "yes" : "no"} />{isEqual ? later.same : later.gate.differs}</p>
      {!documents.isSame && <p class="line"><Mark shape="warn" />{documents.theirs === undefined ? later.gate.noDocument : later.gate.otherDocuments}</p>}
      {own.sha256 === undefined && <p class="line"><Mark shape="warn" />{later.gate.noEngine}</p>}
      {own.sha256 !== undefined && !isEngine && <p class="line"><Mark shape="warn" />{later.gate.otherRules}</p>}
      {!isEqual && documents.isSame && isEngine && <p class="line"><Mark shape="warn" />{later.gate.otherEdition}</p>}
    </>
  );
}

/** A verdict with its message, which is what a user would see. If both sides agree, the message is shown once. */
function Side({ name, response: { allowed, status, warnings = [] }, isTold }: { name: string; response: Response; isTold: boolean }) {
  const word = allowed === undefined ? "undecided" : allowed ? "yes" : "no";
  return (
    <div class="tight side">
      <div class="line"><h3>{name}</h3><Verdict word={word} names={later.gate.verdict} /></div>
      {isTold && status?.message !== undefined && <p class="message">{status.message}</p>}
      {isTold && warnings.map((warning) => <p class="line"><Mark shape="warn" /><span>{warning}</span></p>)}
    </div>
  );
}

function Details({ compared: { gate, own, documents }, object, profile }: { compared: Compared; object: KubernetesObject; profile: string }) {
  const rows: [string, string | undefined, string | undefined][] = [
    [`CloudProfile/${profile}`, documents.theirs?.digest, documents.own?.digest],
    [later.engine, gate.sha256, own.sha256],
  ];
  return (
    <>
      {own.decided !== undefined && <Decision decided={own.decided} links={{ names: { profile } }} id="gate-decision" />}
      <details>
        <summary>{later.gate.digests}</summary>
        <table class="digests">
          <thead><tr><td /><th scope="col">{later.gate.theirs}</th><th scope="col">{later.gate.own}</th></tr></thead>
          <tbody>{rows.map(([name, theirs, ours]) => <tr><th scope="row">{name}</th><td><Digest hex={theirs} /></td><td><Digest hex={ours} /></td></tr>)}</tbody>
        </table>
      </details>
      <details>
        <summary>{later.gate.sent}</summary>
        <pre class="snippet" tabIndex={0}>{yaml(object as unknown as Value)}</pre>
      </details>
    </>
  );
}

function Digest({ hex }: { hex: string | undefined }) {
  return hex === undefined ? <span class="note">{words.absent}</span> : <code title={hex}>{hex.slice(0, 8)}</code>;
}
