// No module of the page or of the npm package imports one that imports it in turn, by whatever way.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";

const root = new URL("../../", import.meta.url);
const IMPORT = /^\s*(?:import|export)\b[^;]*?\bfrom\s+"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"\s*\)|^import "(\.[^"]+)"/gm;

/** The modules below a folder, each with those below it that it imports. */
async function modules(folder) {
  const names = (await readdir(new URL(folder, root), { recursive: true })).filter((name) => /(?<!\.d)\.[jt]sx?$/.test(name));
  const read = async (name) => {
    const place = new URL(name, new URL(folder, root));
    const imported = [...(await readFile(place, "utf8")).matchAll(IMPORT)].map((found) => found[1] ?? found[2] ?? found[3]);
    const paths = imported.map((path) => new URL(path, place).href.slice(new URL(folder, root).href.length));
    return [name, names.filter((other) => paths.some((path) => [path, `${path}.ts`].includes(other)))];
  };
  return new Map(await Promise.all(names.map(read)));
}

/** A way from a module back to itself, if there is one. */
function circle(imports) {
  const done = new Set();
  const follow = (name, way) => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const other of imports.get(name)) {
      const found = follow(other, [...way, name]);
      if (found !== undefined) return found;
    }
    done.add(name);
    return undefined;
  };
  return [...imports.keys()].map((name) => follow(name, [])).find((found) => found !== undefined);
}

export async function circles() {
  const of = (...pairs) => circle(new Map(pairs));
  assert.deepEqual(of(["a", ["b", "c"]], ["b", ["c"]], ["c", ["b"]]), ["b", "c", "b"]);
  assert.equal(of(["a", ["b", "c"]], ["b", ["c"]], ["c", []]), undefined);
  for (const folder of ["www/src/", "src/door/npm/"]) {
    const found = await modules(folder);
    const arrows = [...found.values()].flat().length;
    assert(found.size > 20 && arrows > found.size, `${folder}: ${arrows} imports of ${found.size} modules were found`);
    assert.equal(circle(found)?.join(" → "), undefined, `a circle in ${folder}`);
  }
}
