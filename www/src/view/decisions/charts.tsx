// The distribution of decisions over time and latency. Each bar is a button that filters.
import type { Found } from "../../log/shape.ts";
import { choose } from "../../url.ts";
import { moment } from "../../format-later.ts";
import { duration } from "../../format.ts";
import { later } from "../../words-later.ts";

interface ChartsProps {
  found: Found;
  verdicts: string[];
  slice: string;
  latency: string;
}

export function Charts({ found, verdicts, slice, latency }: ChartsProps) {
  const { overTime, latencies, first, width, percentiles } = found;
  const totals = latencies.map((_, at) => overTime.reduce((sum, counts) => sum + (counts[at] ?? 0), 0));
  const [high, most] = [Math.max(1, ...totals), Math.max(1, ...latencies)];
  const begin = (at: number) => moment(first + at * width);
  const told = (at: number) => `${begin(at)}: ${verdicts.map((name, own) => `${name} ${overTime[own]?.[at] ?? 0}`).join(", ")}`;
  const [p50, p99, p999] = percentiles.map(duration) as [string, string, string];
  const used = Math.max(8, latencies.findLastIndex((count) => count > 0) + 1);
  return (
    <div class="charts">
      <section class="tight" aria-label={later.verdicts}>
        <div class="line spread">
          <h3>{later.verdicts}</h3>
          <ul class="legend">{verdicts.map((name) => <li><span class={`swatch kind ${name}`} />{name}</li>)}</ul>
        </div>
        <div class="bars">
          {totals.map((total, at) => (
            <button type="button" key={at} aria-pressed={slice === String(at)} disabled={total === 0}
              title={told(at)} aria-label={told(at)}
              onClick={() => choose({ slice: slice === String(at) ? "" : String(at), n: "" })}>
              {verdicts.map((name, own) => <span class={name} style={{ height: `${(100 * (overTime[own]?.[at] ?? 0)) / high}%` }} />)}
            </button>
          ))}
        </div>
        <p class="note scale"><span>{begin(0)}</span><span>{begin(totals.length)}</span></p>
      </section>
      <section class="tight" aria-label={later.latency}>
        <div class="line spread">
          <h3>{later.latency}</h3>
          <p class="note">{later.percentiles(p50, p99, p999)}</p>
        </div>
        <div class="bars">
          {latencies.slice(0, used).map((count, at) => (
            <button type="button" key={at} aria-pressed={latency === String(at)} disabled={count === 0} title={`${duration(2 ** at)}: ${count}`}
              aria-label={`${duration(2 ** at)}: ${count}`} onClick={() => choose({ latency: latency === String(at) ? "" : String(at), n: "" })}>
              <span style={{ height: `${(100 * count) / most}%` }} />
            </button>
          ))}
        </div>
        <p class="note scale"><span>{duration(1)}</span><span>{duration(2 ** used)}</span></p>
      </section>
    </div>
  );
}
