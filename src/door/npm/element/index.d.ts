import type { Catalog, Problem } from "../images/index.js";

export { RowPool } from "./row-pool.js";
export type { Row, RowPoolOptions } from "./row-pool.js";

/**
 * What the elements ask: a `Catalog` of `fitment` or `fitment/images`, or one of `fitment/worker`, which promises. Answers have
 * `problems`, and so do lists, as a property.
 */
export interface AskedCatalog {
  machineTypes(filter?: object): MaybePromise<readonly object[]>;
  fit(machineType: string, options?: object): MaybePromise<object>;
  explain(machineType: string, image: string, version: string, options?: object): MaybePromise<object>;
  pick(machineType: string, options?: object): MaybePromise<object>;
}

type MaybePromise<T> = T | Promise<T>;

/** What the elements say themselves, in English unless told otherwise. What fits and why the engine says. */
export interface Words {
  images: string;
  machineTypes: string;
  required: string;
  nothing: string;
  noCatalog: string;
  noMachineType: string;
  pending: string;
  count(shown: number, total: number): string;
  recommended: string;
  expires(date: string, lifecycle: string): string;
  cpu(cpu: string): string;
  gpu(gpu: string): string;
  /** A filter that leaves a type out: `cpu`, `memory`, `gpu` or `architecture`. */
  filtered(cause: string): string;
  refused: string;
}

export const WORDS: Words;

/** An entry of a list. */
export interface Option {
  /** What a form sends. */
  readonly value: string;
  /** What is seen. */
  readonly name: string;
  /** What the engine says that it is or has. */
  readonly note: string;
  /** Whether the engine offers it, so that it may be chosen. */
  readonly isOffered: boolean;
  /** Whether the engine recommends it. */
  readonly isBest: boolean;
}

export interface ImageOption extends Option {
  readonly image: string;
  readonly version: string;
  /** `supported`, `deprecated` and so on. */
  readonly lifecycle: string;
  /** A pool for a Shoot with it. */
  readonly worker?: object;
}

/**
 * What the two elements have in common. They fire `input` and `change` when something is chosen, and take part in forms
 * as native controls do: `name`, `required`, `disabled`, `value`, labels, reset, validity.
 */
declare class FitmentSelect<O extends Option> extends HTMLElement {
  /** What is asked; without one nothing is listed, and no value is valid. */
  catalog: AskedCatalog | Catalog | undefined;
  /** What was chosen. It may be set to something that the engine does not offer; then the field is not valid, and says why. */
  value: string;
  words: Partial<Words>;
  name: string;
  required: boolean;
  disabled: boolean;
  placeholder: string;
  /** `why-not` puts what may not be chosen in the list too, with the reason. */
  show: "offered" | "why-not";
  /** What is listed; nothing while the answer of a worker is awaited, and the field is not valid until it is there. */
  readonly options: readonly O[];
  readonly selected: O | undefined;
  /** What the engine says of the question itself. Its warnings stand under the field, and leave it valid. */
  readonly problems: readonly Problem[];
  readonly form: HTMLFormElement | null;
  readonly labels: NodeList;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly willValidate: boolean;
  checkValidity(): boolean;
  reportValidity(): boolean;
  /** Asks again, such as after time has passed. */
  refresh(): void;
}

type Text = string | null | undefined;
type Amount = string | number | null | undefined;

/**
 * What JSX may say of the elements besides what it says of all: the properties that can be set. `DetailedHTMLProps` of React
 * and `fitment/element` together are the type of an element.
 */
export interface SelectProps {
  catalog?: AskedCatalog | Catalog | null | false;
  value?: Text;
  words?: Partial<Words>;
  name?: Text;
  required?: boolean;
  disabled?: boolean;
  placeholder?: Text;
  show?: "offered" | "why-not" | null;
  region?: Text;
  /** The names with spaces between, or a list of names. */
  zones?: Text | readonly string[];
  kubernetesVersion?: Text;
  now?: Text | Date;
}

export interface ImageSelectProps extends SelectProps {
  machineType?: Text;
}

export interface MachineSelectProps extends SelectProps {
  image?: Text;
  imageVersion?: Text;
  architecture?: Text;
  minCpu?: Amount;
  maxCpu?: Amount;
  minMemory?: Amount;
  maxMemory?: Amount;
  minGpu?: Amount;
  maxGpu?: Amount;
}

/** Where the machines are to be, and what they are to run. A property is the attribute of its name, and text when it is read. */
declare class Located<O extends Option> extends FitmentSelect<O> {
  get region(): string;
  set region(name: Text);
  get zones(): string;
  set zones(zones: Text | readonly string[]);
  get kubernetesVersion(): string;
  set kubernetesVersion(version: Text);
  get now(): string;
  set now(now: Text | Date);
}

/**
 * `<fitment-image-select>`: the image versions for a machine type. Its value is `IMAGE VERSION`. Attributes besides those of
 * a native control: `machine-type`, `show`, `region`, `zones` (names with spaces between), `kubernetes-version`, `now`.
 */
export class FitmentImageSelect extends Located<ImageOption> {
  get machineType(): string;
  set machineType(name: Text);
  readonly image: string;
  readonly version: string;
  /** A pool for a Shoot with what was chosen, where the engine offers a version and its answer is there. */
  readonly worker: object | undefined;
}

/**
 * `<fitment-machine-select>`: the machine types, all or those that run an image. Its value is the name of one. Attributes
 * besides those of a native control: `image` (`IMAGE` or `IMAGE VERSION`), `image-version`, `architecture`, `min-cpu`,
 * `max-cpu`, `min-memory`, `max-memory`, `min-gpu`, `max-gpu`, `show`, `region`, `zones`, `kubernetes-version`, `now`.
 */
export class FitmentMachineSelect extends Located<Option> {
  get image(): string;
  set image(image: Text);
  get imageVersion(): string;
  set imageVersion(version: Text);
  get architecture(): string;
  set architecture(architecture: Text);
  get minCpu(): string;
  set minCpu(amount: Amount);
  get maxCpu(): string;
  set maxCpu(amount: Amount);
  get minMemory(): string;
  set minMemory(amount: Amount);
  get maxMemory(): string;
  set maxMemory(amount: Amount);
  get minGpu(): string;
  set minGpu(amount: Amount);
  get maxGpu(): string;
  set maxGpu(amount: Amount);
}

declare global {
  interface HTMLElementTagNameMap {
    "fitment-image-select": FitmentImageSelect;
    "fitment-machine-select": FitmentMachineSelect;
  }
}
