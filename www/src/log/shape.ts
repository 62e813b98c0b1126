// The data about a decision log that the worker sends.

/** The columns of a list. */
export interface Opening {
  at: Float64Array;
  micros: Float64Array;
  verdict: Uint8Array;
  subject: Uint32Array;
  verdicts: string[];
  subjects: string[];
  bad: { line: number; says: string }[];
  badCount: number;
}

export interface LogFilter {
  verdict: string;
  code: string;
  text: string;
  /** A time slice and a latency class, each by number. */
  slice?: number;
  latency?: number;
}

export interface Found {
  places: Uint32Array;
  /** How many decisions with each verdict there are in each time slice. */
  overTime: number[][];
  latencies: number[];
  /** The start of the first slice and the width of each, in milliseconds. */
  first: number;
  width: number;
  codes: [string, number][];
  /** The p50, p99 and p99.9 in microseconds. */
  percentiles: [number, number, number];
}

/** A decision as the gate logged it. */
export interface Line {
  at: string;
  verb: string;
  subject: string;
  outcome: string;
  verdict: string;
  codes: string[];
  micros: number;
  requestSha256?: string;
  answerSha256?: string;
  documents?: string;
  engine?: { version?: string; wasmSha256?: string };
  request?: string | null;
}
