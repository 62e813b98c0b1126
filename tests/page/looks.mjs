// How each view looks: nothing that axe calls serious, nothing that scrolls sideways, and pictures to be looked at.
import assert from "node:assert/strict";
import { join } from "node:path";
import { EDGES, WIDTHS, serious, sideways, visit } from "./browser.mjs";

export async function looks(browser, views) {
  const folder = process.env.FITMENT_SHOTS;
  for (const { name, fragment, shows } of views) {
    await visit(browser, fragment, async (page) => {
      await page.locator("[data-says]", { hasText: shows }).first().waitFor();
      for (const [size, width] of Object.entries(WIDTHS)) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          assert.deepEqual(await serious(page), [], `${name}, ${colorScheme}, ${width}`);
          if (folder) await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        }
        assert.equal(await sideways(page), 0, `${name} scrolls sideways at ${width}`);
      }
      // The narrowest is what a page at 1280 is with four times the text.
      for (const width of EDGES) {
        await page.setViewportSize({ width, height: 640 });
        assert.equal(await sideways(page), 0, `${name} scrolls sideways at ${width}`);
      }
      await page.emulateMedia({ forcedColors: "active" });
      assert.equal(await sideways(page), 0, `${name} scrolls sideways in forced colours`);
    });
  }
}
