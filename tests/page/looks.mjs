// How each view looks: nothing that axe calls serious, nothing that scrolls sideways, and pictures to be looked at.
import assert from "node:assert/strict";
import { join } from "node:path";
import { WIDTHS, serious, sideways, visit } from "./browser.mjs";

export async function looks(browser, views) {
  const folder = process.env.FITMENT_SHOTS;
  for (const { name, fragment, shows } of views) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [size, width] of Object.entries(WIDTHS)) {
        const options = { colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" };
        await visit(browser, fragment, async (page) => {
          await page.locator("[data-says]", { hasText: shows }).first().waitFor();
          assert.deepEqual(await serious(page), [], `${name}, ${colorScheme}, ${width}`);
          assert.equal(await sideways(page), 0, `${name} scrolls sideways at ${width}`);
          if (folder) await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        }, options);
      }
    }
  }
  // As narrow as a page at 1280 looks with four times the text.
  for (const { name, fragment } of views) {
    await visit(browser, fragment, async (page) => {
      await page.locator("[data-says]").first().waitFor();
      assert.equal(await sideways(page), 0, `${name} scrolls sideways at 320`);
    }, { viewport: { width: 320, height: 640 }, forcedColors: "active" });
  }
}
