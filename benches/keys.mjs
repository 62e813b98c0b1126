// How long a key takes until the list that it filters is painted, from a trace: how long it waited, the handlers, style, layout
// and paint. In a profile as large as one can be, on a processor four times as slow, beside the same keys in a page with
// nothing but a field. Told, not judged.
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
/** Keys that are pressed before any counts. */
const WARM = 10;

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

/** The work of the page's thread that a trace tells: its tasks, what happens in them, and how long a key had to wait. */
const TRACED = ["toplevel", "devtools.timeline"];
const TASK = "ThreadControllerImpl::RunTask";
const PAINTING = ["PrePaint", "Paint", "Layerize"];
/** How many microseconds after a key its list has long been painted, and nothing else has been typed. */
const LATEST = 200_000;

/** Types and takes back, over and over, and gives what was traced. Nobody asks the page meanwhile whether it is done: that would be work of its own. */
async function traced(page, text) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: TRACED, recordMode: "recordUntilFull" } });
  const keys = [...text, ...[...text].map(() => "Backspace")];
  for (let number = 0; number < KEYS; number += 1) {
    await page.keyboard.press(keys[number % keys.length]);
    await pause(BETWEEN);
  }
  const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await ended;
  return events;
}

/** Of each key the milliseconds it waited, those of the task that handled it, and those of the first task after it that painted. */
function costs(events) {
  const ofKey = (name) => events.filter((event) => event.name === name && event.args?.data?.type === "keydown");
  const keys = ofKey("EventDispatch");
  const waits = ofKey("EventTiming").filter(({ args }) => args.data.processingStart !== undefined);
  const [{ pid, tid }] = keys;
  const own = events.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X").sort((one, other) => one.ts - other.ts);
  const tasks = own.filter(({ name }) => name === TASK);
  const paints = own.filter(({ name }) => PAINTING.includes(name));
  const has = (task, event) => event.ts >= task.ts && event.ts + event.dur <= task.ts + task.dur;
  return keys.flatMap((key) => {
    const wait = waits.find(({ ts }) => Math.abs(ts - key.ts) < LATEST / 4)?.args.data;
    const handled = tasks.find((task) => has(task, key));
    const painted = tasks.find((task) => task.ts >= key.ts && task.ts < key.ts + LATEST && paints.some((paint) => has(task, paint)));
    if (wait === undefined || handled === undefined || painted === undefined) return [];
    const parts = [wait.processingStart - wait.timeStamp, handled.dur / 1000, painted === handled ? 0 : painted.dur / 1000];
    return [parts.reduce((sum, part) => sum + part)];
  });
}

const { text, count } = profile();
const flags = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-gpu-vsync --disable-frame-rate-limit";
const browser = await chromium.launch({ executablePath, headless: true, args: flags.split(" ") });

/** Measures, prints, and gives the milliseconds below which 95 in a hundred keys were. */
async function measured(where, open, keys, beside) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await open(page);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const all = costs(await traced(page, keys)).slice(WARM);
  await context.close();
  all.sort((one, other) => one - other);
  const at = (share) => all[Math.min(all.length - 1, Math.floor(share * all.length))];
  const told = (milliseconds) => `${milliseconds.toFixed(1).padStart(6)} ms`;
  const more = beside === undefined ? "" : `  ${told(at(0.95) - beside)} more at p95 than the empty page`;
  console.log(`${where.padEnd(36)} p50 ${told(at(0.5))}  p95 ${told(at(0.95))}  most ${told(at(1))}  ${all.length} keys${more}`);
  return at(0.95);
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
  const beside = await measured("an empty page", async (page) => {
    await page.setContent("<input autofocus>");
    await page.locator("input").focus();
  }, "4321");
  await measured("Pick, the filter of the versions", async (page) => {
    await pick(page);
    await page.getByRole("searchbox").first().focus();
  }, "4321", beside);
  await measured("Pick, the machine types", async (page) => {
    await pick(page);
    await page.getByRole("combobox", { name: "Machine type" }).fill("");
  }, "409x", beside);
} finally {
  await browser.close();
}
