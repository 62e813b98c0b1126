// Change: two states of a profile and the Shoots that use it.
import assert from "node:assert/strict";
import { says, verdict, visit } from "./browser.mjs";

const figures = (page) => page.locator(".figures").innerText();

export async function change(browser) {
  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    assert.match(await figures(page), /4\s*pairs lost[^]*2\s*pairs gained[^]*2\s*pools refused/);

    // A mistake stands in one of three documents.
    await page.locator(".problems a", { hasText: "After:63" }).click();
    await page.locator(".paper .marked .written", { hasText: "usable: false" }).waitFor();
    assert.match(page.url(), /in=new/);

    // Nobody uses it: pairs are lost all the same.
    await page.getByLabel("Shoots").selectOption("none");
    await page.waitForFunction(() => /0\s*pools refused/.test(document.querySelector(".figures")?.innerText ?? ""));
    const said = await says(page);
    await page.reload();
    await verdict(page, "no");
    assert.deepEqual(await says(page), said);

    // The same twice changes nothing.
    await page.getByLabel("After").selectOption({ index: 0 });
    await verdict(page, "yes");
    assert.match(await figures(page), /0\s*pairs lost[^]*0\s*pairs gained/);
  });

  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    // A broken document is named, with its line.
    await page.locator("input[type=file]").nth(1).setInputFiles({ name: "broken.yaml", mimeType: "text/yaml", buffer: Buffer.from("kind: CloudProfile\nspec: {a: [1\nb: 2\n") });
    await page.locator('[role="alert"]', { hasText: /After, line \d/ }).waitFor();
    await page.locator(".paper .faulty").waitFor();
  });
}
