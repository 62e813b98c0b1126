// Writes the types of the questions that an entry of the npm package has, from their JSON Schemas.
// `node xtask/types.mjs ENTRY SCHEMAS`
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [entry, schemas] = process.argv.slice(2);
const { Undecided, start } = await import(new URL("index.node.js", pathToFileURL(join(entry, "/"))));
const fitment = await start();
const questions = fitment.ask("fitment/questions").answer.questions;

const indent = (depth) => "  ".repeat(depth);
const doc = (text, depth) => (text ? `${indent(depth)}/** ${text.replaceAll("*/", "*\\/")} */\n` : "");
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const list = (types) => [...new Set(types)].join(" | ");

/** The type of a schema. What is given may be read-only, and a document may be of any type that is an object. */
function type(schema, isGiven, depth) {
  if (schema === true) return "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.oneOf) return list(schema.oneOf.map((one) => type(one, isGiven, depth)));
  // Beside others, what may be anything is a document.
  if (schema.anyOf) return list(schema.anyOf.map((one) => (one === true ? "object" : type(one, isGiven, depth))));
  if (schema.prefixItems) return tuple(schema.prefixItems, isGiven, depth);
  if (Array.isArray(schema.type)) return list(schema.type.map((one) => type({ ...schema, type: one }, isGiven, depth)));
  switch (schema.type) {
    case "object": return object(schema, isGiven, depth);
    case "array": return `${isGiven ? "readonly " : ""}${bracketed(type(schema.items ?? true, isGiven, depth))}[]`;
    case "integer": return "number";
    case undefined: return "unknown";
    default: return schema.type;
  }
}

const bracketed = (type) => (/^[\w"{][^|]*$/.test(type) && !type.startsWith("readonly") ? type : `(${type})`);

function tuple(items, isGiven, depth) {
  return `${isGiven ? "readonly " : ""}[${items.map((item) => type(item, isGiven, depth)).join(", ")}]`;
}

function object({ properties, required = [], additionalProperties }, isGiven, depth) {
  if (properties === undefined) {
    if (additionalProperties === false) return "{ readonly [name: string]: never }";
    if (additionalProperties === undefined || additionalProperties === true) return isGiven ? "object" : "{ [name: string]: unknown }";
    return `{ ${isGiven ? "readonly " : ""}[name: string]: ${type(additionalProperties, isGiven, depth)} }`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${doc(schema.description, depth + 1)}${indent(depth + 1)}${key(name)}${mark}: ${type(schema, isGiven, depth + 1)};\n`;
  });
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent(depth)}}`;
}

/** Whether a question is decided where nothing is given: a schema does not say of which members one has to be there. */
function isAskedAlone(question) {
  try {
    return fitment.ask(question).outcome === "decided";
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}

/** Zones without their region are refused. */
const whole = ({ properties = {} }) => ("region" in properties && "zones" in properties ? " & ZonesOfRegion" : "");

const read = (question, side) => JSON.parse(readFileSync(join(schemas, `${question}.${side}.json`), "utf8"));
const rows = questions.map(({ question, asks }) => {
  const schema = read(question, "given");
  const given = type(schema, true, 2) + whole(schema);
  const answer = type(read(question, "answer"), false, 2);
  return `${doc(asks, 1)}  ${key(question)}: {\n    given: ${given};\n    answer: ${answer};\n  };\n`;
});
const alone = questions.map(({ question }) => question).filter(isAskedAlone).map(key);
const imported = rows.some((row) => row.includes("ZonesOfRegion")) ? 'import type { ZonesOfRegion } from "./start.js";\n\n' : "";
writeFileSync(join(entry, "questions.d.ts"), `${imported}/** The questions that may be asked without anything given. */
export type AskedAlone = ${alone.join(" | ")};

/** The questions of this entry: what each is given and what it answers. */
export interface Questions {\n${rows.join("")}}\n`);
