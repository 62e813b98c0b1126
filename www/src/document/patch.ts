// JSON Patches, limited to the operations that the engine writes.

/** An operation of a JSON Patch. */
export interface Operation {
  op: "add" | "replace" | "remove";
  path: string;
  value?: unknown;
}

/** The keys on a path. */
export function keysOf(path: string): string[] {
  return path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Applies a patch to a value, which is changed in place. */
export function patched(root: unknown, patch: Operation[]): unknown {
  return patch.reduce(applied, root);
}

function applied(root: unknown, { op, path, value }: Operation): unknown {
  const keys = keysOf(path);
  const last = keys.pop();
  if (last === undefined) return value;
  let parent = root as any;
  for (const key of keys) parent = parent[key];
  if (!Array.isArray(parent)) {
    if (op === "remove") delete parent[last];
    else parent[last] = value;
  } else if (op === "replace") {
    parent[Number(last)] = value;
  } else {
    const place = last === "-" ? parent.length : Number(last);
    parent.splice(place, op === "remove" ? 1 : 0, ...(op === "remove" ? [] : [value]));
  }
  return root;
}
