// Would the gate admit it? A real gate, and the file that it runs in the page: what they say, and why they differ.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { flawless, verdict, visit } from "./browser.mjs";
import { until } from "./until.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const button = (page) => page.getByRole("button", { name: "Ask", exact: true });
const sides = (page) => page.locator("#gate .side .verdict").evaluateAll((all) => all.map(({ dataset }) => dataset.verdict));
const messages = (page) => page.locator("#gate .message").allInnerTexts();

export async function gate({ browser, address }) {
  if (await hasGate(address)) return asked({ browser, address });
  // A host without a gate shows nothing of it.
  await visit({ browser, address }, "#/pick", async (page) => {
    await verdict(page, "no");
    await page.locator(".foot", { hasText: "nothing is sent" }).waitFor();
    assert.equal(await button(page).count(), 0);
  });
  const own = await start(address);
  try {
    await asked({ browser, address: own.address });
  } finally {
    own.end();
  }
}

async function asked(browser) {
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    await page.locator(".foot code").waitFor();
    await button(page).click();
    await page.getByText("The same answer, byte for byte.").waitFor();
    await until(() => sides(page), ["no", "no"]);
    // The Shoot says all that admission wants to know: nobody is warned of what the page left out.
    assert.doesNotMatch(await page.locator("#gate").innerText(), /provider\.type/);
    await until(() => page.locator("#gate pre").last().textContent(), /^ +type: azure$/m);
    await until(async () => (await messages(page)).join("\n"), /^Shoot\.core\.gardener\.cloud "new" is invalid: [^\n]*gardenlinux[^\n]*$/);
    assert.equal(await page.getByText(/^Different/).count(), 0);
    for (const [colorScheme, width] of [["light", 1440], ["dark", 1440], ["light", 390]]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await flawless(page, `the gate's answer, ${colorScheme}, ${width}`);
      const folder = process.env.FITMENT_SHOTS;
      await page.evaluate(() => scrollTo(0, 0));
      if (folder) await page.screenshot({ path: `${folder}/gate-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    // A version that fits is admitted by both.
    await page.locator(".list [part=row]:visible", { hasText: "1592.2.0" }).first().click();
    await page.locator("#gate .side").first().waitFor({ state: "detached" });
    await button(page).click();
    await page.getByText("The same answer, byte for byte.").waitFor();
    await until(() => sides(page), ["yes", "yes"]);
    // The page looks at a document that the gate does not have: that is named first.
    await page.locator("input[type=file]").setInputFiles({ name: "azure.yaml", mimeType: "text/yaml", buffer: Buffer.from(await unusable()) });
    await page.locator("h2[aria-live]", { hasText: "0 of 5 fit" }).waitFor();
    await button(page).click();
    await page.getByText(/^Different documents/).waitFor();
    await page.getByText("Differs from this page's answer.").waitFor();
    await until(() => sides(page), ["yes", "no"]);
    await until(async () => (await messages(page)).length, 1);
    assert.equal(await page.getByText(/^Different rules/).count(), 0);
  });

  // The gate's own document, which is all that the page then knows: its link opens on the same.
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    await page.locator("#profile optgroup option").first().waitFor({ state: "attached" });
    await page.getByLabel("Profile").selectOption("gate:CloudProfile/azure");
    await page.locator(".paper .written", { hasText: "machineCapabilities:" }).first().waitFor();
    await page.reload();
    await page.locator(".decision").first().waitFor();
    await button(page).click();
    await page.locator("#gate .side").first().waitFor();
    await page.getByText("The same answer, byte for byte.").waitFor();
    assert.equal(await page.getByText(/^Different/).count(), 0);
  });

  // A document that it does not hold, and a gate that has too much to do: both say why.
  await visit(browser, "#/pick?doc=gate:CloudProfile/nobody", async (page) => {
    await page.locator('.notice[role="alert"]', { hasText: "nobody" }).waitFor();
  }, {}, [/status of 409/]);
  await visit(browser, "#/pick", async (page) => {
    await verdict(page, "no");
    await page.route("**/admit/mutate", (route) => route.fulfill({ status: 503, json: { error: { kind: "overload", says: "try again later" } } }));
    await button(page).click();
    await page.getByText("The gate gave no answer. try again later").waitFor();
  }, {}, [/status of 503/]);

  // Another build of the engine is said beside an answer that is the same all the same.
  await visit(browser, "#/pick", async (page) => {
    await page.route("**/about", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...await response.json(), wasm: { sha256: "0".repeat(64) } } });
    });
    await page.reload();
    await verdict(page, "no");
    await button(page).click();
    await page.getByText(/^Different rules/).waitFor();
    await page.getByText("The same answer, byte for byte.").waitFor();
  });
}

/** The example with a machine type out of use. */
async function unusable() {
  const text = await readFile(`${root}examples/images/cloudprofile.yaml`, "utf8");
  assert(text.includes("usable: true"));
  return text.replace("usable: true", "usable: false");
}

async function hasGate(address) {
  const response = await fetch(new URL("about", address));
  return response.ok && (await response.json()).wasm !== undefined;
}

/** A gate behind the same address as the page. */
async function start(page) {
  const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
  const options = ["serve", "--listen", "127.0.0.1:0", "--log-level", "warn", "--documents", "examples/images"];
  const process_ = spawn(`${target}/release/fitment`, options, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise((resolve, reject) => {
    process_.once("error", reject);
    createInterface(process_.stdout).once("line", (line) => resolve([line]));
  });
  const gate = line.replace("listening on ", "").trim();
  const server = createServer((asked, answer) => {
    const isGates = /^\/(about|documents|admit(\/mutate)?|ask\/.*)$/.test(asked.url);
    const to = request(new URL(asked.url, isGates ? gate : page), { method: asked.method, headers: asked.headers }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    to.on("error", () => answer.writeHead(502).end());
    asked.pipe(to);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    end() {
      server.close();
      server.closeAllConnections();
      process_.kill();
    },
  };
}
