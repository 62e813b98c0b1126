// Pick: an example that is answered at once, and what an operator does with it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { says, serious, verdict, visit } from "./browser.mjs";
import { shows } from "./paper.mjs";
import { until } from "./until.mjs";

const selected = (page) => page.locator('.list [aria-selected="true"] .name').first().innerText();
const fitting = (page) => page.locator("h2[aria-live]").innerText();

/** What is chosen and said, without how long it took. */
async function state(page) {
  const fields = await page.locator("input, select").evaluateAll((all) => all.map(({ value }) => value));
  const rows = (await page.locator(".list [part=row]:visible").allInnerTexts()).sort();
  return { fields, rows, says: await says(page) };
}

export async function pick(browser) {
  await visit(browser, "", async (page) => {
    await verdict(page, "no");
    await until(() => fitting(page), "2 of 5 fit");
    await until(() => selected(page), "gardenlinux 1443.10.0");
    await until(() => says(page), (all) => all.includes("`hypervisorType`: the machine has `gen2`, but the image `gen1`"));
    await until(() => page.locator("pre.snippet").last().innerText(), /type: Standard_S896om[^]*version: "1592.2.0"/);

    // A reason leads to its line, and Back returns.
    await page.locator(".facts a", { hasText: "azure:43" }).click();
    await page.locator(".paper .marked .written", { hasText: "hypervisorType: [gen1]" }).waitFor();
    await page.waitForURL(/line=43/);
    await page.goBack();
    await page.locator(".paper .marked").waitFor({ state: "detached" });

    // The cure keeps the promise that it makes, and taken back it leaves the text as it was.
    const plain = await readFile(new URL("../../examples/images/cloudprofile.yaml", import.meta.url), "utf8");
    await shows(page, plain);
    await page.getByRole("button", { name: "Try in this page" }).click();
    await verdict(page, "yes");
    await until(() => fitting(page), "3 of 5 fit");
    await page.getByRole("button", { name: "Undo" }).click();
    await verdict(page, "no");
    await shows(page, plain);

    // What a code means is the engine's word too.
    await page.locator(".tree .code").first().focus();
    await page.keyboard.press("Enter");
    await page.locator("[popover]:popover-open", { hasText: "What to do" }).waitFor();
    await page.keyboard.press("Escape");
  });

  await visit(browser, "", async (page) => {
    // By keyboard alone: another machine type, another version. The lists that open are as accessible as the page.
    await verdict(page, "no");
    await page.getByRole("combobox", { name: "Image" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /suse-chost 15.6/ }).first().waitFor();
    await until(() => serious(page), []);
    if (process.env.FITMENT_SHOTS) await page.screenshot({ path: `${process.env.FITMENT_SHOTS}/pick-open.png` });
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Machine type" }).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("d4ps");
    await page.getByRole("option", { name: /Standard_D4ps_v5/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("h2[aria-live]")?.textContent === "2 of 5 fit" &&
      document.querySelector('.list [aria-selected="true"] .about')?.textContent === "architecture");
    await page.getByRole("listbox").focus();
    await page.keyboard.press("Home");
    await verdict(page, "yes");
    await until(() => selected(page), "gardenlinux 1592.2.0");
    await page.getByRole("searchbox").focus();
    // A key makes and removes no node, and moves nothing: the list stays as high as it is, also where nothing is left.
    const drawn = () => page.locator(".list .scroll").evaluate((list) => [list.querySelectorAll("*").length, list.offsetHeight, list.closest("section").offsetHeight]);
    const before = await drawn();
    await page.keyboard.type("nobody");
    await page.locator(".list .nothing", { hasText: "Nothing matches" }).waitFor();
    await until(drawn, before);
    await until(() => page.locator('.list [role="option"]:visible').count(), 0);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("suse");
    await page.waitForURL(/find=suse/);
    await until(() => page.locator('.list [role="option"]:visible').count(), 2);
    await until(() => page.locator('.list [role="option"]:visible').first().getAttribute("aria-setsize"), "2");
    await until(drawn, before);
    assert.match(page.url(), /type=Standard_D4ps_v5/);
    const url = page.url();
    const shown = await state(page);
    await page.reload();
    await verdict(page, "yes");
    await page.locator("pre.snippet").last().waitFor();
    assert.equal(page.url(), url);
    await until(() => state(page), shown);
  });

  // The region counts, and so does the time.
  await visit(browser, "#/pick?region=westeurope&now=2026-03-02T00:00:00Z", async (page) => {
    await verdict(page, "no");
    await page.locator("h2[aria-live]", { hasText: "1 of 5 fit" }).waitFor();
  });

  // Where it is narrow, views, time and edition are in a menu.
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation").getByLabel("Edition").selectOption("upstream");
    await page.waitForURL(/edition=upstream/);
    await page.getByRole("navigation").getByRole("link", { name: "Drivers" }).click();
    await verdict(page, "yes");
  }, { viewport: { width: 390, height: 844 } });

  await visit(browser, "#/pick?typ=a", async (page) => {
    await page.locator(".notice", { hasText: "typ" }).waitFor();
  });

  // An edition that does not exist decides nothing.
  await visit(browser, "#/pick?edition=bogus", async (page) => {
    await page.locator(".notice", { hasText: "edition=bogus" }).waitFor();
    await verdict(page, "no");
    await until(() => page.locator("#bar-edition").inputValue(), "design");
    await page.locator(".notice").getByRole("button").click();
    await page.waitForURL((url) => !url.hash.includes("edition"));
  });

  // What a tab and the history are called.
  await visit(browser, "#/pick", async (page) => {
    await until(() => page.title(), "Which machine image fits this machine type? – Fitment");
    await page.getByRole("link", { name: "Traits" }).click();
    await until(() => page.title(), "Which nodes can take this flavor? – Fitment");
  });
}
