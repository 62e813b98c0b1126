// The page without a network, from the address that was copied.
import { replayed } from "./decisions.mjs";
import { says, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

export async function offline(browser) {
  await visit(browser, "#/pick?line=43", async (page) => {
    await verdict(page, "no");
    const said = await says(page);
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active.state !== "activated") await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
    });
    // What is still on its way would fail.
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await page.reload();
    await verdict(page, "no");
    await until(() => says(page), said);
    // A view that was not open before is there too, with another engine.
    await page.getByRole("link", { name: "Providers" }).click();
    await verdict(page, "yes");
    // So is what is loaded only when it is first looked at: a request, what a code means, a log and its replay.
    await page.locator(".decision summary", { hasText: "What is asked" }).first().click();
    await page.getByRole("button", { name: "Copy as command" }).waitFor();
    await page.locator(".tree button.code").first().click();
    await page.getByRole("dialog", { name: "Means" }).locator("h3").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Decisions" }).click();
    await replayed(page);
    await page.getByText("The same answer, byte for byte.").waitFor();
  });
}
