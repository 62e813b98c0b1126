// Whatever state is written as an address is read from it again.
import assert from "node:assert/strict";
import { sources } from "./sources.mjs";

export async function addresses() {
  // The module follows the address of a page, which node does not have.
  Object.assign(globalThis, { location: { hash: "" }, addEventListener() {}, history: {} });
  const { read, write } = await sources("url");
  let seed = 7;
  const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const letters = [..."abcXYZ0189-_.~:/?#&=+% ,@'\"<>äß漢🙂"];
  const text = () => Array.from({ length: 1 + random(12) }, () => letters[random(letters.length)]).join("");
  for (let round = 0; round < 500; round += 1) {
    const state = Object.fromEntries(Array.from({ length: random(6) }, () => [text(), text()]));
    const place = { view: ["pick", "matrix", "drivers"][random(3)], state };
    assert.deepEqual(read(write(place)), place, write(place));
  }
  assert.equal(write({ view: "pick", state: { doc: "ex:azure", version: "1443.10.0" } }), "#/pick?doc=ex:azure&version=1443.10.0");
}
