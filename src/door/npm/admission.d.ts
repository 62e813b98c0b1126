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

export interface AdmittingOptions extends CatalogOptions {
  /**
   * Gives the documents the API server's defaults first, and takes away a status. Files from git need it: without them a
   * Shoot may not use a machine type that does not say `usable`, and a version has no runtime.
   */
  defaulted?: boolean | null;
}

/** A CloudProfile, alone or with one of a namespace, compiled once, that judges Shoots too. */
export class Catalog extends Asked {
  static from(profile: Document, options?: AdmittingOptions | null): Catalog;
  static from(profile: Document, namespacedProfile?: Document | null, options?: AdmittingOptions | null): Catalog;
  /** Whether a Shoot may be stored, new or in place of an old one. Throws `Undecided`. */
  admit(
    shoot: Document,
    oldShoot?: Document | null,
    options?: (OrNull<Pick<Admission["given"], "featureGates" | "staticRules">> & Pick<Options, "now" | "text" | "fieldValidation">) | null,
  ): Decided<Admission["answer"]>;
}
