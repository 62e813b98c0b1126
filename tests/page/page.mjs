// The page as a visitor meets it. `node tests/page/page.mjs CHROMIUM ADDRESS`; FITMENT_SHOTS=DIR keeps pictures.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";

const require = createRequire(new URL("../../xtask/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [executablePath, address] = process.argv.slice(2);
const flags = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";

const profile = await mkdtemp(join(tmpdir(), "fitment-page-"));
const browser = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: flags.split(" ") });
try {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(address);

  const verdict = page.locator("#verdict");
  await verdict.getByText("yes").waitFor();
  assert.match(await page.locator("#because").innerText(), /first by name/);
  assert.match(await page.locator("#problems").innerText(), /does not provide `vm\/rockylinux\/kubernetes`/);
  assert.match(await page.locator("#about").innerText(), /^fitment \d/);

  const given = page.locator("#given");
  await given.fill((await given.inputValue()).replace('"coe"', '"driver": "nobody",\n    "coe"'));
  await verdict.getByText("no", { exact: true }).waitFor();
  assert.match(await page.locator("#because").innerText(), /no driver `nobody` is installed/);

  await given.fill("{");
  await verdict.getByText("undecided").waitFor();
  assert.match(await page.locator("#problems").innerText(), /error:/);

  await shots(page);
  assert.deepEqual(faults, []);
  console.log("the page: 3 states as expected, no faults in the console");
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}

async function shots(page) {
  const folder = process.env.FITMENT_SHOTS;
  if (!folder) return;
  for (const colorScheme of ["light", "dark"]) {
    for (const [name, width] of [["wide", 1280], ["narrow", 400]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await page.locator("#verdict").getByText("yes").waitFor();
      await page.screenshot({ path: join(folder, `page-${colorScheme}-${name}.png`), fullPage: true });
    }
  }
}
