// What callers may say beside a question.

/** A time as the engine reads it: RFC 3339, to the second. */
export function time(now) {
  if (typeof now === "string") return now;
  if (now instanceof Date && !Number.isNaN(now.getTime())) return `${now.toISOString().slice(0, 19)}Z`;
  throw new TypeError(`found ${now instanceof Date ? "an invalid date" : kind(now)}, expected a Date, or a time such as "2026-01-01T00:00:00Z"`);
}

/** What something is, for messages. */
export function kind(value) {
  return value === null ? "null" : typeof value;
}

/** Options, of which each has to be known: a misspelt one would go unheeded. */
export function known(options, names) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object") throw new TypeError(`found ${kind(options)}, expected an object with the options ${names.join(", ")}`);
  const other = Object.keys(options).find((name) => !names.includes(name));
  if (other !== undefined) throw new TypeError(`found the option \`${other}\`, expected one of ${names.join(", ")}`);
  return options;
}
