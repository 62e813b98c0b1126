// Decisions: a log as the gate writes it, made with the engine itself, and decided again in the page.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { copied, flawless, verdict, visit } from "./browser.mjs";

const root = new URL("../../", import.meta.url);
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });

/** A log that is open, with one of its decisions made again. */
export async function replayed(page) {
  const { lines, documents, digest } = await log();
  await page.locator("input[type=file]").setInputFiles(file("decisions.jsonl", `${lines.join("\n")}\n{broken\n`));
  await page.locator("h2", { hasText: "300 decisions" }).waitFor();
  await page.getByRole("listbox").focus();
  await page.keyboard.press("End");
  await page.locator("input[type=file]").nth(1).setInputFiles(file(`${digest}.json`, documents));
}

export async function decisions(browser) {
  const { lines, documents, digest } = await log();
  await visit(browser, "#/decisions", async (page) => {
    const files = page.locator("input[type=file]");
    await files.setInputFiles(file("decisions.jsonl", `${lines.join("\n")}\n{broken\n`));
    await page.locator("h2", { hasText: "300 decisions" }).waitFor();
    await page.getByText("1 line could not be read").waitFor();

    // By verdict, by code, by a bar of a chart; Back undoes each.
    await page.getByLabel("Decision", { exact: true }).first().selectOption("no");
    await page.locator("h2", { hasText: "200 decisions" }).waitFor();
    await page.locator(".chips button").first().click();
    await page.waitForURL(/code=/);
    await page.goBack();
    await page.goBack();
    await page.locator("h2", { hasText: "300 decisions" }).waitFor();
    await page.locator(".bars").nth(1).locator("button:enabled").first().click();
    await page.waitForURL(/latency=/);
    await page.goBack();
    await page.locator("h2", { hasText: "300 decisions" }).waitFor();

    // One that needs no documents: the same, byte for byte, and why.
    await page.getByRole("listbox").focus();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("The same answer, byte for byte.").waitFor();
    await verdict(page, "yes");

    // A review, which rests on what the gate had loaded.
    await page.getByRole("searchbox").fill("review/");
    await page.locator("h2", { hasText: "100 decisions" }).waitFor();
    await page.getByRole("listbox").focus();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText(`${digest}.json`).waitFor();
    await page.locator("input[type=file]").nth(1).setInputFiles(file(`${digest}.json`, documents));
    await page.getByText("The same answer, byte for byte.").waitFor();
    // The file and the command that ask it again are whole, in whichever order the log has the members.
    await page.locator(".decision summary", { hasText: "What is asked" }).click();
    await page.getByRole("button", { name: "Copy as command" }).click();
    await copied(page, /^fitment review -f review\.json --now 2026-01-31T00:00:00Z -o text$/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "review.json" }).click()]);
    assert.equal(JSON.parse(await readFile(await download.path(), "utf8")).kind, "AdmissionReview");
    // Without them it is another answer.
    await page.locator("input[type=file]").nth(1).setInputFiles(file("other.json", JSON.stringify([])));
    await page.getByText("Differs from the answer in the log.").waitFor();
    // They are not those that the line names, whatever the answer.
    await page.getByText("These are not the documents of the decision").waitFor();
    const right = async () => {
      await page.locator("input[type=file]").nth(1).setInputFiles(file(`${digest}.json`, documents));
      await page.getByText("The same answer, byte for byte.").waitFor();
      assert.equal(await page.getByText("These are not the documents").count(), 0);
    };
    await right();
    await page.locator("input[type=file]").nth(1).setInputFiles(file("other.yaml", "kind: CloudProfile\n"));
    await page.getByText("These are not the documents of the decision").waitFor();
    await right();

    // Which are nothing to a decision that needs none.
    await page.getByRole("searchbox").fill("");
    await page.locator("h2", { hasText: "300 decisions" }).waitFor();
    await page.getByRole("listbox").focus();
    await page.keyboard.press("Home");
    await page.waitForURL(/n=0$/);
    await page.locator(".decision").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("The same answer, byte for byte.").waitFor();
    assert.equal(await page.getByText("These are not the documents").count(), 0);

    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await flawless(page, `decisions, ${colorScheme}, ${width}`);
      }
    }
  });
}

/** Files that are no log, and several at once. */
export async function strangers(browser) {
  const { lines } = await log();
  await visit(browser, "#/decisions", async (page) => {
    const files = page.locator("input[type=file]");
    for (const [name, text] of Object.entries({ "profile.yaml": "kind: CloudProfile\nmetadata:\n  name: azure\n", "empty.yaml": "", "list.json": "[]" })) {
      await files.setInputFiles(file(name, text));
      await page.locator('[role="alert"]', { hasText: `${name} has no decisions of a gate.` }).waitFor();
      assert.equal(await page.locator(".charts, [role=listbox]").count(), 0);
    }
    await files.setInputFiles(file("decisions.jsonl", lines.join("\n")));
    await page.locator("h2", { hasText: "300 decisions" }).waitFor();
    await page.locator(".drop").first().evaluate((drop) => {
      const data = new DataTransfer();
      for (const name of ["one.jsonl", "two.jsonl"]) data.items.add(new File(["{}\n"], name));
      drop.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.getByText("Not used here: two.jsonl").waitFor();
  });
}

/** Three hundred decisions of the engine, as the gate logs them with bodies. */
async function log() {
  const { start } = await import(new URL("target/npm/index.node.js", root));
  const { load } = await import(new URL("www/node_modules/js-yaml/dist/js-yaml.mjs", root));
  const example = async (name) => load(await readFile(new URL(`examples/${name}`, root), "utf8"));
  const template = await example("drivers/template.yaml");
  const review = await example("reviews/shoot-update-misfit.yaml");
  const loaded = JSON.stringify({ documents: [await example("images/cloudprofile.yaml"), await example("images/namespacedcloudprofile.yaml")], defaulted: true });
  const now = "2026-01-31T00:00:00Z";
  const fitment = await start();
  const version = fitment.ask("fitment/about").answer.version;
  fitment.loadText(loaded);
  const documents = JSON.stringify([loaded]);
  const digest = sha256(documents);
  const requests = [
    ["ask", "drivers/resolve", { question: "drivers/resolve", given: template }],
    ["ask", "drivers/resolve", { question: "drivers/resolve", given: { ...template, request: { ...template.request, driver: "nobody" } } }],
    ["review", "review/Shoot", { review, phase: "validating", now }],
  ];
  const lines = Array.from({ length: 300 }, (_, number) => {
    const [verb, subject, request] = requests[number % 3];
    const text = JSON.stringify(request);
    const answer = verb === "ask" ? fitment.askText(text) : fitment.reviewText(text);
    const { outcome, verdict: word = "", because, problems } = JSON.parse(answer);
    return JSON.stringify({
      at: new Date(Date.UTC(2026, 0, 31, 9, number)).toISOString(), verb, subject, outcome, verdict: word,
      codes: [...new Set([...because, ...problems].map(({ code }) => code))].sort(), micros: 10 + number * (number % 3),
      requestSha256: sha256(text), answerSha256: sha256(answer), documents: verb === "ask" ? "" : digest,
      engine: { version, wasmSha256: "" }, request: text,
    });
  });
  return { lines, documents, digest };
}
