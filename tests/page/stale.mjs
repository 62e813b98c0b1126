// Answers that are no longer those of what is shown: they are marked as such, or gone.
import assert from "node:assert/strict";
import { flawless, verdict, visit } from "./browser.mjs";
import { flavor, nodes } from "./given.mjs";
import { until } from "./until.mjs";

const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
const drop = (page, name, text) => page.locator("main input[type=file]").first().setInputFiles(file(name, text));
const bare = JSON.stringify({
  apiVersion: "core.gardener.cloud/v1beta1", kind: "CloudProfile", metadata: { name: "bare" },
  spec: { type: "a", machineImages: [{ name: "flatcar", versions: [{ version: "1.0.0", architectures: ["amd64"] }] }] },
}, null, 1);
const broken = "{\"flavor\": [1,\n";

export async function stale(browser) {
  await visit(browser, "#/traits?q=match-nodes", async (page) => {
    await verdict(page, "yes");
    // All that is shown of the last good answer is marked, not only the decision.
    await drop(page, "broken.json", broken);
    await page.locator(".decision.stale").waitFor();
    const unmarked = () => page.locator("aside .card").evaluateAll((all) => all.filter((card) => card.closest(".stale") === null && card.querySelector(".stale") === null).length);
    await until(unmarked, 0);
    // To another question it is no answer at all.
    await page.getByRole("combobox", { name: "Question" }).selectOption("traits/lint");
    await page.locator(".decision").waitFor({ state: "detached" });
    await page.locator('[role="alert"]').waitFor();
    // A refusal is no good answer either.
    await drop(page, "empty.json", "{\"nothing\": 1}");
    await verdict(page, "undecided");
    await drop(page, "broken.json", broken);
    await page.locator(".decision").waitFor({ state: "detached" });
  });

  // What is said of an earlier text is said of what it was about, and offers no edit of this one.
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    await drop(page, "empty.json", "");
    await page.locator("#decision.stale h2", { hasText: "gardenlinux 1443.10.0" }).waitFor();
    await page.locator("#decision.stale [data-says]", { hasText: "`gardenlinux 1443.10.0` does not fit" }).waitFor();
    await until(() => page.locator(".cure:visible, .paper .cited:visible").count(), 0);
    for (const [colorScheme, width] of [["light", 1440], ["dark", 390]]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await flawless(page, `an earlier answer, ${colorScheme}, ${width}`);
    }
  });

  // A profile that leaves nothing to ask is answered by nothing of the one before it.
  for (const view of ["pick", "matrix"]) {
    await visit(browser, `#/${view}`, async (page) => {
      await page.locator(".decision").first().waitFor();
      await drop(page, "bare.json", bare);
      await page.getByText(view === "pick" ? "Nothing to list." : "No pairs.").waitFor();
      await until(() => page.locator(".decision, .snippet, .cited:visible").count(), 0, view);
      // No filter is blamed where none is set, nor offered to be cleared.
      assert.equal(await page.getByText(/filter\.|Clear the filter/).count(), 0);
      for (const [colorScheme, width] of [["light", 1440], ["dark", 390]]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await flawless(page, `${view} of a bare profile, ${colorScheme}, ${width}`);
        const folder = process.env.FITMENT_SHOTS;
        if (folder) await page.screenshot({ path: `${folder}/bare-${view}-${width}.png` });
      }
    });
  }

  // Work that was given up leaves the answer about the file before, marked.
  await visit(browser, "#/traits?q=match-nodes", async (page) => {
    await verdict(page, "yes");
    const [first] = JSON.parse(nodes);
    const many = Array.from({ length: 30_000 }, (_, at) => ({ ...first, UUID: first.UUID.replace(/.{5}$/, String(at).padStart(5, "0")), Name: `n${at}` }));
    await page.locator("main input[type=file]").first().setInputFiles([file("nodes.json", JSON.stringify(many, null, 1)), file("flavor.json", flavor)]);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. Nothing was changed.").waitFor();
    await page.locator(".decision.stale").waitFor();
    await page.goBack();
    // While the worker starts again, what is stale is marked as such only after a while.
    await page.waitForURL((url) => !url.hash.includes("doc="));
    await until(() => page.locator(".stale, .busy progress").count(), 0);
    await verdict(page, "yes");
  });
}
