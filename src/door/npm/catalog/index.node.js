export { Catalog, FitmentError } from "./catalog.js";
export { ready as start } from "./start.node.js";
