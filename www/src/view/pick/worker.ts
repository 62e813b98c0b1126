// A worker pool as it is written in a Shoot: the engine's object as YAML or JSON.

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** Writes a value as YAML. */
export function yaml(value: Value, indent = ""): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (Array.isArray(value)) return value.map((element) => `\n${indent}- ${yaml(element, `${indent}  `).trimStart()}`).join("");
  const members = Object.entries(value).map(([key, member]) => {
    const written = yaml(member, `${indent}  `);
    return `${indent}${key}:${written.startsWith("\n") || isObject(member) ? "" : " "}${isObject(member) ? `\n${written}` : written}`;
  });
  return members.join("\n");
}

function isObject(value: Value): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Quotes text that YAML could read as something else. */
function scalar(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  return /^[A-Za-z][\w.-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : JSON.stringify(value);
}
