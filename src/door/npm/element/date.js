const formats = new Map();

/** A moment as a date in the language of an element, exact to the day in universal time. */
export function date(moment, element) {
  const language = element.closest?.("[lang]")?.lang || undefined;
  if (!formats.has(language)) formats.set(language, new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }));
  const parsed = new Date(moment);
  return Number.isNaN(parsed.getTime()) ? moment : formats.get(language).format(parsed);
}
