// A compiled CloudProfile that judges Shoots too.
import { Catalog as Asked, MEMBERS, ask, filling, joined } from "./answers.js";
import { ONCE } from "./catalog.js";
import { unexpected } from "./errors.js";
import { Fitment, decided, sentences } from "./fitment.js";
import { isBytes, kind } from "./json.js";
import { documentBytes, nothing } from "./options.js";

// As strict as the engine, which takes no mark of the byte order either.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** What an admission may be told besides. */
const RULES = ["featureGates", "staticRules"];

const A_SHOOT = "a Shoot, as an object or its JSON";

/** A Shoot that comes as JSON, as its bytes. A text would be taken for the name of a loaded one. */
function written(shoot) {
  return typeof shoot === "string" || isBytes(shoot) ? documentBytes(shoot, "a Shoot") : undefined;
}

/**
 * That bytes are JSON of one object: they become a part of the request as they are, so that the engine reads them and finds
 * what is there twice.
 */
function checked(bytes) {
  let value;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw unexpected("what is no JSON", `${A_SHOOT}: ${wrong(bytes)}`);
  }
  if (typeof value !== "object" || value === null) throw unexpected(kind(value), A_SHOOT);
  return bytes;
}

/** What the engine finds wrong with bytes that are no JSON. */
function wrong(bytes) {
  const fitment = new Fitment();
  try {
    const { problems } = JSON.parse(new TextDecoder().decode(fitment.askBytes(bytes)));
    return sentences(problems)[0];
  } finally {
    fitment.free();
  }
}

/** That options are not taken for the Shoot before, of which nothing would be left. */
function noOptions(oldShoot) {
  if (typeof oldShoot !== "object" || oldShoot === null || isBytes(oldShoot)) return;
  const names = Object.keys(oldShoot);
  const options = ["now", "fieldValidation", ...RULES];
  if (!names.every((name) => options.includes(name))) return;
  const found = names.length === 0 ? "an empty object" : `the option \`${names[0]}\``;
  throw unexpected(found, "the Shoot as it is stored, or null for a new one; options come third");
}

/** A document with what the API server fills in, and without a status, which nobody writes. */
function filled(fitment, bytes, member) {
  const before = encoder.encode(`{"question":"images/default-profile","fieldValidation":"Ignore","given":{"${member}":`);
  const answer = fitment.askBytes(joined([before, bytes, encoder.encode("}}")]));
  const { spec } = decided(JSON.parse(decoder.decode(answer))).answer;
  // The engine has read it, so it is JSON.
  return encoder.encode(JSON.stringify({ ...JSON.parse(decoder.decode(bytes)), spec, status: undefined }));
}

/** A CloudProfile, alone or with one of a namespace, compiled once. The engine has to be started. */
export class Catalog extends Asked {
  static [filling](documents) {
    const fitment = new Fitment();
    try {
      return documents.map((bytes, place) => filled(fitment, bytes, MEMBERS[place]));
    } finally {
      fitment.free();
    }
  }

  /** Whether a Shoot may be stored, new or in place of an old one. */
  admit(shoot, oldShoot, options, ...more) {
    nothing(more, ONCE);
    noOptions(oldShoot);
    const given = { operation: oldShoot === undefined || oldShoot === null ? "create" : "update" };
    const documents = [];
    for (const [name, value] of [["shoot", shoot], ["oldShoot", oldShoot ?? undefined]]) {
      const bytes = written(value);
      if (bytes === undefined) given[name] = value;
      else documents.push([name, checked(bytes)]);
    }
    return ask(this, "images/admit-shoot", given, options, RULES, { text: true }, documents);
  }
}
