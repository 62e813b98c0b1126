// What is dropped: other files than the view is for, lists, several at once. All that is not used is told.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { copied, says, verdict, visit } from "./browser.mjs";
import { large } from "./matrix.mjs";
import { until } from "./until.mjs";

const root = new URL("../../", import.meta.url);
const example = (name) => readFile(new URL(`examples/${name}`, root), "utf8");
const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Drops files, and waits until the address has them. */
async function drop(page, texts, place = 0) {
  const before = page.url();
  await page.locator("main input[type=file]").nth(place).setInputFiles(Object.entries(texts).map(([name, text]) => file(name, text)));
  await page.waitForURL((url) => url.href !== before);
}

const alert = (page, hasText) => page.locator('[role="alert"]', { hasText }).waitFor();
const notice = (page, hasText) => page.locator(".notice", { hasText }).waitFor();

/** What `kubectl get` prints of objects: a list. */
const listOf = (texts, kind = "List") => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  resourceVersion: ""\nitems:\n` +
  texts.map((text) => text.split("\n").map((line) => (line === "" || line.startsWith("#") ? "" : `  ${line}`)).join("\n").replace(/^(\n*) {2}(?=\S)/, "$1- ")).join("");

/** Nodes and a flavor as OpenStack's client prints them. */
export const nodes = JSON.stringify([
  { UUID: "11111111-0000-4000-8000-000000000001", Name: "n1", "Instance UUID": null, "Power State": "power off", "Provisioning State": "available", Maintenance: false, "Resource Class": "gold", Traits: ["HW_CPU_X86_AVX512F"], Driver: "ipmi", Properties: {} },
  { UUID: "11111111-0000-4000-8000-000000000002", Name: "n2", "Instance UUID": null, "Power State": "power off", "Provisioning State": "available", Maintenance: false, "Resource Class": "gold", Traits: [], Driver: "ipmi", Properties: {} },
  { UUID: "11111111-0000-4000-8000-000000000003", Name: "n3", "Instance UUID": "6b0f3b1e-6a0a-4b63-9a0f-9d8c0c0d0001", "Power State": "power on", "Provisioning State": "active", Maintenance: false, "Resource Class": "gold", Traits: [], Driver: "ipmi", Properties: {} },
], null, 1);
export const flavor = JSON.stringify({
  "OS-FLV-DISABLED:disabled": false, "OS-FLV-EXT-DATA:ephemeral": 0, swap: 0, disk: 480, id: "a1", name: "bm.gold", ram: 131072, vcpus: 32,
  properties: { "resources:VCPU": "0", "resources:MEMORY_MB": "0", "resources:DISK_GB": "0", "resources:CUSTOM_GOLD": "1", "trait:HW_CPU_X86_AVX512F": "required" },
});

export async function given(browser) {
  const [profile, shoots, fleet] = await Promise.all(["images/cloudprofile.yaml", "changes/shoots.yaml", "providers/fleet.yaml"].map(example));
  const child = await example("images/namespacedcloudprofile.yaml");
  const misspelt = profile.replace("capabilityFlavors:", "capabilityFlavor:");
  const second = profile.replace("  name: azure\n", "  name: azure2\n");

  for (const view of ["pick", "matrix"]) {
    await visit(browser, `#/${view}`, async (page) => {
      await verdict(page, "no");
      // What is no profile is refused, and what is still shown of the one before is marked, with nothing to copy of it.
      for (const text of [shoots, "", "a: 1\n"]) {
        await drop(page, { "other.yaml": text });
        await alert(page, "found no CloudProfile, expected one");
        await page.locator(".card.stale").first().waitFor();
        if (view === "pick") await until(() => page.getByRole("button", { name: "Copy", exact: true }).count(), 0);
        else assert(await page.getByRole("button", { name: "CSV" }).isDisabled());
        await page.goBack();
        await until(() => page.locator('[role="alert"], .stale').count(), 0);
      }
      // Which of two is meant nobody knows, whether they come in one file or in two.
      await drop(page, { "two.yaml": `${profile}---\n${second}` });
      await alert(page, /^line \d+: found the profiles `azure`, `azure2`, expected one$/);
      await drop(page, { "one.yaml": profile, "other.yaml": second });
      await alert(page, /^other\.yaml, line \d+: found the profiles/);
      // What builds on it is named as not used.
      await drop(page, { "all.yaml": `${child}---\n${profile}` });
      await notice(page, /^Not used here: NamespacedCloudProfile\/garden-\w+\/[\w-]+$/);
      // A comment is not the name of a file.
      await drop(page, { "noted.yaml": `# file: notes.txt\n${profile}---\n# file: more.txt\n${second}` });
      await alert(page, /^line \d+: found the profiles/);
      // One without a name is a profile: what is wrong with it, the engine says.
      await drop(page, { "nameless.yaml": profile.replace("  name: azure\n", "  labels: {}\n") });
      await page.locator(".problems", { hasText: "metadata" }).first().waitFor();
      assert.equal(await page.locator('[role="alert"]').count(), 0);
      // What has no name is named by its line, and of many only the first are.
      await drop(page, { "many.yaml": `${profile}${"---\n{}\n".repeat(7)}` });
      await notice(page, /^Not used here: line \d+, line \d+, line \d+, line \d+, line \d+, 2 more$/);
      // A misspelt key is told.
      await drop(page, { "misspelt.yaml": misspelt });
      await page.locator(".problems", { hasText: "did you mean `capabilityFlavors`?" }).waitFor();
      // A list is its items.
      await drop(page, { "list.yaml": listOf([second]) });
      await page.locator(".problems").waitFor({ state: "detached" });
      if (view === "matrix") await until(() => page.locator(".legend").innerText(), /offered \d/);
    });
  }

  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    // No figures are made up of a file that is none of the two profiles.
    await drop(page, { "shoots.yaml": shoots }, 1);
    await alert(page, "After: found no CloudProfile, expected one");
    await page.locator(".stale .figures").waitFor();
    await drop(page, { "two.yaml": `${profile}---\n${second}` }, 1);
    await alert(page, /After, line \d+: found the profiles/);
    await drop(page, { "profile.yaml": profile }, 1);
    await verdict(page, "yes");
    // What loading had to say is told: misspelt Shoots have no pools, and a misspelt profile is another one.
    await drop(page, { "shoots.yaml": shoots.replaceAll("    workers:", "    worker:") }, 2);
    await page.locator(".problems, details", { hasText: "did you mean `workers`?" }).first().waitFor({ state: "attached" });
    await drop(page, { "misspelt.yaml": misspelt }, 1);
    const told = page.locator(".problems li", { hasText: "did you mean `capabilityFlavors`?" });
    await told.first().waitFor({ state: "attached" });
    assert.equal(await told.count(), 1);
    await page.locator("summary", { hasText: "warnings" }).first().click();
    await told.locator("a", { hasText: "After:" }).click();
    await page.locator(".paper .marked .written", { hasText: "capabilityFlavor:" }).waitFor();
    // On one line there may be several.
    const line = large(2);
    for (const type of line.spec.machineTypes) type.nope = 1;
    await drop(page, { "line.json": JSON.stringify(line) }, 1);
    await until(() => page.locator(".problems li", { hasText: "nope" }).count(), 2);
    // Shoots as a list.
    await drop(page, { "profile.yaml": await example("changes/cloudprofile.yaml") }, 1);
    await drop(page, { "list.yaml": listOf(shoots.split("---\n")) }, 2);
    await page.waitForFunction(() => /2\s*pools refused/.test(document.querySelector(".figures")?.innerText ?? ""));
  });

  await visit(browser, "#/providers?q=explain-upgrade", async (page) => {
    await verdict(page, "yes");
    // Loaded providers are those that a question is about, unless it takes them in another form.
    await drop(page, { "fleet.yaml": fleet, "target.yaml": "target: {contract: v1beta2}\n" });
    await until(() => says(page), (all) => all.some((one) => one.startsWith("`CoreProvider/cluster-api` speaks")));
    const link = page.locator(".facts a").first();
    const line = Number((await link.innerText()).split(":").at(-1));
    assert.match(await link.innerText(), /^fleet\.yaml:/);
    assert.match(fleet.split("\n")[line - 1], /apiVersion: .*cluster\.x-k8s\.io/);
    await page.getByRole("combobox", { name: "Question" }).selectOption("providers/single-instance");
    await notice(page, "Not used here: CoreProvider/capi-system/cluster-api");
    // Of several that a question takes one of, none is chosen.
    await page.getByRole("combobox", { name: "Question" }).selectOption("providers/validate");
    await drop(page, { "operator.yaml": "kind: CoreProvider\nmetadata: {name: a}\n---\nkind: CoreProvider\nmetadata: {name: b}\n" });
    await alert(page, /line 4: found 2 documents with what the question takes, expected one/);
  });

  await visit(browser, "#/traits?q=match-nodes", async (page) => {
    await verdict(page, "yes");
    await drop(page, { "nodes.json": nodes, "flavor.json": flavor, "cloudprofile.yaml": profile });
    await page.locator("[data-says]", { hasText: "1 of 3 nodes can take `bm.gold`" }).first().waitFor();
    await notice(page, "Not used here: CloudProfile/azure");
    await until(() => page.locator(".causes").innerText(), /2 \(1 free\)/);
    await until(() => page.getByRole("region", { name: "Answer", exact: true }).innerText(), /More\s+1 \w+ /);
    await page.locator(".facts a", { hasText: "flavor.json:1" }).first().click();
    await page.waitForURL(/line=44/);
    // What is wrong with one of several files is found in that file.
    await drop(page, { "nodes.json": nodes, "broken.json": "{\"a\": [1,\n" });
    await alert(page, /^broken\.json, line \d: /);
  });

  await visit(browser, "#/drivers", async (page) => {
    await verdict(page, "yes");
    // Files that say nothing of a request: it is told what little was asked with.
    await drop(page, { "catalogue.yaml": await example("drivers/catalogue.yaml"), "image.json": JSON.stringify({ id: "i1", name: "ubuntu", disk_format: "qcow2", container_format: "bare", status: "active", properties: { os_distro: "ubuntu" } }) });
    await notice(page, "Asked with nothing but registry, image");
    // A file with keys that the question does not know decides nothing.
    await drop(page, { "template.json": JSON.stringify({ name: "k8s", coe: "kubernetes", image_id: "ubuntu-24.04", labels: {} }) });
    await verdict(page, "undecided");
    await drop(page, { "magnum.conf": "[DEFAULT]\ndebug = true\n" });
    await alert(page, "line 1: found a configuration file, expected YAML or JSON: `fitment drivers` reads it");
    await drop(page, { "template.yaml": "name: k8s\n", "magnum.conf": "# settings\n\n[DEFAULT]\ndebug = true\n" });
    await alert(page, /^magnum\.conf, line \d: found a configuration file/);
    await drop(page, { "broken.yaml": "name: [\n  k8s\n[DEFAULT]\n" });
    await until(() => page.locator('[role="alert"]').innerText(), (text) => !text.includes("configuration file"));
    // What a level says is removed from the file that says it.
    const template = (await example("drivers/template.yaml")).replace(/^registeredDrivers:\n(.*\n)*?(?=request:)/m, "");
    await drop(page, { "catalogue.yaml": await example("drivers/catalogue.yaml"), "template.yaml": template });
    await page.getByRole("button", { name: "What if it said nothing?" }).click();
    await page.locator(".ladder li.deciding h3", { hasText: "fallback" }).waitFor();
  });

  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    // A cure quotes what stands in the text, not what YAML made of it.
    await drop(page, { "y.yaml": profile.replace("  name: azure\n", "  name: azure\n  namespace: y\n") });
    await page.locator(".problems", { hasText: 'quote it: `"y"`' }).waitFor();
    await page.goBack();
    await page.locator(".problems").waitFor({ state: "detached" });
    await verdict(page, "no");
    // The command that is copied names a file, which can be had.
    await page.locator(".decision summary").last().click();
    await page.getByRole("button", { name: "Copy as command" }).click();
    await copied(page, /-f given\.json/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "given.json" }).click()]);
    assert.equal(download.suggestedFilename(), "given.json");
    const { cloudProfile, machineType } = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.deepEqual([cloudProfile, machineType], ["azure", "Standard_S896om"]);
    assert.match(await page.locator("input[type=file]").getAttribute("accept"), /\.conf/);
  });
}
