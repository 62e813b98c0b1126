/** A time as the engine reads it: RFC 3339, to the second. */
export function time(now) {
  return now instanceof Date ? `${now.toISOString().slice(0, 19)}Z` : now;
}
