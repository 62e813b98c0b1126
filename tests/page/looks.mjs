// How each view looks: nothing that axe calls serious, nothing that scrolls sideways, and pictures to be looked at.
import assert from "node:assert/strict";
import { join } from "node:path";
import { EDGES, WIDTHS, serious, sideways, visit } from "./browser.mjs";
import { until } from "./until.mjs";

export async function looks(browser, views) {
  const folder = process.env.FITMENT_SHOTS;
  for (const { name, fragment, shows, where = "[data-says]", prepare } of views) {
    await visit(browser, fragment, async (page) => {
      await prepare?.(page);
      await page.locator(where, { hasText: shows }).first().waitFor();
      for (const [size, width] of Object.entries(WIDTHS)) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          await until(() => serious(page), [], `${name}, ${colorScheme}, ${width}`);
          if (folder) await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        }
        await fits(page, `${name} at ${width}`);
      }
      // The narrowest is what a page at 1280 is with four times the text.
      for (const width of EDGES) {
        await page.setViewportSize({ width, height: 640 });
        await fits(page, `${name} at ${width}`);
      }
      // From right to left, and with the text alone twice as large.
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => (document.documentElement.dir = "rtl"));
        await fits(page, `${name} at ${width}, from right to left`);
        const turned = await page.evaluate(() => [...document.querySelectorAll(".paper, pre, code")].filter((element) => getComputedStyle(element).direction !== "ltr").length);
        assert.equal(turned, 0, `${name} writes code from right to left`);
        if (folder) await page.screenshot({ path: join(folder, `${name}-${width}-rtl.png`), fullPage: true });
        await page.evaluate(() => document.documentElement.removeAttribute("dir"));
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.evaluate(enlarge);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await fits(page, `${name} with text twice as large`);
      await until(() => page.evaluate(cut), [], `${name} cuts text that is twice as large`);
      await until(() => page.evaluate(cramped), [], `${name} has rows that are lower than their text`);
      if (folder) await page.screenshot({ path: join(folder, `${name}-large.png`), fullPage: true });
      await page.emulateMedia({ forcedColors: "active" });
      await fits(page, `${name} in forced colours`);
    });
  }
}

async function fits(page, what) {
  await until(() => sideways(page), 0, `${what} scrolls sideways`);
  await until(() => page.evaluate(tables), [], `${what} has a table that scrolls sideways`);
}

/** The tables of answers that are wider than their place where it is narrow. */
function tables() {
  if (innerWidth >= 768) return [];
  const wide = [...document.querySelectorAll(".answer .scrolls")].filter((scrolls) => scrolls.scrollWidth > scrolls.clientWidth);
  return wide.map((scrolls) => scrolls.textContent.slice(0, 60));
}

/** Makes all text twice as large and nothing else. */
function enlarge() {
  const all = [...document.querySelectorAll("#page, #page *")];
  const sizes = all.map((element) => {
    const { fontSize, lineHeight } = getComputedStyle(element);
    return [2 * Number.parseFloat(fontSize), 2 * Number.parseFloat(lineHeight)];
  });
  all.forEach((element, place) => {
    const [size, height] = sizes[place];
    element.style.fontSize = `${size}px`;
    if (!Number.isNaN(height)) element.style.lineHeight = `${height}px`;
  });
}

/** The controls and headings whose text is cut off. Rows of lists have one line, with the whole text elsewhere. */
function cut() {
  const all = [...document.querySelectorAll("#page :is(button, summary, label, h1, h2, h3, p, .verdict)")];
  const isCut = (element) => element.checkVisibility() && element.closest('.unseen, [part="row"], .steps, .lane, .paper') === null && !element.classList.contains("unseen") &&
    (element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 2) && getComputedStyle(element).overflow !== "visible";
  return all.filter(isCut).map((element) => element.outerHTML.slice(0, 120));
}

/** The rows that are lower than a line of their text, or that a marker of another height stands for. */
function cramped() {
  const height = (element) => element.getBoundingClientRect().height;
  const line = (element) => Number.parseFloat(getComputedStyle(element).lineHeight);
  const rows = [...document.querySelectorAll('#page [part="row"]')].filter((row) => row.checkVisibility());
  const low = rows.filter((row) => [...row.children].some((part) => height(row) + 1 < line(part)));
  const areas = [...document.querySelectorAll("#page .editor")];
  const apart = areas.filter((area) => Math.abs(height(area.querySelector(".marker")) - line(area.querySelector("textarea"))) > 1);
  return [...low, ...apart].map((element) => element.outerHTML.slice(0, 120));
}
