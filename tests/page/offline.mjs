// The page without a network, from the address that was copied.
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
  });
}
