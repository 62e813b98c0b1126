// What a field is while its question is open, and where the engine refuses the question or warns of it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { until } from "../page/until.mjs";
import { axe } from "./browser.mjs";

const CHOSEN = "gardenlinux 1592.1.0";

export const questions = {
  async "a question that the engine refuses makes the field invalid, with what the engine says"(page) {
    await take(page);
    const judged = (id, attributes) => page.evaluate(([id, attributes]) => {
      const element = fitmentTest[id];
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      const found = [element.checkValidity(), element.validationMessage, element.options.length];
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
      return [...found, element.checkValidity()];
    }, [id, attributes]);
    const said = (method, ...values) => page.evaluate(([method, values]) => {
      try {
        return fitmentTest.catalog[method](...values);
      } catch ({ message }) {
        return message;
      }
    }, [method, values]);
    const refused = (message) => [false, message, 0, true];

    const zones = await said("fit", "Standard_S896om", { zones: ["1"] });
    assert.match(zones, /found the zones `1` without a region/);
    assert.deepEqual(await judged("image", { zones: "1" }), refused(zones));
    assert.deepEqual(await judged("type", { zones: "1" }), refused(zones));

    const version = await said("machineTypes", { version: "1592.1.0" });
    assert.match(version, /found the version `1592.1.0` without an image/);
    assert.deepEqual(await judged("type", { "image-version": "1592.1.0" }), refused(version));
  },

  async "what the engine warns of describes a field, which stays valid"(page) {
    await take(page);
    const warnings = (id) => page.locator(`#${id} [part=warnings] p`).allTextContents();
    const versions = [
      ["1.99.0", /^the profile has no Kubernetes version 1\.99\.0/, "kubernetes-version-unknown"],
      ["1.33", /^the Kubernetes version 1\.33 is only the beginning of a version/, "kubernetes-version-not-to-be-had"],
    ];
    for (const [version, said, expected] of versions) {
      await page.evaluate((version) => [fitmentTest.type, fitmentTest.image].forEach((element) => element.setAttribute("kubernetes-version", version)), version);
      for (const id of ["type", "image"]) {
        await until(() => warnings(id), ([first, ...others]) => said.test(first) && others.length === 0);
        assert.deepEqual(await page.evaluate((id) => {
          const { validity, problems } = fitmentTest[id];
          return [validity.valid, problems.map(({ level, code }) => [level, code])];
        }, id), [true, [["warning", expected]]]);
      }
    }
    const source = await readFile(axe, "utf8");
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(source);
      await until(async () => (await page.evaluate(() => globalThis.axe.run())).violations.map(({ id }) => id), []);
    }
    await page.evaluate(() => [fitmentTest.type, fitmentTest.image].forEach((element) => element.removeAttribute("kubernetes-version")));
    await until(() => warnings("image"), []);

    await page.evaluate(async () => {
      const { Catalog } = await import("/fitment/images/index.js");
      const profile = await (await fetch("/profiles/azure.json")).json();
      for (const { capabilities } of profile.spec.machineTypes) capabilities.networks = ["standard"];
      profile.spec.providerConfig = { apiVersion: "azure.provider.extensions.gardener.cloud/v1alpha1", kind: "CloudProfileConfig", machineImages: [] };
      fitmentTest.type.catalog = Catalog.from(profile);
      fitmentTest.type.setAttribute("region", "westeurope");
    });
    const undefinedOnes = (texts) => texts.length === 3 && texts.every((text) => /no capability networks .*did you mean network\?$/.test(text));
    await until(() => warnings("type"), undefinedOnes);
    // What a build leaves out concerns the page's developer, and is not shown.
    const codes = await page.evaluate(() => fitmentTest.type.problems.map(({ code }) => code));
    assert.deepEqual(codes.sort(), ["artifacts-not-in-this-build", ...Array(3).fill("capability-not-defined")]);
  },

  async "a catalog that answers at once is asked once for all that changes together"(page) {
    await take(page);
    assert.deepEqual(await page.evaluate(async () => {
      const { catalog, image } = fitmentTest;
      let asked = 0;
      image.catalog = {
        fit: (...values) => ((asked += 1), catalog.fit(...values)),
        explain: (...values) => catalog.explain(...values),
      };
      image.setAttribute("zones", "1");
      image.setAttribute("region", "westeurope");
      image.machineType = "Standard_D4ps_v5";
      // No form sends what nobody has looked at yet.
      const early = [document.forms[0].checkValidity(), asked];
      await null;
      const misfit = [document.forms[0].checkValidity(), image.worker?.machine.type];
      image.machineType = "Standard_S896om";
      const atOnce = [image.checkValidity(), image.worker?.machine.type];
      ["zones", "region"].forEach((name) => image.removeAttribute(name));
      await null;
      document.forms[0].requestSubmit();
      return [early, misfit, atOnce];
    }), [[false, 0], [false, undefined], [true, "Standard_S896om"]]);
    await until(() => sent(page), /image=gardenlinux\+1592\.1\.0/);
  },

  async "while an answer is awaited the field is not valid, and no form sends it"(page) {
    await take(page);
    await page.evaluate(() => {
      const { catalog, image } = fitmentTest;
      globalThis.awaited = [];
      const later = (name) => (...values) => new Promise((answer) => globalThis.awaited.push(answer)).then(() => catalog[name](...values));
      image.catalog = { fit: later("fit"), explain: later("explain") };
    });
    const pending = [false, "What fits is still being looked up.", undefined, undefined, 0, "false"];
    const state = () => page.evaluate(() => {
      const { image } = fitmentTest;
      const input = image.shadowRoot.querySelector("input");
      const { valid } = image.validity;
      return [valid, image.validationMessage, image.selected, image.worker?.machine.type, image.options.length, input.ariaInvalid];
    });
    const answer = () => page.evaluate(() => globalThis.awaited.splice(0).forEach((answer) => answer()));
    const isValid = () => page.evaluate(() => fitmentTest.image.validity.valid);
    assert.deepEqual(await state(), pending);
    await answer();
    await until(isValid, true);

    await page.evaluate(() => {
      fitmentTest.image.machineType = "Standard_D4ps_v5";
      document.forms[0].requestSubmit();
    });
    assert.deepEqual(await state(), pending);
    assert.equal(await sent(page), undefined);
    // The answer to the older question comes while the newer one is open.
    await page.evaluate(() => (fitmentTest.image.machineType = "Standard_S896"));
    await page.evaluate(() => globalThis.awaited.shift()());
    assert.deepEqual(await state(), pending);
    await answer();
    await until(isValid, true);
    assert.equal(await page.evaluate(() => fitmentTest.image.worker.machine.type), "Standard_S896");

    // What is not offered is not valid before its reasons are there.
    await page.evaluate(() => (fitmentTest.image.value = "gardenlinux 9.9.9"));
    assert.equal(await isValid(), false);
    await answer();
    await until(() => page.evaluate(() => fitmentTest.image.validationMessage), /no version `?9\.9\.9/);
  },

  async "without a catalog no value is valid, and none is needed where nothing is asked for"(page) {
    await take(page);
    assert.deepEqual(await page.evaluate(() => {
      const { image } = fitmentTest;
      image.catalog = null;
      const judged = () => [image.checkValidity(), image.validationMessage];
      const unseen = judged();
      image.disabled = true;
      const disabled = image.checkValidity();
      image.disabled = false;
      image.value = "";
      image.required = false;
      const empty = judged();
      const made = document.createElement("fitment-machine-select");
      made.value = "no such thing";
      return [unseen, disabled, empty, made.checkValidity()];
    }), [[false, "No profile is loaded."], true, [true, ""], false]);
    await page.evaluate((chosen) => (fitmentTest.image.value = chosen), CHOSEN);
    await page.getByRole("button", { name: "Create" }).click();
    assert.equal(await sent(page), undefined);
  },
};

/** Fills in the form with what fits. */
async function take(page) {
  const valid = await page.evaluate(async (chosen) => {
    const { type, image } = fitmentTest;
    type.value = image.machineType = "Standard_S896om";
    image.value = chosen;
    await null;
    return document.forms[0].checkValidity();
  }, CHOSEN);
  assert.equal(valid, true);
}

const sent = (page) => page.evaluate(() => document.body.dataset.sent);
