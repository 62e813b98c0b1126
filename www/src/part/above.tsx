// What opens above the page, by key or by a button in the bar: a palette that leads to everything by name, and the
// keys.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { live } from "../engine/client.ts";
import { above, allow, singleKeys, targets } from "../keys.ts";
import { go } from "../url.ts";
import { views } from "../view/registry.ts";
import { words } from "../words.ts";
import { later } from "../words-later.ts";
import { explain } from "./explain.tsx";

export function Above() {
  const dialog = useRef<HTMLDialogElement>(null);
  const now = above.value;
  // Before the next key press, which is meant for the field.
  useLayoutEffect(() => {
    if (now === undefined) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [now]);
  return (
    <dialog ref={dialog} class="above" aria-label={now === "help" ? words.keys : words.goTo} onCancel={forget} onClose={closed}
      onClick={({ target, currentTarget }) => target === currentTarget && forget()}>
      {now === "palette" && <Palette />}
      {now === "help" && <Help />}
    </dialog>
  );
}

/**
 * Also on `cancel`, before the browser closes the dialog for Escape, so that the next key press acts on what is seen.
 */
function forget(): void {
  above.value = undefined;
}

/** A browser may close the dialog without asking, and reports it later, when it may have been reopened. */
function closed({ currentTarget }: { currentTarget: HTMLDialogElement }): void {
  if (!currentTarget.open) forget();
}

interface Item {
  group: string;
  name: string;
  go(): void;
}

/** How many items are listed; typing more narrows them down. */
const MOST = 50;

function Palette() {
  const typed = useSignal("");
  const at = useSignal(0);
  const asked = useSignal<Item[] | undefined>(undefined);
  const isTaken = useSignal(false);
  useEffect(() => {
    void known().catch(() => []).then((items) => (asked.value = items));
  }, []);
  const wanted = typed.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const all = [...ofViews(), ...ofView(), ...(asked.value ?? [])];
  const found: Item[] = [];
  for (const item of all) {
    if (found.length === MOST) break;
    const name = `${item.group} ${item.name}`.toLowerCase();
    if (wanted.every((word) => name.includes(word))) found.push(item);
  }
  const chosen = Math.min(at.value, found.length - 1);
  const take = (item: Item | undefined) => {
    if (item === undefined) return;
    forget();
    item.go();
  };
  // A choice made while the engine's names were still loading is taken once they have loaded.
  useEffect(() => {
    if (isTaken.value && asked.value !== undefined) take(found[chosen]);
    isTaken.value = false;
  }, [asked.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + 10, PageUp: chosen - 10 };
    const to = moves[event.key];
    if (event.key === "Enter" && found.length === 0) isTaken.value = asked.value === undefined;
    else if (event.key === "Enter") take(found[chosen]);
    else if (to !== undefined) at.value = Math.max(0, Math.min(found.length - 1, to));
    else return;
    event.preventDefault();
  };
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }), [chosen]);
  return (
    <>
      <input type="text" role="combobox" aria-label={words.goTo} aria-expanded="true" aria-controls="found" aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        autocomplete="off" autofocus placeholder={later.goToHint} value={typed.value} onKeyDown={onKeyDown} onInput={({ currentTarget: { value } }) => {
          typed.value = value;
          at.value = 0;
          isTaken.value = false;
        }} />
      <ul id="found" role="listbox" aria-label={words.goTo} ref={list}>
        {found.map((item, place) => (
          <li key={`${item.group} ${item.name}`} id={`found-${place}`} role="option" aria-selected={place === chosen} onClick={() => take(item)}>
            <span>{item.name}</span><small>{item.group}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="note" role="status">{asked.value === undefined ? words.working : words.nothingFound}</p>}
    </>
  );
}

function ofViews(): Item[] {
  return views.map(({ id, name }) => ({ group: words.views, name, go: () => go({ view: id, state: {} }) }));
}

/** The items that the open view leads to. */
function ofView(): Item[] {
  return targets.value.flatMap(({ group, names, go }) => names.map((name, place) => ({ group, name, go: () => go(place) })));
}

/** The questions that have a view, and the engine's codes. */
async function known(): Promise<Item[]> {
  const { questions, codes } = await live.call("names", "names");
  const ids = new Set(views.map(({ id }) => id));
  const asked = questions.flatMap((question) => {
    const [policy = "", name = ""] = question.split("/");
    return ids.has(policy) ? [{ group: later.question, name: question, go: () => go({ view: policy, state: { q: name } }) }] : [];
  });
  return [...asked, ...codes.map((code) => ({ group: later.codes, name: code, go: () => void explain([code], "whole") }))];
}

function Help() {
  return (
    <div class="stack">
      <h2>{words.keys}</h2>
      <dl class="keys">
        {Object.entries(later.keys.all).map(([key, does]) => <><dt>{key.split(" ").map((one) => <kbd>{one}</kbd>)}</dt><dd>{does}</dd></>)}
      </dl>
      <label class="line"><input type="checkbox" checked={singleKeys.value} onChange={({ currentTarget: { checked } }) => allow(checked)} />{later.keys.single}</label>
      <div class="line"><button type="button" onClick={forget}>{words.hide}</button></div>
    </div>
  );
}
