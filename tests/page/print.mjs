// On paper: what was asked and answered, in dark ink whatever the theme, and nothing that can only be clicked.
import assert from "node:assert/strict";
import { sideways, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

export async function print(browser) {
  for (const view of ["pick", "matrix", "change", "traits"]) {
    await visit(browser, `#/${view}`, async (page) => {
      await page.locator(".decision").first().waitFor();
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.setViewportSize({ width: 718, height: 1000 });
      const shown = (selector) => page.locator(selector).evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
      await until(() => shown(".bar, .rail, .drop, main button:not([aria-pressed], .pairs *, .facts *, .chips *)"), 0, view);
      assert(await shown("main h1, .decision") > 0);
      const inks = await page.locator("h1, fitment-image-select").evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
      for (const ink of inks) assert.deepEqual(ink.match(/\d+/g).map((part) => part < 64), [true, true, true], `${view} prints ${ink}`);
      await until(() => sideways(page), 0, `${view} is wider than paper`);
      // A picture says nothing without a pointer.
      if (view === "matrix") await until(async () => [await shown(".heatmap"), await shown(".pairs td button") > 0], [0, true]);
      const folder = process.env.FITMENT_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/print-${view}.png`, fullPage: true });
      await page.emulateMedia({ media: "screen", colorScheme: "light" });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      if (view === "matrix") await page.locator(".heatmap").waitFor();
    });
  }
}
