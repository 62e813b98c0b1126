// Reasons as nested disclosures: the first, which decided, is expanded to its end.
import { useSignal } from "@preact/signals";
import type { Fact, Reason } from "../engine/answers.ts";
import { words } from "../words.ts";
import { Explained } from "./explain.tsx";
import { Chevron } from "./icons.tsx";
import { Says } from "./says.tsx";
import { type Links, FactLink, shown } from "./links.tsx";

const MOST = 50;

export function Tree({ reasons, links }: { reasons: Reason[]; links: Links }) {
  return (
    <div class="tree" onKeyDown={walk}>
      <Branch reasons={reasons} links={links} level={1} isFirst />
    </div>
  );
}

function Branch({ reasons, links, level, isFirst }: { reasons: Reason[]; links: Links; level: number; isFirst: boolean }) {
  const limit = useSignal(MOST);
  const more = reasons.length - limit.value;
  return (
    <ul>
      {reasons.slice(0, limit.value).map((reason, place) => (
        <Twig key={`${place} ${reason.code} ${reason.subject}`} reason={reason} links={links} level={level} isFirst={isFirst && place === 0} />
      ))}
      {more > 0 && <li><button type="button" class="link" onClick={() => (limit.value += MOST)}>{words.moreRows(more)}</button></li>}
    </ul>
  );
}

function Twig({ reason, links, level, isFirst }: { reason: Reason; links: Links; level: number; isFirst: boolean }) {
  const { chain, end } = follow(reason);
  const isOpen = useSignal(isFirst || level <= 1);
  const isLeaf = end.because.length === 0;
  return (
    <li>
      <div class="reason" data-row tabIndex={-1}>
        {isLeaf
          ? <span class="leaf" />
          : (
            <button type="button" class="bare fold" aria-expanded={isOpen.value} aria-label={end.says ?? end.code} onClick={() => (isOpen.value = !isOpen.value)}>
              <Chevron />
            </button>
          )}
        <span class="text">
          <span class="unseen">{words.level(level)} </span>
          {chain.map(({ says }, place) => (
            <span key={place} class={place > 0 ? "then" : ""}><Says text={says} /></span>
          ))}
        </span>
        <Explained codes={chain.map(({ code }) => code)} />
      </div>
      {(isLeaf || isOpen.value) && <Facts chain={chain} links={links} />}
      {!isLeaf && isOpen.value && <Branch reasons={end.because} links={links} level={level + 1} isFirst={isFirst} />}
    </li>
  );
}

/** Collects a chain of reasons that each rest on a single reason and have no facts, to be shown on one line. */
function follow(reason: Reason): { chain: Reason[]; end: Reason } {
  const chain = [reason];
  let end = reason;
  for (let next = end.because[0]; end.because.length === 1 && end.facts.length === 0 && next !== undefined && chain.length < 3; next = end.because[0]) {
    chain.push(next);
    end = next;
  }
  return { chain, end };
}

function Facts({ chain, links }: { chain: Reason[]; links: Links }) {
  const facts = chain.flatMap(({ facts, says }) => facts.filter((fact) => tells(fact, says ?? "", links)));
  if (facts.length === 0) return null;
  return <ul class="facts">{facts.map((fact, place) => <FactLink key={place} fact={fact} links={links} />)}</ul>;
}

/** Whether a fact adds something to the sentence: a line to go to, or a value that the sentence does not contain. */
function tells({ path, value }: Fact, says: string, { spots }: Links): boolean {
  if (path === undefined) return false;
  if (spots[path] !== undefined) return true;
  const text = value === undefined ? "" : shown(value);
  return text !== "" && !says.includes(text);
}

/** Moves between rows, and opens and closes them, with the arrow keys, in addition to Tab. */
function walk(event: KeyboardEvent): void {
  const { key, currentTarget, target } = event;
  const rows = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.contains(target as Node));
  const row = rows[at];
  if (row === undefined) return;
  const fold = row.querySelector<HTMLButtonElement>(".fold");
  const isOpen = fold?.ariaExpanded === "true";
  const focus = (next: HTMLElement | undefined) => (next?.querySelector<HTMLElement>(".fold") ?? next)?.focus();
  if (key === "ArrowDown") focus(rows[at + 1]);
  else if (key === "ArrowUp") focus(rows[at - 1]);
  else if (key === "ArrowRight" && fold !== null && !isOpen) fold.click();
  else if (key === "ArrowLeft" && fold !== null && isOpen) fold.click();
  else if (key === "ArrowLeft") focus(row.closest("ul")?.closest("li")?.querySelector<HTMLElement>("[data-row]") ?? undefined);
  else if (key === "Enter" && target === row) row.parentElement?.querySelector<HTMLElement>(".facts a")?.click();
  else return;
  event.preventDefault();
}
