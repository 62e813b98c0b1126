// Calls the worker for the page: the latest question counts, and one that was overtaken is never answered.
import { signal } from "@preact/signals";
import type { Calls } from "./answers.ts";
import { workerAddress } from "./address.ts";

/** A question was overtaken by a later one of its kind, or its worker was stopped. */
export class Overtaken extends Error {}

/** What went wrong: the engine does not run, or it was started again, or it gave no answer. */
export const failure = signal<{ says: string; fatal?: boolean } | undefined>(undefined);

/** The milliseconds after which a running call can be stopped. */
const SLOW = 400;

interface Waiting {
  id: number;
  name: keyof Calls;
  given: unknown[];
  /** Of the calls of one kind, the latest counts. */
  kind: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A worker with its queue. */
export class Lane {
  #worker: Worker | undefined;
  #queue: Waiting[] = [];
  #running: Waiting | undefined;
  #last = 0;
  /** Whether calls are running, and for so long that the user may want to stop them. */
  readonly pace = signal<"idle" | "quick" | "slow">("idle");
  #clock: ReturnType<typeof setTimeout> | undefined;
  /** The kind of the last call without an answer. */
  #failed: string | undefined;
  /** The last document that was opened, to be reopened after a restart. */
  #opened: Waiting | undefined;

  /** Calls the worker. A waiting call is dropped in favour of a later one of its kind. */
  call<Name extends keyof Calls>(kind: string, name: Name, ...given: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>> {
    return new Promise((resolve, reject) => {
      this.#last += 1;
      const call: Waiting = { id: this.#last, name, given, kind, resolve: resolve as Waiting["resolve"], reject };
      this.#queue = this.#queue.filter((waiting) => {
        if (waiting.kind === kind) waiting.reject(new Overtaken());
        return waiting.kind !== kind;
      });
      this.#queue.push(call);
      this.#next();
    });
  }

  /** Stops the running call. The open document is reopened. */
  cancel(): void {
    this.#rest();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#running?.reject(new Overtaken());
    this.#running = undefined;
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Overtaken());
    if (this.#opened !== undefined) this.call("reopen", "open", ...(this.#opened.given as Parameters<Calls["open"]>)).catch(() => {});
  }

  #rest(): void {
    clearTimeout(this.#clock);
    this.#clock = undefined;
    this.pace.value = "idle";
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const next = this.#queue.shift();
    if (next === undefined) return this.#rest();
    this.#running = next;
    if (this.#clock === undefined) {
      this.pace.value = "quick";
      this.#clock = setTimeout(() => (this.pace.value = "slow"), SLOW);
    }
    this.#start().postMessage({ id: next.id, name: next.name, given: next.given });
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(workerAddress(), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => {
      failure.value = { says: event.message ?? "", fatal: true };
    };
    return worker;
  }

  #answered({ id, result, failed, trapped }: { id: number; result?: unknown; failed?: string; trapped?: boolean }): void {
    const call = this.#running;
    if (call?.id !== id) return;
    this.#running = undefined;
    if (failed === undefined) {
      if (call.name === "open") this.#opened = call;
      if (call.kind === this.#failed && failure.peek()?.fatal === undefined) failure.value = undefined;
      call.resolve(result);
    } else {
      this.#failed = call.kind;
      call.reject(new Error(failed));
      if (trapped === true) {
        failure.value = { says: failed, fatal: false };
        this.cancel();
      }
    }
    this.#next();
  }
}

/** For quick calls. */
export const live = new Lane();

/** For calls that may take long, so that the page stays responsive. */
export const long = new Lane();
