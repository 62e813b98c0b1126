// What a field is while its question is open, and where the engine refuses the question.
import assert from "node:assert/strict";
import { until } from "../page/until.mjs";

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

  async "a catalog that answers at once is asked before a form judges"(page) {
    await take(page);
    assert.deepEqual(await page.evaluate(() => {
      const { image } = fitmentTest;
      const judged = () => [document.forms[0].checkValidity(), image.checkValidity(), image.worker?.machine.type];
      image.machineType = "Standard_D4ps_v5";
      const misfit = judged();
      image.machineType = "Standard_S896om";
      const fit = judged();
      document.forms[0].requestSubmit();
      return [misfit, fit];
    }), [[false, false, undefined], [true, true, "Standard_S896om"]]);
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
  const valid = await page.evaluate((chosen) => {
    const { type, image } = fitmentTest;
    type.value = image.machineType = "Standard_S896om";
    image.value = chosen;
    return document.forms[0].checkValidity();
  }, CHOSEN);
  assert.equal(valid, true);
}

const sent = (page) => page.evaluate(() => document.body.dataset.sent);
