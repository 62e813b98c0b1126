import type { CatalogOptions, Columns, Document, Image, Region, Whereabouts } from "./catalog.js";
import type { Decided, Options, Problem } from "./fitment.js";
import type { Questions } from "./questions.js";

export type { CatalogOptions, Columns, Document, Image, ImageVersion, KubernetesObject, Region, Whereabouts } from "./catalog.js";

/** What is said of a question besides its own members. */
type Said = Pick<Options, "now" | "text" | "fieldValidation">;

/** What is `null` is not given. */
type OrNull<Given> = { [Name in keyof Given]: Given[Name] | null };

/** What is given but for some members, in each of the forms in which it may be given. */
type Without<Given, Filled extends string> = Given extends unknown ? Omit<Given, Filled> : never;

/** The members of a question that a `Catalog` does not fill in itself. */
type Asked<Question extends keyof Questions, Filled extends string = never> = OrNull<
  Without<Questions[Question]["given"], "cloudProfile" | "namespacedCloudProfile" | Filled>
> & Said;

type FitOptions = Asked<"images/fit", "machineType" | "machineTypes">;

/** A machine type with what it has, and how it stands to what was asked for. */
export type MachineType = NonNullable<Questions["images/machine-types"]["answer"]["machineTypes"]>[number];

/** Machine types, and what else there is to say of the profile and of what was asked for. */
export type MachineTypes = MachineType[] & { readonly problems: readonly Problem[] };

/** Every machine type against every image version, a cell each, row by row. */
export interface Matrix {
  /** The rows. */
  machineType: readonly string[];
  /** The images of the columns. */
  image: readonly string[];
  /** The versions of the columns. */
  version: readonly string[];
  /** 0 where they fit, else what keeps them apart: 1 for the first of `causes`, and 255 for all from the 255th on. */
  cells: Uint8Array;
  /** What keeps pairs apart, the cause of most first. */
  causes: { capability: string; count: number }[];
  /** How many cells fit. */
  fitting: number;
}

/** Rows or columns, those side by side that have the same of a capability. */
export interface Grouping {
  /** Their places. All values of the capability come first, then the preferred ones. */
  order: Uint32Array;
  /** By their places, what each has: its values, and those of flavors that differ with ` | ` between them. */
  label: string[];
}

/** What each machine type and each image version has of a capability. */
export interface Groups {
  rows: Grouping;
  columns: Grouping;
}

/**
 * A CloudProfile, alone or with one of a namespace, compiled once. Call `start` first. It may be kept in a `ref`, in
 * state or in a store; it cannot be cloned. Sentences are in `says`; methods that give an envelope throw `Undecided`
 * where a fact is missing or a name is none.
 *
 * ```ts
 * await start();
 * const catalog = Catalog.from(profile);
 * const places = catalog.offered("m5.large", { region: "eu" });      // for the list, in a microsecond
 * const { answer } = catalog.pick("m5.large");                       // which to take
 * const { because } = catalog.explain("m5.large", "linux", "1.0.0"); // why, or why not
 * ```
 */
export class Catalog {
  /** Where an image version fits, in the place of what keeps it apart. */
  static readonly FITS: number;
  /** Reads and compiles a CloudProfile, alone or with one of a namespace. Throws where one cannot be read. */
  static from(profile: Document, options?: CatalogOptions | null): Catalog;
  static from(profile: Document, namespacedProfile?: Document | null, options?: CatalogOptions | null): Catalog;
  constructor(profile: Document, options?: (CatalogOptions & { namespacedProfile?: Document | null }) | null);
  /**
   * What a user may choose, as places in `columns`: what fits and is neither expired, unavailable nor a preview, without a
   * suffix, with the machine type not out of use and available in the zones of the region, where one is given. No artifact
   * is looked at. With a Kubernetes version or a worker it takes milliseconds instead of microseconds, and has the warnings of
   * `fit` as `problems` beside its elements, in `fitment` of artifacts that are missing too; with `fieldValidation: "Strict"`
   * it throws where the worker has keys that no worker has. Throws where the profile has no such machine type, region, zone
   * or Kubernetes version, and where the worker is of another type.
   */
  offered(
    machineType: string,
    at?: (Whereabouts & Pick<FitOptions, "kubernetesVersion" | "worker">) | null,
  ): Uint32Array & { readonly problems?: readonly Problem[] };
  /** The image versions that fit, as places in `columns`. Throws where the profile has no such machine type. */
  fitting(machineType: string): Uint32Array;
  /** What fits a machine type, what does not, why, and what would cure it. */
  fit(machineType: string, options?: FitOptions | null): Decided<Questions["images/fit"]["answer"]>;
  /** Why one version fits a machine type, or what keeps it apart, and the smallest change that would cure it. */
  explain(
    machineType: string,
    image: string,
    version: string,
    options?: Without<FitOptions, "image" | "version"> | null,
  ): Decided<Questions["images/fit"]["answer"]>;
  /** The version to take for a machine type, and what decided. */
  pick(
    machineType: string,
    options?: Asked<"images/pick", "machineType"> | null,
  ): Decided<Questions["images/pick"]["answer"]>;
  /** The machine types, in the order of the profile: which run an image, and which have what else is asked for. */
  machineTypes(filter?: Asked<"images/machine-types"> | null): MachineTypes;
  /** Every machine type against every image version, as columns. It is about capabilities alone. */
  matrix(options?: { groupBy?: null } | null): Matrix;
  /** The same with what each row and column has of a capability. */
  matrix(options: { groupBy: string }): Matrix & Groups;
  /** What each machine type and each image version has of a capability. Throws where the profile has no such capability. */
  groups(capability: string): Groups;
  /** For each image version the place of the capability that keeps it apart, or `Catalog.FITS`. */
  refusals(machineType: string): Uint32Array;
  /** The image versions that are neither expired nor unavailable at a time, now unless given. */
  active(now?: Date | string | null): Uint32Array;
  /** What each image version is at a time, now unless given: `supported`, `expired` and so on. */
  classifications(now?: Date | string | null): string[];
  /** The images with their versions, and what each is at a time, now unless given. */
  images(now?: Date | string | null): Image[];
  regions(): readonly Region[];
  /** What the numbers mean. */
  readonly columns: Columns;
  /** Keys that no profile has and values of another kind, in English: a misspelt key may let more fit. */
  readonly warnings: string[];
  /** Gives back its memory, which also happens some time after the last use. */
  free(): void;
  [Symbol.dispose](): void;
}
