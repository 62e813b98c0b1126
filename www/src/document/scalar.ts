// YAML scalars as Kubernetes reads them: with the words and numbers of YAML 1.1. The command line reads them the same
// way.

const WORDS = new Map<string, [string, string]>();
for (const word of ["", "~", "null", "Null", "NULL"]) WORDS.set(word, ["null", "null"]);
for (const word of ["true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y"]) WORDS.set(word, ["bool", "true"]);
for (const word of ["false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", "n", "N"]) WORDS.set(word, ["bool", "false"]);

/** A scalar: its text, whether it is unquoted, and its tag. The tag is the name after `!!`; undefined without a tag. */
export interface Scalar {
  text: string;
  plain: boolean;
  tag?: string;
}

/** Returns the JSON of a value. */
export function value(scalar: Scalar): string {
  return resolved(scalar) ?? JSON.stringify(scalar.text);
}

/** Returns the text of a key: for a boolean or number, the text of that value. */
export function key(scalar: Scalar): string {
  const found = resolved(scalar);
  if (found === undefined) return scalar.text;
  if (found === "null") throw new Error("a key is null, expected text");
  return /[.eE]/.test(found) && /^[-\d]/.test(found) ? decimal(Number(found)) : found;
}

function resolved({ text, plain: unquoted, tag }: Scalar): string | undefined {
  if (tag === "binary") throw new Error("found the tag `!!binary`, expected the text that it stands for");
  if (tag === "null" || tag === "bool" || tag === "int" || tag === "float") {
    const found = plain(text);
    if (found !== undefined && (found[0] === tag || (found[0] === "int" && tag === "float"))) return found[1];
    throw new Error(`found \`${text}\` behind the tag \`!!${tag}\`, expected one`);
  }
  // After a tag that Kubernetes does not know a word is text.
  return unquoted && tag === undefined ? plain(text)?.[1] : undefined;
}

function plain(text: string): [string, string] | undefined {
  return WORDS.get(text) ?? number(text);
}

function number(text: string): [string, string] | undefined {
  const unsigned = text.replace(/^[-+]/, "");
  if (/^\.(inf|Inf|INF)$/.test(unsigned) || /^\.(nan|NaN|NAN)$/.test(text)) throw new Error(`JSON has no number \`${text}\``);
  if (!/^[\d.]/.test(unsigned)) return undefined;
  const sign = text.startsWith("-") ? "-" : "";
  const digits = unsigned.replaceAll("_", "");
  const found = whole(digits);
  if (found !== undefined) return ["int", `${found === "0" ? "" : sign}${found}`];
  if (!/^(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(digits) || !Number.isFinite(Number(digits))) return undefined;
  const written = `${sign}${digits}`;
  const isJson = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(written);
  return ["float", isJson ? written : `${sign}${decimal(Number(digits))}`];
}

/** The decimal digits of a whole number; numbers with a leading zero are octal. */
function whole(digits: string): string | undefined {
  const [, prefix, rest] = /^(0[xob]|0)([\da-f]+)$/i.exec(digits) ?? [];
  if (prefix !== undefined && rest !== undefined) {
    const base = prefix.length === 1 ? "0o" : prefix.toLowerCase();
    const fits = { "0x": /^[\da-f]+$/i, "0o": /^[0-7]+$/, "0b": /^[01]+$/ }[base]?.test(rest);
    const found = fits === true ? BigInt(`${base}${rest}`) : undefined;
    if (found !== undefined && found < 1n << 64n) return found.toString();
  }
  return digits === "0" || /^[1-9]\d*$/.test(digits) ? digits : undefined;
}

/** Writes a number without an exponent. */
function decimal(number: number): string {
  if (Object.is(number, -0)) return "-0";
  const text = String(number);
  if (!text.includes("e")) return text;
  return number.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20, maximumSignificantDigits: 21 });
}
