// What is too large, and what takes too long.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verdict, visit } from "./browser.mjs";
import { large } from "./matrix.mjs";

const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

export async function limits(browser) {
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    const files = page.locator("input[type=file]");
    // From a disk: the browser is not sent it byte by byte.
    const folder = await mkdtemp(join(tmpdir(), "fitment-limits-"));
    await writeFile(join(folder, "huge.json"), Buffer.alloc((32 << 20) + 1, " "));
    await files.setInputFiles(join(folder, "huge.json"));
    await page.locator('[role="alert"]', { hasText: "over the 32 MiB" }).waitFor();
    await rm(folder, { recursive: true });

    // What is not UTF-8 is refused, and no letter of it taken for another.
    await files.setInputFiles({ name: "latin.yaml", mimeType: "application/yaml", buffer: Buffer.from("kind: CloudProfile # für\n", "latin1") });
    await page.locator('[role="alert"]', { hasText: "Not readable as UTF-8" }).waitFor();

    // A broken profile: its line, and the last good answer.
    await files.setInputFiles(file("broken.yaml", "kind: CloudProfile\nspec:\n  machineTypes: [\n"));
    await page.locator('[role="alert"]', { hasText: /line \d/ }).waitFor();
    await page.locator(".decision.stale").first().waitFor();
    await page.goBack();
    await page.locator(".decision.stale").first().waitFor({ state: "detached" });

    // A key that nobody knows: the engine says so, and on which line it stands.
    const misspelt = { apiVersion: "core.gardener.cloud/v1beta1", kind: "CloudProfile", metadata: { name: "misspelt" }, spec: { machineTypos: [] } };
    await files.setInputFiles(file("misspelt.json", JSON.stringify(misspelt, null, 2)));
    await page.locator(".problems", { hasText: "machineTypos" }).locator("a").first().click();
    await page.locator(".paper .marked .written", { hasText: "machineTypos" }).waitFor();
  });

  await visit(browser, "#/matrix", async (page) => {
    await verdict(page, "no");
    await page.locator("input[type=file]").setInputFiles(file("vast.json", JSON.stringify(large(6000))));
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. Nothing was changed.").waitFor();
    // The page is as usable as before.
    await page.getByLabel("Profile").selectOption("ex:azure-after");
    await page.locator(".legend li").first().waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await page.locator(".decision").waitFor();
  });
}
