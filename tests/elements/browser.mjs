// A browser for the tests, with what it complains about.
import { createRequire } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";

const require = createRequire(new URL("../../xtask/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const FLAGS = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync";

export const axe = require.resolve("axe-core/axe.min.js");

/** Opens a browser with a profile of its own, does the work and closes it. */
export async function withBrowser(executablePath, work) {
  const profile = await mkdtemp(join(tmpdir(), "fitment-elements-"));
  const options = { executablePath, headless: true, args: FLAGS.split(" "), viewport: { width: 720, height: 720 } };
  const browser = await chromium.launchPersistentContext(profile, options);
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** A page that says what goes wrong in it. */
export async function newPage(browser) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  return { page, faults };
}
