// What a field is called and described by, as native controls are: it is itself in a tree that ids outside do not reach.

/** The elements whose ids an attribute has. */
function referred(element, attribute) {
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.map((id) => element.getRootNode().getElementById?.(id)).filter(Boolean);
}

/** Names and describes the input of an element. Returns the name. */
export function named(element, input, labels, warnings) {
  const by = referred(element, "aria-labelledby");
  const own = by.length === 0 && element.getAttribute("aria-label");
  const naming = by.length > 0 ? by : own ? [] : labels;
  const name = own || naming.map(({ textContent }) => textContent.trim()).join(" ") || element.label;
  input.setAttribute("aria-label", name);
  // Browsers that take the elements themselves see when their texts change. A label around the field has the field in it.
  input.ariaLabelledByElements = naming.length > 0 && !naming.some((label) => label.contains(element)) ? naming : null;
  input.ariaDescribedByElements = [...referred(element, "aria-describedby"), warnings];
  return name;
}
