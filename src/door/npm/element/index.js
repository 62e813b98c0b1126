// Defines the elements. Importing it on a server does nothing.
import { FitmentImageSelect } from "./image-select.js";
import { FitmentMachineSelect } from "./machine-select.js";

export { FitmentImageSelect, FitmentMachineSelect };
export { RowPool } from "./row-pool.js";
export { WORDS } from "./words.js";

const elements = { "fitment-image-select": FitmentImageSelect, "fitment-machine-select": FitmentMachineSelect };
for (const [name, element] of Object.entries(elements)) {
  if (globalThis.customElements !== undefined && customElements.get(name) === undefined) customElements.define(name, element);
}
