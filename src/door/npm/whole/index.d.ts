import type { Fitment } from "./fitment.js";
import type { Source } from "./start.js";

export * from "./admission.js";
export * from "./fitment.js";
export type { Edition, FieldValidation, Source } from "./start.js";

/** Starts the engine. In node the source is not needed and not looked at. */
export function start(source?: Source | Promise<Source>): Promise<Fitment>;
