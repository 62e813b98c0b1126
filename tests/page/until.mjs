// What is clicked is answered later, the more so where other programs have the processor too.
import assert from "node:assert/strict";

/** As long as a browser is waited for. */
const PATIENCE = 30_000;

/** Reads again until it is as expected, and answers it: a value, a text that matches, or what a function says yes to. */
export async function until(read, expected, what) {
  const check = (found) => {
    if (expected instanceof RegExp) assert.match(found, expected, what);
    else if (typeof expected === "function") assert(expected(found), `${what ?? expected}: ${JSON.stringify(found)}`);
    else assert.deepEqual(found, expected, what);
  };
  for (const end = Date.now() + PATIENCE; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await read();
    try {
      check(found);
      return found;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
