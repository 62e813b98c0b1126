export * from "./catalog.js";
export type { Edition, FieldValidation, Source } from "./start.js";
export { ready as start } from "./start.js";
