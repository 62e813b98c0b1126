// The frame around every view: the bar, the rail, the footer.
import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { EDITIONS, circumstances, isPresent, isTime, theme, type Theme } from "./circumstances.ts";
import { flush } from "./documents.ts";
import type { About } from "./engine/answers.ts";
import { failure, live, long } from "./engine/client.ts";
import { gate, look } from "./gate.ts";
import { above } from "./keys.ts";
import { Copy } from "./part/copy.tsx";
import { explained } from "./part/explain.tsx";
import { Logo } from "./part/icons.tsx";
import { isNewer, renew } from "./offline.ts";
import { astray, choose, go, place, write } from "./url.ts";
import { type View, views } from "./view/registry.ts";
import { words } from "./words.ts";

const view = computed<View>(() => views.find(({ id }) => id === place.value.view) ?? (views[0] as View));
const shown = signal<{ id: string; Body: FunctionComponent } | undefined>(undefined);
const isMenuOpen = signal(false);
export const about = signal<About | undefined>(undefined);

const COMMON = ["edition", "now"];

/** The parts of the address that lead nowhere: its view, the keys that the view does not know, and those that name nothing. */
const unknown = computed(() => {
  const { view: id, state } = place.value;
  return [
    ...(id === "" || id === view.value.id ? [] : [id]),
    ...Object.keys(state).filter((key) => astray.value.includes(key) || (key === "now" && !isTime(state[key] as string)) || (key === "edition" && !EDITIONS.some((name) => name === state[key])) || (!COMMON.includes(key) && !view.value.keys.includes(key))),
  ];
});

effect(() => {
  const { id, asks, load } = view.value;
  document.title = `${asks} – Fitment`;
  void load().then((Body) => {
    if (view.peek().id === id) shown.value = { id, Body };
  });
});

live.call("about", "about", "images").then((answer) => (about.value = answer)).catch((error: Error) => {
  failure.value = { says: error.message, fatal: true };
});

// Without a gate the page works on its own.
look().catch(() => {});

export function Shell() {
  const Body = shown.value?.id === view.value.id ? shown.value.Body : undefined;
  return (
    <>
      <a class="skip" href="#inputs" onClick={jump}>{words.skipToInputs}</a>
      <a class="skip" href="#decision" onClick={jump}>{words.skipToDecision}</a>
      <Bar />
      <Rail />
      <main>
        <h1>{view.value.asks}</h1>
        <Notices />
        {Body !== undefined && <Body key={view.value.id} />}
      </main>
      <Busy />
      <Foot />
      <Explanation />
      <Above />
    </>
  );
}

/** The fragment is the page's state, so these links only move the focus. */
function jump(event: MouseEvent): void {
  event.preventDefault();
  const target = document.getElementById((event.currentTarget as HTMLAnchorElement).hash.slice(1));
  target?.focus();
  target?.scrollIntoView();
}

/** A part that is loaded when it is first needed. */
function onceNeeded(what: ReadonlySignal<unknown>, load: () => Promise<FunctionComponent>): FunctionComponent {
  const loaded = signal<{ Body: FunctionComponent } | undefined>(undefined);
  effect(() => {
    if (what.value !== undefined && loaded.peek() === undefined) void load().then((Body) => (loaded.value = { Body }));
  });
  return () => loaded.value && <loaded.value.Body />;
}

const Above = onceNeeded(above, async () => (await import("./part/above.tsx")).Above);
const Explanation = onceNeeded(explained, async () => (await import("./part/explanation.tsx")).Explanation);

function Bar() {
  return (
    <header class="bar">
      <button type="button" class="menu" aria-expanded={isMenuOpen.value} aria-controls="rail" onClick={() => (isMenuOpen.value = !isMenuOpen.value)}>
        {words.menu}
      </button>
      <a class="name" href="#/pick" onClick={visit("pick")}><Logo />Fitment</a>
      <div class="end">
        <button type="button" class="key" onClick={() => (above.value = "palette")}>{words.goTo} <kbd>Ctrl K</kbd></button>
        <button type="button" class="key" aria-label={words.keys} title={words.keys} onClick={() => (above.value = "help")}>?</button>
        <span class="wide"><Settings id="bar" /></span>
        <span>
          <label for="theme" class="unseen">{words.theme}</label>
          <select id="theme" value={theme.value} onChange={({ currentTarget: { value } }) => (theme.value = value as Theme)}>
            {Object.entries(words.themes).map(([id, name]) => <option value={id}>{name}</option>)}
          </select>
        </span>
      </div>
    </header>
  );
}

/** The time and edition, and a link to the current state. In the bar, or in the menu on narrow screens. */
function Settings({ id }: { id: string }) {
  const { now, edition } = circumstances.value;
  return (
    <>
      <span class="setting">
        <label for={`${id}-now`}>{words.time}</label>
        <input id={`${id}-now`} type="date" value={now.slice(0, 10)} title={now}
          onChange={({ currentTarget: { value } }) => choose({ now: value === "" ? "present" : `${value}T00:00:00Z` })} />
        {isPresent.value
          ? <span class="note">{words.present}</span>
          : <button type="button" class="link" onClick={() => choose({ now: "present" })}>{words.usePresent}</button>}
      </span>
      <span class="setting">
        <label for={`${id}-edition`}>{words.edition}</label>
        <select id={`${id}-edition`} value={edition} onChange={({ currentTarget: { value } }) => choose({ edition: value === "design" ? "" : value })}>
          {EDITIONS.map((name) => <option>{name}</option>)}
        </select>
      </span>
      <Copy what={() => flush().then(() => location.href)}>{words.copyLink}</Copy>
    </>
  );
}

function visit(id: string) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    isMenuOpen.value = false;
    void flush().then(() => go({ view: id, state: {} }));
  };
}

function Rail() {
  const groups = [...new Set(views.map(({ group }) => group))];
  return (
    <nav class={`rail${isMenuOpen.value ? " open" : ""}`} id="rail" aria-label={words.views}>
      {groups.map((group) => (
        <section>
          <h2>{group}</h2>
          <ul>
            {views.filter((view) => view.group === group).map(({ id, name, load }) => (
              <li>
                <a href={write({ view: id, state: {} })} aria-current={id === view.value.id ? "page" : undefined} onClick={visit(id)} onPointerEnter={() => void load()}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div class="narrow tight">
        <Settings id="menu" />
        <button type="button" onClick={() => (above.value = "palette")}>{words.goTo}</button>
      </div>
    </nav>
  );
}

const isStopped = signal(false);

/** A button to stop a long-running call. */
function Busy() {
  const stop = (lane: typeof live) => {
    lane.cancel();
    isStopped.value = true;
  };
  return (
    <div class="busy" role="status">
      {isStopped.value && <span class="line">{words.stoppedWork}<button type="button" onClick={() => (isStopped.value = false)}>{words.hide}</button></span>}
      {[live, long].map((lane) => lane.pace.value === "slow" && (
        <span class="line"><progress aria-label={words.working} />{words.working}<button type="button" onClick={() => stop(lane)}>{words.stop}</button></span>
      ))}
    </div>
  );
}

function Notices() {
  const failed = failure.value;
  return (
    <>
      {failed !== undefined && (
        <p class="notice error" role="alert">
          {failed.fatal === undefined ? words.noAnswer : failed.fatal ? words.cannotStart : words.stopped} <code>{failed.says}</code>
          {failed.fatal !== true && <button type="button" class="link" onClick={() => (failure.value = undefined)}>{words.hide}</button>}
        </p>
      )}
      {isNewer.value && (
        <p class="notice" role="status">{words.newVersion} <button type="button" class="link" onClick={renew}>{words.reload}</button></p>
      )}
      {unknown.value.length > 0 && (
        <p class="notice" role="status">
          {words.unknownKeys(unknown.value.map((key) => [key, place.value.state[key]].join("=").replace(/=$/, "")).join(", "))}
          <button type="button" class="link" onClick={() => go({ view: view.value.id, state: Object.fromEntries(Object.entries(place.value.state).filter(([key]) => !unknown.value.includes(key))) })}>{words.hide}</button>
        </p>
      )}
    </>
  );
}

function Foot() {
  const said = about.value;
  return (
    <footer class="foot">
      <span>{said === undefined ? words.starting : `${said.engine} ${said.version}`}</span>
      <span>{gate.value === undefined ? words.runsHere : words.gateBeside}</span>
      {gate.value !== undefined && <span title={gate.value.sha256}>{words.gate.name} {gate.value.version} <code>{gate.value.sha256.slice(0, 8)}</code></span>}
    </footer>
  );
}
