// The editor: loaded when somebody edits, clean on a strict host, with mistakes where they stand.
import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { readFile } from "node:fs/promises";
import { flawless, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

const root = new URL("../../", import.meta.url);
const content = (page) => page.locator(".cm-content");
/** Until the cursor stands in a line. */
const isAt = (page, text) => page.locator(".cm-activeLine", { hasText: text }).waitFor();

export async function editor(browser) {
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\/editor-[\w-]+\.js$/.test(name)));
    assert.deepEqual(await loaded(), []);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await content(page).waitFor();
    const [chunk] = await loaded();
    const size = brotliCompressSync(await readFile(new URL(`www/dist/assets/${chunk.split("/").at(-1)}`, root))).length;
    assert(size <= 105_000, `the editor: ${size} bytes of JavaScript, at most 105,000`);
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await flawless(page, `editor, ${colorScheme}, ${width}`);
        const folder = process.env.FITMENT_SHOTS;
        await page.evaluate(() => scrollTo(0, 0));
        if (folder) await page.screenshot({ path: `${folder}/editor-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    // What is typed is judged at once, comments and all; a mistake is marked on its line.
    await page.locator(".facts a", { hasText: "azure:43" }).click();
    await isAt(page, "hypervisorType: [gen1]");
    await content(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(", gen2");
    await verdict(page, "yes");
    await page.getByText("1 edit tried").waitFor();
    await page.keyboard.type("[");
    await page.locator('[role="alert"]', { hasText: /^line \d+/ }).waitFor();
    await page.locator(".cm-lint-marker-error").waitFor();
    await page.keyboard.press("Backspace");
    await page.locator(".cm-lint-marker-error").waitFor({ state: "detached" });
    await page.getByText("1 edit tried").waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download file" }).click()]);
    const before = await readFile(new URL("examples/images/cloudprofile.yaml", root), "utf8");
    const lines = before.split("\n");
    lines[42] = lines[42].replace("[gen1]", "[gen1, gen2]");
    assert.equal(await readFile(await file.path(), "utf8"), lines.join("\n"));

    // Pasting into it gives the page no other document, and single keys are letters there.
    await content(page).focus();
    await page.evaluate(() => navigator.clipboard.writeText("# ?/ pasted\n"));
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+v");
    await page.keyboard.type("?");
    await page.locator(".cm-line", { hasText: "# ?/ pasted" }).waitFor();
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.doesNotMatch(page.url(), /doc=/);
    await page.getByRole("button", { name: "Undo" }).click();
    await verdict(page, "no");
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".paper .marked .written", { hasText: /^ *hypervisorType: \[gen1\]$/ }).waitFor();
    await until(() => page.locator(".paper .written", { hasText: "pasted" }).count(), 0);
    await until(() => page.getByText("1 edit tried").count(), 0);
  });

  // Two states of a profile: what is changed in one counts at once.
  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    await page.locator(".problems a", { hasText: "After:63" }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await isAt(page, "usable: false");
    await content(page).focus();
    await page.keyboard.press("End");
    for (let letter = 0; letter < "false".length; letter += 1) await page.keyboard.press("Backspace");
    await page.keyboard.type("true");
    await page.waitForFunction(() => /2\s*pairs lost/.test(document.querySelector(".figures")?.innerText ?? ""));
    await page.getByText("1 edit tried").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.waitForFunction(() => /4\s*pairs lost/.test(document.querySelector(".figures")?.innerText ?? ""));
  });
}
