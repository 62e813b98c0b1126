// How large each entry of the npm package is on the wire, what it may be, and what the documentation says. `node tests/npm/sizes.mjs PACKAGE`
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

// In kB of brotli, the wasm alone: what an entry may be today, and what it is to become. The first is some 0.3 % above
// the last measure, for another rustc lays the same code out differently. Lower it whenever an entry has become smaller;
// raise it only with a reason.
const budgets = {
  catalog: [58.7, 55], images: [186.8, 140], drivers: [113.2, 85], traits: [197.3, 155], clusters: [146.6, 130],
  providers: [280.7, 250], "": [1068.0, 500],
};

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

/** The kB that a page of the documentation says each entry has, from the tables whose rows end in numbers. */
function told(page) {
  const rows = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8").split("\n").filter((line) => line.startsWith("| `fitment"));
  return new Map(rows.flatMap((row) => {
    const cells = row.split("|");
    const figures = cells.at(-2).trim().split(", ").map((figure) => Number(figure.replace(",", "")));
    return [...cells[1].matchAll(/`fitment\/?([^`]*)`/g)].map(([, entry], place) => [entry, figures[place]]);
  }));
}

const pages = ["npm.md", "building.md"].map((page) => [page, told(page)]);
const over = [];
const untrue = [];
console.log("entry              brotli   at most     goal      raw   kB of wasm");
for (const [entry, [budget, goal]] of Object.entries(budgets)) {
  const wasm = readFileSync(join(process.argv[2], entry, "engine_bg.wasm"));
  const size = brotli(wasm).length;
  const name = join("fitment", entry);
  console.log(`${name.padEnd(17)}${kilobytes(size)}  ${kilobytes(budget * 1000)}   ${kilobytes(goal * 1000)}  ${kilobytes(wasm.length)}`);
  if (size > budget * 1000) over.push(name);
  for (const [page, figures] of pages) {
    // Rounded to kB, and as far apart as two compilers.
    const far = Math.abs(figures.get(entry) - size / 1000);
    if (!(far <= 1 + 0.003 * budget)) untrue.push(`docs/${page} says ${figures.get(entry)} kB of ${name}`);
  }
}
if (untrue.length > 0) {
  console.error(`error: not as large as measured: ${untrue.join(", ")}`);
  process.exit(1);
}
if (over.length > 0) {
  console.error(`error: larger than its budget: ${over.join(", ")}`);
  process.exit(1);
}
