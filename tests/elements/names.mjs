// What a field is called.
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
};

/** The name and the description of a field, as assistive technology is told. */
async function spoken(page, place) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const { name, description } = nodes.filter(({ role }) => role?.value === "combobox")[place] ?? {};
  return [name?.value ?? "", description?.value ?? ""];
}
