import { Fitment } from "./fitment.js";
import { ready } from "./start.js";

export { Catalog } from "./admission.js";
export { Fitment, FitmentError, Undecided, about } from "./fitment.js";

/** Starts the engine; the wasm is compiled once. */
export async function start(source) {
  await ready(source);
  return new Fitment();
}
