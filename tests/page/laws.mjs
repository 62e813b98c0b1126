// What holds for the whole page: it says about policy what the engine says, decides nothing itself, and stays small.
import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { readFile, readdir } from "node:fs/promises";
import { says, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

const root = new URL("../../", import.meta.url);

/** Every reason and problem on the page is a sentence of the engine, which is asked the same by another door. */
export async function sentences(browser, views) {
  const { start } = await import(new URL("target/npm/index.node.js", root));
  const codes = new Set((await start()).ask("fitment/codes").answer.codes.map(({ code }) => code));
  for (const { fragment, loads = [], where, shows } of views) {
    if (where !== undefined) continue;
    const fitment = await start();
    const documents = (await Promise.all(loads.map(example))).flat();
    if (documents.length > 0) fitment.load(documents, { defaulted: true });
    await visit(browser, fragment, async (page) => {
      await page.locator("[data-says]", { hasText: shows }).first().waitFor();
      const shown = await says(page);
      for (const summary of await page.locator(".decision > details > summary").all()) await summary.click();
      // They are shown by a module that is loaded for it.
      const asked = await page.locator(".decision > details > summary", { hasText: "What is asked" }).count();
      const requests = await until(() => page.locator(".decision > details > .tight > pre").allInnerTexts(), ({ length }) => length === asked);
      const all = new Set(requests.flatMap((request) => said(JSON.parse(fitment.askText(request)))));
      assert(shown.length > 0);
      for (const sentence of shown) assert(all.has(sentence), `not the engine's: ${sentence}`);
      const texts = await page.locator("main :is(code, dd, td, li, p)").allInnerTexts();
      assert.deepEqual(texts.filter((text) => codes.has(text.trim())), [], `${fragment} shows codes where the engine has sentences`);
    });
  }
}

/** The sentences of an answer, and what it says that is to be done. */
function said({ because, problems = [], answer }) {
  const cures = (answer?.findings ?? []).map(({ cure }) => cure);
  return [...cures, ...[...problems, ...because].flatMap((one) => [one.says, ...said({ because: one.because ?? [] })])];
}

/** The documents of an example. */
async function example(name) {
  const { loadAll } = await import(new URL("www/node_modules/js-yaml/dist/js-yaml.mjs", root));
  return loadAll(await readFile(new URL(`examples/${name}`, root), "utf8"));
}

/** No rule stands in the page: it compares no versions, capabilities, quantities or times, and judges nothing. */
export async function ruleless() {
  const folder = new URL("www/src/", root);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  assert(names.length > 20);
  const banned = {
    "a comparison of versions": /semver|localeCompare|compareVersions|\.split\("\."\)/,
    "a capability by name": /["'`](architecture|hypervisorType|network|amd64|arm64|gen[12])["'`]/,
    "a classification by name": /["'`](supported|deprecated|expired|preview|unavailable)["'`]/,
    "a trait, driver, contract or action by name": /["'`](HW_\w+|CUSTOM_\w+|k8s_\w+|v1(alpha|beta)\d|pause|unpause)["'`]/,
    "a status from a date": /Date\.now\(|getTime\(\) *[<>]|expirationDate|expires/,
    "HTML from text": /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/,
    "a code of a reason": /["'`][a-z]+-(apart|unknown|expired|missing|not-supported|not-imported)["'`]/,
  };
  for (const name of names) {
    const text = await readFile(new URL(name, folder), "utf8");
    for (const [what, pattern] of Object.entries(banned)) assert.doesNotMatch(text, pattern, `www/src/${name} has ${what}`);
  }
  const own = (await Promise.all(["words.ts", "words-later.ts"].map((name) => readFile(new URL(name, folder), "utf8")))).join("");
  assert(own.split("\n").length < 250, "the page's own words are few");
  const judging = /\b(images?|versions?|machines?|drivers?|nodes?|traits?|clusters?|records?|providers?|pools?|flavors?)\b[^"`]*\b(must|may not|cannot|should|is not|are not|has to)\b/i;
  for (const line of own.split("\n")) assert.doesNotMatch(line, judging, "the page judges nothing in its own words");
}

/** What the first view costs on the wire, beside the engine. */
export async function sizes(browser) {
  const transferred = { js: 0, css: 0 };
  await visit(browser, "", async (page) => {
    await verdict(page, "no");
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    for (const name of [...new Set(names)]) {
      const kind = /\.(js|css)$/.exec(name)?.[1];
      // The worker is counted by itself.
      if (kind === undefined || /\/worker-/.test(name)) continue;
      const file = new URL(`www/dist/assets/${name.split("/").at(-1)}`, root);
      transferred[kind] += brotliCompressSync(await readFile(file)).length;
    }
  });
  assert(transferred.js > 0 && transferred.js <= 35_000, `first view: ${transferred.js} bytes of JavaScript, at most 35,000`);
  assert(transferred.css > 0 && transferred.css <= 9_000, `first view: ${transferred.css} bytes of CSS, at most 9,000`);
  // What each further view adds to it, whichever was looked at before.
  for (const view of ["matrix", "change", "drivers", "decisions"]) {
    await visit(browser, "", async (page) => {
      await verdict(page, "no");
      const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\/assets\/.*\.js$/.test(name) && !/\/worker-/.test(name)));
      const before = new Set(await loaded());
      await page.evaluate((view) => document.querySelector(`.rail a[href="#/${view}"]`).click(), view);
      await page.locator(`.columns:not(.pick)`).waitFor();
      const added = [...new Set(await loaded())].filter((name) => !before.has(name));
      const sizes = await Promise.all(added.map(async (name) => brotliCompressSync(await readFile(new URL(`www/dist/assets/${name.split("/").at(-1)}`, root))).length));
      const size = sizes.reduce((sum, one) => sum + one, 0);
      assert(size > 0 && size <= 14_000, `${view}: ${size} bytes of JavaScript more, at most 14,000`);
      if (process.env.FITMENT_SHOTS) console.log(`${view}: ${size} bytes more`);
    });
  }
  const assets = new URL("www/dist/assets/", root);
  const worker = (await readdir(assets)).find((name) => /^worker-.*\.js$/.test(name));
  const size = brotliCompressSync(await readFile(new URL(worker, assets))).length;
  assert(size <= 22_000, `the worker: ${size} bytes of JavaScript, at most 22,000`);
  return { ...transferred, worker: size };
}

/** Nothing in the built page is tied to a place on a host. */
export async function placeless() {
  const html = await readFile(new URL("www/dist/index.html", root), "utf8");
  assert.doesNotMatch(html, /(src|href)="(\/|http)/);
}
