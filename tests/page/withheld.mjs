// Where a browser withholds something: storage, by the reader's will, and what it keeps for secure origins.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { PLAIN, verdict, visit } from "./browser.mjs";
import { sources } from "./sources.mjs";
import { until } from "./until.mjs";

const digestOf = (content) => createHash("sha256").update(content).digest("hex");

/** The page's own SHA-256 is the one of everybody else, also at the edges of blocks. */
export async function digests() {
  const { digest } = await sources("digest-later");
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 4096]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    assert.equal(Buffer.from(digest(bytes)).toString("hex"), digestOf(bytes), `of ${length} bytes`);
  }
}

export async function withheld({ browser, address }) {
  // Without storage each visit is the first, and the page as good as ever.
  await visit({ browser, address }, "", async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
    });
    await page.reload();
    await verdict(page, "no");
    await page.getByLabel("Theme").selectOption("dark");
    await until(() => page.evaluate(() => document.documentElement.dataset.theme), "dark");
  });

  // Plain HTTP from another machine: no clipboard, and no digests.
  const plain = { browser, address: address.replace("127.0.0.1", PLAIN) };
  await visit(plain, "#/pick", async (page) => {
    await verdict(page, "no");
    assert.deepEqual(await page.evaluate(() => [isSecureContext, crypto.subtle === undefined, navigator.clipboard === undefined]), [false, true, true]);
    // Too long for an address, however it is packed.
    const noise = Array.from({ length: 12_000 }, (_, at) => `# ${(at * 2_654_435_761) % 4_294_967_296}`).join("\n");
    const text = `kind: CloudProfile\napiVersion: core.gardener.cloud/v1beta1\nmetadata: {name: long}\nspec: {}\n${noise}\n`;
    await page.locator("input[type=file]").setInputFiles({ name: "long.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) });
    await page.waitForURL((url) => url.hash.includes(`doc=id:${digestOf(text).slice(0, 16)}`));
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Control+V");
    await until(() => page.getByRole("searchbox").inputValue(), page.url());
    // What not even a selection copies is told.
    await page.evaluate(() => (document.execCommand = () => false));
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Not copied" }).waitFor();
    const folder = process.env.FITMENT_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/not-copied.png` });
  });
}
