// What the engine warns of, which stands under the field and describes it.
import { make } from "./list.js";
import { paragraphs } from "./reasons.js";

/** What a build leaves out concerns the page's developer, not its user. */
const OF_THE_BUILD = "artifacts-not-in-this-build";

/** The warnings of a field. */
export class Warnings {
  element = make("div", "warnings", { id: "warnings", role: "status" });

  /** Shows problems: of those of one kind the first, and how many more there are. */
  show(problems, words) {
    const warnings = problems.filter(({ level, code }) => level === "warning" && code !== OF_THE_BUILD);
    const kinds = [...Map.groupBy(warnings, ({ code }) => code).values()];
    const shown = kinds.flatMap(([first, ...others]) => (others.length === 0 ? [first] : [first, { says: words.more(others.length) }]));
    const texts = document.createElement("div");
    texts.append(...paragraphs(shown));
    // What is the same is not announced again.
    if (texts.textContent !== this.element.textContent) this.element.replaceChildren(...texts.childNodes);
  }
}
