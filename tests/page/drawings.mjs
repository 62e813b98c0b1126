// What of an answer is drawn: every mark and line comes from the engine's answer, and each drawing is text too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { serious, sideways, verdict, visit } from "./browser.mjs";

const root = new URL("../../", import.meta.url);

export async function drawings(browser) {
  // The ladder of levels: which decided, what each said, and what if it had said nothing.
  await visit(browser, "#/drivers", async (page) => {
    await verdict(page, "yes");
    const rungs = () => page.locator(".ladder li").evaluateAll((all) => all.map((rung) => [rung.querySelector("h3").textContent, rung.classList.contains("deciding")]));
    assert.deepEqual(await rungs(), [["request", false], ["image", true], ["config", false], ["fallback", false]]);
    assert.match(await page.locator(".ladder li").first().innerText(), /the request names no driver/);
    await page.getByRole("button", { name: "What if it said nothing?" }).click();
    await page.locator(".ladder li.deciding h3", { hasText: "fallback" }).waitFor();
    await page.waitForURL(/doc=z:/);
    const text = await page.getByRole("textbox", { name: "What it is given" }).inputValue();
    const before = await readFile(new URL("examples/drivers/template.yaml", root), "utf8");
    assert.equal(text, before.replace(/ {2}magnum_driver.*\n/, ""));
    await looked(page, "drivers without a level");
  });

  // Nodes: as many cards as there are nodes, and a cause chooses its own.
  await visit(browser, "#/traits", async (page) => {
    await verdict(page, "yes");
    const cards = page.locator(".nodes > li");
    assert.equal(await cards.count(), 7);
    assert.match(await cards.first().innerText(), /r1-n01/);
    const said = await asked("traits/match-nodes", "traits/gold-plus-plus.yaml");
    const counts = await page.locator(".causes .count").evaluateAll((all) => all.map(({ firstChild }) => Number(firstChild.textContent)));
    assert.deepEqual(counts, [said.summary.fitting, ...said.summary.refused.map(({ count }) => count)]);
    await page.locator(".causes button").nth(1).click();
    assert.equal(await cards.count(), said.summary.refused[0].count);
    assert.deepEqual(await cards.locator(".chip code").allInnerTexts(), said.refused.filter(({ missing }) => missing?.length === 1).flatMap(({ missing }) => missing));
  });

  // Two objects: what becomes of one when the other goes.
  await visit(browser, "#/clusters", async (page) => {
    await page.locator(".pair .link.broken").waitFor();
    assert.equal(await page.locator(".missing li").count(), 2);
    const record = { name: "c-x7k2m", finalizers: ["capicluster.turtles.cattle.io"], labels: { "cluster-api.cattle.io/capi-cluster-owner": "prod", "cluster-api.cattle.io/capi-cluster-owner-ns": "team-a", "cluster-api.cattle.io/owned": "" } };
    const capiCluster = { name: "prod", namespace: "team-a", labels: { "cluster-api.cattle.io/rancher-auto-import": "true" }, conditions: { ControlPlaneAvailable: "True" } };
    const given = { capiCluster, namespace: { name: "team-a", labels: {} }, rancherClusters: [record], featureGates: { "managementv3-cluster": true } };
    await page.getByRole("textbox", { name: "What it is given" }).fill(JSON.stringify(given));
    await page.locator(".pair .link:not(.broken)").waitFor();
    assert.match(await page.locator(".pair .one").first().innerText(), /c-x7k2m/);
    assert.match(await page.locator(".pair .one").last().innerText(), /What deleting the record does/);
    await looked(page, "two clusters");
  });

  // Steps: each below those that it waits for, with a line to every one of them.
  await visit(browser, "#/providers", async (page) => {
    await verdict(page, "yes");
    const { steps } = await asked("providers/explain-upgrade", "providers/upgrade.yaml");
    const places = await page.locator(".steps li:not(.name) button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    assert.equal(places.length, steps.length);
    for (const { step, waitsFor } of steps) for (const before of waitsFor) assert(places[step - 1] > places[before - 1], `${step} below ${before}`);
    assert.equal(await page.locator(".steps line").count(), steps.flatMap(({ waitsFor }) => waitsFor).length);
    await page.locator(".steps button").nth(2).focus();
    assert.equal(await page.locator(".steps line.lit").count(), steps[2].waitsFor.length + steps.filter(({ waitsFor }) => waitsFor.includes(3)).length);
    await page.locator("section", { has: page.locator(".steps") }).getByRole("button", { name: "As Markdown" }).click();
    const plan = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(plan.trim().split("\n").length, steps.length);
    assert.match(plan, /^1\. \[ \] pause `CoreProvider/);
  });
}

async function looked(page, what) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await serious(page), [], `${what}, ${width}`);
    assert.equal(await sideways(page), 0, `${what} scrolls sideways at ${width}`);
  }
}

/** What the engine answers by another door. */
async function asked(question, example) {
  const { start } = await import(new URL("target/npm/index.node.js", root));
  const { load } = await import(new URL("www/node_modules/js-yaml/dist/js-yaml.mjs", root));
  const fitment = await start();
  return fitment.ask(question, load(await readFile(new URL(`examples/${example}`, root), "utf8"))).answer;
}
