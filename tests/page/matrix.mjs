// Matrix: every pair, as a picture and as a table, the same as the engine's own matrix.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

const root = new URL("../../", import.meta.url);
const cell = (page) => page.locator('[role="gridcell"]').innerText();

export async function matrix(browser) {
  await visit(browser, "#/matrix", async (page) => {
    await verdict(page, "no");
    await until(() => page.locator(".legend").innerText(), /offered[^]*46.7%/);
    await until(() => cell(page), "Standard_S896om, gardenlinux 1443.10.0: hypervisorType");

    // By keyboard: to the next pair that is offered, and back by Back.
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowDown");
    await verdict(page, "yes");
    await until(() => cell(page), "Standard_S896, gardenlinux 1443.10.0: offered");
    await page.keyboard.press("Home");
    await page.waitForURL(/version=1592.2.0/);
    await page.goBack();
    await page.goBack();
    await verdict(page, "no");

    // By pointer: the last cell of the last row.
    const { x, y } = await page.locator(".heatmap canvas").boundingBox();
    await page.mouse.move(x + 160, y + 150);
    await page.locator(".hovered", { hasText: ":" }).waitFor();

    // What is drawn is what the table and the file say, and what the engine answers when it is asked for its matrix.
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
    const [, ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n").map((line) => line.match(/"[^"]*"|[^,]+/g).map((field) => field.replaceAll('"', "")));
    assert.equal(lines.length, 15);
    const answer = await asked();
    for (const [machineType, image, version, result] of lines) {
      const row = answer.machineTypes.find(({ name }) => name === machineType);
      const column = answer.versions.findIndex((one) => one.image === image && one.version === version);
      assert.equal(row.offered.includes(column), result === "offered", `${machineType} ${image} ${version}`);
      assert.equal(row.fitting.includes(column), result.includes("offered"), `${machineType} ${image} ${version}`);
    }
    await page.getByRole("button", { name: "Table" }).click();
    await until(() => page.locator(".pairs tbody button").allInnerTexts(), lines.map(([, , , result]) => result));
    await page.locator(".pairs tbody button").first().click();
    await verdict(page, "yes");
    await page.reload();
    await verdict(page, "yes");
    await until(() => page.locator('.pairs [aria-current="true"]').count(), 1);
    await page.getByLabel("Versions", { exact: true }).fill("nothing like it");
    await page.getByText("No pair matches the filter.").waitFor();
  });

  // Grouped by a capability, as the engine's answers about each machine type and version say.
  await visit(browser, "#/matrix?as=table", async (page) => {
    await verdict(page, "no");
    await page.getByLabel("Rows by").selectOption("hypervisorType");
    await page.locator('th[scope="rowgroup"]').nth(1).waitFor();
    const heads = () => page.locator(".pairs tbody th").allInnerTexts();
    const grouped = ["gen2, gen1", "Standard_S896", "gen2", "Standard_S896om", "Standard_D4ps_v5"];
    await until(heads, grouped);
    await page.getByLabel("Columns by").selectOption("architecture");
    await page.waitForFunction(() => document.querySelectorAll(".pairs thead th")[4]?.textContent === "suse-chost 15.6.20250618");
    await page.waitForURL(/by=architecture/);
    const url = page.url();
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".pairs thead th")[4]?.textContent === "suse-chost 15.6.20250618");
    assert.equal(page.url(), url);
    await until(heads, grouped);
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await until(() => cell(page), "Standard_D4ps_v5 (gen2), suse-chost 15.6.20250618 (arm64): offered");
    // All of it is seen, so it needs no small map.
    await page.locator(".minimap").waitFor({ state: "hidden" });
  });

  // As many as a large landscape has: drawn, scrolled, walked through.
  await visit(browser, "#/matrix", async (page) => {
    await verdict(page, "no");
    await page.evaluate(() => {
      globalThis.tasks = [];
      new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ["longtask"] });
    });
    await page.locator("input[type=file]").setInputFiles({ name: "large.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(large(500))) });
    await page.locator("h2", { hasText: "250,000 pairs" }).waitFor();
    await page.locator(".legend li").nth(2).waitFor();
    // The small map leads to where it is clicked.
    await page.locator(".minimap").waitFor();
    await page.locator(".minimap").click({ position: { x: 90, y: 90 } });
    const scrolled = () => page.locator(".heatmap").evaluate((heatmap) => [heatmap.scrollLeft / heatmap.scrollWidth, heatmap.scrollTop / heatmap.scrollHeight]);
    await until(scrolled, ([left, top]) => left > 0.5 && top > 0.5);
    // Told, not judged: other programs have the processor too. Of several runs the fastest says most.
    const runs = [];
    for (const day of ["01", "02", "03", "04", "05"]) {
      const before = await page.locator(".spread .note").first().innerText();
      await page.getByLabel("Time").first().fill(`2026-02-${day}`);
      await page.waitForFunction((before) => document.querySelector(".spread .note")?.innerText !== before, before, { timeout: 5000 }).catch(() => {});
      const told = await until(() => page.locator(".spread .note").first().innerText(), /· [\d.]+\sms/);
      runs.push(Number(/· ([\d.]+)\sms/.exec(told)[1]));
    }
    await page.evaluate(() => (globalThis.tasks.length = 0));
    for (let step = 0; step < 30; step += 1) {
      await page.evaluate((to) => document.querySelector(".heatmap").scrollTo(to * 100, to * 100), step);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    await page.waitForURL(/type=type-499/);
    const tasks = await page.evaluate(() => globalThis.tasks);
    console.log(`matrix of 500 × 500: ${Math.min(...runs)} ms in the worker, long tasks while scrolling: ${tasks.map(Math.round).join(", ") || "none"}`);
  });
}

/** The engine's matrix of the example, by another door. */
async function asked() {
  const { start } = await import(pathToFileURL(new URL("target/npm/index.node.js", root).pathname));
  const { load } = await import(pathToFileURL(new URL("www/node_modules/js-yaml/dist/js-yaml.mjs", root).pathname));
  const fitment = await start();
  fitment.load([load(await readFile(new URL("examples/images/cloudprofile.yaml", root), "utf8"))], { defaulted: true });
  return fitment.ask("images/matrix", { cloudProfile: "azure" }, { now: "2026-01-31T00:00:00Z" }).answer;
}

/** A profile with so many machine types and versions. */
export function large(count) {
  const places = Array.from({ length: count }, (_, place) => place);
  const pick = (values, place) => [values[place % values.length]];
  const capabilities = { architecture: ["amd64", "arm64"], boot: ["uefi", "bios"], network: ["fast", "plain"] };
  const flavor = (place) => ({ architecture: pick(capabilities.architecture, place), boot: pick(capabilities.boot, Math.floor(place / 3)), network: pick(capabilities.network, Math.floor(place / 7)) });
  return {
    apiVersion: "core.gardener.cloud/v1beta1",
    kind: "CloudProfile",
    metadata: { name: "large" },
    spec: {
      type: "large",
      machineCapabilities: Object.entries(capabilities).map(([name, values]) => ({ name, values })),
      machineImages: places.filter((place) => place % 50 === 0).map((first) => ({
        name: `image-${first / 50}`,
        versions: places.slice(first, first + 50).map((place) => ({ version: `${place}.1.0`, capabilityFlavors: [flavor(place), flavor(place + 1)] })),
      })),
      machineTypes: places.map((place) => ({ name: `type-${place}`, cpu: "4", gpu: "0", memory: "8Gi", capabilities: flavor(place * 5) })),
      regions: [{ name: "here" }],
      kubernetes: { versions: [{ version: "1.33.4" }] },
    },
  };
}
