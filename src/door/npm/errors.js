// What goes wrong, in one form.

/** What this package throws. */
export class FitmentError extends Error {
  constructor({ code, says, path, hint, cause }) {
    super(hint === undefined ? says : `${says}; ${hint}`, cause === undefined ? undefined : { cause });
    this.name = "FitmentError";
    this.code = code;
    this.says = says;
    this.path = path;
    this.hint = hint;
  }
}

/** A request that the engine did not understand or lacks a fact for. */
export class Undecided extends FitmentError {
  constructor(envelope, says, hint) {
    const first = envelope.problems.find(({ level }) => level === "error");
    super({ code: first?.code, says, path: first?.path, hint });
    this.name = "Undecided";
    this.envelope = envelope;
  }
}

/** What is said of an argument that is none. */
export function unexpected(found, expected, hint) {
  return new FitmentError({ code: "argument-not-understood", says: `found ${found}, expected ${expected}`, hint });
}

/** A sentence of the engine in its parts. Where it names a place, that stays in what it says. */
export function parts(sentence) {
  // Behind a place all is the hint, which may have several parts.
  const placed = /^(.* \(at \S*\/.*?\)); (.*)$/s.exec(sentence);
  const [, says, hint] = placed ?? /^(.*); (did you mean `.*`\?|quote it: `.*`|[^`]*(?:`[^`]*`[^`]*)*)$/s.exec(sentence) ?? [undefined, sentence];
  return { says, path: / \(at (\S*\/.*)\)$/s.exec(says)?.[1], hint };
}
