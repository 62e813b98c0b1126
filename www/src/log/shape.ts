// What is known of a decision log, as it crosses from the worker.

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
  /** A part of the time, and a class of latency, each by its number. */
  slice?: number;
  latency?: number;
}

export interface Found {
  places: Uint32Array;
  /** How many of each verdict in each part of the time. */
  overTime: number[][];
  latencies: number[];
  /** When the first part begins, and how long each is, in milliseconds. */
  first: number;
  width: number;
  codes: [string, number][];
  /** p50, p99, p99.9 in microseconds. */
  percentiles: [number, number, number];
}

/** A decision as the gate wrote it down. */
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
