// A document on the page, of which only the lines around the place it is scrolled to are drawn.
import { until } from "./until.mjs";

/** Waits until each line that is drawn is the one that the text has there, wherever it is scrolled to. */
export function shows(page, text) {
  const lines = text.split("\n");
  return until(() => drawn(page), (rows) => rows.length > 0 && rows.every(([number, written]) => lines[number - 1] === written));
}

function drawn(page) {
  return page.locator(".paper .written").evaluateAll((all) =>
    all.filter((element) => element.checkVisibility()).map((element) => [element.previousElementSibling.textContent, element.textContent]));
}
