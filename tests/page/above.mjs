// The way to everything by its name, and the keys.
import assert from "node:assert/strict";
import { serious, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

export async function above(browser) {
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    // A machine type of the open profile, by keyboard alone.
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    await page.keyboard.type("d4ps");
    await page.getByRole("option", { name: /Standard_D4ps_v5/ }).waitFor();
    await until(() => serious(page), []);
    await page.keyboard.press("Enter");
    await page.waitForURL(/type=Standard_D4ps_v5/);
    await page.locator("dialog[open]").waitFor({ state: "detached" });

    // A code is explained, a question opens its view, and Back returns.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("code golden-rule-holds");
    await page.keyboard.press("Enter");
    await page.locator("[popover]:popover-open", { hasText: "golden-rule-holds" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("question traits/lint");
    await page.keyboard.press("Enter");
    await page.locator(".decision h2", { hasText: "traits/lint" }).waitFor();
    await page.goBack();
    await verdict(page, "no");

    // What is opened again before the browser tells that it was closed stays open, whichever key closed it.
    for (const closing of ["Control+k", "Escape"]) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      assert.equal(await page.evaluate(reopened, closing), true, closing);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }

    // Nothing is named so.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("nothing is named so");
    await page.getByText("Nothing matches the filter.").waitFor();
    await page.keyboard.press("Escape");

    // `/` and `?`, which can be turned off, and which a field keeps for itself.
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.type("suse?");
    await until(() => page.getByRole("searchbox").inputValue(), "suse?");
    await page.locator("h1").click();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await until(() => serious(page), []);
    await page.getByLabel("Single keys, such as / and ?").uncheck();
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
    await page.keyboard.press("?");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    await page.reload();
    await page.locator("h1").click();
    await page.keyboard.press("?");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });

  // Whoever types faster than the engine with the names arrives is not left without an answer.
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    let arrive;
    const arrived = new Promise((resolve) => (arrive = resolve));
    await page.route("**/*.wasm", async (route) => {
      await arrived;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    await page.keyboard.type("code golden-rule-holds");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Go to" }).getByText("Working").waitFor();
    arrive();
    await page.locator("[popover]:popover-open", { hasText: "golden-rule-holds" }).waitFor();
  }, { serviceWorkers: "block" }, [/registration blocked/]);
}

/** Runs in the page: closes the dialog, opens it at once with the keys, and says whether it is open when its closing was told. */
async function reopened(closing) {
  const dialog = document.querySelector("dialog[open]");
  const told = new Promise((resolve) => dialog.addEventListener("close", () => setTimeout(resolve), { once: true }));
  const press = () => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true }));
  // Escape that is dispatched is not the browser's own; this asks for the same.
  if (closing === "Escape") dialog.requestClose();
  else press();
  await Promise.resolve();
  press();
  await told;
  return dialog.open;
}
