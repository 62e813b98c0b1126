// Pick: which machine images fit a machine type, and why the others do not.
import { computed, effect, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { circumstances } from "../../circumstances.ts";
import type { Decided, Fitting } from "../../engine/answers.ts";
import { live } from "../../engine/client.ts";
import { gate } from "../../gate.ts";
import { targets } from "../../keys.ts";
import { profiles } from "../../examples.ts";
import { Copy } from "../../part/copy.tsx";
import { Decision, Problems } from "../../part/decision.tsx";
import { Edited, mistakesOf, retouch, typing } from "../../part/edited.tsx";
import { Wrong } from "../../part/notices.tsx";
import { Paper } from "../../part/paper.tsx";
import { useFollowed } from "../../part/followed.ts";
import { choose, place } from "../../url.ts";
import { words } from "../../words.ts";
import { type Profile, about, profile, unlessOvertaken } from "../profile.ts";
import { ProfileInput } from "../profile-input.tsx";
import { List } from "./list.tsx";
import { type Row, causesOf, found, rowsOf } from "./rows.ts";
import { Selects } from "./selects.tsx";
import { shootOf } from "./shoot.ts";
import { type Value, yaml } from "./worker.ts";
import type { GateCheck } from "./gate.tsx";

interface Picked {
  picked?: { image: string; version: string };
  worker?: { [key: string]: Value };
}

/** The view's state, created when it is opened. */
function model() {
  const { profile: held, end } = profile(live);
  const { last: fitting, current: fits } = about<Fitting>(held);
  const { last: picked, current: pick } = about<{ decided: Decided<Picked>; asked: string }>(held);
  const { last: fitted, current: fit } = about<{ name: string; decided: Decided }>(held);

  const state = computed(() => ({ ...(place.value.state.doc === undefined ? profiles[0]?.first : held.example.value?.first), ...place.value.state }));
  const columns = computed(() => held.good.value?.columns);
  const machineType = computed(() => {
    const { type } = state.value;
    const known = columns.value?.machineType;
    return known === undefined ? "" : type !== undefined && known.includes(type) ? type : known[0] ?? "";
  });
  const region = computed(() => {
    const wanted = state.value.region ?? "";
    return held.good.value?.columns?.regions.some(({ name }) => name === wanted) === true ? wanted : "";
  });
  const rows = computed(() => (held.good.value === undefined || fits.value === undefined ? [] : rowsOf(held.good.value, fits.value)));
  const selected = computed(() => {
    const { image, version } = state.value;
    return rows.value.find((row) => row.image === image && row.version === version) ?? rows.value[0];
  });
  const best = computed(() => {
    const picked = pick.value?.decided.envelope.answer?.picked;
    return picked === undefined ? "" : `${picked.image} ${picked.version}`;
  });

  const wishes = () => ({
    cloudProfile: held.good.value?.profile ?? "",
    machineType: machineType.value,
    ...(region.value === "" ? {} : { region: region.value }),
  });
  const ends = [
    end,
    effect(() => {
      const of = held.good.value;
      if (of === undefined || !held.isReady.value || machineType.value === "") return;
      const now = circumstances.value;
      live.call("fitting", "fitting", machineType.value, region.value, now).then((answer) => (fitting.value = { of, answer })).catch(unlessOvertaken);
      const asked = wishes();
      live.call("pick", "ask", "images", "images/pick", asked, now).then((decided) => {
        picked.value = { of, answer: { decided: decided as Decided<Picked>, asked: JSON.stringify(asked) } };
      }).catch(unlessOvertaken);
    }),
    effect(() => {
      const [row, of] = [selected.value, held.good.value];
      if (row === undefined || of === undefined || !held.isReady.value) return;
      const given = { ...wishes(), image: row.image, version: row.version };
      live.call("fit", "ask", "images", "images/fit", given, circumstances.value).then((decided) => (fitted.value = { of, answer: { name: row.name, decided } })).catch(unlessOvertaken);
    }),
  ];
  /** The Shoot that a gate is asked about, and whether all its parts are known. */
  const shoot = computed(() => {
    const [row, opened] = [selected.value, held.good.value];
    if (row === undefined || opened?.profile === undefined || held.isStale.value) return undefined;
    const { image, version } = row;
    const place = region.value === "" ? opened.columns?.regions[0]?.name ?? "" : region.value;
    const { profile, type } = opened;
    const object = shootOf({ profile, type, region: place, machineType: machineType.value, image, version, worker: pick.value?.decided.envelope.answer?.worker });
    return { object, profile, isWhole: held.isReady.value && pick.value?.asked === JSON.stringify(wishes()) };
  });
  ends.push(effect(() => {
    const types = columns.value?.machineType ?? [];
    const versions = rows.value;
    targets.value = [
      { group: words.machineType, names: types, go: (place) => choose({ type: types[place] ?? "", line: "" }) },
      { group: words.image, names: versions.map(({ image, version }) => `${image} ${version}`), go: (place) => versions[place] !== undefined && select(versions[place]) },
    ];
    return () => (targets.value = []);
  }));
  return { held, shoot, state, columns, machineType, region, rows, selected, best, pick, fit, end: () => ends.forEach((one) => one()) };
}

type Model = ReturnType<typeof model>;

/** Loaded when the gate is first asked. */
const check = signal<{ Body: typeof GateCheck } | undefined>(undefined);

export function Pick() {
  const made = useMemo(model, []);
  useEffect(() => made.end, []);
  return (
    <div class="columns pick">
      <Inputs made={made} />
      {made.held.absent.value === undefined && (
        <>
          <Versions made={made} />
          <Detail made={made} />
          <Written held={made.held} decided={made.held.isStale.value ? undefined : made.fit.value?.decided} />
        </>
      )}
    </div>
  );
}

function Inputs({ made: { held, machineType, region, selected } }: { made: Model }) {
  const row = selected.value;
  return (
    <section class="stack inputs card" id="inputs" tabIndex={-1} aria-label={words.given}>
      <ProfileInput held={held} keys={["type", "image", "version", "region", "cause", "find", "line"]} />
      <Selects held={held} machineType={machineType.value} region={region.value} value={row === undefined ? "" : `${row.image} ${row.version}`}
        onMachineType={(type) => choose({ type, line: "" })} onImage={(image, version) => choose({ image, version, line: "" })} />
      <div>
        <label for="region">{words.region}</label>
        <select id="region" data-given="/region" value={region.value} onChange={({ currentTarget: { value } }) => choose({ region: value })}>
          <option value="">{words.any}</option>
          {held.good.value?.columns?.regions.map(({ name }) => <option>{name}</option>)}
        </select>
      </div>
    </section>
  );
}

function select({ image, version }: Row): void {
  choose({ image, version, line: "" });
}

function Versions({ made: { held, rows, state, selected, best } }: { made: Model }) {
  const { cause = "", only = "" } = state.value;
  const [find, type] = useFollowed("find");
  const shown = useMemo(() => computed(() => {
    const { cause = "", only = "" } = state.value;
    return found(rows.value, find.value, cause, only !== "");
  }), [find]);
  const causes = useMemo(() => causesOf(rows.value), [rows.value]);
  const isStale = held.isStale.value;
  return (
    <section class={`card stack${isStale ? " stale" : ""}`} aria-label={words.columns}>
      <div class="line spread">
        <h2 aria-live="polite">{words.fitOf(rows.value.filter(({ isOffered }) => isOffered).length, rows.value.length)}</h2>
        <button type="button" aria-pressed={only !== ""} onClick={() => choose({ only: only === "" ? "yes" : "" })}>{words.fitsOnly}</button>
      </div>
      <div>
        <label for="find" class="unseen">{words.filter}</label>
        <div class="typed"><input id="find" type="search" placeholder={words.filter} value={find} onInput={({ currentTarget: { value } }) => type(value)} /></div>
      </div>
      {isStale && <p class="note">{words.stale}</p>}
      <List rows={shown} total={rows.value.length} selected={selected} best={best} onSelect={select} />
      {causes.length > 0 && (
        <div class="chips" role="group" aria-label={words.why}>
          {causes.map(([name, count]) => (
            <button type="button" aria-pressed={cause === name} onClick={() => choose({ cause: cause === name ? "" : name })}>{name} {count}</button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The files that the command line would load. */
const FILES = ["cloudprofile.yaml"];

function Detail({ made }: { made: Model }) {
  const { held, fit, pick, selected } = made;
  const opened = held.opened.value;
  const names = { profile: opened?.profile ?? words.profile };
  const row = selected.value;
  const shown = fit.value;
  const picked = pick.value?.decided;
  const worker = picked?.envelope.answer?.worker;
  return (
    <aside class="stack" aria-label={words.reasons}>
      <div class="card stack">
        <Edited held={held} name="cloudprofile.yaml" />
        <Wrong fault={opened?.fault} />
        {opened?.decided !== undefined && opened.decided.envelope.problems.length > 0 && (
          <Problems problems={opened.decided.envelope.problems} links={{ spots: opened.decided.spots, names }} />
        )}
        {shown !== undefined && row !== undefined && (
          <Decision decided={shown.decided} links={{ names }} names={words.fitVerdict} text={held.text.value} onTry={(text) => retouch(held, text)} loads={FILES}
            isStale={held.isStale.value}
            title={<code>{shown.name}</code>} />
        )}
      </div>
      {worker !== undefined && picked !== undefined && <Worker worker={worker} pick={picked} names={names} isStale={held.isStale.value} />}
      <Gate made={made} />
    </aside>
  );
}

/** Shown only if there is a gate. */
function Gate({ made: { shoot } }: { made: Model }) {
  const Body = check.value?.Body;
  if (gate.value === undefined || shoot.value === undefined) return null;
  if (Body !== undefined) return <Body {...shoot.value} />;
  const start = async () => {
    const { GateCheck } = await import("./gate.tsx");
    check.value = { Body: GateCheck };
  };
  return (
    <section class="card line spread" aria-label={words.gate.asks}>
      <h2>{words.gate.asks}</h2>
      <button type="button" onClick={start}>{words.gate.ask}</button>
    </section>
  );
}

interface WorkerProps {
  worker: NonNullable<Picked["worker"]>;
  pick: Decided<Picked>;
  names: Record<string, string>;
  isStale: boolean;
}

function Worker({ worker, pick, names, isStale }: WorkerProps) {
  const text = yaml([worker]).trimStart();
  return (
    <div class={`card stack${isStale ? " stale" : ""}`}>
      <Decision id="picked" isStale={isStale} decided={pick as Decided} loads={FILES} links={{ names }} names={{ ...words.verdict, none: words.recommended }}
        title={<code>{pick.envelope.answer?.picked?.image} {pick.envelope.answer?.picked?.version}</code>} />
      <div class="line spread">
        <h3>{words.worker}</h3>
        {!isStale && <Copy what={() => text}>{words.copy}</Copy>}
      </div>
      <pre class="snippet" tabIndex={0}>{text}</pre>
    </div>
  );
}

/** The document, at the requested line. */
function Written({ held, decided }: { held: Profile; decided: Decided | undefined }) {
  const text = held.text.value;
  const cited = useMemo(() => new Set(Object.values(decided?.spots ?? {}).map(({ line }) => line)), [decided]);
  const line = Number(place.value.state.line ?? "");
  const opened = held.opened.value;
  const mistakes = useMemo(() => mistakesOf("profile", opened?.fault, opened?.decided?.envelope, opened?.decided?.spots), [opened]);
  const type = useMemo(() => typing(held), [held]);
  if (text === undefined) return null;
  return (
    <section class="card tight written" aria-label={words.document}>
      <h2>{held.name.value}</h2>
      <Paper text={text} label={words.document} cited={cited} marked={line > 0 ? line - 1 : undefined} faulty={opened?.fault?.line}
        mistakes={mistakes} onEdit={type} isReading />
    </section>
  );
}
