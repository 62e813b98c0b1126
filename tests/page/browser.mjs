// A browser with pages that notice every fault: messages of the console, errors, and what the host's policy refuses.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { until } from "./until.mjs";

const require = createRequire(new URL("../../xtask/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** A name for the loopback that no browser takes for a secure origin. */
export const PLAIN = "plain.test";

const flags = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export const WIDTHS = { wide: 1440, middle: 1024, narrow: 390 };

/** Between those that are looked at, where one layout ends and the next begins. */
export const EDGES = [1200, 1199, 1100, 1099, 900, 899, 768, 767, 479, 320];

export async function open(executablePath, address) {
  const browser = await chromium.launch({ executablePath, headless: true, args: [...flags.split(" "), `--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`] });
  return { browser, address };
}

/** Opens the page at a fragment in a context of its own, does what is to be done, and looks for faults, but for some. */
export async function visit({ browser, address }, fragment, work, options = {}, expected = []) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== new URL(address).origin && !request.url().startsWith("blob:")) faults.push(`asked ${request.url()}`);
  });
  try {
    await page.goto(`${address}${fragment}`);
    await work(page);
    assert.deepEqual(faults.filter((fault) => !expected.some((one) => one.test(fault))), [], `at ${fragment}`);
  } finally {
    await context.close();
  }
}

/** What axe finds that is serious or critical. */
export async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** What is copied in the end. */
export function copied(page, expected) {
  return until(() => page.evaluate(() => navigator.clipboard.readText()), expected);
}

/** How far the page scrolls sideways. */
export function sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Nothing that axe calls serious, and nothing that scrolls sideways. */
export async function flawless(page, what) {
  await until(() => serious(page), [], what);
  await until(() => sideways(page), 0, `${what} scrolls sideways`);
}

/** The verdict that is shown first. */
export function verdict(page, word) {
  return page.locator(`.verdict[data-verdict="${word}"]`).first().waitFor();
}

/** The sentences of the engine that are on the page, letter by letter. */
export function says(page) {
  return page.locator("[data-says]").evaluateAll((all) => all.map(({ textContent }) => textContent));
}
