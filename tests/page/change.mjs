// Change: two states of a profile and the Shoots that use it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { says, verdict, visit } from "./browser.mjs";

const figures = (page) => page.locator(".figures").innerText();

export async function change(browser) {
  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    assert.match(await figures(page), /4\s*pairs lost[^]*2\s*pairs gained[^]*2\s*pools refused/);

    // What maintenance does in time: a lane for each pool that moves otherwise, and the same as a list.
    const moves = page.locator(".moves > li");
    await moves.first().waitFor();
    assert.equal(await moves.count(), await page.locator(".timeline .lane:not(.axis)").count());
    assert.match(await moves.filter({ hasText: "garden-shop/db/big" }).innerText(), /after 1 Mar 2026:\s*1592\.1\.0\s*→\s*1592\.2\.0\s*Its version has expired/);
    assert.match(await moves.filter({ hasText: "garden-shop/db/arm" }).innerText(), /has to move/);
    const [now, later] = await page.locator(".axis .date").evaluateAll((all) => all.map((date) => date.getBoundingClientRect().left));
    const [moved] = await page.locator(".lane", { hasText: "garden-shop/db/big" }).locator(".sign").evaluateAll((all) => all.map((sign) => sign.getBoundingClientRect().left + sign.getBoundingClientRect().width / 2));
    assert(now < moved && Math.abs(moved - later) < 2, "the move stands at its date");

    // A Shoot of another profile has no lane, and the engine says why.
    const unplaced = page.locator(".unplaced > li");
    assert.match(await unplaced.innerText(), /garden-lab\/elsewhere[^]*no `?CloudProfile`? `?aws`? is loaded/);
    const shoots = (await readFile(new URL("../../examples/changes/shoots.yaml", import.meta.url), "utf8")).split("\n");
    const line = Number((await unplaced.locator("a").innerText()).split(":").at(-1));
    assert.match(shoots[line - 1], /name: aws/);

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
