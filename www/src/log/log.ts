// A decision log, stored in columns: a million lines are numbers here, and text only in their file.
import type { Found, Line, LogFilter, Opening } from "./shape.ts";

const BUCKETS = 24;
const MOST_BAD = 20;

/** A line as the gate writes it. */
interface Record {
  at: string;
  subject: string;
  outcome: string;
  verdict: string;
  codes: string[];
  micros: number;
}

export class Log {
  #file: Blob;
  #offsets: number[] = [];
  #at: number[] = [];
  #micros: number[] = [];
  #verdict: number[] = [];
  #subject: number[] = [];
  #codes: number[][] = [];
  #bad: { line: number; says: string }[] = [];
  #badCount = 0;
  readonly #verdicts = new Names();
  readonly #subjects = new Names();
  readonly #codeNames = new Names();

  private constructor(file: Blob) {
    this.#file = file;
  }

  /** Reads a file line by line, as a stream. */
  static async read(file: Blob): Promise<Log> {
    const log = new Log(file);
    const reader = file.stream().getReader();
    let rest = new Uint8Array();
    let [start, line] = [0, 0];
    for (;;) {
      const { done, value } = await reader.read();
      const bytes = done ? rest : joined(rest, value);
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        line += 1;
        log.#take(bytes.subarray(from, end), start + from, line);
        from = end + 1;
      }
      if (done) {
        if (from < bytes.length) log.#take(bytes.subarray(from), start + from, line + 1);
        return log;
      }
      rest = bytes.slice(from);
      start += from;
    }
  }

  #take(bytes: Uint8Array, offset: number, line: number): void {
    const text = decoder.decode(bytes);
    if (text.trim() === "") return;
    try {
      const record = JSON.parse(text) as Record;
      const at = Date.parse(record.at);
      if (Number.isNaN(at) || typeof record.micros !== "number" || !Array.isArray(record.codes)) throw new Error("no decision");
      this.#offsets.push(offset);
      this.#at.push(at);
      this.#micros.push(record.micros);
      this.#verdict.push(this.#verdicts.place(record.outcome === "undecided" ? record.outcome : record.verdict));
      this.#subject.push(this.#subjects.place(record.subject));
      this.#codes.push(record.codes.map((code) => this.#codeNames.place(code)));
    } catch (error) {
      this.#badCount += 1;
      if (this.#bad.length < MOST_BAD) this.#bad.push({ line, says: (error as Error).message });
    }
  }

  /** The columns that a list of the log needs. */
  opening(): Opening {
    return {
      at: Float64Array.from(this.#at), micros: Float64Array.from(this.#micros), verdict: Uint8Array.from(this.#verdict),
      subject: Uint32Array.from(this.#subject), verdicts: this.#verdicts.all, subjects: this.#subjects.all,
      bad: this.#bad, badCount: this.#badCount,
    };
  }

  /** The lines that match a filter, and statistics about them. */
  find({ verdict, code, text, slice, latency }: LogFilter): Found {
    const [wantedVerdict, wantedCode] = [this.#verdicts.known(verdict), this.#codeNames.known(code)];
    const subjects = new Set(this.#subjects.all.flatMap((name, place) => (name.toLowerCase().includes(text.toLowerCase()) ? [place] : [])));
    const [first, last] = ends(this.#at);
    const width = Math.max(1, (last - first + 1) / BUCKETS);
    const sliceOf = (place: number) => Math.floor(((this.#at[place] ?? 0) - first) / width);
    const places: number[] = [];
    const overTime = this.#verdicts.all.map(() => new Array<number>(BUCKETS).fill(0));
    const latencies = new Array<number>(BUCKETS).fill(0);
    const codes = new Map<number, number>();
    for (let place = 0; place < this.#at.length; place += 1) {
      const own = this.#verdict[place] ?? 0;
      if ((verdict !== "" && own !== wantedVerdict) || (code !== "" && this.#codes[place]?.includes(wantedCode) !== true)) continue;
      if (text !== "" && !subjects.has(this.#subject[place] ?? -1)) continue;
      const [time, speed] = [sliceOf(place), bucketOf(this.#micros[place] ?? 0)];
      // Each chart ignores its own filter, so that another bar can be chosen.
      const [inTime, inSpeed] = [slice === undefined || slice === time, latency === undefined || latency === speed];
      if (inSpeed) (overTime[own] ?? [])[time] = (overTime[own]?.[time] ?? 0) + 1;
      if (inTime) latencies[speed] = (latencies[speed] ?? 0) + 1;
      if (!inTime || !inSpeed) continue;
      places.push(place);
      for (const each of this.#codes[place] ?? []) codes.set(each, (codes.get(each) ?? 0) + 1);
    }
    const sorted = Float64Array.from(places, (place) => this.#micros[place] ?? 0).sort();
    const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    const named = [...codes].sort(([, one], [, other]) => other - one).slice(0, 10);
    return {
      places: Uint32Array.from(places), overTime, latencies, first, width,
      codes: named.map(([place, count]) => [this.#codeNames.all[place] ?? "", count]),
      percentiles: [share(0.5), share(0.99), share(0.999)],
    };
  }

  /** Reads a line from the file. */
  async line(place: number): Promise<Line> {
    const start = this.#offsets[place] ?? 0;
    const next = this.#file.slice(start, this.#offsets[place + 1]);
    const [text = ""] = (await next.text()).split("\n", 1);
    return JSON.parse(text) as Line;
  }
}

const decoder = new TextDecoder();

/** The bucket for a duration in microseconds; each is twice as wide as the one before. */
function bucketOf(micros: number): number {
  return Math.max(0, Math.min(BUCKETS - 1, Math.floor(Math.log2(Math.max(1, micros)))));
}

function ends(values: number[]): [number, number] {
  let [first, last] = [Infinity, -Infinity];
  for (const value of values) [first, last] = [Math.min(first, value), Math.max(last, value)];
  return first > last ? [0, 0] : [first, last];
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Names, numbered in order of appearance. */
class Names {
  readonly all: string[] = [];
  #places = new Map<string, number>();

  place(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.all.length);
    return this.all.push(name) - 1;
  }

  known(name: string): number {
    return this.#places.get(name) ?? -1;
  }
}
