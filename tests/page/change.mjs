// Change: two states of a profile and the Shoots that use it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { says, verdict, visit } from "./browser.mjs";
import { shows } from "./paper.mjs";
import { until } from "./until.mjs";

const root = new URL("../../", import.meta.url);
const example = (name) => readFile(new URL(`examples/${name}`, root), "utf8");
const tab = (page, name) => page.getByRole("group", { name: "What it does" }).getByRole("button", { name }).click();

/** Gives a document to one of the inputs, in their order. */
const drop = (page, place, text) => page.locator("#inputs input[type=file]").nth(place).setInputFiles({ name: "profile.yaml", mimeType: "text/yaml", buffer: Buffer.from(text) });

/** What a click downloads. */
async function downloaded(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFile(await file.path(), "utf8");
}

const figures = (page) => page.locator(".figures").innerText();

export async function change(browser) {
  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    await until(() => figures(page), /4\s*pairs lost[^]*2\s*pairs gained[^]*2\s*pools refused/);

    // What it does to pools, each version in a row, and in time: a lane for each pool that moves otherwise, and the same as a list.
    await tab(page, "Pools");
    await page.locator(".answer td", { hasText: "garden-shop/db/arm" }).first().waitFor();
    await tab(page, "Timeline");
    await page.waitForURL(/tab=timeline/);
    const moves = page.locator(".moves > li");
    await moves.first().waitFor();
    await until(() => page.locator(".timeline .lane:not(.axis)").count(), await moves.count());
    await until(() => moves.filter({ hasText: "garden-shop/db/big" }).innerText(), /after 1 Mar 2026:\s*1592\.1\.0\s*→\s*1592\.2\.0\s*The pool's version has expired/);
    await until(() => moves.filter({ hasText: "garden-shop/db/arm" }).innerText(), /has to move/);
    const dates = () => page.locator(".axis .date").evaluateAll((all) => all.map((date) => date.getBoundingClientRect().left));
    const signs = () => page.locator(".lane", { hasText: "garden-shop/db/big" }).locator(".sign").evaluateAll((all) => all.map((sign) => sign.getBoundingClientRect().left + sign.getBoundingClientRect().width / 2));
    const isThere = ([[now, later], [moved]]) => now < moved && Math.abs(moved - later) < 2;
    await until(() => Promise.all([dates(), signs()]), isThere, "the move stands at its date");

    // A Shoot of another profile has no lane, and the engine says why.
    const unplaced = page.locator(".unplaced > li");
    await until(() => unplaced.innerText(), /garden-lab\/elsewhere[^]*no `?CloudProfile`? `?aws`? is loaded/);
    const shoots = (await example("changes/shoots.yaml")).split("\n");
    const line = Number((await unplaced.locator("a").innerText()).split(":").at(-1));
    assert.match(shoots[line - 1], /name: aws/);

    await page.goBack();
    await page.goBack();
    await until(() => page.getByRole("button", { name: "Pairs", exact: true }).getAttribute("aria-pressed"), "true");

    // A mistake stands in one of three documents.
    await page.locator(".problems a", { hasText: "After:63" }).click();
    await page.locator(".paper .marked .written", { hasText: "usable: false" }).waitFor();
    await page.waitForURL(/in=new/);

    // Nobody uses it: pairs are lost all the same.
    await page.getByLabel("Shoots").selectOption("none");
    await page.waitForFunction(() => /0\s*pools refused/.test(document.querySelector(".figures")?.innerText ?? ""));
    const said = await says(page);
    await page.reload();
    await verdict(page, "no");
    await until(() => says(page), said);

    // The same twice changes nothing.
    await page.getByLabel("After").selectOption({ index: 0 });
    await verdict(page, "yes");
    await until(() => figures(page), /0\s*pairs lost[^]*0\s*pairs gained/);
  });

  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    // A broken document is named, with its line.
    await page.locator("input[type=file]").nth(1).setInputFiles({ name: "broken.yaml", mimeType: "text/yaml", buffer: Buffer.from("kind: CloudProfile\nspec: {a: [1\nb: 2\n") });
    await page.locator('[role="alert"]', { hasText: /After, line \d/ }).waitFor();
    await page.locator(".paper .faulty").waitFor();
  });
}

/** What nobody complains about, and the edits that mend it. */
export async function findings(browser) {
  const plain = await example("changes/cloudprofile.yaml");
  const repeated = "      - architecture: [amd64] # once more\n        hypervisorType: [gen1]\n";
  const text = plain.replace("    - version: 1592.1.0\n", `${repeated}    # the version before\n    - version: 1592.1.0\n`);
  const of = (page, words) => page.locator(".findings > li", { hasText: words });

  await visit(browser, "#/change", async (page) => {
    await verdict(page, "no");
    await drop(page, 1, text);
    await tab(page, /Findings \d/);
    // Each with its line, what to do, and the lines of the edit; the comment that goes with them is named.
    const twice = of(page, "is equal to");
    await twice.waitFor();
    // The lines of an edit come after the finding: YAML is edited by a module of its own.
    await twice.getByText("comment goes with it").waitFor();
    const count = await page.locator(".findings > li").count();
    await until(async () => Number(await page.locator(".tabs .count").innerText()), count);
    await until(() => twice.innerText(), /warning[^]*What to do: [^]*28 − - architecture: \[amd64\] # once more[^]*comment goes with it: # once more[^]*changes no answer/);
    await twice.locator("a").click();
    await page.locator(".paper .marked .written", { hasText: "once more" }).waitFor();

    // Applied, it is gone, and all else is as it was, until it is taken back.
    await page.getByRole("button", { name: "Apply the safe one" }).click();
    await twice.waitFor({ state: "detached" });
    await page.getByText("1 edit tried").waitFor();
    await until(() => page.evaluate(() => document.activeElement?.id), "decision");
    const download = page.getByRole("button", { name: "Download file" });
    assert.equal(await downloaded(page, download), text.replace(repeated, ""));
    await of(page, "flavor 2 of").getByRole("button", { name: "Apply" }).click();
    await of(page, "flavor 2 of").waitFor({ state: "detached" });
    await page.getByText("2 edits tried").waitFor();
    const rest = await downloaded(page, download);
    assert(rest.includes("# the version before\n") && rest.includes("# boots by UEFI only") && !rest.includes("[gen1]\n    #"));
    await page.getByRole("button", { name: "Discard" }).click();
    await twice.waitFor();
    await shows(page, text);

    // What says nothing goes in one edit.
    const smaller = page.getByRole("region", { name: "Make it smaller" });
    await until(() => smaller.innerText(), /can do without 1 list[^]*saves 37\sB/);
    await smaller.getByRole("button", { name: "Apply" }).click();
    await smaller.getByText("leaves a value out").waitFor();
    assert.equal(await downloaded(page, download), text.replace(/^        network: \[accelerated, standard\]\n/m, ""));

    // A text that cannot be read is shown with its line, and the last good findings are still there.
    await drop(page, 1, "kind: CloudProfile\nspec: {a: [1\nb: 2\n");
    await page.locator('[role="alert"]', { hasText: /After, line \d/ }).waitFor();
    await page.locator(".linted.stale").waitFor();
    // What the engine cannot look over it says why.
    await drop(page, 1, plain.replace("usable: true", "usable: 7"));
    await page.locator(".linted .problems", { hasText: "expected boolean" }).locator("a").click();
    await page.locator(".paper .marked .written", { hasText: "usable: 7" }).waitFor();
  });

  // What stands for something else cannot be edited in place: that is said, and done only if it is wanted.
  await visit(browser, "#/change?tab=findings", async (page) => {
    await page.locator(".linted").waitFor();
    const anchored = plain.replace("      - architecture: [amd64]\n        hypervisorType: [gen1]\n", "      - &one {architecture: [amd64], hypervisorType: [gen1]}\n").replace(/(15\.5[^]*capabilityFlavors:\n)      - architecture: \[amd64\]\n        hypervisorType: \[gen1\]\n/, "$1      - *one\n");
    await drop(page, 1, anchored);
    const first = of(page, "flavor 2 of");
    await first.getByText("its comments and layout would be lost").waitFor();
    assert.equal(await page.getByText("edit tried").count(), 0);
    await first.getByRole("button", { name: "Write it anew without them" }).click();
    await first.waitFor({ state: "detached" });
    const anew = await downloaded(page, page.getByRole("button", { name: "Download file" }));
    assert.doesNotMatch(anew, /[#&*]/);
    assert.match(anew, /^kind: CloudProfile$/m);
  });

  await visit(browser, "#/change?tab=findings&new=ex:real-aws", async (page) => {
    await page.locator(".linted", { hasText: "No findings." }).locator(".verdict[data-verdict=yes]").waitFor();
    await until(() => page.locator(".tabs .count").count(), 0);
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Findings" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(".migration").waitFor();
    await page.waitForURL(/tab=migrate/);
  });
}

/** From architectures and tags to capabilities. */
export async function migrate(browser) {
  await visit(browser, "#/change?tab=migrate&old=ex:tagged&new=ex:tagged&shoots=ex:tagged", async (page) => {
    const section = page.locator(".migration");
    const known = page.locator("#known");
    // As long as nobody says anything, the tag stays, and all that is concluded is listed with its line.
    await section.getByText("stays a version of its own").waitFor();
    await until(() => section.locator("h3", { hasText: "Concluded" }).locator("xpath=..").locator("li").count(), 4);
    await known.getByRole("combobox").selectOption("ex:tagged");
    await section.getByText("goes from 2 versions to 1").waitFor();
    await section.getByText("lost to 1 machine type because of").waitFor();
    await section.locator("td", { hasText: "garden-dev/big" }).waitFor();
    await section.locator(".findings a").click();
    await page.locator("aside .marked .written", { hasText: "architectures: [amd64]" }).waitFor();

    // What was said of it can be mistaken, too.
    const field = known.getByRole("textbox");
    const said = await field.inputValue();
    await field.fill(said.replace("tag: gen2", "tag: gen3"));
    await section.locator(".findings li", { hasText: "no version has the tag" }).locator("a", { hasText: "What tags and types support" }).click();
    await page.waitForFunction(() => /in=known/.test(location.hash));
    await field.fill(`${said}[`);
    await section.locator('[role="alert"]', { hasText: /What tags and types support, line \d+/ }).waitFor();
    await until(() => section.getByRole("button", { name: "Take it over" }).count(), 0);
    await field.fill(said);
    await section.locator('[role="alert"]').waitFor({ state: "detached" });

    // Before and afterwards stand side by side, what moves is marked on both, and where it is narrow one follows the other.
    const [before, after] = [page.getByRole("region", { name: "Before", exact: true }), page.getByRole("region", { name: "After", exact: true })];
    for (const side of [before, after]) await until(() => side.locator(".moved", { hasText: "communityGalleryImageID" }).count(), 3);
    await after.locator(".comes", { hasText: "hypervisorType: [gen1]" }).first().waitFor();
    const places = async () => Promise.all([before, after].map((side) => side.boundingBox()));
    await until(places, ([left, right]) => left.y === right.y && left.height === right.height && left.x < right.x);
    await page.setViewportSize({ width: 880, height: 900 });
    await until(places, ([upper, lower]) => upper.x === lower.x && upper.y + upper.height < lower.y);
    await page.setViewportSize({ width: 1440, height: 900 });

    // It can be taken along, and taken over; then nothing is left to migrate.
    const text = await downloaded(page, section.getByRole("button", { name: "Download file" }));
    for (const comment of ["# rolled out in spring", "# The profile of examples/migrate", "name: Standard_S896om # boots by UEFI only"]) assert(text.includes(comment), comment);
    assert.match(text, /^    - architectures: \[arm64, amd64\]\n      classification: supported\n      version: 1592.2.0\n      capabilityFlavors:\n      - architecture: \[arm64\]\n        hypervisorType: \[gen2\]\n/m);
    await section.getByText("comment goes with it: # boots by UEFI only").waitFor();
    await section.getByRole("button", { name: "Use it as After" }).click();
    await section.getByText("has capabilities already").waitFor();
    await until(() => page.locator(".sides").count(), 0);
    assert.equal(await downloaded(page, page.locator("aside").getByRole("button", { name: "Download file" })), text);
    await page.waitForFunction(() => /1\s*pair lost/.test(document.querySelector(".figures")?.innerText ?? ""));
    await page.getByRole("button", { name: "Undo" }).click();
    await section.getByText("goes from 2 versions to 1").waitFor();

    // The address has it all.
    const shown = await says(page);
    await page.reload();
    await page.locator(".migration").getByText("goes from 2 versions to 1").waitFor();
    await until(() => says(page), shown);
  });
}
