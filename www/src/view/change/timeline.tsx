// What maintenance does to pools over time: a lane for pools that move alike, and the same as a list.
import type { Move, Plan, PlannedPool, Unplaced } from "../../engine/answers.ts";
import { Decision } from "../../part/decision.tsx";
import type { Links } from "../../part/links.tsx";
import { type Schema, partOf, spoken } from "../../part/schema.ts";
import { Mark } from "../../part/verdict.tsx";
import { date } from "../../format-later.ts";
import { words } from "../../words.ts";
import { later } from "../../words-later.ts";

/** Pools that move alike. */
interface Lane {
  like: PlannedPool;
  pools: string[];
}

/** The most lanes; further ones are only in the list. */
const MOST_LANES = 60;

function lanesOf(pools: PlannedPool[]): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const like of pools) {
    const { image, version, steps, stable, failed, failedAfter } = like;
    const key = JSON.stringify([image, version, steps, stable, failed, failedAfter]);
    const lane = lanes.get(key);
    if (lane === undefined) lanes.set(key, { like, pools: [like.pool] });
    else lane.pools.push(like.pool);
  }
  return [...lanes.values()];
}

/** Where a track has the present and the last date, in percent; left of the present is a pool's current version. */
const [PRESENT, END] = [20, 80];

/** The position of a time on a track. */
type Scale = (moment: string | undefined) => number;

function scaleOf(pools: PlannedPool[], now: string): { scale: Scale; dates: string[] } {
  const moments = pools.flatMap(({ steps = [], failedAfter }) => [...steps.map(({ after }) => after), failedAfter]);
  const dates = [...new Set(moments.filter((moment) => moment !== undefined))].sort();
  const [first, last] = [Date.parse(now), Date.parse(dates.at(-1) ?? now)];
  const scale = (moment: string | undefined) =>
    moment === undefined || last <= first ? PRESENT : PRESENT + ((END - PRESENT) * (Date.parse(moment) - first)) / (last - first);
  return { scale, dates };
}

interface TimelineProps {
  plan: Plan;
  now: string;
  schema: Schema | undefined;
  names: Links["names"];
}

export function Timeline({ plan: { pools, unplaced, more }, now, schema, names }: TimelineProps) {
  const because = (need: string) => spoken(partOf(schema, "workers", "steps", "need"), need) ?? need;
  const lanes = lanesOf(pools);
  const { scale, dates } = scaleOf(pools, now);
  return (
    <section class="card stack" id="decision" tabIndex={-1} aria-label={later.timeline}>
      <h2>{later.timeline}</h2>
      {pools.length > 0 && <div class="timeline" aria-hidden="true">
        <div class="lane axis">
          <span />
          <div class="track">
            <span class="date" style={{ left: `${PRESENT}%` }}>{words.present}</span>
            {spread(dates, scale).map((moment) => <span class="date" style={{ left: `${scale(moment)}%` }}>{date(moment)}</span>)}
          </div>
        </div>
        {lanes.slice(0, MOST_LANES).map((lane) => <Drawn lane={lane} scale={scale} because={because} />)}
      </div>}
      <ol class="moves">{lanes.map((lane) => <Told lane={lane} because={because} />)}</ol>
      {unplaced.length > 0 && <NotPlaced unplaced={unplaced} names={names} />}
      {more > 0 && <p class="note">{later.moreShoots(more)}</p>}
    </section>
  );
}

/** The Shoots without a lane, which would otherwise go unnoticed. */
function NotPlaced({ unplaced, names }: { unplaced: Unplaced[]; names: Links["names"] }) {
  return (
    <div class="tight">
      <h3>{later.notPlaced(unplaced.reduce((sum, { shoots }) => sum + shoots.length, 0))}</h3>
      <ul class="unplaced">
        {unplaced.map(({ shoots, decided }) => (
          <li key={shoots[0]}>
            <p title={shoots.join("\n")}><code>{shoots[0]}</code>{shoots.length > 1 && ` ${later.times(shoots.length)}`}</p>
            <Decision decided={decided} links={{ names }} loads={["new.yaml", "shoots.yaml"]} id={`unplaced-${shoots[0]}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The dates whose labels do not overlap. */
function spread(dates: string[], scale: Scale): string[] {
  let last = PRESENT;
  return dates.filter((moment) => {
    const isFree = scale(moment) - last >= 14;
    if (isFree) last = scale(moment);
    return isFree;
  });
}

/** Why a pool moves, in the schema's words. */
type Because = (need: string) => string;

function Drawn({ lane: { like, pools }, scale, because }: { lane: Lane; scale: Scale; because: Because }) {
  const { version, steps = [], failed, failedAfter } = like;
  const bounds = [0, ...steps.map(({ after }) => scale(after)), 100];
  const versions = [version, ...steps.map(({ to }) => to)];
  return (
    <div class="lane">
      <span class="pools" title={pools.join("\n")}><code>{pools[0]}</code>{pools.length > 1 && ` ${later.times(pools.length)}`}</span>
      <div class="track">
        {versions.map((name, place) => {
          const [left, right] = [bounds[place] ?? 0, bounds[place + 1] ?? 100];
          return <span class={`span ${place === 0 ? "first" : ""}`} title={`${like.image} ${name}`} style={{ left: `${left}%`, width: `${Math.max(0, right - left)}%` }}>{name}</span>;
        })}
        {steps.map((step) => <span class="sign" title={because(step.need)} style={{ left: `${scale(step.after)}%` }}>▲</span>)}
        {failed === true && <span class="sign stuck" style={{ left: `${scale(failedAfter)}%` }}>✕</span>}
      </div>
    </div>
  );
}

function Told({ lane: { like, pools }, because }: { lane: Lane; because: Because }) {
  const { image, version, steps = [], stable, failed, failedAfter } = like;
  return (
    <li>
      <p><code>{pools[0]}</code>{pools.length > 1 && <span title={pools.join("\n")}> {later.times(pools.length)}</span>} <span class="note">{image} {version}</span></p>
      <ol>
        {steps.map((step) => <li><OneMove step={step} because={because} /></li>)}
        {failed === true && <li class="line"><Mark shape="no" />{when(failedAfter)} {later.stuck}</li>}
        {failed !== true && stable === false && <li>{later.moreToCome}</li>}
        {failed !== true && stable !== false && steps.length === 0 && <li class="note">{later.stays}</li>}
      </ol>
    </li>
  );
}

function OneMove({ step: { from, to, need, after }, because }: { step: Move; because: Because }) {
  return <>{when(after)} <code>{from}</code> → <code>{to}</code> <span class="note">{because(need)}</span></>;
}

function when(after: string | undefined) {
  return after === undefined ? <>{later.nextMaintenance}:</> : <><time dateTime={after} title={after}>{later.afterDate(date(after))}</time>:</>;
}
