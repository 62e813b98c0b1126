// What of an answer is drawn: every mark and line comes from the engine's answer, and each drawing is text too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { copied, flawless, says, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

const root = new URL("../../", import.meta.url);

export async function drawings(browser) {
  // The ladder of levels: which decided, what each said, and what if it had said nothing.
  await visit(browser, "#/drivers", async (page) => {
    await verdict(page, "yes");
    const rungs = () => page.locator(".ladder li").evaluateAll((all) => all.map((rung) => [rung.querySelector("h3").textContent, rung.classList.contains("deciding")]));
    await until(rungs, [["request", false], ["image", true], ["config", false], ["fallback", false]]);
    await until(() => page.locator(".ladder li").first().innerText(), /the request names no driver/);
    await page.getByRole("button", { name: "What if it said nothing?" }).click();
    await page.locator(".ladder li.deciding h3", { hasText: "fallback" }).waitFor();
    await page.waitForURL(/doc=z:/);
    const before = await readFile(new URL("examples/drivers/template.yaml", root), "utf8");
    await reads(page, before.replace(/ {2}magnum_driver.*\n/, ""));
    await looked(page, "drivers without a level");
  });

  // Nodes: as many cards as there are nodes, and a cause chooses its own.
  await visit(browser, "#/traits", async (page) => {
    await verdict(page, "yes");
    const cards = page.locator(".nodes > li");
    await until(() => cards.count(), 7);
    await until(() => cards.first().innerText(), /r1-n01/);
    const said = await asked("traits/match-nodes", "traits/gold-plus-plus.yaml");
    const counts = () => page.locator(".causes .count").evaluateAll((all) => all.map(({ firstChild }) => Number(firstChild.textContent)));
    await until(counts, [said.summary.fitting, ...said.summary.refused.map(({ count }) => count)]);
    await page.locator(".causes button").nth(1).click();
    await until(() => cards.count(), said.summary.refused[0].count);
    await until(() => cards.locator(".chip code").allInnerTexts(), said.refused.filter(({ missing }) => missing?.length === 1).flatMap(({ missing }) => missing));

    // What if it forbade the trait, or did not ask for it? The text is edited where the wish stands.
    const wish = page.locator(".wishes button", { hasText: "HW_CPU_X86_AVX512F" });
    await wish.click();
    await wish.getByText("forbidden").waitFor();
    const before = await readFile(new URL("examples/traits/gold-plus-plus.yaml", root), "utf8");
    const line = /trait:HW_CPU_X86_AVX512F: required/;
    await reads(page, before.replace(line, "trait:HW_CPU_X86_AVX512F: forbidden"));
    await wish.click();
    await wish.getByText("dropped").waitFor();
    await reads(page, before.replace(/ +trait:HW_CPU_X86_AVX512F: required\n/, ""));
    await page.locator("[data-says]", { hasText: /2 of 7 nodes can take/ }).first().waitFor();
    await wish.click();
    await wish.getByText("required").waitFor();
    await page.locator("[data-says]", { hasText: /1 of 7 nodes can take/ }).first().waitFor();

    // What a report of a node writes, request by request.
    await page.getByRole("button", { name: "Sync", exact: true }).click();
    await page.getByRole("combobox", { name: "Node" }).selectOption("r2-n01");
    const { writes } = await ask("traits/sync", async () => ({ node: (await example("traits/gold-plus-plus.yaml")).nodes.find(({ name }) => name === "r2-n01") }));
    await page.locator("[data-says]", { hasText: "reporting `r2-n01`" }).waitFor();
    const shown = () => page.locator(".writes li p").allInnerTexts();
    await until(shown, writes.map(({ method, path }) => `${method} ${path}`));
    await page.waitForURL(/node=r2-n01/);
    await page.reload();
    await page.locator("[data-says]", { hasText: "reporting `r2-n01`" }).waitFor();
    await until(shown, writes.map(({ method, path }) => `${method} ${path}`));
    await page.locator(".facts a", { hasText: "line:40" }).last().waitFor();
    await looked(page, "the report of a node");
  });

  // Two objects: what becomes of one when the other goes.
  await visit(browser, "#/clusters", async (page) => {
    await page.locator(".pair .link.broken").waitFor();
    await until(() => page.locator(".missing li").count(), 2);
    const record = { name: "c-x7k2m", finalizers: ["capicluster.turtles.cattle.io"], labels: { "cluster-api.cattle.io/capi-cluster-owner": "prod", "cluster-api.cattle.io/capi-cluster-owner-ns": "team-a", "cluster-api.cattle.io/owned": "" } };
    const capiCluster = { name: "prod", namespace: "team-a", labels: { "cluster-api.cattle.io/rancher-auto-import": "true" }, conditions: { ControlPlaneAvailable: "True" } };
    const given = { capiCluster, namespace: { name: "team-a", labels: {} }, rancherClusters: [record], featureGates: { "managementv3-cluster": true } };
    await page.getByRole("textbox", { name: "What it is given" }).fill(JSON.stringify(given));
    await page.locator(".pair .link:not(.broken)").waitFor();
    await until(() => page.locator(".pair .one").first().innerText(), /c-x7k2m/);
    await until(() => page.locator(".pair .one").last().innerText(), /The effects of deleting the record/);
    await looked(page, "two clusters");
  });

  // Steps: each below those that it waits for, with a line to every one of them.
  await visit(browser, "#/providers", async (page) => {
    await verdict(page, "yes");
    const { steps } = await asked("providers/explain-upgrade", "providers/upgrade.yaml");
    const tops = () => page.locator(".steps li:not(.name) button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    const places = await until(tops, ({ length }) => length === steps.length);
    for (const { step, waitsFor } of steps) for (const before of waitsFor) assert(places[step - 1] > places[before - 1], `${step} below ${before}`);
    await until(() => page.locator(".steps line").count(), steps.flatMap(({ waitsFor }) => waitsFor).length);
    await page.locator(".steps button").nth(2).focus();
    await until(() => page.locator(".steps line.lit").count(), steps[2].waitsFor.length + steps.filter(({ waitsFor }) => waitsFor.includes(3)).length);
    await page.locator("section", { has: page.locator(".steps") }).getByRole("button", { name: "As Markdown" }).click();
    const plan = await copied(page, /^1\. \[ \] pause `CoreProvider/);

    assert.equal(plan.trim().split("\n").length, steps.length);

    // Another target is another plan; what the text says besides stays.
    const { providers, target } = await example("providers/upgrade.yaml");
    const aim = page.getByRole("combobox", { name: "Target of InfrastructureProvider/azure" });
    await until(() => aim.inputValue(), target.version);
    await aim.selectOption("v1.20.3");
    await page.locator("[data-says]", { hasText: "`v1.20.3`" }).first().waitFor();
    const file = await readFile(new URL("examples/providers/upgrade.yaml", root), "utf8");
    await reads(page, file.replace(/version: v1.21.0\n$/, "version: v1.20.3\n"));
    await page.getByRole("combobox", { name: "Target of CoreProvider/cluster-api" }).selectOption("v1.11.1");
    await page.locator("[data-says]", { hasText: "CoreProvider/cluster-api" }).first().waitFor();

    // May one of them go? The engine says who stands against it.
    await page.locator(".fleet li", { hasText: "CoreProvider" }).getByRole("button", { name: "May it be deleted?" }).click();
    await page.locator("#guard .verdict").waitFor();
    const guard = await ask("providers/delete", async () => ({ delete: { kind: "CoreProvider", name: "cluster-api", namespace: "capi-system" }, providers }));
    assert.equal(guard.allowed, false);
    await until(() => page.locator("#guard .tree [data-says]").count(), guard.blockers.length);
    await page.waitForURL(/delete=CoreProvider\/cluster-api/);
    await looked(page, "the guard of a provider");
  });

  // Objects of a cluster, which are loaded: the same guard.
  await visit(browser, "#/providers", async (page) => {
    await verdict(page, "yes");
    await page.locator("input[type=file]").setInputFiles(new URL("examples/providers/fleet.yaml", root).pathname);
    // Only those that a document lists itself can be given a target.
    await until(() => page.locator(".fleet select").count(), 0);
    await page.locator(".fleet li", { hasText: "InfrastructureProvider" }).getByRole("button", { name: "May it be deleted?" }).click();
    await page.locator("#guard .verdict").waitFor();
  });

  // Files as clients print them, dropped together: each is put where the question takes it, and facts lead into them.
  await visit(browser, "#/traits", async (page) => {
    await verdict(page, "yes");
    const printed = (name) => new URL(`tests/clients/printed/${name}`, root).pathname;
    await page.locator("input[type=file]").setInputFiles([printed("node-list-long.json"), printed("flavor-list-long.json")]);
    await page.locator(".nodes > li").first().waitFor();
    // The nodes of the example stand there before the files are read.
    await page.getByRole("combobox", { name: "Flavor" }).locator("option").first().waitFor({ state: "attached" });
    const { length } = JSON.parse(await readFile(printed("flavor-list-long.json"), "utf8"));
    const flavors = await until(() => page.getByRole("combobox", { name: "Flavor" }).locator("option").allInnerTexts(), (all) => all.length === length);
    for (const flavor of flavors.slice(0, 2)) {
      await page.getByRole("combobox", { name: "Flavor" }).selectOption(flavor);
      await page.locator("[data-says]", { hasText: `\`${flavor}\`` }).first().waitFor();
    }
    await page.locator(".facts a").first().waitFor();
    await page.getByRole("combobox", { name: "Question" }).selectOption("traits/lint");
    await page.locator(".decision h2", { hasText: "traits/lint" }).waitFor();
    await page.locator("[data-says]", { hasText: "flavors: " }).first().waitFor();
    // Cut short by the client: refused, with the command that prints it whole.
    await page.locator("input[type=file]").setInputFiles([printed("node-list.json"), printed("flavor-list-long.json")]);
    await page.locator("[data-says]", { hasText: /openstack baremetal node list --long/ }).first().waitFor();
  });

  // A registry of drivers, and the image that `openstack image show` printed.
  await visit(browser, "#/drivers", async (page) => {
    await verdict(page, "yes");
    await page.locator("input[type=file]").setInputFiles(new URL("examples/drivers/catalogue.yaml", root).pathname);
    await page.waitForURL(/doc=/);
    await page.getByRole("combobox", { name: "Question" }).selectOption("drivers/lint");
    await page.locator(".decision h2", { hasText: "drivers/lint" }).waitFor();
    await verdict(page, "yes");
    const file = async (path) => ({ name: path, mimeType: "text/plain", buffer: await readFile(new URL(path, root)) });
    const request = { name: "request.yaml", mimeType: "text/plain", buffer: Buffer.from("request: {coe: kubernetes, server_type: vm}\n") };
    await page.locator("input[type=file]").setInputFiles([await file("examples/drivers/catalogue.yaml"), await file("tests/clients/printed/image-show.json"), request]);
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("server_type: vm"));
    await page.getByRole("combobox", { name: "Question" }).selectOption("drivers/resolve");
    await page.locator(".ladder li.deciding h3", { hasText: "image" }).waitFor();
    const link = page.locator(".facts li", { hasText: "magnum_driver" }).locator("a").first();
    const [, line] = /^tests\/clients\/printed\/image-show\.json:(\d+)$/.exec(await link.innerText()) ?? [];
    assert.match((await readFile(new URL("tests/clients/printed/image-show.json", root), "utf8")).split("\n")[line - 1], /"magnum_driver"/);
    await until(() => says(page), (all) => all.length > 0);
  });
}

/** Until the text is another one. */
function reads(page, text) {
  return page.waitForFunction((text) => document.querySelector("textarea")?.value === text, text);
}

async function looked(page, what) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await flawless(page, `${what}, ${width}`);
  }
}

/** What the engine answers about an example by another door. */
function asked(question, name) {
  return ask(question, () => example(name));
}

async function ask(question, given) {
  const { start } = await import(new URL("target/npm/index.node.js", root));
  return (await start()).ask(question, await given()).answer;
}

async function example(name) {
  const { load } = await import(new URL("www/node_modules/js-yaml/dist/js-yaml.mjs", root));
  return load(await readFile(new URL(`examples/${name}`, root), "utf8"));
}
