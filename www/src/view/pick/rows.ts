// The rows of the list: the contents of the engine's columns, in its order.
import type { Fitting, Opened } from "../../engine/answers.ts";

export interface Row {
  place: number;
  image: string;
  version: string;
  /** Image and version. */
  name: string;
  isOffered: boolean;
  fits: boolean;
  /** The capability that does not match, otherwise the state of the version. */
  about: string;
  /** The text that the filter searches. */
  text: string;
}

const FITS = 0xffffffff;

export function rowsOf({ columns }: Opened, { offered, refusals, classifications }: Fitting): Row[] {
  if (columns === undefined) return [];
  const isOffered = new Uint8Array(columns.version.length);
  for (const place of offered) isOffered[place] = 1;
  return columns.version.map((version, place) => {
    const cause = refusals[place] ?? FITS;
    const fits = cause === FITS;
    const about = (fits ? classifications[place] : columns.capability[cause]) ?? "";
    const image = columns.image[place] ?? "";
    const name = `${image} ${version}`;
    return { place, image, version, name, isOffered: isOffered[place] === 1, fits, about, text: `${name} ${about}`.toLowerCase() };
  });
}

/** The causes and how many versions each keeps out, most first. */
export function causesOf(rows: Row[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { isOffered, about } of rows) if (!isOffered) counts.set(about, (counts.get(about) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The rows that match a filter. */
export function found(rows: Row[], find: string, cause: string, isOnly: boolean): Row[] {
  const wanted = find.toLowerCase();
  if (wanted === "" && cause === "" && !isOnly) return rows;
  return rows.filter(({ about, isOffered, text }) =>
    (!isOnly || isOffered) && (cause === "" || (!isOffered && about === cause)) &&
    (wanted === "" || text.includes(wanted)));
}
