// Properties that are attributes: who sets one in a script says the same as who writes it in a page.

/** How lists and times are written in an attribute. */
function written(value) {
  if (Array.isArray(value)) return value.join(" ");
  return Object.prototype.toString.call(value) === "[object Date]" ? value.toISOString() : String(value);
}

/** Gives a class a property for each of the attributes: `min-cpu` is `minCpu`. Empty is not there. */
export function reflecting(type, attributes) {
  for (const attribute of attributes) {
    const property = attribute.replace(/-./g, ([, letter]) => letter.toUpperCase());
    Object.defineProperty(type.prototype, property, {
      get() { return this.getAttribute(attribute) ?? ""; },
      set(value) {
        if (value === undefined || value === null || value === "" || value.length === 0) this.removeAttribute(attribute);
        else this.setAttribute(attribute, written(value));
      },
      configurable: true,
      enumerable: true,
    });
  }
}
