// What is wrong with a document, and what of it is not used.
import type { Slot } from "../documents.ts";
import type { Fault, Unused as NotUsed } from "../engine/answers.ts";
import { words } from "../words.ts";
import { Says } from "./says.tsx";
import { Mark } from "./verdict.tsx";

/** Why a text cannot be used, and where. */
export function Wrong({ fault, name }: { fault: Fault | undefined; name?: string }) {
  if (fault === undefined) return null;
  const { file, line = file?.line, says } = fault;
  const at = [name, file?.name, line === undefined ? undefined : words.line((file?.line ?? line) + 1)].filter((part) => part !== undefined).join(", ");
  return <div role="alert"><ul class="problems"><li><Mark shape="no" /><span>{at !== "" && `${at}: `}<Says text={says} /></span></li></ul></div>;
}

/** Why the document that the address names is not there. */
export function Absent({ held: { absent } }: { held: Slot }) {
  return absent.value === undefined ? null : <p class="notice" role="alert">{absent.value}</p>;
}

/** The documents of a text that nothing here reads. */
export function Unused({ all: { names, more } = { names: [], more: 0 } }: { all?: NotUsed }) {
  if (names.length === 0) return null;
  return <p class="notice" role="status"><span>{words.notUsed} <code>{names.join(", ")}</code>{more > 0 && `, ${words.moreRows(more)}`}</span></p>;
}
