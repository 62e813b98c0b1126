// How long a key takes until the list that it filters is painted: in a profile as large as one can be, on a processor four
// times as slow, beside the same keys in a page with nothing but a field. Told, not judged.
// `node benches/keys.mjs CHROMIUM ADDRESS`
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const require = createRequire(new URL("../xtask/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [executablePath, address] = process.argv.slice(2);

/** The largest document that an API server stores. */
const BYTES = 3 << 19;
const SLOWER = 4;
const KEYS = 200;
/** How many milliseconds a quick typist takes from key to key; longer than any answer. */
const BETWEEN = 250;

/** A profile of 500 machine types, with as many versions as there is room for. */
function profile() {
  const values = { architecture: ["amd64", "arm64"], boot: ["uefi", "bios"], network: ["fast", "plain"] };
  const own = (place) => Object.fromEntries(Object.entries(values).map(([name, all], at) => [name, [all[Math.floor(place / (2 * at + 1)) % 2]]]));
  const versions = Array.from({ length: 5000 }, (_, place) => ({ version: `${place}.${place % 7}.0`, capabilityFlavors: [own(place), own(place + 1), own(place + 2)] }));
  // Indented, as a file is.
  const make = (count) => JSON.stringify({
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name: "large" },
    spec: {
      type: "large",
      machineCapabilities: Object.entries(values).map(([name, values]) => ({ name, values })),
      machineImages: Array.from({ length: Math.ceil(count / 100) }, (_, image) => ({ name: `linux-${image}`, versions: versions.slice(100 * image, Math.min(count, 100 * image + 100)) })),
      machineTypes: Array.from({ length: 500 }, (_, place) => ({ name: `m${place % 9}.${place}xlarge`, cpu: "4", gpu: "0", memory: "8Gi", capabilities: own(5 * place) })),
      regions: [{ name: "here" }],
      kubernetes: { versions: [{ version: "1.33.4" }] },
    },
  }, null, 1);
  let count = versions.length;
  while (make(count).length > BYTES) count -= 50;
  return { text: make(count), count };
}

/** From a key until the frame is painted in which a list has changed, or else the first frame after it. */
function watch() {
  globalThis.measured = [];
  const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const painted = (work) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => work(performance.now());
    port2.postMessage(undefined);
  });
  addEventListener("keydown", ({ timeStamp }) => {
    let first;
    let isChanged = false;
    const end = (at) => {
      observer.disconnect();
      globalThis.measured.push({ milliseconds: at - timeStamp, isChanged });
    };
    const observer = new MutationObserver((records) => {
      if (isChanged || !records.some(({ target }) => target.parentElement?.closest('[part="row"]'))) return;
      isChanged = true;
      painted(end);
    });
    for (const root of roots) observer.observe(root, { subtree: true, characterData: true });
    painted((at) => {
      first = at;
      setTimeout(() => isChanged || end(first), 200);
    });
  }, true);
}

/** Types and takes back, over and over. Nobody asks the page meanwhile whether it is done: that would be work of its own. */
async function typed(page, text) {
  const keys = [...text, ...[...text].map(() => "Backspace")];
  for (let number = 0; number < KEYS; number += 1) {
    await page.keyboard.press(keys[number % keys.length]);
    await pause(BETWEEN);
  }
  return page.evaluate(() => globalThis.measured);
}

const { text, count } = profile();
const flags = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-gpu-vsync --disable-frame-rate-limit";
const browser = await chromium.launch({ executablePath, headless: true, args: flags.split(" ") });

async function measured(where, open, keys) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await open(page);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.evaluate(watch);
  const all = (await typed(page, keys)).slice(10);
  await context.close();
  const changed = all.filter(({ isChanged }) => isChanged);
  const sorted = (changed.length > 0 ? changed : all).map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const at = (share) => `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1).padStart(6)} ms`;
  console.log(`${where.padEnd(44)} p50 ${at(0.5)}  p95 ${at(0.95)}  most ${at(1)}  ${changed.length} of ${all.length} keys changed the list`);
}

async function pick(page) {
  await page.goto(`${address}#/pick`);
  await page.locator(".verdict").first().waitFor();
  await page.locator("input[type=file]").setInputFiles({ name: "large.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const type = page.getByRole("combobox", { name: "Machine type" });
  await type.fill("m1.1xlarge");
  await type.press("Enter");
  await page.getByText(`of ${count} fit`).waitFor();
}

console.log(`${KEYS} keys, a profile of ${(text.length / (1 << 20)).toFixed(2)} MiB with ${count} versions and 500 machine types, a processor ${SLOWER} times as slow`);
console.log(`${cpus().length} processors, load of this machine ${loadavg().map((load) => load.toFixed(1)).join(" ")}\n`);
try {
  await measured("an empty page", async (page) => {
    await page.setContent("<input autofocus>");
    await page.locator("input").focus();
  }, "4321");
  await measured("Pick, the filter of the versions", async (page) => {
    await pick(page);
    await page.getByRole("searchbox").first().focus();
  }, "4321");
  await measured("Pick, the machine types", async (page) => {
    await pick(page);
    const type = page.getByRole("combobox", { name: "Machine type" });
    await type.fill("");
  }, "409x");
} finally {
  await browser.close();
}
