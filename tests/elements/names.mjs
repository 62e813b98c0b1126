// What a field is called, in which language and direction it stands in a page, and whose the Escape key is.
import assert from "node:assert/strict";
import { until } from "../page/until.mjs";

export const names = {
  async "a field is called and described by what the page says, also once that changes"(page) {
    const told = () => spoken(page, 1);
    await until(told, ["Machine image", ""]);
    // Nobody has to come to the field first.
    await page.evaluate(() => (document.querySelector("label[for=image]").textContent = "System"));
    await until(told, ["System", ""]);
    await page.evaluate(() => fitmentTest.image.setAttribute("aria-label", "By itself"));
    await until(told, ["By itself", ""]);
    await page.evaluate(() => {
      const [title, hint] = ["title", "hint"].map((id) => Object.assign(document.createElement("p"), { id, textContent: `The ${id}` }));
      document.querySelector("main").append(title, hint);
      fitmentTest.image.setAttribute("aria-labelledby", "nobody title");
      fitmentTest.image.setAttribute("aria-describedby", "hint");
    });
    await until(told, ["The title", "The hint"]);
    await page.evaluate(() => (document.querySelector("#hint").textContent = "Another hint"));
    await until(told, ["The title", "Another hint"]);
    // What the engine warns of is still part of it.
    await page.evaluate(() => Object.assign(fitmentTest.image, { machineType: "Standard_S896om", kubernetesVersion: "1.99.0" }));
    await until(told, ([name, description]) => name === "The title" && /^Another hint .*no Kubernetes version 1\.99\.0/.test(description));
    // A label around the field is called what it says itself, without what the field says.
    await page.evaluate(() => {
      const { image } = fitmentTest;
      for (const name of ["aria-label", "aria-labelledby", "aria-describedby"]) image.removeAttribute(name);
      const label = Object.assign(document.createElement("label"), { textContent: "Around" });
      document.querySelector("label[for=image]").remove();
      image.replaceWith(label);
      label.append(image);
    });
    await until(async () => (await told())[0], "Around");
  },

  async "a `lang` that is no language tag is no fault"(page) {
    for (const lang of ["en_US", "x", "C", ""]) {
      const found = await page.evaluate((lang) => {
        const { image } = fitmentTest;
        Object.assign(image, { lang, machineType: "Standard_S896om", value: "gardenlinux 1592.2.0" });
        image.refresh();
        return [image.options.length > 0, image.validationMessage, image.options.some(({ note }) => /20\d\d/.test(note))];
      }, lang);
      assert.deepEqual(found, [true, "", true], lang);
    }
  },

  async "the engine's sentences run from left to right in every page"(page) {
    const direction = (part) => page.locator(`#image [part=${part}]`).first().evaluate((element) => getComputedStyle(element.querySelector("p") ?? element).direction);
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
      Object.assign(fitmentTest.image, { machineType: "Standard_S896om", kubernetesVersion: "1.99.0" });
    });
    await page.getByRole("combobox", { name: "Machine image" }).click();
    await page.keyboard.press("End");
    await page.locator("#image [part=detail] p").first().waitFor();
    await until(async () => [await direction("detail"), await direction("warnings")], ["ltr", "ltr"]);
    await page.evaluate(() => (fitmentTest.image.machineType = "Standard_S896o"));
    await page.getByText(/no machine type `Standard_S896o`/).waitFor();
    assert.equal(await direction("empty"), "ltr");
    // The words of the page may be in its own language.
    await page.evaluate(() => Object.assign(fitmentTest.image, { words: { noMachineType: "נא לבחור סוג מכונה" }, machineType: "" }));
    await page.getByText("נא לבחור סוג מכונה").waitFor();
    assert.equal(await direction("empty"), "rtl");
  },

  async "Escape that clears a field leaves the dialog around it open"(page) {
    await page.evaluate(() => {
      globalThis.escapes = 0;
      document.addEventListener("keydown", ({ key }) => (globalThis.escapes += key === "Escape"));
      const dialog = document.createElement("dialog");
      document.querySelector("main").append(dialog);
      dialog.append(fitmentTest.image);
      fitmentTest.image.setAttribute("aria-label", "Machine image");
      Object.assign(fitmentTest.image, { machineType: "Standard_S896om", value: "gardenlinux 1592.2.0" });
      dialog.showModal();
    });
    await page.getByRole("combobox", { name: "Machine image" }).focus();
    const seen = () => page.evaluate(() => [fitmentTest.image.value, globalThis.escapes, document.querySelector("dialog").open]);
    await page.keyboard.press("Escape");
    await until(seen, ["", 0, true]);
    await page.keyboard.press("Escape");
    await until(seen, ["", 1, false]);
  },

  async "a list is no wider than the page"(page) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => {
      fitmentTest.image.machineType = "Standard_S896om";
      for (const [name, value] of [["position", "fixed"], ["inset", "0 0 auto"], ["max-inline-size", "none"]]) fitmentTest.image.style.setProperty(name, value);
    });
    await page.getByRole("combobox", { name: "Machine image" }).click();
    const popup = () => page.locator("#image [part=popup]").evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [left, right];
    });
    await until(popup, [8, 312]);
  },

  async "a list of rows that is made without options says what it needs"(page) {
    const said = await page.evaluate(async () => {
      const { RowPool } = await import("/fitment/element/row-pool.js");
      try {
        return new RowPool();
      } catch ({ message }) {
        return message;
      }
    });
    assert.equal(said, "found the row height undefined, expected a number of pixels");
  },
};

/** The name and the description of a field, as assistive technology is told. */
async function spoken(page, place) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const { name, description } = nodes.filter(({ role }) => role?.value === "combobox")[place] ?? {};
  return [name?.value ?? "", description?.value ?? ""];
}
