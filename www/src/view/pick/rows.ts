// The rows of the list: what the columns of the engine say, in its order.
import type { Fitting, Opened } from "../../engine/answers.ts";

export interface Row {
  place: number;
  image: string;
  version: string;
  isOffered: boolean;
  fits: boolean;
  /** The capability that keeps it apart, else what it is. */
  about: string;
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
    return { place, image: columns.image[place] ?? "", version, isOffered: isOffered[place] === 1, fits, about };
  });
}

/** What keeps how many apart, most first. */
export function causesOf(rows: Row[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { isOffered, about } of rows) if (!isOffered) counts.set(about, (counts.get(about) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** The rows that a filter leaves. */
export function found(rows: Row[], text: string, cause: string, isOnly: boolean): Row[] {
  const wanted = text.toLowerCase();
  return rows.filter(({ image, version, about, isOffered }) =>
    (!isOnly || isOffered) && (cause === "" || (!isOffered && about === cause)) &&
    (wanted === "" || `${image} ${version} ${about}`.toLowerCase().includes(wanted)));
}
