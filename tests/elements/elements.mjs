// The elements as somebody meets them: by mouse, by keyboard, by a form, and by what assistive technology is told.
// `node tests/elements/elements.mjs CHROMIUM PACKAGE`; FITMENT_SHOTS=DIR keeps pictures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../page/until.mjs";
import { axe, newPage, withBrowser } from "./browser.mjs";
import { azure, large } from "./profiles.mjs";
import { names as named } from "./names.mjs";
import { questions } from "./questions.mjs";
import { here, serve } from "./server.mjs";

const [chromium, folder] = process.argv.slice(2);
const profiles = { "/profiles/azure.json": JSON.stringify(azure), "/profiles/large.json": JSON.stringify(large(2000)) };
const server = await serve({ fitment: folder, pages: here("pages") }, profiles);

const tests = {
  async "a machine type in, its images out, and both are sent"(page) {
    await combobox(page, "Machine type").click();
    await page.getByRole("option", { name: "Standard_S896om" }).click();
    await until(() => value(page, "type"), "Standard_S896om");
    await combobox(page, "Machine image").click();
    await listed(page, ["gardenlinux 1592.2.0", "gardenlinux 1592.1.0", "gardenlinux 1443.10.0", "suse-chost 15.6.20250618", "suse-chost 15.5.20240101"]);
    await page.getByRole("option", { name: "1592.1.0" }).click();
    await until(() => value(page, "image"), "gardenlinux 1592.1.0");
    await until(() => page.evaluate(() => fitmentTest.image.worker.machine.image.version), "1592.1.0");
    await page.getByRole("button", { name: "Create" }).click();
    await until(() => sent(page), "type=Standard_S896om&image=gardenlinux+1592.1.0&count=1");
  },

  async "what may not be chosen says why, in the words of the engine"(page) {
    await choose(page, "Standard_S896om");
    await combobox(page, "Machine image").click();
    const refused = page.getByRole("option", { name: "1443.10.0" });
    await refused.getByText("hypervisorType: the machine has gen2, but the image gen1").waitFor();
    await until(() => refused.getAttribute("aria-disabled"), "true");
    await refused.click({ force: true });
    assert.equal(await value(page, "image"), "", "it is not taken");
    const detail = page.locator("#image [part=detail]");
    await detail.getByText("add gen2 to hypervisorType of flavor 1").waitFor();
    const said = await page.evaluate(() => {
      const all = (reasons) => reasons.flatMap(({ says, because }) => [says.replaceAll("`", ""), ...all(because)]);
      return all(fitmentTest.catalog.explain("Standard_S896om", "gardenlinux", "1443.10.0", { now: "2026-01-15T00:00:00Z" }).because);
    });
    await until(() => detail.locator("p").allTextContents(), said);
    await page.evaluate(() => fitmentTest.image.removeAttribute("show"));
    await page.waitForFunction(() => fitmentTest.image.shadowRoot.querySelectorAll("[role=option]:not([style*='display: none'])").length === 2);
  },

  async "a value is the attribute's until another is chosen or set"(page) {
    const values = await page.evaluate(() => {
      const { type } = fitmentTest;
      const found = [];
      const after = (work) => {
        work();
        found.push(type.value);
      };
      after(() => type.setAttribute("value", "Standard_S896"));
      after(() => type.setAttribute("value", "Standard_S896om"));
      after(() => (type.value = ""));
      after(() => type.parentNode.insertBefore(type, type.nextSibling));
      after(() => type.setAttribute("value", "Standard_S896"));
      after(() => type.form.reset());
      return found;
    });
    assert.deepEqual(values, ["Standard_S896", "Standard_S896om", "", "", "", "Standard_S896"]);
  },

  async "what a script sets is what a page says"(page) {
    const told = await page.evaluate(() => {
      const { type, image } = fitmentTest;
      image.machineType = "Standard_S896om";
      image.value = "gardenlinux 1592.2.0";
      const before = image.options.length;
      image.region = "westeurope";
      image.zones = ["1", "2"];
      image.now = new Date("2026-01-15T00:00:00Z");
      type.minCpu = 100;
      const attributes = [image.getAttribute("zones"), image.getAttribute("now"), type.getAttribute("min-cpu"), image.kubernetesVersion];
      const names = type.options.map(({ name }) => name);
      image.zones = null;
      type.maxGpu = "2";
      type.maxGpu = "";
      image.name = undefined;
      return { before, attributes, names, gone: [image.hasAttribute("zones"), type.hasAttribute("max-gpu"), image.hasAttribute("name")] };
    });
    assert.ok(told.before > 0);
    assert.deepEqual(told.attributes, ["1 2", "2026-01-15T00:00:00.000Z", "100", ""]);
    assert.deepEqual(told.names, ["Standard_S896om", "Standard_S896"]);
    assert.deepEqual(told.gone, [false, false, false]);
  },

  async "what is set before the module is there counts once it is"(page) {
    const found = await page.evaluate(() => {
      const { catalog } = fitmentTest;
      // Made where elements are not known, as before their module is imported.
      const early = document.implementation.createHTMLDocument().createElement("fitment-image-select");
      Object.assign(early, { catalog, machineType: "Standard_S896om", value: "gardenlinux 1592.2.0", now: "2026-01-15T00:00:00Z" });
      const before = early.getAttribute("machine-type");
      document.body.append(early);
      return [before, early.getAttribute("machine-type"), early.selected?.version, early.validity.valid];
    });
    assert.deepEqual(found, [null, "Standard_S896om", "1592.2.0", true]);
  },

  async "a machine type that a filter leaves out says which"(page) {
    const messages = await page.evaluate(() => {
      const { type } = fitmentTest;
      type.value = "Standard_S896om";
      const before = type.validationMessage;
      type.architecture = "arm64";
      const told = [before, type.validationMessage];
      type.architecture = "";
      type.maxCpu = "1";
      return [...told, type.validationMessage, type.validity.valid];
    });
    assert.deepEqual(messages, ["", "left out by the filter for architecture", "left out by the filter for cpu", false]);
  },

  async "what is no catalog is refused"(page) {
    const thrown = await page.evaluate(() => {
      try {
        fitmentTest.image.catalog = { kind: "CloudProfile" };
      } catch (error) {
        return error.message;
      }
    });
    assert.match(thrown, /expected a `Catalog`/);
  },

  async "a value that is not offered any more is kept, and says why it is not valid"(page) {
    await choose(page, "Standard_S896om");
    await page.evaluate(() => (fitmentTest.image.value = "gardenlinux 1592.2.0"));
    await until(() => page.evaluate(() => fitmentTest.image.validity.valid), true);
    await page.evaluate(() => (fitmentTest.image.machineType = "Standard_D4ps_v5"));
    await page.evaluate(() => (fitmentTest.image.value = "gardenlinux 1592.1.0"));
    await page.waitForFunction(() => fitmentTest.image.validity.customError);
    await until(() => page.evaluate(() => fitmentTest.image.validationMessage), /^architecture: the machine has arm64, but the image amd64$/);
    await page.evaluate(() => (fitmentTest.image.value = "gardenlinux 9.9.9"));
    await until(() => page.evaluate(() => fitmentTest.image.validationMessage), /no version `?9\.9\.9/);
    await until(() => value(page, "image"), "gardenlinux 9.9.9");
  },

  async "an image in, machine types out, with filters that the engine applies"(page) {
    const listed = (attributes) => page.evaluate(async (attributes) => {
      const { type } = fitmentTest;
      for (const name of ["image", "min-cpu", "max-cpu", "max-memory", "min-gpu", "architecture", "show"]) type.removeAttribute(name);
      for (const [name, value] of Object.entries(attributes)) type.setAttribute(name, value);
      await new Promise((done) => setTimeout(done));
      return type.options.filter(({ isOffered }) => isOffered || type.show === "why-not").map(({ value }) => value);
    }, attributes);
    await until(() => listed({}), ["Standard_S896om", "Standard_S896", "Standard_D4ps_v5"]);
    await until(() => listed({ image: "gardenlinux 1443.10.0" }), ["Standard_S896"]);
    await until(() => listed({ image: "suse-chost" }), ["Standard_D4ps_v5"]);
    await until(() => listed({ "max-cpu": "4000m" }), ["Standard_D4ps_v5"]);
    await until(() => listed({ "min-cpu": "5" }), ["Standard_S896om", "Standard_S896"]);
    await until(() => listed({ "max-memory": "1Ti" }), ["Standard_D4ps_v5"]);
    await until(() => listed({ "min-gpu": "1" }), []);
    await until(() => listed({ architecture: "arm64" }), ["Standard_D4ps_v5"]);
    await until(() => listed({ show: "why-not", image: "gardenlinux 1443.10.0", "min-cpu": "5" }), ["Standard_S896om", "Standard_S896"]);
    await combobox(page, "Machine type").click();
    await page.getByRole("option", { name: "S896om" }).getByText("hypervisorType: the machine has gen2").waitFor();
    await until(() => page.getByRole("option", { name: "Standard_S896 896" }).innerText(), /896 cpu · 12Ti · amd64/);
  },

  async "all of it by keyboard"(page) {
    const active = () => page.evaluate(() => {
      const root = document.activeElement.shadowRoot;
      const id = root.activeElement.getAttribute("aria-activedescendant");
      return id === null ? null : root.getElementById(id).querySelector(".name").textContent;
    });
    const expanded = () => page.evaluate(() => document.activeElement.shadowRoot.activeElement.ariaExpanded);
    await page.keyboard.press("Tab");
    assert.equal(await expanded(), "false", "it does not open by itself");
    await page.keyboard.press("ArrowDown");
    await until(async () => [await expanded(), await active()], ["true", "Standard_S896om"]);
    await page.keyboard.press("ArrowDown");
    await until(active, "Standard_S896");
    await page.keyboard.press("End");
    await until(active, "Standard_D4ps_v5");
    await page.keyboard.press("ArrowDown");
    await until(active, "Standard_S896om", "after the last comes the first");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await until(active, "Standard_S896om");
    await page.keyboard.press("Escape");
    await until(async () => [await expanded(), await value(page, "type")], ["false", ""]);
    await page.keyboard.type("s896");
    await listed(page, ["Standard_S896om", "Standard_S896"]);
    await page.keyboard.press("Enter");
    await until(async () => [await expanded(), await value(page, "type")], ["false", "Standard_S896om"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Alt+ArrowDown");
    await until(async () => [await expanded(), await active()], ["true", null]);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await until(async () => [await expanded(), await value(page, "image")], ["true", ""], "what is refused is not taken");
    await page.locator("#image [part=detail]").getByText("no flavor fits").waitFor();
    await page.keyboard.press("Tab");
    await until(() => page.locator("#image [part=detail]").evaluate((detail) => detail.matches(":focus")), true, "the reasons can be read");
    await page.keyboard.press("Escape");
    await until(async () => [await expanded(), await value(page, "type")], ["false", "Standard_S896om"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await until(() => value(page, "image"), "gardenlinux 1592.2.0");
    await page.keyboard.press("Escape");
    await until(() => value(page, "image"), "", "Escape in a closed field clears it");
    await page.keyboard.type("nothing of the kind");
    await page.locator("#image [part=live]").getByText("Nothing in the list matches.").waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    await until(() => page.locator("#image input").inputValue(), "", "what was typed and names nothing is given up");
  },

  async "a form resets, disables, requires and restores it"(page) {
    assert.equal(await page.evaluate(() => document.forms[0].checkValidity()), false);
    await page.getByRole("button", { name: "Create" }).click();
    assert.equal(await sent(page), undefined);
    await until(() => page.locator("#type input").getAttribute("aria-invalid"), "true");
    await choose(page, "Standard_S896");
    await until(() => page.locator("#type input").getAttribute("aria-invalid"), "false");
    await page.getByRole("button", { name: "Reset" }).click();
    await until(() => value(page, "type"), "");
    await until(() => page.evaluate(() => fitmentTest.image.machineType), "", "what follows the field follows it back");
    await until(() => page.locator("#type input").getAttribute("aria-invalid"), "false");
    await page.evaluate(() => document.querySelector("#others").append(fitmentTest.image));
    await page.evaluate(() => (document.querySelector("#others").disabled = true));
    await until(() => page.locator("#image input").isDisabled(), true);
    await page.evaluate(() => (document.querySelector("#others").disabled = false));
    await until(() => page.locator("#image input").isDisabled(), false);
    await page.evaluate(() => fitmentTest.type.formStateRestoreCallback("Standard_S896"));
    await until(() => value(page, "type"), "Standard_S896");
    assert.deepEqual(await page.evaluate(() => [fitmentTest.type.form === document.forms[0], fitmentTest.type.labels.length]), [true, 1]);
  },

  async "thousands of entries: no node is made or taken away, however one types and scrolls"(page) {
    await page.goto(`${server.address}/pages/form.html?profile=/profiles/large.json`);
    await ready(page);
    await choose(page, "small");
    await combobox(page, "Machine image").click();
    await page.locator("#image [role=option]").first().waitFor();
    await page.evaluate(() => {
      const list = fitmentTest.image.shadowRoot.querySelector("[role=listbox]");
      globalThis.changes = 0;
      new MutationObserver((records) => (globalThis.changes += records.length)).observe(list, { childList: true, subtree: true });
    });
    const rows = await page.locator("#image [role=option]").count();
    assert.ok(rows < 30, `${rows} rows`);
    for (const key of "linux 19") await page.keyboard.press(key === " " ? "Space" : key);
    const matching = large(2000).spec.machineImages[0].versions.filter(({ version }) => version.includes("19")).length;
    await page.locator(`#image [role=option][aria-setsize="${matching}"]`).first().waitFor();
    for (let key = 0; key < 8; key += 1) await page.keyboard.press("Backspace");
    await page.keyboard.press("End");
    await page.getByRole("option", { name: "linux 1.1999.0" }).waitFor();
    await page.keyboard.press("PageUp");
    await page.keyboard.press("Home");
    await page.evaluate(() => (fitmentTest.image.shadowRoot.querySelector("[role=listbox]").scrollTop = 32 * 1000));
    await page.getByRole("option", { name: "linux 1.1003.0" }).waitFor();
    assert.equal(await page.evaluate(() => globalThis.changes), 0);
    await until(() => page.locator("#image [role=option]").count(), rows);
  },

  async "a list of a million rows is seen from its first to its last"(page) {
    const seen = (work) => page.evaluate(async (work) => {
      globalThis.pool ??= await (async () => {
        const { RowPool } = await import("/fitment/element/row-pool.js");
        const scroller = document.body.appendChild(document.createElement("div"));
        Object.assign(scroller.style, { position: "fixed", inset: "0 auto auto 0", width: "200px", height: "320px", overflow: "auto" });
        globalThis.scroller = scroller;
        return new RowPool(scroller, { rowHeight: 32, parts: ["name"] });
      })();
      const { pool, scroller } = globalThis;
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      if (pool.count === 0) pool.update({ count: 1_000_000, draw: (row, place) => row.text(0, String(place)) });
      await frame();
      if (typeof work === "number") scroller.scrollTop = work * (scroller.scrollHeight - scroller.clientHeight);
      else if (work !== undefined) pool.show(...work);
      await frame();
      const rows = [...scroller.querySelectorAll("[part=row]")].map((row) => [row.getBoundingClientRect(), Number(row.textContent)]);
      const inside = rows.filter(([{ top, bottom }]) => top >= -1 && bottom <= 321).sort((left, right) => left[0].top - right[0].top);
      const isWhole = inside.every(([{ top }, place], at) => place === inside[0][1] + at && Math.abs(top - inside[0][0].top - at * 32) < 1);
      return { isWhole, first: inside[0][1], last: inside.at(-1)[1] };
    }, work);
    await until(() => seen(), { isWhole: true, first: 0, last: 9 });
    await until(() => seen(1), { isWhole: true, first: 999_990, last: 999_999 });
    await until(() => seen([0]), { isWhole: true, first: 0, last: 9 });
    await until(() => seen([999_999]), { isWhole: true, first: 999_990, last: 999_999 });
    await until(() => seen([500_000, "third"]), ({ isWhole, first, last }) => isWhole && first <= 499_998 && last >= 500_003 && last - first === 9);
    await until(() => seen(0.5), ({ isWhole, first }) => isWhole && Math.abs(first - 499_995) < 20);
  },

  async "a catalog that promises, in a worker, does as well"(page) {
    await page.evaluate(async () => {
      const { catalog } = fitmentTest;
      const later = (name) => async (...values) => catalog[name](...values);
      fitmentTest.image.catalog = { fit: later("fit"), explain: later("explain") };
      fitmentTest.image.machineType = "Standard_S896om";
    });
    await combobox(page, "Machine image").click();
    await page.getByRole("option", { name: "1443.10.0" }).getByText("hypervisorType: the machine has gen2").waitFor();
  },

  async "what cannot be asked is said"(page) {
    await combobox(page, "Machine image").click();
    await page.getByText("Choose a machine type first.").waitFor();
    await page.evaluate(() => (fitmentTest.image.machineType = "Standard_S896o"));
    await page.getByText(/no machine type `Standard_S896o`.*did you mean/).waitFor();
    await page.evaluate(() => (fitmentTest.image.catalog = undefined));
    await page.getByText("No profile is loaded.").waitFor();
    await page.evaluate(() => (fitmentTest.image.words = { noCatalog: "Kein Profil." }));
    await page.evaluate(() => fitmentTest.image.refresh());
    await page.getByText("Kein Profil.").waitFor();
  },

  async "nothing that assistive technology stumbles over, in either colour scheme, from right to left"(page) {
    const source = await readFile(axe, "utf8");
    const settings = [["light", "ltr", 720], ["dark", "ltr", 720], ["light", "rtl", 390], ["dark", "rtl", 390]];
    await choose(page, "Standard_S896om");
    for (const [colorScheme, direction, width] of settings) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 720 });
      await page.evaluate((direction) => (document.documentElement.dir = direction), direction);
      await combobox(page, "Machine image").click();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.locator("#image [part=detail]").getByText("no flavor fits").waitFor();
      await page.waitForTimeout(150);
      await shot(page, `${colorScheme}-${direction}-${width}`);
      // The policy of the page holds for its scripts; this one is the test's.
      await page.evaluate(source);
      const violations = async () => (await page.evaluate(() => globalThis.axe.run())).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
      await until(violations, []);
      await until(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, "nothing scrolls sideways");
      await page.keyboard.press("Escape");
    }
  },

  ...questions,
  ...named,
};

async function ready(page) {
  await page.locator("body[data-ready]").waitFor({ state: "attached" });
}

async function choose(page, machineType) {
  await combobox(page, "Machine type").fill(machineType);
  await combobox(page, "Machine type").press("Enter");
  await page.waitForFunction((name) => fitmentTest.type.value === name, machineType);
  await page.waitForFunction(() => fitmentTest.image.options.length > 0);
}

const combobox = (page, name) => page.getByRole("combobox", { name });
const value = (page, id) => page.evaluate((id) => document.getElementById(id).value, id);
const sent = (page) => page.evaluate(() => document.body.dataset.sent);
const names = (page) => page.evaluate(() => {
  const rows = [...document.activeElement.shadowRoot.querySelectorAll("[role=option]")].filter(({ style }) => style.display !== "none");
  rows.sort((left, right) => left.ariaPosInSet - right.ariaPosInSet);
  return rows.map((row) => row.querySelector(".name").textContent);
});

function listed(page, expected) {
  return until(() => names(page), expected);
}

async function shot(page, name) {
  if (process.env.FITMENT_SHOTS) await page.screenshot({ path: join(process.env.FITMENT_SHOTS, `elements-${name}.png`) });
}

const only = process.env.FITMENT_ONLY;
await withBrowser(chromium, async (browser) => {
  for (const [name, test] of Object.entries(tests)) {
    if (only !== undefined && !name.includes(only)) continue;
    const { page, faults } = await newPage(browser);
    page.setDefaultTimeout(10_000);
    try {
      await page.goto(`${server.address}/pages/form.html`);
      await ready(page);
      await test(page);
      assert.deepEqual(faults, []);
    } catch (error) {
      await shot(page, "failed");
      error.message = `${name}: ${error.message}`;
      throw error;
    } finally {
      await page.close();
    }
    console.log(`  ${name}`);
  }
}).finally(() => server.close());
