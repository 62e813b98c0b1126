// The page as a gate serves it, which sends the headers of a strict host. `node tests/page/served.mjs CHROMIUM ADDRESS`
import assert from "node:assert/strict";
import { open, verdict, visit } from "./browser.mjs";
import { gate } from "./gate.mjs";

const [executablePath, address] = process.argv.slice(2);

const { wasm } = await (await fetch(new URL("about", address))).json();
assert.match(wasm.sha256, /^[0-9a-f]{64}$/, "a gate serves the page");
const opened = await open(executablePath, address);
try {
  await gate(opened);
  // Another engine, in the worker too, and the service worker beside the page.
  await visit(opened, "#/providers", async (page) => {
    await verdict(page, "yes");
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    assert.equal(scope, new URL("/", address).href);
  });
  console.log("the page as a gate serves it: asked and answered, nothing refused");
} finally {
  await opened.browser.close();
}
