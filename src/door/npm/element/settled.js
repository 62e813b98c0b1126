// Catalogs answer at once or, in a worker, later; the elements take both.

/** Calls back at once with what is there, and later with what is promised. */
export function settled(work, then, fail) {
  let value;
  try {
    value = work();
  } catch (error) {
    return fail(error);
  }
  if (typeof value?.then === "function") value.then(then, fail);
  else then(value);
}

/** What becomes of a value, or the promise of it. */
export function then(value, next) {
  return typeof value?.then === "function" ? value.then(next) : next(value);
}
