// The calls that are loaded when they are first needed.
import { log } from "./log.ts";
import { upkeep } from "./upkeep.ts";

export const later = { ...upkeep, ...log };
