// Properties that are attributes: who sets one in a script says the same as who writes it in a page.

/** How lists and times are written in an attribute. The engine says what is wrong with a date that is none. */
function written(value) {
  if (Array.isArray(value)) return value.join(" ");
  const isTime = Object.prototype.toString.call(value) === "[object Date]" && !Number.isNaN(value.getTime());
  return isTime ? value.toISOString() : String(value);
}

/** Writes a property as an attribute. Empty is not there. */
export function reflect(element, attribute, value) {
  if (value === undefined || value === null || value === "" || value.length === 0) element.removeAttribute(attribute);
  else element.setAttribute(attribute, written(value));
}

/** Sets again what was set before the element knew its properties: before its module was imported. */
export function upgraded(element) {
  for (const name of Object.keys(element)) {
    if (!(name in Object.getPrototypeOf(element))) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}

/** Gives a class a property for each of the attributes: `min-cpu` is `minCpu`. */
export function reflecting(type, attributes) {
  for (const attribute of attributes) {
    const property = attribute.replace(/-./g, ([, letter]) => letter.toUpperCase());
    Object.defineProperty(type.prototype, property, {
      get() { return this.getAttribute(attribute) ?? ""; },
      set(value) { reflect(this, attribute, value); },
      configurable: true,
      enumerable: true,
    });
  }
}
