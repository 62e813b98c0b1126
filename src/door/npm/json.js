// What becomes of a caller's values on their way into the engine, which reads JSON.
import { FitmentError } from "./errors.js";

/** Deeper than any document that the engine reads. */
const DEEPEST = 500;

const TOO_DEEP = Symbol("too deep");

/** What something is, for messages. */
export function kind(value) {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  if (Array.isArray(value)) return "array";
  if (value.__v_isRef === true) return "a ref";
  if (isPlain(value)) return "object";
  const name = value.constructor?.name;
  if (name === "Object") return "an object that inherits from another";
  return typeof name === "string" && name !== "" ? `a \`${name}\`` : "an object of a class";
}

/** Whether it is an object of no class, of whatever realm, whose members are its own. */
export function isPlain(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !inherits(value));
}

/** Whether it is bytes. */
export function isBytes(value) {
  return ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}

/**
 * The JSON of a value. What JSON has not is refused with its place: a profile without it may let more fit. Members that are
 * `undefined` are not there.
 */
export function jsonOf(value, what) {
  const way = [];
  try {
    check(value, way, what);
    const text = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (error) {
    throw error === TOO_DEEP ? tooDeep(value, way, what) : unreadable(error, what, way);
  }
  throw refused("undefined", way, what);
}

/** What is thrown where something of the caller's throws, such as a getter or a `toJSON`. */
export function unreadable(error, what, way = []) {
  if (error instanceof FitmentError) return error;
  const says = `${what} cannot be read: ${error?.message ?? error}${place(way)}`;
  return new FitmentError({ code: "argument-not-understood", says, path: pointer(way), cause: error });
}

/** Refuses what JSON has not; `undefined` is left to whoever has it, since members may be it and elements may not. */
function check(given, way, what) {
  let value = given;
  const hasMembers = given !== null && given !== undefined && typeof given !== "string";
  // The bytes of Node have one too, which makes an object of them that is no document.
  if (hasMembers && typeof given.toJSON === "function" && !isBytes(given)) {
    value = given.toJSON(String(way.at(-1) ?? ""));
    // Of whatever realm or library: its number is none either.
    if (value === null && Number.isNaN(given.valueOf())) throw refused("an invalid date", way, what);
  }
  if (typeof value === "string" || typeof value === "boolean" || value === undefined || value === null) return value;
  if (typeof value === "number" ? !Number.isFinite(value) : typeof value !== "object") throw refused(kind(value), way, what);
  if (typeof value === "number") return value;
  if (way.length > DEEPEST) throw TOO_DEEP;
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place += 1) {
      way.push(place);
      if (check(value[place], way, what) === undefined) throw refused("undefined", way, what);
      way.pop();
    }
    return value;
  }
  const names = Object.keys(value);
  if (!isPlain(value) && (names.length === 0 || isBytes(value) || hasAccessors(value) || inherits(value))) {
    throw refused(kind(value), way, what, cure(value));
  }
  for (const name of names) {
    way.push(name);
    check(value[name], way, what);
    way.pop();
  }
  return value;
}

/** Whether its class has getters, as it does of what frameworks watch: JSON leaves out what they get. */
function hasAccessors(value) {
  const type = Object.getPrototypeOf(value);
  // The last one is that of all objects.
  if (type === null || Object.getPrototypeOf(type) === null) return false;
  return Object.values(Object.getOwnPropertyDescriptors(type)).some(({ get }) => get !== undefined) || hasAccessors(type);
}

/** Whether it has members of another object: JSON leaves out what is inherited. */
function inherits(value) {
  if (Object.getPrototypeOf(value) === Object.prototype) return false;
  for (const name in value) {
    if (!Object.hasOwn(value, name) && typeof value[name] !== "function") return true;
  }
  return false;
}

/** What would make a document or options of it. */
export function cure(value) {
  if (typeof value.then === "function") return "await it first";
  if (isBytes(value)) return "decode it and parse it first";
  return value.__v_isRef === true ? "give its `value`" : "give a plain object, or one with `toJSON`";
}

function refused(found, way, what, hint) {
  const expected = way.length === 0 ? what : "a value that JSON has";
  return new FitmentError({ code: "argument-not-understood", says: `found ${found}, expected ${expected}${place(way)}`, path: pointer(way), hint });
}

/** Where a value leads back to what it is in, or else how deep it goes. */
function tooDeep(root, way, what) {
  const met = [];
  let value = root;
  for (const [depth, key] of way.entries()) {
    if (met.includes(value)) return refused("a circle", way.slice(0, depth), what);
    met.push(value);
    value = value?.[key];
  }
  return refused(`more than ${DEEPEST} levels`, way.slice(0, 1), what);
}

const pointer = (way) => (way.length === 0 ? undefined : way.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));

const place = (way) => (way.length === 0 ? "" : ` (at ${pointer(way)})`);
