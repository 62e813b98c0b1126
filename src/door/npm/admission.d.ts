import { Catalog as Asked } from "./answers.js";
import type { CatalogOptions, Document } from "./catalog.js";
import type { Decided, Options } from "./fitment.js";
import type { Questions } from "./questions.js";

export type {
  CatalogOptions, Columns, Document, Grouping, Groups, Image, ImageVersion, KubernetesObject, MachineType,
  MachineTypes, Matrix, Region, Whereabouts,
} from "./answers.js";

type Admission = Questions["images/admit-shoot"];

type OrNull<Given> = { [Name in keyof Given]: Given[Name] | null };

/** A CloudProfile, alone or with one of a namespace, compiled once, that judges Shoots too. */
export class Catalog extends Asked {
  static from(profile: Document, options?: CatalogOptions | null): Catalog;
  static from(profile: Document, namespacedProfile?: Document | null, options?: CatalogOptions | null): Catalog;
  /** Whether a Shoot may be stored, new or in place of an old one. Throws `Undecided`. */
  admit(
    shoot: Document,
    oldShoot?: Document | null,
    options?: (OrNull<Pick<Admission["given"], "featureGates" | "staticRules">> & Pick<Options, "now" | "text" | "fieldValidation">) | null,
  ): Decided<Admission["answer"]>;
}
