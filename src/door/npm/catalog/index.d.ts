export * from "./catalog.js";
export type { Edition, Source } from "./start.js";
export { ready as start } from "./start.js";
