// A compiled CloudProfile that judges Shoots too.
import { Catalog as Asked, ask } from "./answers.js";

/** A CloudProfile, alone or with one of a namespace, compiled once. The engine has to be started. */
export class Catalog extends Asked {
  /** Whether a Shoot may be stored, new or in place of an old one. */
  admit(shoot, oldShoot, options) {
    const given = { operation: oldShoot === undefined || oldShoot === null ? "create" : "update", shoot, oldShoot: oldShoot ?? undefined };
    return ask(this, "images/admit-shoot", given, { text: true, ...options }, ["featureGates", "staticRules"]);
  }
}
