// A compiled CloudProfile that judges Shoots too.
import { Catalog as Asked, ask } from "./answers.js";
import { unexpected } from "./errors.js";
import { documentBytes } from "./options.js";

const decoder = new TextDecoder();

/** A Shoot as an object, whatever it comes as; none stays none. A text would be taken for the name of a loaded one. */
function parsed(shoot) {
  if (shoot === undefined || shoot === null) return shoot;
  const isBytes = shoot instanceof ArrayBuffer || ArrayBuffer.isView(shoot);
  if (!isBytes && typeof shoot !== "string") return shoot;
  try {
    return JSON.parse(decoder.decode(documentBytes(shoot, "a Shoot")));
  } catch {
    throw unexpected("what is no JSON", "a Shoot, as an object or its JSON");
  }
}

/** A CloudProfile, alone or with one of a namespace, compiled once. The engine has to be started. */
export class Catalog extends Asked {
  /** Whether a Shoot may be stored, new or in place of an old one. */
  admit(shoot, oldShoot, options) {
    [shoot, oldShoot] = [parsed(shoot), parsed(oldShoot)];
    const given = { operation: oldShoot === undefined || oldShoot === null ? "create" : "update", shoot, oldShoot: oldShoot ?? undefined };
    return ask(this, "images/admit-shoot", given, { text: true, ...options }, ["featureGates", "staticRules"]);
  }
}
