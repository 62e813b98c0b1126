// The four policies with one frame: something given, a decision about it, and another one as soon as it is edited.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { copied, says, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

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
    await until(() => written(page).inputValue(), (text) => text !== "" && !text.includes("magnum_driver:"));

    // A mistake in the text is shown at its line, and the last good answer stays.
    await written(page).fill("request: {coe: kubernetes\nimage: [");
    await page.locator('[role="alert"]', { hasText: /^line \d/ }).waitFor();
    await page.locator(".decision.stale").waitFor();

    // Whoever types on while the address follows what was typed before keeps all of it.
    for (const pause of [100, 450, 550, 650]) {
      await written(page).fill(`# ${pause}\n`);
      await page.waitForTimeout(pause);
      await written(page).fill(`# ${pause}, and more\n`);
      await page.waitForTimeout(800);
      assert.equal(await written(page).inputValue(), `# ${pause}, and more\n`);
    }

    // A request that is understood and lacks something is neither yes nor no.
    await written(page).fill("registeredDrivers: 5\n");
    await verdict(page, "undecided");
  });

  await visit(browser, "#/drivers", async (page) => {
    // Another question about the same document, described by the engine.
    await page.getByRole("combobox", { name: "Question" }).selectOption("drivers/default");
    await page.locator(".decision h2", { hasText: "drivers/default" }).waitFor();
    await page.waitForURL(/q=default/);
    await page.goBack();
    await page.locator(".decision h2", { hasText: "drivers/resolve" }).waitFor();
  });

  // What has nothing to gather is asked as it is, and refused by the question that was asked.
  for (const fragment of ["#/drivers", "#/traits"]) {
    await visit(browser, fragment, async (page) => {
      await page.locator(".decision").waitFor();
      await written(page).fill("[]");
      await verdict(page, "undecided");
      await page.locator(".problems [data-says]", { hasText: "expected object" }).waitFor();
    });
  }

  await visit(browser, "#/traits?doc=ex:pools", async (page) => {
    await page.locator(".decision h2", { hasText: "traits/lint" }).waitFor();
    await until(() => says(page), (all) => all.length > 0);
  });

  // Several documents: the objects are loaded, the rest is given, and facts lead into both.
  const folder = new URL("../../examples/clusters/", import.meta.url);
  const objects = await Promise.all((await readdir(new URL("documents/", folder))).map((name) => readFile(new URL(`documents/${name}`, folder), "utf8")));
  const text = [await readFile(new URL("named.yaml", folder), "utf8"), ...objects].join("---\n");
  await visit(browser, "#/clusters", async (page) => {
    await page.locator(".decision").waitFor();
    await written(page).fill(text);
    await page.locator("[data-says]", { hasText: /^the record of `team-a\/prod-eu` is `c-x7k2m`$/ }).first().waitFor();
    await page.locator(".pair .link:not(.broken)").waitFor();
    for (const link of await page.locator(".facts a").all()) {
      const [name, value] = await link.locator("xpath=..").evaluate((fact) => [fact.querySelector("span")?.textContent, fact.querySelector("code")?.textContent]);
      const line = text.split("\n")[Number((await link.innerText()).split(":").at(-1)) - 1];
      assert(line.includes(name) || line.includes(value), `${name}: ${value} at ${line}`);
    }
    await page.locator(".decision summary").last().click();
    await page.getByRole("button", { name: "Copy as command" }).click();
    await copied(page, /^fitment ask clusters\/explain --load objects\.yaml --defaulted -f given\.json/);
    // One of them misspelt: it is said, at its line.
    await written(page).fill(text.replace("  featureGates:", "  featureGate:"));
    await page.locator(".problems a").first().waitFor();
  });

  // Facts of every policy lead to lines of what is given.
  for (const view of ["traits", "clusters", "providers"]) {
    await visit(browser, `#/${view}`, async (page) => {
      const link = page.locator(".facts a").first();
      await link.waitFor();
      const line = (await link.innerText()).split(":").at(-1);
      const asked = await page.locator(".decision summary", { hasText: "What is asked" }).first().innerText();
      await link.click();
      await page.locator(".editor .marker.marked").waitFor();
      await page.waitForURL(new RegExp(`line=${line}$`));
      // It is still the same answer, with the time that it took.
      assert.equal(await page.locator(".decision summary", { hasText: "What is asked" }).first().innerText(), asked);
    });
  }
}
