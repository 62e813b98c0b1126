/** What this package throws. Its message is what it says, with the hint. */
export class FitmentError extends Error {
  /**
   * Stable: of the engine where it refused a request, else of the package: `argument-not-understood`, `profile-not-read`,
   * `machine-type-unknown`, `engine-not-started`, `engine-stopped`, `freed`, and of `fitment/worker`
   * `worker-stopped` and `engine-failed`, where the engine in the worker throws what is none of these.
   */
  readonly code: string;
  /** What is wrong, in English, with the place in parentheses. */
  readonly says: string;
  /** Where in the request or the document, as a JSON pointer. */
  readonly path?: string;
  /** What to do, or what was perhaps meant; of several problems each has its own in what is said. */
  readonly hint?: string;
}
