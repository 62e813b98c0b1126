export { Catalog } from "./catalog.js";
export { ready as start } from "./start.js";
