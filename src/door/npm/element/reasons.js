// How reasons are shown: their sentences are the engine's.

/** The reason that decided: what decides stands first among the reasons of each. */
export function deciding({ because }) {
  let reason = because[0];
  while (reason?.because?.length > 0) reason = reason.because[0];
  return plain(reason?.says ?? "");
}

/** A sentence without the marks that set its names apart. */
function plain(says) {
  return says.replaceAll("`", "");
}

/** The reasons with those beneath them, each a paragraph. */
export function* paragraphs(because, depth = 0) {
  for (const { says = "", because: beneath = [] } of because) {
    const paragraph = document.createElement("p");
    // The engine writes English, also in a page that is read from right to left; the page's own words need not be.
    paragraph.dir = "auto";
    paragraph.style.paddingInlineStart = `${depth * 12}px`;
    // What stands between backticks is a name.
    says.split("`").forEach((part, place) => {
      if (place % 2 === 0) return paragraph.append(part);
      const code = document.createElement("code");
      code.textContent = part;
      paragraph.append(code);
    });
    yield paragraph;
    yield* paragraphs(beneath, depth + 1);
  }
}
