const formats = new Map();

/** A moment as a date in the language of an element, exact to the day in universal time. */
export function date(moment, element) {
  const language = element.closest?.("[lang]")?.lang || undefined;
  if (!formats.has(language)) formats.set(language, format(language));
  const parsed = new Date(moment);
  return Number.isNaN(parsed.getTime()) ? moment : formats.get(language).format(parsed);
}

function format(language) {
  const how = { dateStyle: "medium", timeZone: "UTC" };
  try {
    return new Intl.DateTimeFormat(language, how);
  } catch {
    // Pages also have what is no language tag, such as `en_US`.
    return new Intl.DateTimeFormat(undefined, how);
  }
}
