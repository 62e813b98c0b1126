// What the engine warns of, which stands under the field and describes it.
import { paragraphs } from "./reasons.js";

/** What a build leaves out concerns the page's developer, not its user. */
const OF_THE_BUILD = "artifacts-not-in-this-build";

/** The warnings among problems as paragraphs: of those of one kind the first, and how many more there are. */
export function warnings(problems, words) {
  const told = problems.filter(({ level, code }) => level === "warning" && code !== OF_THE_BUILD);
  const kinds = [...Map.groupBy(told, ({ code }) => code).values()];
  return paragraphs(kinds.flatMap(([first, ...others]) => (others.length === 0 ? [first] : [first, { says: words.more(others.length) }])));
}
