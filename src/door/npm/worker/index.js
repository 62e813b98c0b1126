import { known, nothing } from "../options.js";
import { connect, workerOf } from "./remote.js";

export { FitmentError, Undecided } from "../errors.js";
export { Catalog, Fitment, about } from "./remote.js";

/** Starts the engine in a worker: one of its own, unless one is given. */
export async function start(options, ...more) {
  nothing(more, "the worker and the address of the wasm go into one object");
  const { worker, source } = known(options, ["worker", "source"]);
  return connect(workerOf(worker, () => new Worker(new URL("./thread.js", import.meta.url), { type: "module" })), source);
}
