/** What this package throws. Its message is what it says, with the hint. */
export class FitmentError extends Error {
  /**
   * Stable: of the engine where it refused a request, else of the package: `argument-not-understood`, `profile-not-read`,
   * `machine-type-unknown`, `engine-not-started`, `engine-stopped`, `freed`.
   */
  readonly code: string;
  /** What is wrong, in English. */
  readonly says: string;
  /** Where in the request, as a JSON pointer. */
  readonly path?: string;
  /** What to do. */
  readonly hint?: string;
}
