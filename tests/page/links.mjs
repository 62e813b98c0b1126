// Links that lead nowhere, or no longer: what they name is told, and nothing earlier stands for it.
import assert from "node:assert/strict";
import { verdict, visit } from "./browser.mjs";
import { shows } from "./paper.mjs";
import { until } from "./until.mjs";

const notice = (page, hasText) => page.locator(".notice", { hasText }).waitFor();
const follow = (page, hash) => page.evaluate((to) => (location.hash = to), hash);
const written = (page) => page.getByRole("textbox", { name: "What it is given" });

export async function links(browser) {
  // A document that is not there: whatever was shown of another one is gone.
  const absent = { "id:0123456789abcdef": "Drop the file with the digest 0123456789abcdef", "z:abcd": "the link may have been cut", "ex:nope": "This page has no document ex:nope", none: "This page has no document none" };
  for (const view of ["traits?q=match-nodes", "pick?", "matrix?", "change?"]) {
    const key = view === "change?" ? "old" : "doc";
    await visit(browser, `#/${view}`, async (page) => {
      for (const [address, says] of Object.entries(absent)) {
        await page.locator(".decision").first().waitFor();
        await follow(page, `#/${view}&${key}=${address}`);
        await notice(page, says);
        await page.locator(".decision").first().waitFor({ state: "detached" });
        await until(() => page.locator(".figures, .legend li, .snippet, .nodes li, .pick h2").evaluateAll((all) => all.map(({ className, textContent }) => `${className} ${textContent}`)), [], `${view} ${address}`);
        await page.goBack();
      }
      await page.locator(".decision").first().waitFor();
      await until(() => page.locator(".notice").count(), 0);
    });
  }

  // The file that a link asks for is taken when it is given.
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    const noise = Array.from({ length: 12_000 }, (_, at) => `# ${(at * 2_654_435_761) % 4_294_967_296}`).join("\n");
    const profile = `kind: CloudProfile\napiVersion: core.gardener.cloud/v1beta1\nmetadata: {name: long}\nspec: {}\n${noise}\n`;
    const drop = () => page.locator("input[type=file]").setInputFiles({ name: "long.yaml", mimeType: "text/yaml", buffer: Buffer.from(profile) });
    await drop();
    await page.waitForURL(/doc=id:/);
    await page.reload();
    await notice(page, "Drop the file with the digest");
    await drop();
    await page.locator(".written h2", { hasText: "long.yaml" }).waitFor();
    await until(() => page.locator(".notice").count(), 0);
  });

  // Parts of an address that name nothing are named, and can be dropped.
  for (const [fragment, says] of [
    ["#/pick?type=Nope", "type=Nope"], ["#/pick?region=nowhere", "region=nowhere"], ["#/pick?image=gardenlinux&version=9.9.9", "image=gardenlinux, version=9.9.9"], ["#/pick?image=nope", "image=nope"],
    ["#/matrix?type=Nope", "type=Nope"], ["#/nonsense", "nonsense"], ["#/pick?now=yesterday", "now=yesterday"],
  ]) {
    await visit(browser, fragment, async (page) => {
      await notice(page, `The address has parts that lead nowhere here: ${says}`);
      await page.locator(".notice button").click();
      await verdict(page, "no");
      await until(() => page.locator(".notice").count(), 0);
      assert.match(page.url(), /#\/(pick|matrix)$/);
    });
  }
  // A day is a time, and a question that nobody knows is answered by the engine.
  await visit(browser, "#/pick?region=westeurope&now=2026-03-02", async (page) => {
    await page.locator("h2[aria-live]", { hasText: "1 of 5 fit" }).waitFor();
  });
  await visit(browser, "#/traits?q=nope", async (page) => {
    await page.locator(".problems", { hasText: "there is no question `traits/nope`" }).waitFor();
  });

  // What was being typed stays in its view.
  await visit(browser, "#/drivers", async (page) => {
    await verdict(page, "yes");
    await written(page).fill("request: {coe: kubernetes}\n");
    await page.getByRole("link", { name: "Traits" }).click();
    await page.waitForTimeout(1000);
    assert.match(page.url(), /#\/traits$/);
    await until(() => written(page).inputValue(), /flavor/);
    await page.goBack();
    await until(() => written(page).inputValue(), "request: {coe: kubernetes}\n");
  });

  // An edit has an address: it outlives the view, a link has it, and all the rest of what was shown.
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    await page.getByRole("button", { name: "Try in this page" }).click();
    await verdict(page, "yes");
    await page.waitForURL(/doc=z:/);
    await page.getByText("1 edit tried").waitFor();
    const text = await page.evaluate(() => location.hash);
    assert.match(text, /type=Standard_S896om/);
    assert.match(text, /now=2026-01-31T00/);
    await page.getByRole("link", { name: "Matrix" }).click();
    await page.locator(".legend li").first().waitFor();
    await page.goBack();
    await until(() => page.locator("h2[aria-live]").innerText(), "3 of 5 fit");
    await page.reload();
    await verdict(page, "yes");
    await until(() => page.locator("h2[aria-live]").innerText(), "3 of 5 fit");
    await shows(page, (await page.locator(".written .paper").count()) > 0 ? await current(page) : "");
  });

  // The time of an example goes with its edits, and not with the next document.
  for (const next of ["drop", "select"]) {
    await visit(browser, "#/pick", async (page) => {
      await verdict(page, "no");
      await page.getByRole("button", { name: "Try in this page" }).click();
      await page.waitForURL(/now=2026-01-31T00/);
      if (next === "drop") await page.locator("input[type=file]").setInputFiles(new URL("../../examples/images/cloudprofile.yaml", import.meta.url).pathname);
      else await page.getByLabel("Profile").selectOption("ex:azure-after");
      await page.waitForURL((url) => !url.hash.includes("now="));
      await page.locator(".setting .note", { hasText: "now" }).first().waitFor({ state: next === "drop" ? "attached" : "detached" });
    });
  }
}

/** The text that the address has. */
function current(page) {
  return page.evaluate(async () => {
    const packed = new URLSearchParams(location.hash.split("?")[1]).get("doc").slice(2).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  });
}
