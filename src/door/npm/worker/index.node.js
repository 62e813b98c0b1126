import { Worker } from "node:worker_threads";
import { connect } from "./remote.js";

export { FitmentError, Undecided } from "../errors.js";
export { Catalog, Fitment, about } from "./remote.js";

/** Starts the engine in a worker: one of its own, unless one is given. */
export function start({ worker, source } = {}) {
  return connect(worker ?? new Worker(new URL("./thread.node.js", import.meta.url)), source);
}
