// The four policies with one frame: something given, a decision about it, and another one as soon as it is edited.
import assert from "node:assert/strict";
import { says, verdict, visit } from "./browser.mjs";

const written = (page) => page.getByRole("textbox", { name: "What it is given" });

export async function questions(browser) {
  await visit(browser, "#/drivers", async (page) => {
    await verdict(page, "yes");
    const text = await written(page).inputValue();
    const [before] = await says(page);

    // What if the image named no driver? Two provide Ubuntu.
    await written(page).fill(text.replace(/ {2}magnum_driver.*\n/, ""));
    await page.waitForFunction((before) => document.querySelector("[data-says]")?.textContent !== before, before);
    await page.waitForURL(/doc=z:/);
    const said = await says(page);
    await page.reload();
    await page.waitForFunction((first) => document.querySelector("[data-says]")?.textContent === first, said[0]);
    assert.doesNotMatch(await written(page).inputValue(), /magnum_driver:/);

    // A mistake in the text is shown at its line, and the last good answer stays.
    await written(page).fill("request: {coe: kubernetes\nimage: [");
    await page.locator('[role="alert"]', { hasText: /^line \d/ }).waitFor();
    await page.locator(".decision.stale").waitFor();

    // A request that is understood and lacks something is neither yes nor no.
    await written(page).fill("registeredDrivers: 5\n");
    await verdict(page, "undecided");
  });

  await visit(browser, "#/drivers", async (page) => {
    // Another question about the same document, described by the engine.
    await page.getByRole("combobox", { name: "Question" }).selectOption("drivers/default");
    await page.locator(".decision h2", { hasText: "drivers/default" }).waitFor();
    assert.match(page.url(), /q=default/);
    await page.goBack();
    await page.locator(".decision h2", { hasText: "drivers/resolve" }).waitFor();
  });

  await visit(browser, "#/traits?doc=ex:pools", async (page) => {
    await page.locator(".decision h2", { hasText: "traits/lint" }).waitFor();
    assert((await says(page)).length > 0);
  });

  // Facts of every policy lead to lines of what is given.
  for (const view of ["traits", "clusters", "providers"]) {
    await visit(browser, `#/${view}`, async (page) => {
      const link = page.locator(".facts a").first();
      await link.waitFor();
      const line = (await link.innerText()).split(":").at(-1);
      await link.click();
      await page.locator(".editor .marker.marked").waitFor();
      assert.match(page.url(), new RegExp(`line=${line}$`));
    });
  }
}
